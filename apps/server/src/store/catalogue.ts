import { bilingualText } from '@bkksiam/domain/bilingual-text';
import type { OptionValue, Product, Variant } from '@bkksiam/domain/catalog';
import { z } from 'zod';
import type { Row, StoreDatabase } from '../db/database.ts';
import { currencyOf } from './currencies.ts';
import type { ProductQuery } from './product-query.ts';

/**
 * One page of products and the total of all pages. `q`, `sort_by` and `order` extend the protocol; returning them tells
 * the client that the store supports them.
 */
export interface ProductPage extends Pick<ProductQuery, 'q' | 'sort_by' | 'order'> {
  readonly count: number;
  readonly offset: number;
  readonly limit: number;
  readonly products: readonly Product[];
}

const text = z.string();
/** The Thai text beside one that is in English, or in both languages already. */
const thai = text.nullish();
const variantRow = z.object({
  id: text,
  title: text,
  title_th: thai,
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
  title_th: thai,
  subtitle: text.nullable(),
  subtitle_th: thai,
  ribbon_text: text.nullable(),
  ribbon_text_th: thai,
  description: text,
  description_th: thai,
  thumbnail: text.nullable(),
  purchasable: z.boolean(),
  position: z.number(),
  site_product_selection: text.nullable(),
  kind: text,
  updated_at: text,
  images: z.array(
    z.object({ url: text, type: text.default('image'), alt: text.optional(), alt_th: thai }),
  ),
  options: z.array(
    z.object({
      id: text,
      title: text,
      title_th: thai,
      values: z.array(z.object({ value: text, value_th: thai })).default([]),
    }),
  ),
  collections: z.array(z.object({ collection_id: text, order: z.number().default(0) })),
  additional_info: z.array(
    z.object({ id: text, title: text, title_th: thai, description: text, description_th: thai }),
  ),
  custom_fields: z.array(
    z.object({ id: text, title: text, title_th: thai, is_required: z.boolean() }),
  ),
  related_products: z.array(
    z.object({
      id: text,
      section_title: text,
      section_title_th: thai,
      related_type: text,
      related_id: text,
    }),
  ),
  variants: z.array(variantRow),
});
const stockRows = z.array(variantRow.pick({ id: true, inventory_quantity: true }));
type ProductRow = z.output<typeof productRow>;
type VariantRow = z.output<typeof variantRow>;

/** A row with its title in both languages. */
function withTitle<Titled extends { title: string; title_th?: string | null | undefined }>(
  titled: Titled,
): Omit<Titled, 'title_th'> {
  const { title_th: titleTh, ...row } = titled;
  return { ...row, title: bilingualText(row.title, titleTh) };
}

function optionValues(options: ProductRow['options'], variant: VariantRow): OptionValue[] {
  return Object.entries(variant.options).map(([option, value]) => {
    const known = options
      .find(({ id }) => id === option)
      ?.values.find((one) => one.value === value);
    return {
      id: `${variant.id}-${option}`,
      option_id: option,
      variant_id: variant.id,
      value: bilingualText(value, known?.value_th),
    };
  });
}

function toVariant(options: ProductRow['options'], row: VariantRow): Variant {
  const { info, format } = currencyOf(row.currency);
  return {
    ...withTitle(row),
    options: optionValues(options, row),
    currency_info: info,
    price_formatted: format(row.price_in_cents),
    sale_price_formatted: row.sale_price_in_cents === null ? null : format(row.sale_price_in_cents),
  };
}

type Texts = Pick<Product, 'title' | 'subtitle' | 'ribbon_text' | 'description'>;

function textsOf(row: ProductRow): Texts {
  const { subtitle, ribbon_text: ribbon, description, description_th: descriptionTh } = row;
  return {
    title: bilingualText(row.title, row.title_th),
    subtitle: subtitle === null ? null : bilingualText(subtitle, row.subtitle_th),
    ribbon_text: ribbon === null ? null : bilingualText(ribbon, row.ribbon_text_th),
    description: [description, descriptionTh].filter(Boolean).join('\n\n'),
  };
}

/** What a product has beside its texts, its variants and their prices. */
function detailsOf({ id: productId, ...row }: ProductRow) {
  return {
    images: row.images.map(({ url, type, alt, alt_th: altTh }, order) => ({
      ...{ url, type, order },
      ...(alt === undefined ? {} : { alt: bilingualText(alt, altTh) }),
    })),
    collections: row.collections.map((one) => ({ product_id: productId, ...one })),
    additional_info: row.additional_info.map(
      ({ description_th: descriptionTh, ...info }, order) => ({
        ...withTitle(info),
        description: bilingualText(info.description, descriptionTh),
        order,
      }),
    ),
    custom_fields: row.custom_fields.map(withTitle),
    related_products: row.related_products.map(
      ({ section_title_th: sectionTh, ...one }, position) => ({
        ...one,
        section_title: bilingualText(one.section_title, sectionTh),
        position,
      }),
    ),
  };
}

