import type { PostgrestError } from '@supabase/supabase-js';
import { listSizes } from '@bkksiam/domain/constants';

/** One page of a list. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** Rows of all pages. */
  readonly total: number;
  /** Which page it is, from 1: the last one when there are fewer than were asked for. */
  readonly page: number;
}

interface Answer<Row> {
  readonly data: readonly Row[] | null;
  readonly count: number | null;
  readonly error: PostgrestError | null;
}

const beyondTheEnd = 'PGRST103';

/** How many pages hold so many rows; an empty list has one. */
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
  ask: (from: number, to: number) => PromiseLike<Answer<Row>>,
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
 * The condition that one of the columns holds the words, in any case, as the `or` of the data service takes it. What
 * means something in a pattern or in the grammar of filters stands for itself; only a star, which the service turns
 * into a wildcard, is any one character.
 */
export function containsWords(words: string, columns: readonly string[]): string {
  const pattern = words.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`).replaceAll('*', '_');
  const quoted = `"%${pattern.replaceAll(/["\\]/g, (sign) => `\\${sign}`)}%"`;
  return columns.map((column) => `${column}.ilike.${quoted}`).join(',');
}
