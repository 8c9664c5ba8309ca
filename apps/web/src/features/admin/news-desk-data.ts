import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listSizes } from '@bkksiam/domain/constants';
import type { Database } from '@bkksiam/domain/database';
import type { NewsText } from '@bkksiam/domain/news';
import { backendError } from '#platform/backend-error.ts';
import { supabase } from '#platform/supabase.ts';
import type { ListQuestion, ListShape } from './admin-list.ts';
import { containsWords, readListPage } from './list-page.ts';

/** An item of the news as stored; `updated_at` changes with every write. */
export type NewsRow = Database['public']['Tables']['bkk_airline_news']['Row'];

/** What an admin decides of an item. */
export interface NewsWish extends NewsText {
  readonly is_public: boolean;
}

export type NewsColumn = 'title' | 'created_at' | 'is_public';

/** Whom an item is for: everybody, or members only. */
export type NewsAudience = 'public' | 'members';

/** How the list of news may be asked for; the newest first as usual. */
export const newsList: ListShape<NewsColumn, NewsAudience> = {
  columns: ['title', 'created_at', 'is_public'],
  sort: { column: 'created_at', direction: 'desc' },
  filters: ['public', 'members'],
};

/** Under this key stands all that the news center knows. */
export const newsDeskKey = ['admin', 'news'] as const;

/** A page of the news, counted exactly; searched by title and excerpt. */
export function newsDeskQuery({
  words,
  sort,
  filter,
  page,
}: ListQuestion<NewsColumn, NewsAudience>) {
  return queryOptions({
    queryKey: [...newsDeskKey, 'list', words, sort, filter, page],
    queryFn: async ({ signal }) => {
      const client = await supabase();
      const order = { ascending: sort.direction === 'asc' };
      return readListPage<NewsRow>(
        (from, to) => {
          const all = client.from('bkk_airline_news').select('*', { count: 'exact' });
          const found = words === '' ? all : all.or(containsWords(words, ['title', 'excerpt']));
          return (filter === undefined ? found : found.eq('is_public', filter === 'public'))
            .order(sort.column, order)
            .order('id', order)
            .range(from, to)
            .abortSignal(signal);
        },
        page,
        listSizes.deskPage,
      );
    },
    placeholderData: keepPreviousData,
  });
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

async function readItem(id: string, signal?: AbortSignal): Promise<NewsRow | null> {
  if (!uuid.test(id)) return null;
  const client = await supabase();
  const item = client.from('bkk_airline_news').select('*').eq('id', id);
  const { data } = await (signal ? item.abortSignal(signal) : item).maybeSingle().throwOnError();
  return data;
}

/** One item as it is now; null when there is none of that id. */
export function newsItemQuery(id: string) {
  return queryOptions({
    queryKey: [...newsDeskKey, 'one', id],
    queryFn: ({ signal }) => readItem(id, signal),
    // What is being edited is read anew each time, and left alone meanwhile.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** What came of a write. */
export type NewsOutcome =
  | { readonly kind: 'done'; readonly item: NewsRow }
  /** Somebody else has written since the item was seen: nothing is lost, nothing was written. */
  | { readonly kind: 'changed'; readonly item: NewsRow; readonly by: string | null }
  | { readonly kind: 'gone' }
  /** The database lets this person write no more. */
  | { readonly kind: 'refused' };

const wished = ({ title, excerpt, is_public }: NewsWish): NewsWish => ({
  title: title.trim(),
  excerpt: excerpt.trim(),
  is_public,
});

/** When a recorded row was last written, in milliseconds. */
function writtenAt(row: unknown): number {
  const time: unknown =
    typeof row === 'object' && row !== null ? Reflect.get(row, 'updated_at') : undefined;
  return Date.parse(String(time));
}

/** Who has made an item what it is; null when that was no person. */
async function writerOf({ id, updated_at }: NewsRow): Promise<string | null> {
  const client = await supabase();
  const { data } = await client
    .from('bkk_change_log')
    .select('actor_email, after')
    .eq('table_name', 'bkk_airline_news')
    .eq('row_id', id)
    .order('id', { ascending: false })
    .limit(1)
    .throwOnError();
  const [last] = data;
  const known = last !== undefined && writtenAt(last.after) === Date.parse(updated_at);
  return known ? last.actor_email : null;
}

/** Why a write found nothing to write to; `done` where an earlier attempt had got through and its answer was lost. */
async function whyNothing(seen: NewsRow, wish: NewsWish): Promise<NewsOutcome> {
  const item = await readItem(seen.id);
  if (item === null) return { kind: 'gone' };
  const { title, excerpt, is_public } = wish;
  if (item.title === title && item.excerpt === excerpt && item.is_public === is_public) {
    return { kind: 'done', item };
  }
  if (item.updated_at === seen.updated_at) return { kind: 'refused' };
  return { kind: 'changed', item, by: await writerOf(item) };
}

/**
 * Writes what is wished to an item, unless somebody has written since it was seen.
 *
 * @throws the data service's error when it refuses or does not answer
 */
export async function changeNews(seen: NewsRow, wish: NewsWish): Promise<NewsOutcome> {
  const client = await supabase();
  const values = wished(wish);
  const { data } = await client
    .from('bkk_airline_news')
    .update(values)
    .eq('id', seen.id)
    .eq('updated_at', seen.updated_at)
    .select()
    .throwOnError();
  const [item] = data;
  return item === undefined ? whyNothing(seen, values) : { kind: 'done', item };
}

/**
 * Makes a new item under an id of the caller's: made twice because an answer was lost, it is one item all the same.
 *
 * @throws the data service's error when it refuses or does not answer
 */
export async function addNews(id: string, wish: NewsWish): Promise<NewsOutcome> {
  const client = await supabase();
  const values = wished(wish);
  const { data, error } = await client
    .from('bkk_airline_news')
    .insert({ id, ...values })
    .select()
    .single();
  if (error === null) return { kind: 'done', item: data };
  const there = backendError(error).kind === 'duplicate' ? await readItem(id) : null;
  if (there === null) throw error;
  return changeNews(there, values);
}

/**
 * Removes an item, unless somebody has written since it was seen; one that is gone already counts as removed.
 *
 * @throws the data service's error when it refuses or does not answer
 */
export async function removeNews(seen: NewsRow): Promise<NewsOutcome> {
  const client = await supabase();
  const { data } = await client
    .from('bkk_airline_news')
    .delete()
    .eq('id', seen.id)
    .eq('updated_at', seen.updated_at)
    .select()
    .throwOnError();
  if (data.length > 0) return { kind: 'gone' };
  const item = await readItem(seen.id);
  if (item === null) return { kind: 'gone' };
  if (item.updated_at === seen.updated_at) return { kind: 'refused' };
  return { kind: 'changed', item, by: await writerOf(item) };
}
