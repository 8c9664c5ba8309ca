import { searchProducts, sortedByPrice } from '@bkksiam/domain/catalog';
import { listSizes } from '@bkksiam/domain/constants';
import { pageCount, pageOf, type ListPage } from '#platform/list-page.ts';
import type { ListedProduct } from './store-schema.ts';

/** `order` is the store's own order. */
export const productSorts = ['order', 'priceUp', 'priceDown', 'title'] as const;

export type ProductSort = (typeof productSorts)[number];

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

function sortProducts(
  products: readonly ListedProduct[],
  sort: ProductSort,
): readonly ListedProduct[] {
  switch (sort) {
    case 'order':
      return products;
    case 'priceUp':
      return sortedByPrice(products, 'up');
    case 'priceDown':
      return sortedByPrice(products, 'down');
    case 'title': {
      const { compare } = new Intl.Collator('th');
      return products.toSorted((one, other) => compare(one.title, other.title));
    }
  }
}

/** Searches, sorts and pages a list of all products; the last page where there are fewer. */
export function pageOfProducts(
  products: readonly ListedProduct[],
  { page, q, sort }: StoreSearch,
): ListPage<ListedProduct> {
  const found = sortProducts(searchProducts(products, q), sort);
  const size = listSizes.storePage;
  const shown = Math.min(page, pageCount(found.length, size));
  return { rows: found.slice((shown - 1) * size, shown * size), total: found.length, page: shown };
}
