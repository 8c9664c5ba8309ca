import type { PostgrestError } from '@supabase/supabase-js';
import { listSizes } from '@bkksiam/domain/constants';

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** From 1; the last page when there are fewer. */
  readonly page: number;
}

/** The response to a query of rows. */
export interface RowsResponse<Row> {
  readonly data: readonly Row[] | null;
  readonly count: number | null;
  readonly error: PostgrestError | null;
}

const beyondTheEnd = 'PGRST103';

/** The value of the `page` parameter; 1 where it is missing or invalid. */
export function pageOf(search: URLSearchParams): number {
  const text = search.get('page') ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

/** The number of pages; an empty list has one. */
export function pageCount(total: number, size: number = listSizes.adminUsersPage): number {
  return Math.max(1, Math.ceil(total / size));
}

/**
 * Reads a page of a list by an exactly counted query.
 *
 * @param ask the query for the rows from one index to another, both included, from 0
 * @throws the data service's error
 */
export async function readListPage<Row>(
  ask: (from: number, to: number) => PromiseLike<RowsResponse<Row>>,
  page: number,
  size: number = listSizes.adminUsersPage,
): Promise<ListPage<Row>> {
  const from = (page - 1) * size;
  const { data, count, error } = await ask(from, from + size - 1);
  if (error === null) {
    const total = count ?? 0;
    const last = pageCount(total, size);
    if (page <= last) return { rows: data ?? [], total, page };
    return readListPage(ask, last, size);
  }
  if (error.code !== beyondTheEnd || page === 1) throw error;
  const { total } = await readListPage(ask, 1, size);
  return readListPage(ask, pageCount(total, size), size);
}

/**
 * The `or` filter of PostgREST that one of the columns contains the text, ignoring case. Special characters are escaped;
 * a star, which PostgREST turns into a wildcard, matches any one character.
 */
export function containsText(text: string, columns: readonly string[]): string {
  const pattern = text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`).replaceAll('*', '_');
  const quoted = `"%${pattern.replaceAll(/["\\]/g, (sign) => `\\${sign}`)}%"`;
  return columns.map((column) => `${column}.ilike.${quoted}`).join(',');
}
