import { searchText } from '@bkksiam/domain/catalog';
import { z } from 'zod';

/** An invalid query parameter. The message names the accepted values. */
export class BadParameter extends Error {
  override readonly name = 'BadParameter';
}

const sortKeys = ['order', 'price', 'title', 'created_at', 'updated_at'] as const;
const mostIds = 200;
const mostProducts = 500;
const longestSearch = 200;

/** The format of a product id. Other texts, such as one with NUL, never reach the database. */
export const productId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const ids = z.array(productId).max(mostIds).optional();
const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most));

const shape = {
  ids,
  offset: whole(0, 1_000_000).default(0),
  limit: whole(1, mostProducts).default(100),
  order: z.enum(['asc', 'desc']).default('asc'),
  sort_by: z.enum(sortKeys).default('order'),
  is_hidden: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
  to_date: z
    .union([z.iso.datetime({ offset: true }), z.iso.date()])
    .transform((text) => new Date(text))
    // PostgreSQL has no year 0.
    .pipe(z.date().min(new Date('0001-01-02')))
    .optional(),
  // An extension of the protocol: searches title and subtitle. PostgreSQL does not accept NUL.
  q: z
    .string()
    .max(longestSearch)
    .regex(/^[^\0]*$/)
    .transform((text) => searchText(text) || undefined)
    .optional(),
};

/** The accepted values of each parameter, for error messages. */
const accepted: Record<keyof typeof shape | 'fields' | 'product_ids', string> = {
  ids: `up to ${String(mostIds)} product ids, each as ids[]=<id>`,
  product_ids: `1 to ${String(mostIds)} product ids, each as product_ids[]=<id>`,
  offset: 'a whole number from 0 to 1000000',
  limit: `a whole number from 1 to ${String(mostProducts)}`,
  order: 'asc or desc',
  sort_by: sortKeys.join(', '),
  is_hidden: 'true or false',
  to_date: 'a date or time such as 2026-11-21 or 2026-11-21T09:00:00Z',
  q: `a text of up to ${String(longestSearch)} characters`,
  fields: 'inventory_quantity',
};

const products = z.object(shape);
const variants = z.object({
  fields: z.literal('inventory_quantity').optional(),
  product_ids: z.array(productId).min(1).max(mostIds),
});

/** The parsed query of a product list (spec §7). */
export type ProductQuery = z.output<typeof products>;

/** Parses a query string; `name[]` is a list, any other name has its last value. */
function valuesOf(search: string): Record<string, string | string[]> {
  const values = new Map<string, string | string[]>();
  const parameters = new URLSearchParams(search);
  for (const name of new Set(parameters.keys())) {
    const all = parameters.getAll(name);
    if (name.endsWith('[]')) values.set(name.slice(0, -2), all);
    else if (name !== 'ids' && name !== 'product_ids') values.set(name, all.at(-1) ?? '');
  }
  return Object.fromEntries(values);
}

function read<T>(schema: z.ZodType<T>, search: string): T {
  const { data, error } = schema.safeParse(valuesOf(search));
  if (data !== undefined) return data;
  const name = String(error?.issues[0]?.path[0]);
  const list = name === 'ids' || name === 'product_ids' ? `${name}[]` : name;
  throw new BadParameter(`${list} must be ${accepted[name as keyof typeof accepted]}`);
}

/** @param search a query string without its question mark; @throws {BadParameter} */
export function readProductQuery(search: string): ProductQuery {
  return read(products, search);
}

/** The product ids of a stock query. @throws {BadParameter} */
export function readStockQuery(search: string): readonly string[] {
  return read(variants, search).product_ids;
}
