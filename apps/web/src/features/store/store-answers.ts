import * as z from 'zod/mini';
import type { Product } from '@bkksiam/domain/catalog';
import { withPictures } from './picture-address.ts';
import { pageSchema, productSchema, stockSchema } from './store-schema.ts';

/** The products a store has answered with; undefined where the answer is none. */
export function readProducts(body: unknown, storeUrl: string): Product[] | undefined {
  const parsed = z.safeParse(pageSchema, body);
  if (!parsed.success) return undefined;
  return parsed.data.products.map((product) => withPictures(product, storeUrl));
}

/** The product a store has answered with; undefined where the answer is none. */
export function readProduct(body: unknown, storeUrl: string): Product | undefined {
  const parsed = z.safeParse(productSchema, body);
  return parsed.success ? withPictures(parsed.data, storeUrl) : undefined;
}

/** What is left by variant; undefined where the answer is none. */
export function readStocks(body: unknown): ReadonlyMap<string, number | null> | undefined {
  const parsed = z.safeParse(stockSchema, body);
  if (!parsed.success) return undefined;
  return new Map(parsed.data.variants.map(({ id, inventory_quantity: left }) => [id, left]));
}
