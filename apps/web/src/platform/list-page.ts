import { listSizes } from '@bkksiam/domain/constants';

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** There are more than are counted, and no pages of them. */
  readonly isMore?: boolean;
  /** From 1; the last page when there are fewer. */
  readonly page: number;
}

// More than any list has, and still an offset that the data API accepts.
const maxPage = 1_000_000;

/** The value of the `page` parameter; 1 if it is missing or invalid. */
export function pageOf(search: URLSearchParams): number {
  const text = search.get('page') ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Math.min(Number(text), maxPage) : 1;
}

/** The search parameters with another page; the first is left out. */
export function withPage(search: URLSearchParams, page: number): URLSearchParams {
  const next = new URLSearchParams(search);
  if (page === 1) next.delete('page');
  else next.set('page', String(page));
  return next;
}

/** The number of pages; an empty list has one. */
export function pageCount(total: number, size: number = listSizes.adminUsersPage): number {
  return Math.max(1, Math.ceil(total / size));
}
