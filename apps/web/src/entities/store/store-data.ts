import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { searchText, type Product } from '@bkksiam/domain/catalog';
import { listSizes } from '@bkksiam/domain/constants';
import { pageOfProducts, type ProductSort } from '@bkksiam/domain/product-list';
import { AppError, toAppError } from '#platform/app-error.ts';
import { nullIf } from '#platform/data-api.ts';
import { settings } from '#platform/env.ts';
import { withRequestId } from '#platform/request-id.ts';
import { pageCount, type ListPage } from '#platform/list-page.ts';
import { readProduct, readProductPage, readStocks, type ListedProduct } from './store-schema.ts';
import type { StoreSearch } from './store-search.ts';

const timeoutMs = 15_000;
const mostProducts = 500;

/** Reason phrases (RFC 9110): HTTP/2 sends none. */
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

/** The message is `HTTP {status}: {statusText}` (spec §8). */
function httpError({ status, statusText }: Response): AppError {
  const phrase = statusText || (standardPhrases[status] ?? 'Unknown');
  return new AppError({
    code: `http_${String(status)}`,
    message: `HTTP ${String(status)}: ${phrase}`,
    canRetry: status === 429 || status >= 500,
  });
}

/** Undefined unless the body is JSON. A timer ends the request: Node 20 may collect `AbortSignal.any()` before it fires. */
async function fetchBody(url: string, signal?: AbortSignal): Promise<unknown> {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  const timer = setTimeout(() => {
    controller.abort(new DOMException('signal timed out', 'TimeoutError'));
  }, timeoutMs);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted === true) abort();
  try {
    const response = await fetch(url, withRequestId(signal, { signal: controller.signal }));
    if (!response.ok) throw httpError(response);
    return await response.json().catch(() => controller.signal.throwIfAborted());
  } catch (error) {
    throw toAppError(error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/**
 * Asks the store service.
 *
 * @param read undefined for an invalid response
 * @throws {AppError}
 */
async function ask<Answer>(
  path: string,
  read: (body: unknown, storeUrl: string) => Answer | undefined,
  signal?: AbortSignal,
): Promise<Answer> {
  const { storeUrl, isOwnStore, storeId } = settings();
  const url = `${storeUrl}/store/${encodeURIComponent(storeId)}/${path}`;
  const answer = read(await fetchBody(url, signal), isOwnStore ? '' : storeUrl);
  if (answer === undefined) {
    throw new AppError({ code: 'invalid_response', message: 'Unknown error' });
  }
  return answer;
}

const wholeList = `products?limit=${String(mostProducts)}&is_hidden=false`;

const sortParams: Readonly<Record<ProductSort, { sort_by?: string; order?: string }>> = {
  order: {},
  priceUp: { sort_by: 'price', order: 'asc' },
  priceDown: { sort_by: 'price', order: 'desc' },
  title: { sort_by: 'title', order: 'asc' },
};

/** A page searched and sorted by the store; null if its response does not confirm that, or has no valid count. */
async function askForPage(
  { page, q, sort }: StoreSearch,
  signal: AbortSignal,
): Promise<ListPage<ListedProduct> | null> {
  const size = listSizes.storePage;
  const offset = (page - 1) * size;
  const wanted = sortParams[sort];
  const params = new URLSearchParams({
    limit: String(size),
    offset: String(offset),
    is_hidden: 'false',
    ...(q !== '' && { q }),
    ...wanted,
  });
  const answer = await ask(`products?${params.toString()}`, readProductPage, signal);
  const { count: total, products: rows } = answer;
  const isSearched = q === '' || answer.q === searchText(q);
  const isSorted =
    sort === 'order' || (answer.sort_by === wanted.sort_by && answer.order === wanted.order);
  if (total === undefined || !isSearched || !isSorted) return null;
  return rows.length === 0 || total >= offset + rows.length ? { rows, total, page } : null;
}

/** A page of products. The whole list of a store without search, sort or count is searched here. */
async function readPage(
  search: StoreSearch,
  signal: AbortSignal,
): Promise<ListPage<ListedProduct>> {
  const page = await nullIf('http_400', askForPage(search, signal));
  if (page !== null) return page;
  const { products } = await ask(wholeList, readProductPage, signal);
  return pageOfProducts(products, search);
}

/** A page of the store's products; the last one if there are fewer. */
export function productsQuery(search: StoreSearch) {
  return queryOptions({
    queryKey: ['store', 'page', search],
    queryFn: async ({ signal }) => {
      const found = await readPage(search, signal);
      const last = pageCount(found.total, listSizes.storePage);
      return found.page > last ? readPage({ ...search, page: last }, signal) : found;
    },
    placeholderData: keepPreviousData,
  });
}

/** One product; null if the store has none of that id. */
export function productQuery(id: string) {
  return queryOptions({
    queryKey: ['store', 'product', id],
    queryFn: ({ signal }): Promise<Product | null> =>
      nullIf('http_404', ask(`products/${encodeURIComponent(id)}`, readProduct, signal)),
  });
}

const idParams = (ids: readonly string[]) =>
  ids.map((id) => `ids[]=${encodeURIComponent(id)}`).join('&');

/** The links to related products, in the store's order. */
export function relatedLinks({ related_products: links }: Product) {
  return links.toSorted((one, other) => one.position - other.position);
}

/** The products a product is shown with; unknown ones are left out. */
export function relatedQuery(product: Product) {
  const ids = relatedLinks(product).map(({ related_id: id }) => id);
  return queryOptions({
    queryKey: ['store', 'related', ids],
    enabled: ids.length > 0,
    queryFn: async ({ signal }) => {
      const { products } = await ask(`products?${idParams(ids)}`, readProductPage, signal);
      return ids.flatMap((id) => products.filter((product) => product.id === id));
    },
  });
}

/** The current products by id; undefined for unknown ids. */
export async function readCurrentProducts(
  ids: readonly string[],
): Promise<ReadonlyMap<string, ListedProduct | undefined>> {
  const { products } = await ask(`${wholeList}&${idParams(ids)}`, readProductPage);
  return new Map(ids.map((id) => [id, products.find((product) => product.id === id)]));
}

/** The current stock of a product's variants, by variant. */
export async function readStock(productId: string): Promise<ReadonlyMap<string, number | null>> {
  const id = encodeURIComponent(productId);
  return ask(`variants?fields=inventory_quantity&product_ids[]=${id}`, readStocks);
}
