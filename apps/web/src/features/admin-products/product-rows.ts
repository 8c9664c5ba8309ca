import * as z from 'zod/mini';
import type { StoredProduct } from '@bkksiam/domain/product-input';

// What is missing in a JSON column or null is an empty text of the form.
const text = z._default(
  z.pipe(
    z.nullish(z.string()),
    z.transform((value) => value ?? ''),
  ),
  '',
);
const whole = z.nullable(z.number());

const variantRow = z.object({
  id: z.string(),
  title: text,
  title_th: text,
  image_url: text,
  sku: text,
  price_in_cents: whole,
  sale_price_in_cents: whole,
  manage_inventory: z.boolean(),
  inventory_quantity: whole,
  reserved_quantity: z.number(),
  sold_quantity: z.number(),
  weight: whole,
  options: z.record(z.string(), z.string()),
});

const productRow = z.object({
  id: z.string(),
  state: z.enum(['DRAFT', 'PUBLISHED', 'ARCHIVED']),
  version: z.number(),
  title: text,
  title_th: text,
  subtitle: text,
  subtitle_th: text,
  ribbon_text: text,
  ribbon_text_th: text,
  description: text,
  description_th: text,
  purchasable: z.boolean(),
  is_hidden: z.boolean(),
  position: z.number(),
  site_product_selection: z.nullable(z.string()),
  images: z.array(z.object({ url: z.string(), alt: text, alt_th: text })),
  options: z.array(
    z.object({
      id: z.string(),
      title: text,
      title_th: text,
      values: z._default(z.array(z.object({ value: z.string(), value_th: text })), []),
    }),
  ),
  collections: z.array(z.object({ collection_id: z.string() })),
  additional_info: z.array(
    z.object({
      ...{ id: z.string(), title: text, title_th: text },
      ...{ description: text, description_th: text },
    }),
  ),
  custom_fields: z.array(
    z.object({ id: z.string(), title: text, title_th: text, is_required: z.boolean() }),
  ),
  related_products: z.array(
    z.object({ related_id: z.string(), section_title: text, section_title_th: text }),
  ),
  variants: z.array(variantRow),
});

export const productRows = z.array(productRow);

type ProductRow = z.output<typeof productRow>;

/** The product of a row of the database, without what its own title repeats. */
export function productOfRow(row: ProductRow | undefined): StoredProduct {
  if (row === undefined) throw new Error('the product has no row');
  const { version, state, collections, site_product_selection: selection, ...product } = row;
  return {
    version,
    state,
    stock: new Map(
      row.variants.map((variant) => [
        variant.id,
        {
          free: variant.manage_inventory ? (variant.inventory_quantity ?? 0) : null,
          reserved: variant.reserved_quantity,
          sold: variant.sold_quantity,
        },
      ]),
    ),
    product: {
      ...product,
      shows_lowest_price: selection !== 'other',
      collections: collections.map(({ collection_id: id }) => id).join(' '),
      variants: row.variants.map((variant) => {
        // The values of its options are the title of a variant, and without options perhaps that of the product.
        const isOwn = row.options.length === 0 && variant.title !== row.title;
        return {
          id: variant.id,
          // In the order of the options, so that equal variants compare as equal.
          options: Object.fromEntries(row.options.map(({ id }) => [id, variant.options[id] ?? ''])),
          title: isOwn ? variant.title : '',
          title_th: isOwn ? variant.title_th : '',
          sku: variant.sku,
          image_url: variant.image_url,
          price_in_cents: variant.price_in_cents,
          sale_price_in_cents: variant.sale_price_in_cents,
          manage_inventory: variant.manage_inventory,
          inventory_quantity: null,
          weight: variant.weight,
        };
      }),
    },
  };
}
