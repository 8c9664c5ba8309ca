import type { OptionValue, Product, Variant } from '@bkksiam/domain/catalog';
import { z } from 'zod';
import type { Database, Row } from '../db/database.ts';
import { currencyOf } from './currencies.ts';
import type { ProductQuery } from './product-query.ts';

/** One page of products, and how many match on all pages. */
export interface ProductPage {
  readonly count: number;
  readonly offset: number;
  readonly limit: number;
  readonly products: readonly Product[];
}

const text = z.string();
const variantRow = z.object({
  id: text,
  title: text,
  image_url: text.nullable(),
  sku: text.nullable(),
  price_in_cents: z.number(),
  sale_price_in_cents: z.number().nullable(),
  currency: text,
  manage_inventory: z.boolean(),
  weight: z.number().nullable(),
  inventory_quantity: z.number().nullable(),
  options: z.record(text, text),
});
const productRow = z.object({
  id: text,
  title: text,
  subtitle: text.nullable(),
  ribbon_text: text.nullable(),
  description: text,
  thumbnail: text.nullable(),
  purchasable: z.boolean(),
  position: z.number(),
  site_product_selection: text.nullable(),
  kind: text,
  updated_at: text,
  images: z.array(z.object({ url: text, type: text.default('image') })),
  options: z.array(z.object({ id: text, title: text })),
  collections: z.array(z.object({ collection_id: text, order: z.number().default(0) })),
  additional_info: z.array(z.object({ id: text, title: text, description: text })),
  custom_fields: z.array(z.object({ id: text, title: text, is_required: z.boolean() })),
  related_products: z.array(
    z.object({ id: text, section_title: text, related_type: text, related_id: text }),
  ),
  variants: z.array(variantRow),
});
const stockRows = z.array(variantRow.pick({ id: true, inventory_quantity: true }));
type ProductRow = z.output<typeof productRow>;
type VariantRow = z.output<typeof variantRow>;

function optionValues(variant: VariantRow): OptionValue[] {
  return Object.entries(variant.options).map(([option, value]) => ({
    id: `${variant.id}-${option}`,
    option_id: option,
    variant_id: variant.id,
    value,
  }));
}

function toVariant(row: VariantRow): Variant {
  const { info, format } = currencyOf(row.currency);
  return {
    ...row,
    options: optionValues(row),
    currency_info: info,
    price_formatted: format(row.price_in_cents),
    sale_price_formatted: row.sale_price_in_cents === null ? null : format(row.sale_price_in_cents),
  };
}

function toProduct(row: Row): Product {
  const { kind, position, variants: rows, ...product }: ProductRow = productRow.parse(row);
  const variants = rows.map(toVariant);
  const values = rows.flatMap(optionValues);
  return {
    ...product,
    order: position,
    type: { value: kind },
    price_in_cents: variants[0]?.price_in_cents ?? 0,
    currency: variants[0]?.currency ?? 'eur',
    images: product.images.map((image, order) => ({ ...image, order })),
    options: product.options.map((option) => ({
      ...option,
      values: values.filter(({ option_id: id }) => id === option.id),
    })),
    variants,
    collections: product.collections.map((one) => ({ product_id: product.id, ...one })),
    additional_info: product.additional_info.map((info, order) => ({ ...info, order })),
    related_products: product.related_products.map((one, index) => ({ ...one, position: index })),
  };
}

const columns = `p.id, p.title, p.subtitle, p.ribbon_text, p.description, p.thumbnail, p.purchasable, p.position,
  p.site_product_selection, p.kind, p.updated_at, p.images, p.options, p.collections, p.additional_info,
  p.custom_fields, p.related_products, coalesce((
    select json_agg(json_build_object(
        'id', v.id, 'title', v.title, 'image_url', v.image_url, 'sku', v.sku,
        'price_in_cents', v.price_in_cents, 'sale_price_in_cents', v.sale_price_in_cents,
        'currency', v.currency, 'manage_inventory', v.manage_inventory, 'weight', v.weight,
        'inventory_quantity', v.inventory_quantity, 'options', v.options) order by v.position, v.id)
    from bkksiam_store.variants v where v.product_id = p.id), '[]') as variants`;

const cheapest = `(select min(coalesce(v.sale_price_in_cents, v.price_in_cents))
  from bkksiam_store.variants v where v.product_id = p.id)`;

const sortColumns: Record<ProductQuery['sort_by'], string> = {
  order: 'p.position',
  price: cheapest,
  title: 'p.title',
  created_at: 'p.created_at',
  updated_at: 'p.updated_at',
};

/** The products that match, one page of them. */
export async function listProducts(database: Database, query: ProductQuery): Promise<ProductPage> {
  const where = `p.is_hidden = $1 and ($2::text[] is null or p.id = any ($2))
    and ($3::timestamptz is null or p.created_at <= $3)`;
  const values = [query.is_hidden, query.ids ?? null, query.to_date ?? null];
  const [count, list] = await database.asService([
    { text: `select count(*) as total from bkksiam_store.products p where ${where}`, values },
    {
      text: `select ${columns} from bkksiam_store.products p where ${where}
        order by ${sortColumns[query.sort_by]} ${query.order} nulls last, p.id ${query.order}
        limit $4::integer offset $5::integer`,
      values: [...values, query.limit, query.offset],
    },
  ]);
  return {
    count: Number(count?.rows[0]?.total ?? 0),
    offset: query.offset,
    limit: query.limit,
    products: (list?.rows ?? []).map(toProduct),
  };
}

/** One product, also a hidden one: whoever has its address may see it. Null where it is not there. */
export async function readProduct(database: Database, id: string): Promise<Product | null> {
  const [found] = await database.asService([
    { text: `select ${columns} from bkksiam_store.products p where p.id = $1`, values: [id] },
  ]);
  const row = found?.rows[0];
  return row === undefined ? null : toProduct(row);
}

/** What is left of every variant of the products, as the database has it this moment. */
export async function readStock(
  database: Database,
  productIds: readonly string[],
): Promise<readonly Pick<Variant, 'id' | 'inventory_quantity'>[]> {
  const [stock] = await database.asService([
    {
      text: `select id, inventory_quantity from bkksiam_store.variants
        where product_id = any ($1::text[]) order by product_id, position, id`,
      values: [productIds],
    },
  ]);
  return stockRows.parse(stock?.rows ?? []);
}
