import { bilingualText } from '@bkksiam/domain/bilingual-text';
import type { OptionValue, Product, Variant } from '@bkksiam/domain/catalog';
import { z } from 'zod';
import type { Row, SqlValue, StoreDatabase } from '../db/database.ts';
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

/** Lists are sorted by their listings, or else by the products themselves. */
const sortColumns: Record<ProductQuery['sort_by'], string> = {
  order: 'l.position',
  price: 'l.cents',
  title: 'l.title collate public.bkk_product_names',
  created_at: 'p.created_at',
  updated_at: 'p.updated_at',
};

/** The products that a query asks for: only the conditions that it has, so that an index can answer each. */
interface Matches {
  /** A search is run once, for the page and the count. */
  readonly found: string;
  readonly source: string;
  readonly values: readonly SqlValue[];
}

function matching({
  ids,
  is_hidden: isHidden,
  q,
  to_date: toDate,
  sort_by: key,
}: ProductQuery): Matches {
  const values: SqlValue[] = [];
  const place = (value: SqlValue, type: string) => `$${String(values.push(value))}::${type}`;
  const conditions = [
    'l.is_published',
    `l.is_hidden = ${place(isHidden, 'boolean')}`,
    ...(ids === undefined ? [] : [`l.product_id = any (${place(ids, 'text[]')})`]),
    ...(q === undefined ? [] : [`l.search_text like ${place(containing(q), 'text')}`]),
  ];
  const listings = `public.bkk_product_listings l where ${conditions.join(' and ')}`;
  const needsProduct = toDate !== undefined || sortColumns[key].startsWith('p.');
  if (q === undefined && !needsProduct) return { found: '', source: listings, values };
  const product = needsProduct ? 'join public.bkk_products p on p.id = l.product_id' : '';
  const since = toDate === undefined ? 'true' : `p.created_at <= ${place(toDate, 'timestamptz')}`;
  return {
    found: `with found as materialized (select l.product_id, l.position, l.title, l.currency, l.cents from ${listings})`,
    source: `found l ${product} where ${since}`,
    values,
  };
}

/** A pattern of `like` for texts that contain this one. */
const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/**
 * SQL for the sorted ids of a page. By price it is within each currency; currencies follow the store's order, and products
 * without variants come last.
 */
function pageOfIds(
  { sort_by: key, order }: ProductQuery,
  source: string,
  limit: string,
  offset: string,
) {
  const by = `${sortColumns[key]} ${order}`;
  if (key !== 'price')
    return `select l.product_id from ${source}
      order by ${by}, l.product_id ${order} limit ${limit} offset ${offset}`;
  return `with recursive currencies as (
      (select l.currency from ${source} order by l.currency limit 1)
      union all
      select (select l.currency from ${source} and l.currency > known.currency order by l.currency limit 1)
      from currencies as known where known.currency is not null)
    select priced.product_id
    from currencies
      cross join lateral (
        select l.position, l.product_id from ${source} and l.currency = currencies.currency
        order by l.position, l.product_id limit 1) as first
      cross join lateral (
        select l.product_id, row_number() over (order by ${by}, l.position, l.product_id) as place
        from ${source} and l.currency = currencies.currency
        order by ${by}, l.position, l.product_id limit ${limit} + ${offset}) as priced
    order by currencies.currency = '', first.position, first.product_id, priced.place limit ${limit} offset ${offset}`;
}

/** One page of the matching products. */
export async function listProducts(
  database: StoreDatabase,
  query: ProductQuery,
): Promise<ProductPage> {
  const { found, source, values } = matching(query);
  const [limit, offset] = [1, 2].map((place) => `$${String(values.length + place)}::integer`);
  const [list] = await database.asStore([
    {
      text: `${found} select counted.total, product.*
        from (select count(*) as total from ${source}) as counted
          left join (
            select page.row, ${columns}
            from unnest(array(${pageOfIds(query, source, String(limit), String(offset))})) with ordinality as page (id, row)
              join public.bkk_products p using (id)) as product on true
        order by product.row`,
      values: [...values, query.limit, query.offset],
    },
  ]);
  const { q, sort_by, order, offset: from, limit: most } = query;
  const rows = list?.rows ?? [];
  return {
    count: Number(rows[0]?.total ?? 0),
    offset: from,
    limit: most,
    q,
    sort_by,
    order,
    // Without a product on the page there is one row, which has the count.
    products: rows.filter(({ id }) => id !== null).map(toProduct),
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
