import { queryOptions } from '@tanstack/react-query';
import { listSizes } from '@bkksiam/domain/constants';
import type { Database } from '@bkksiam/domain/database';
import type { NewsText } from '@bkksiam/domain/news';
import { newsKeys } from '#entities/news/news-data.ts';
import { toAppError } from '#platform/app-error.ts';
import { callData } from '#platform/data-api.ts';
import { readItem, type ListDefinition } from '#list/list-query.ts';

/** An item of the news as stored; `updated_at` changes with every write. */
export type NewsRow = Database['public']['Tables']['bkk_airline_news']['Row'];

/** The fields of an item that an admin edits. */
export interface NewsInput extends NewsText {
  readonly is_public: boolean;
}

export type NewsAudience = 'public' | 'members';

export const newsList: ListDefinition<NewsRow, NewsAudience> = {
  key: newsKeys.forAdmins,
  keyOf: ({ id }) => id,
  pageSize: listSizes.adminPage,
  errorToast: 'admin.news.loadFailed',
  columns: ['title', 'created_at', 'is_public'],
  sort: { column: 'created_at', direction: 'desc' },
  filters: ['public', 'members'],
  searchColumns: 'search_text',
  idColumn: 'id',
  select: (client, options, audience) => {
    const all = client
      .from('bkk_airline_news_search_view')
      .select('id, title, excerpt, created_at, is_public, updated_at', options);
    return audience === undefined ? all : all.eq('is_public', audience === 'public');
  },
};

/** Null for an unknown id. */
export function newsItemQuery(id: string) {
  return queryOptions({
    queryKey: [...newsKeys.forAdmins, 'one', id],
    queryFn: ({ signal }) => readItem(newsList, id, signal),
    // The editor starts from the stored version, which must not change under the input.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export type NewsWriteResult =
  | { readonly kind: 'done'; readonly item: NewsRow }
  /** Another admin has changed the item since it was read; nothing was written. */
  | { readonly kind: 'conflict'; readonly item: NewsRow; readonly by: string | null }
  | { readonly kind: 'gone' }
  /** Row security filtered the write: the user is no admin any more. */
  | { readonly kind: 'forbidden' };

/** Whether two versions have the same content. */
function isSame(one: NewsInput, other: NewsInput): boolean {
  return (
    one.title === other.title && one.excerpt === other.excerpt && one.is_public === other.is_public
  );
}

const trimmed = ({ title, excerpt, is_public }: NewsInput): NewsInput => ({
  title: title.trim(),
  excerpt: excerpt.trim(),
  is_public,
});

/** In milliseconds. */
function updatedAt(row: unknown): number {
  const time: unknown =
    typeof row === 'object' && row !== null ? Reflect.get(row, 'updated_at') : undefined;
  return Date.parse(String(time));
}

/** Email of the admin who wrote the current version; null when the change log has none. */
async function lastEditor({ id, updated_at }: NewsRow): Promise<string | null> {
  const data = await callData((client) =>
    client
      .from('bkk_change_log')
      .select('actor_email, after')
      .eq('table_name', 'bkk_airline_news')
      .eq('row_id', id)
      .order('id', { ascending: false })
      .limit(1),
  );
  const [last] = data;
  const known = last !== undefined && updatedAt(last.after) === Date.parse(updated_at);
  return known ? last.actor_email : null;
}

/** Why a write matched no row. */
async function noRowResult(seen: NewsRow): Promise<NewsWriteResult> {
  const item = await readItem(newsList, seen.id);
  if (item === null) return { kind: 'gone' };
  if (item.updated_at === seen.updated_at) return { kind: 'forbidden' };
  return { kind: 'conflict', item, by: await lastEditor(item) };
}

/**
 * Updates an item unless another admin has changed it since it was read.
 *
 * @throws {AppError}
 */
export async function changeNews(seen: NewsRow, input: NewsInput): Promise<NewsWriteResult> {
  const values = trimmed(input);
  const data = await callData((client) =>
    client
      .from('bkk_airline_news')
      .update(values)
      .eq('id', seen.id)
      .eq('updated_at', seen.updated_at)
      .select(),
  );
  const [item] = data;
  if (item !== undefined) return { kind: 'done', item };
  const result = await noRowResult(seen);
  // An earlier request succeeded, but its response was lost.
  return result.kind === 'conflict' && isSame(result.item, values)
    ? { kind: 'done', item: result.item }
    : result;
}

/**
 * Inserts an item under the caller's id, so that a retry after a lost response does not insert a second one.
 *
 * @throws {AppError}
 */
export async function addNews(id: string, input: NewsInput): Promise<NewsWriteResult> {
  const values = trimmed(input);
  try {
    const data = await callData((client) =>
      client
        .from('bkk_airline_news')
        .insert({ id, ...values })
        .select()
        .single(),
    );
    return { kind: 'done', item: data };
  } catch (error) {
    const existing = toAppError(error).code === 'duplicate' ? await readItem(newsList, id) : null;
    if (existing === null) throw error;
    return changeNews(existing, values);
  }
}

/**
 * Deletes an item unless another admin has changed it since it was read.
 *
 * @throws {AppError}
 */
export async function removeNews(seen: NewsRow): Promise<NewsWriteResult> {
  const data = await callData((client) =>
    client
      .from('bkk_airline_news')
      .delete()
      .eq('id', seen.id)
      .eq('updated_at', seen.updated_at)
      .select(),
  );
  return data.length > 0 ? { kind: 'gone' } : noRowResult(seen);
}
