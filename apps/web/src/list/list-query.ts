import { hashKey, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { callJson } from '#platform/call-json.ts';
import { callData, callRows, type DataRequest, type DataResponse } from '#platform/data-api.ts';
import type { ListPage } from '#platform/list-page.ts';
import type { ErrorToast } from '#platform/query-client.ts';
import {
  containsFolded,
  containsText,
  readListPage,
  type RowsResponse,
} from '#platform/read-list-page.ts';
import type { Client } from '#platform/supabase.ts';
import { isItemId } from './selected-item.ts';
import type { TableSort } from '#ui/table-head.tsx';

/** The part of a PostgREST query builder that a list needs, whichever its table. */
interface RowsBuilder {
  eq(column: string, value: string): RowsBuilder;
  or(filters: string): RowsBuilder;
  order(column: string, options: { ascending: boolean }): RowsBuilder;
  range(from: number, to: number): RowsBuilder;
  abortSignal(signal: AbortSignal): RowsBuilder;
  throwOnError(): PromiseLike<DataResponse<unknown[]>>;
}

/** A call of a function that counts the rows of all filters. */
interface CountsBuilder {
  abortSignal(signal: AbortSignal): DataRequest<unknown>;
}

/** The search parameters of a list, parsed. */
export interface ListParams<Filter extends string = never> {
  /** Trimmed; empty for the whole list. */
  readonly search: string;
  readonly sort: TableSort;
  readonly filter: Filter | undefined;
  /** From 1. */
  readonly page: number;
}

/** A table or view, read in pages. */
export interface ListDefinition<Row, Filter extends string = never> {
  readonly key: readonly string[];
  readonly keyOf: (row: Row) => string;
  readonly pageSize: number;
  /** The toast about a failure. */
  readonly errorToast: ErrorToast;
  /** The sortable columns. */
  readonly columns?: readonly string[];
  /** The default order. */
  readonly sort: TableSort;
  /** The default order of a filter that has another. */
  readonly sortOf?: (filter: Filter | undefined) => TableSort | undefined;
  readonly filters?: readonly Filter[];
  /** The filter if the address names none. The whole list is then a tab of its own. */
  readonly defaultFilter?: Filter;
  /**
   * How the tabs count: the rows of each filter exactly, or by a function of the database, whose counts end above
   * `maxCounted`. The list then has no more pages, because an exact count would read all of a large table.
   */
  readonly counts?: 'exact' | ((client: Client, search: string) => CountsBuilder);
  /** Reads the rows and their counts again every half minute: they come and end by others and by the clock. */
  readonly isLive?: boolean;
  /** What a search looks in: these columns as they are, or `search_text`, the folded text of a view. */
  readonly searchColumns?: readonly string[] | 'search_text';
  /** The text that a search looks for, if not itself. */
  readonly searchText?: (search: string) => string;
  /** A further condition that a search may match, as PostgREST's `or` writes it. */
  readonly searchCondition?: (search: string) => string | undefined;
  /** The column of `keyOf`. */
  readonly idColumn: string;
  /** The second sort column, by default that of the ids: pages need a stable order of equal rows. */
  readonly tieBreaker?: (column: string) => string | undefined;
  readonly select: (
    client: Client,
    options: { readonly count?: 'exact'; readonly head?: boolean },
    filter: Filter | undefined,
  ) => RowsBuilder;
}

const live = ({ isLive = false }: Pick<ListDefinition<never>, 'isLive'>) =>
  isLive ? { refetchInterval: 30_000, staleTime: 0 } : {};

/** The most rows of a list with a bounded count: it counts no more and has no more pages. */
export const maxCounted = 1000;

/** A count that may end above `maxCounted`. */
export const boundedCountText = (count: number): string =>
  count > maxCounted ? '1,000+' : count.toLocaleString('en');

// Up to this offset, skipping rows is faster than a second request.
const shallowRows = 1000;

/**
 * Reads a range from the end of the list it is nearer to: an offset costs the database every row before it, so the last
 * page of 200,000 rows would cost as much as all pages together.
 *
 * @param count the same query for the number of rows alone
 * @param read the rows from one index to another, both included; `backwards` in the opposite order
 */
export function fromNearerEnd<Row>(
  count: () => Promise<RowsResponse<unknown>>,
  read: (from: number, to: number, backwards: boolean) => Promise<RowsResponse<Row>>,
): (from: number, to: number) => Promise<RowsResponse<Row>> {
  return async (from, to) => {
    if (from < shallowRows) return read(from, to, false);
    const total = (await count()).count ?? 0;
    if (from >= total || from < total / 2) return read(from, to, false);
    const response = await read(Math.max(0, total - 1 - to), total - 1 - from, true);
    // Rows inserted or deleted since the count have moved the range.
    if (response.count !== total) return read(from, to, false);
    return { ...response, data: response.data && [...response.data].reverse() };
  };
}

/** Adds a count that may end above `maxCounted`, or be older than the rows. */
function withBoundedCount<Row>(
  counted: Promise<number>,
  read: (from: number, to: number) => Promise<RowsResponse<Row>>,
) {
  return async (from: number, to: number): Promise<RowsResponse<Row>> => {
    const [{ data }, count] = await Promise.all([read(from, to), counted]);
    const known = data !== null && data.length > 0 ? from + data.length : 0;
    return { data, count: Math.min(maxCounted, Math.max(count, known)) };
  };
}

/**
 * What a search looks for where `search_text` has a bar before each of its parts. Fewer characters than a trigram index has in a
 * piece are looked for at the beginning of a part.
 */
export const textOrBeginning = (search: string): string =>
  search !== '' && search.length < 3 ? `|${search}` : search;

/** The rows that match a search. */
export function searched<Row, Filter extends string>(
  { searchColumns = [], searchText, searchCondition }: ListDefinition<Row, Filter>,
  rows: RowsBuilder,
  search: string,
): RowsBuilder {
  if (search === '') return rows;
  const text = searchText?.(search) ?? search;
  const contains =
    searchColumns === 'search_text' ? containsFolded(text) : containsText(text, searchColumns);
  const conditions = [contains, searchCondition?.(search)];
  return rows.or(conditions.filter((condition) => condition !== undefined).join(','));
}

/** The row of a UUID; null for an unknown or malformed one. */
export async function readItem<Row, Filter extends string>(
  list: ListDefinition<Row, Filter>,
  id: string,
  signal?: AbortSignal,
): Promise<Row | null> {
  if (!isItemId(id)) return null;
  const [row = null] = await callData((client) => {
    const rows = list.select(client, {}, undefined).eq(list.idColumn, id);
    return signal ? rows.abortSignal(signal) : rows;
  });
  return row as Row | null;
}

/** The selected row of a list, read again for its pane or drawer. */
export function listItemQuery<Row, Filter extends string>(
  list: ListDefinition<Row, Filter>,
  id: string,
) {
  return queryOptions({
    queryKey: [...list.key, 'one', id],
    queryFn: ({ signal }) => readItem(list, id, signal),
    staleTime: 0,
  });
}

const countsSchema = z.record(z.string(), z.number());

/** The number of rows of each filter, and of `all`, with a search. */
export function listCountsQuery<Row, Filter extends string>(
  list: ListDefinition<Row, Filter>,
  search: string,
) {
  const { counts, filters = [], select } = list;
  async function countExactly(signal: AbortSignal) {
    const found = await Promise.all(
      filters.map(async (filter) => {
        const { count } = await callRows((client) => {
          const rows = select(client, { count: 'exact', head: true }, filter);
          return searched(list, rows.abortSignal(signal), search);
        });
        return [filter, count ?? 0] as const;
      }),
    );
    const all = found.reduce((sum, [, count]) => sum + count, 0);
    return { ...Object.fromEntries(found), all };
  }
  return queryOptions({
    queryKey: [...list.key, 'counts', search],
    queryFn: ({ signal }): Promise<Readonly<Record<string, number>>> =>
      typeof counts === 'function'
        ? callJson(countsSchema, (client) => counts(client, search).abortSignal(signal))
        : countExactly(signal),
    enabled: counts !== undefined,
    ...live(list),
  });
}

/** A page of a list with its count. The previous page of the same list stays on screen until it comes. */
export function listQuery<Row, Filter extends string>(
  list: ListDefinition<Row, Filter>,
  { search, sort, filter, page }: ListParams<Filter>,
) {
  return queryOptions({
    queryKey: [...list.key, 'list', search, sort, filter, page],
    queryFn: async ({ signal, client: queries }): Promise<ListPage<Row>> => {
      const isBounded = typeof list.counts === 'function';
      const select = (client: Client, head: boolean) => {
        const rows = list.select(client, isBounded ? {} : { count: 'exact', head }, filter);
        return searched(list, rows.abortSignal(signal), search);
      };
      const read = (from: number, to: number, backwards: boolean) => {
        const order = { ascending: (sort.direction === 'asc') !== backwards };
        return callRows((client) =>
          select(client, false)
            .order(sort.column, order)
            .order(list.tieBreaker?.(sort.column) ?? list.idColumn, order)
            .range(from, to),
        );
      };
      const count = () => callRows((client) => select(client, true));
      const counted = isBounded
        ? queries
            .query(listCountsQuery(list, search))
            .then((counts) => counts[filter ?? 'all'] ?? 0)
        : undefined;
      const readRange =
        counted === undefined
          ? fromNearerEnd(count, read)
          : withBoundedCount(counted, (from, to) => read(from, to, false));
      const found = await readListPage(readRange, page, list.pageSize);
      const isMore = counted !== undefined && (await counted) > maxCounted;
      // Columns of a view are nullable in the generated types, so the definition names the type.
      return { ...found, rows: found.rows as readonly Row[], ...(isMore && { isMore }) };
    },
    placeholderData: (previous, query) =>
      query && hashKey(query.queryKey.slice(0, list.key.length)) === hashKey(list.key)
        ? previous
        : undefined,
    meta: { errorToast: list.errorToast },
    ...live(list),
  });
}
