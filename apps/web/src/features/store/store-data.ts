import { queryOptions } from '@tanstack/react-query';
import type { Product } from '@bkksiam/domain/catalog';
import { settings } from '#platform/env.ts';
import { nextTask } from '#platform/next-task.ts';
import type * as answers from './store-answers.ts';

/** How long a store may take to answer, in milliseconds. */
const longestAnswerMs = 15_000;
const mostProducts = 500;

/** The words for a status that came without any, as over HTTP/2 (RFC 9110). */
const standardPhrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** The store answered with a failure; the message is `HTTP {status}: {statusText}` (spec §8). */
export class StoreHttpError extends Error {
  override readonly name = 'StoreHttpError';
  readonly status: number;

  constructor(status: number, statusText: string) {
    super(`HTTP ${String(status)}: ${statusText || (standardPhrases[status] ?? 'Unknown')}`);
    this.status = status;
  }
}

type Answers = typeof answers;
type Reader = keyof Answers;

/** Asks the store service. An answer that makes no sense fails without words. */
async function ask<Name extends Reader>(
  path: string,
  reader: Name,
  signal?: AbortSignal,
): Promise<NonNullable<ReturnType<Answers[Name]>>> {
  // A page that asks as it comes to life has enough to do in that task.
  await nextTask();
  const { storeUrl, storeId } = settings();
  const address = `${storeUrl}/store/${encodeURIComponent(storeId)}/${path}`;
  const late = AbortSignal.timeout(longestAnswerMs);
  const response = await fetch(address, {
    signal: signal ? AbortSignal.any([signal, late]) : late,
  });
  if (!response.ok) throw new StoreHttpError(response.status, response.statusText);
  const body: unknown = await response.json().catch(() => undefined);
  // What checks an answer comes with the first of them, so that a painted page starts without it.
  const readers: Answers = await import('./store-answers.ts');
  const read = readers[reader] as (body: unknown, at: string) => ReturnType<Answers[Name]>;
  const answer = read(body, storeUrl === window.location.origin ? '' : storeUrl);
  if (answer === undefined) throw new Error('');
  return answer;
}

/** Every product of the store, in its own order. */
export function productsQuery() {
  return queryOptions({
    queryKey: ['store', 'products'],
    queryFn: async ({ signal }) => {
      const search = `limit=${String(mostProducts)}&is_hidden=false`;
      return ask(`products?${search}`, 'readProducts', signal);
    },
  });
}

/** One product; null where the store has none of that id. */
export function productQuery(id: string) {
  return queryOptions({
    queryKey: ['store', 'product', id],
    queryFn: async ({ signal }): Promise<Product | null> => {
      try {
        return await ask(`products/${encodeURIComponent(id)}`, 'readProduct', signal);
      } catch (error) {
        if (error instanceof StoreHttpError && error.status === 404) return null;
        throw error;
      }
    },
  });
}

/** Some products by their ids, in the order of the ids; unknown ones are left out. */
export function relatedQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['store', 'related', ids],
    enabled: ids.length > 0,
    queryFn: async ({ signal }) => {
      const search = ids.map((id) => `ids[]=${encodeURIComponent(id)}`).join('&');
      const products = await ask(`products?${search}`, 'readProducts', signal);
      return ids.flatMap((id) => products.filter((product) => product.id === id));
    },
  });
}

/** The products of some ids as the store has them now; undefined for those it does not have. */
export async function readCurrentProducts(
  ids: readonly string[],
): Promise<ReadonlyMap<string, Product | undefined>> {
  const search = ids.map((id) => `ids[]=${encodeURIComponent(id)}`).join('&');
  const limit = `limit=${String(mostProducts)}&is_hidden=false`;
  const products = await ask(`products?${limit}&${search}`, 'readProducts');
  return new Map(ids.map((id) => [id, products.find((product) => product.id === id)]));
}

/** What is left of a product's variants this moment, by variant. */
export async function readStock(productId: string): Promise<ReadonlyMap<string, number | null>> {
  const search = `fields=inventory_quantity&product_ids[]=${encodeURIComponent(productId)}`;
  return ask(`variants?${search}`, 'readStocks');
}
