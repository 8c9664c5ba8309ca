import { productSorts, type ProductSort } from '@bkksiam/domain/product-list';
import { pageOf } from '#platform/list-page.ts';

export interface StoreSearch {
  readonly page: number;
  /** Text in title or subtitle; empty for all products. */
  readonly q: string;
  readonly sort: ProductSort;
}

// The store service skips at most a million products.
const lastPage = 40_000;
const validText = /^[^\0]{0,200}$/;

/** Reads the search parameters of the store page; an invalid value is the default. */
export function readStoreSearch(params: URLSearchParams): StoreSearch {
  const q = params.get('q')?.trim() ?? '';
  const sort = params.get('sort');
  return {
    page: Math.min(pageOf(params), lastPage),
    q: validText.test(q) ? q : '',
    sort: productSorts.find((known) => known === sort) ?? 'order',
  };
}

/** The search parameters of the store page without defaults; other parameters stay. */
export function withStoreSearch(params: URLSearchParams, search: StoreSearch): URLSearchParams {
  const next = new URLSearchParams(params);
  const { page, q, sort } = search;
  const values = { page: page === 1 ? '' : String(page), q, sort: sort === 'order' ? '' : sort };
  for (const [name, value] of Object.entries(values)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}
