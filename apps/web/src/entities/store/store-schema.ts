import * as z from 'zod/mini';
import type { Product, Variant } from '@bkksiam/domain/catalog';
import { withPictures } from './picture-address.ts';

// `z.catch` replaces a missing or invalid value, so that the rest of the product is still shown.
const text = z.catch(z.string(), '');
const textOrNull = z.catch(z.nullable(z.string()), null);
export const cents = z.int().check(z.minimum(0));
const whole = z.catch(z.int(), 0);
const textIfAny = z.catch(z.optional(z.string()), undefined);

/** The valid items; others are left out. */
function listOf<Schema extends z.core.$ZodType>(schema: Schema) {
  const items = z.pipe(
    z.array(z.unknown()),
    z.transform((values: unknown[]): z.output<Schema>[] =>
      values.flatMap((value) => {
        const parsed = z.safeParse(schema, value);
        return parsed.success ? [parsed.data] : [];
      }),
    ),
  );
  return z.catch(items, []);
}

export const currencyInfo = z.object({
  code: text,
  name: text,
  symbol: z.catch(z.string(), '€'),
  template: z.catch(z.string().check(z.regex(/\$1/)), '€$1'),
  decimal_digits: z.catch(z.int(), 2),
});
const euro = { code: 'eur', name: 'Euro', symbol: '€', template: '€$1', decimal_digits: 2 };

const optionValue = z.object({ id: text, option_id: z.string(), variant_id: text, value: text });

export const variantSchema = z.object({
  id: z.string().check(z.minLength(1)),
  title: text,
  image_url: textOrNull,
  sku: textOrNull,
  price_in_cents: cents,
  sale_price_in_cents: z.catch(z.nullable(cents), null),
  currency: z.catch(z.string().check(z.regex(/^[a-z]{3}$/i)), 'eur'),
  currency_info: z.catch(currencyInfo, euro),
  price_formatted: text,
  sale_price_formatted: textOrNull,
  manage_inventory: z.catch(z.boolean(), true),
  weight: z.catch(z.nullable(z.number()), null),
  options: listOf(optionValue),
  inventory_quantity: z.catch(z.nullable(z.int()), null),
}) satisfies z.core.$ZodType<Variant>;

const productSchema = z.object({
  id: z.string().check(z.minLength(1)),
  title: text,
  subtitle: textOrNull,
  ribbon_text: textOrNull,
  description: text,
  thumbnail: textOrNull,
  price_in_cents: z.catch(cents, 0),
  currency: z.catch(z.string(), 'eur'),
  purchasable: z.catch(z.boolean(), true),
  order: whole,
  site_product_selection: textOrNull,
  images: listOf(
    z.object({
      url: z.string(),
      order: whole,
      type: z.catch(z.string(), 'image'),
      alt: textIfAny,
    }),
  ),
  options: listOf(z.object({ id: z.string(), title: text, values: listOf(optionValue) })),
  variants: listOf(variantSchema),
  collections: listOf(z.object({ product_id: text, collection_id: z.string(), order: whole })),
  additional_info: listOf(
    z.object({ id: z.string(), order: whole, title: text, description: text }),
  ),
  type: z.catch(z.object({ value: z.string() }), { value: 'physical' }),
  custom_fields: listOf(
    z.object({ id: z.string(), title: text, is_required: z.catch(z.boolean(), false) }),
  ),
  related_products: listOf(
    z.object({
      id: text,
      section_title: text,
      related_type: text,
      related_id: z.string(),
      position: whole,
    }),
  ),
  updated_at: text,
}) satisfies z.core.$ZodType<Product>;

const listedSchema = z.omit(productSchema, {
  description: true,
  images: true,
  collections: true,
  additional_info: true,
  related_products: true,
});

/** A product of a list, without what only its page shows. */
export type ListedProduct = z.infer<typeof listedSchema>;

/** `q`, `sort_by` and `order` are an extension of our own store. */
const pageSchema = z.object({
  count: z.catch(z.optional(z.int().check(z.minimum(0))), undefined),
  q: textIfAny,
  sort_by: textIfAny,
  order: textIfAny,
  products: listOf(listedSchema),
});

const stockSchema = z.object({
  variants: listOf(
    z.object({ id: z.string(), inventory_quantity: z.catch(z.nullable(z.int()), null) }),
  ),
});

/** Parses a page of products; undefined if the response is invalid. */
export function readProductPage(body: unknown, storeUrl: string) {
  const { data } = z.safeParse(pageSchema, body);
  return (
    data && { ...data, products: data.products.map((product) => withPictures(product, storeUrl)) }
  );
}

export function readProduct(body: unknown, storeUrl: string): Product | undefined {
  const { data } = z.safeParse(productSchema, body);
  return data && withPictures(data, storeUrl);
}

export function readStocks(body: unknown): ReadonlyMap<string, number | null> | undefined {
  const { data } = z.safeParse(stockSchema, body);
  return data && new Map(data.variants.map(({ id, inventory_quantity: left }) => [id, left]));
}