function toProduct(found: Row): Product {
  const row = productRow.parse(found);
  const variants = row.variants.map((variant) => toVariant(row.options, variant));
  const values = variants.flatMap(({ options }) => options);
  return {
    id: row.id,
    ...textsOf(row),
    thumbnail: row.thumbnail,
    purchasable: row.purchasable,
    site_product_selection: row.site_product_selection,
    updated_at: row.updated_at,
    ...detailsOf(row),
    options: row.options.map((option) => ({
      ...withTitle(option),
      values: values.filter(({ option_id: id }) => id === option.id),
    })),
    order: row.position,
    type: { value: row.kind },
    price_in_cents: variants[0]?.price_in_cents ?? 0,
    currency: variants[0]?.currency ?? 'eur',
    variants,
  };
}

const columns = `p.id, p.title, p.title_th, p.subtitle, p.subtitle_th, p.ribbon_text, p.ribbon_text_th, p.description,
  p.description_th, p.thumbnail, p.purchasable, p.position, p.site_product_selection, p.kind, p.updated_at, p.images, p.options, p.collections, p.additional_info,
  p.custom_fields, p.related_products, coalesce((
    select json_agg(json_build_object(
        'id', v.id, 'title', v.title, 'title_th', v.title_th, 'image_url', v.image_url, 'sku', v.sku,
        'price_in_cents', v.price_in_cents, 'sale_price_in_cents', v.sale_price_in_cents,
        'currency', v.currency, 'manage_inventory', v.manage_inventory, 'weight', v.weight,
        'inventory_quantity', v.inventory_quantity, 'options', v.options) order by v.position, v.id)
    from public.bkk_product_variants v where v.product_id = p.id), '[]') as variants`;

/** SQL for the price of each product's card, as `shownVariant` in the domain chooses it. */
const firstVariants = `select distinct on (v.product_id) v.product_id, v.currency, v.cents,
    min(v.cents) over (partition by v.product_id, v.currency) as lowest
  from (
    select product_id, position, id, currency, coalesce(sale_price_in_cents, price_in_cents) as cents
    from public.bkk_product_variants) v
  order by v.product_id, v.position, v.id`;

/** Sorts by price within each currency; currencies follow the store's order. */
function byPrice(order: ProductQuery['order']): string {
  const group = 'over (partition by first.currency order by p.position, p.id)';
  return `first.currency is null, first_value(p.position) ${group}, first_value(p.id) ${group},
    case coalesce(p.site_product_selection, 'lowest_price_first')
      when 'lowest_price_first' then first.lowest else first.cents end ${order},
    p.position, p.id`;
}

const sortColumns: Record<Exclude<ProductQuery['sort_by'], 'price'>, string> = {
  order: 'p.position',
  title: 'p.title collate public.bkk_product_names',
  created_at: 'p.created_at',
  updated_at: 'p.updated_at',
};

const matching = `p.is_hidden = $1 and ($2::text[] is null or p.id = any ($2))
  and ($3::timestamptz is null or p.created_at <= $3)
  and ($4::text is null or strpos(p.search_text, $4) > 0)`;

/** SQL for the sorted ids of one page of matching products. */
function pageOfIds({ sort_by: key, order }: ProductQuery): string {
  const [join, by] =
    key === 'price'
      ? [`left join (${firstVariants}) first on first.product_id = p.id`, byPrice(order)]
      : ['', `${sortColumns[key]} ${order}, p.id ${order}`];
  return `select p.id from public.bkk_products p ${join} where ${matching}
    order by ${by} limit $5::integer offset $6::integer`;
}

/** One page of the matching products. */
export async function listProducts(
  database: StoreDatabase,
  query: ProductQuery,
): Promise<ProductPage> {
  const values = [query.is_hidden, query.ids ?? null, query.to_date ?? null, query.q ?? null];
  const [count, list] = await database.asStore([
    { text: `select count(*) as total from public.bkk_products p where ${matching}`, values },
    {
      text: `select ${columns}
        from unnest(array(${pageOfIds(query)})) with ordinality as page (id, position)
          join public.bkk_products p using (id)
        order by page.position`,
      values: [...values, query.limit, query.offset],
    },
  ]);
  const { q, sort_by, order, offset, limit } = query;
  return {
    count: Number(count?.rows[0]?.total ?? 0),
    offset,
    limit,
    q,
    sort_by,
    order,
    products: (list?.rows ?? []).map(toProduct),
  };
}

/** One product, also a hidden one, which stays reachable by its URL. Null when it does not exist. */
export async function readProduct(database: StoreDatabase, id: string): Promise<Product | null> {
  const [found] = await database.asStore([
    { text: `select ${columns} from public.bkk_products p where p.id = $1`, values: [id] },
  ]);
  const row = found?.rows[0];
  return row === undefined ? null : toProduct(row);
}

/** The current stock of every variant of the products; of those that the store's role does not see, none. */
export async function readStock(
  database: StoreDatabase,
  productIds: readonly string[],
): Promise<readonly Pick<Variant, 'id' | 'inventory_quantity'>[]> {
  const [stock] = await database.asStore([
    {
      text: `select v.id, v.inventory_quantity
        from public.bkk_product_variants v join public.bkk_products p on p.id = v.product_id
        where v.product_id = any ($1::text[]) order by v.product_id, v.position, v.id`,
      values: [productIds],
    },
  ]);
  return stockRows.parse(stock?.rows ?? []);
}
