import { listSizes } from '@bkksiam/domain/constants';
import { foldText } from '@bkksiam/domain/fold-text';
import { toAppError } from './app-error.ts';
import { pageCount, type ListPage } from './list-page.ts';

/** The response to a query of rows with their exact count. */
export interface RowsResponse<Row> {
  readonly data: readonly Row[] | null;
  readonly count: number | null;
}

const beyondTheEnd = 'PGRST103';

/**
 * Reads a page of a list by an exactly counted query, asking at most six times.
 *
 * @param ask the query for the rows from one index to another, both included, from 0
 * @throws {AppError}
 */
export async function readListPage<Row>(
  ask: (from: number, to: number) => Promise<RowsResponse<Row>>,
  page: number,
  size: number = listSizes.adminUsersPage,
): Promise<ListPage<Row>> {
  async function read(number: number): Promise<ListPage<Row>> {
    const from = (number - 1) * size;
    const { data, count } = await ask(from, from + size - 1);
    return { rows: data ?? [], total: count ?? 0, page: number };
  }
  /** Without rows for a page beyond the end. */
  async function readOrCount(number: number): Promise<ListPage<Row>> {
    try {
      return await read(number);
    } catch (error) {
      if (toAppError(error).code !== beyondTheEnd || number === 1) throw error;
      return { ...(await read(1)), rows: [], page: number };
    }
  }
  let found = await readOrCount(page);
  // The last page instead. The second round is for rows that were deleted meanwhile.
  for (let round = 0; round < 2 && found.page > pageCount(found.total, size); round += 1) {
    found = await readOrCount(pageCount(found.total, size));
  }
  return found;
}

/** A pattern of PostgREST's `or` for texts that contain this one. Special characters are escaped; a star matches any one character. */
function quotedPattern(text: string): string {
  const pattern = text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`).replaceAll('*', '_');
  return `"%${pattern.replaceAll(/["\\]/g, (sign) => `\\${sign}`)}%"`;
}

/** The `or` filter of PostgREST that one of the columns contains the text, ignoring case. */
export function containsText(text: string, columns: readonly string[]): string {
  const pattern = quotedPattern(text);
  return columns.map((column) => `${column}.ilike.${pattern}`).join(',');
}

/** The filter that `search_text`, which views have in folded form, contains the text. */
export function containsFolded(text: string): string {
  return `search_text.like.${quotedPattern(foldText(text))}`;
}
