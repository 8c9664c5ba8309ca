import type { SupabaseClient } from '@supabase/supabase-js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listSizes } from '@bkksiam/domain/constants';
import type { Database } from '@bkksiam/domain/database';
import { quoteStatuses, type QuoteStatus } from '@bkksiam/domain/quotes';
import { supabase } from '#platform/supabase.ts';
import type { ListQuestion, ListShape } from './admin-list.ts';
import { fromNearerEnd } from './far-page.ts';
import { containsWords, readListPage } from './list-page.ts';

type Stored = Database['public']['Tables']['bkk_quote_requests']['Row'];

/** A quote request with its member, as the desk lists it. */
export interface DeskRequest extends Omit<Stored, 'member_email' | 'member_name'> {
  /** Null for a member whose account has none. */
  readonly email: string | null;
  readonly full_name: string | null;
}

export type RequestColumn = 'full_name' | 'dep_date' | 'created_at' | 'status';

/** How the list of requests may be asked for; the newest first as usual. */
export const requestList: ListShape<RequestColumn, QuoteStatus> = {
  columns: ['full_name', 'dep_date', 'created_at', 'status'],
  sort: { column: 'created_at', direction: 'desc' },
  filters: quoteStatuses,
};

type RequestQuestion = ListQuestion<RequestColumn, QuoteStatus>;

/** Under this key stands all that is known of requests. */
export const requestsKey = ['admin', 'requests'] as const;

// Rows that are alike keep their order from page to page; by status an index has them in the order of their coming.
const tieBreaker = (column: RequestColumn) => (column === 'status' ? 'created_at' : 'quote_id');

function requests(
  client: SupabaseClient<Database>,
  { words, filter }: Pick<RequestQuestion, 'words' | 'filter'>,
  head = false,
) {
  const all = client.from('bkk_quote_requests_admin_view').select('*', { count: 'exact', head });
  const found = words === '' ? all : all.or(containsWords(words, ['email', 'full_name']));
  return filter === undefined ? found : found.eq('status', filter);
}

/** A page of every member's requests (spec §1), counted exactly; searched by the member's name and e-mail. */
export function requestsQuery(question: RequestQuestion) {
  const { words, sort, filter, page } = question;
  return queryOptions({
    queryKey: [...requestsKey, 'list', words, sort, filter, page],
    queryFn: async ({ signal }) => {
      const client = await supabase();
      const ask = (from: number, to: number, backwards: boolean) => {
        const order = { ascending: (sort.direction === 'asc') !== backwards };
        return requests(client, question)
          .order(sort.column, order)
          .order(tieBreaker(sort.column), order)
          .range(from, to)
          .abortSignal(signal)
          .overrideTypes<DeskRequest[], { merge: false }>();
      };
      const count = () => requests(client, question, true).abortSignal(signal);
      return readListPage<DeskRequest>(fromNearerEnd(count, ask), page, listSizes.deskPage);
    },
    placeholderData: keepPreviousData,
  });
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** One request; null when there is none of that id. */
export function requestQuery(id: string) {
  return queryOptions({
    queryKey: [...requestsKey, 'one', id],
    queryFn: async ({ signal }): Promise<DeskRequest | null> => {
      // An address may say anything.
      if (!uuid.test(id)) return null;
      const client = await supabase();
      const { data } = await client
        .from('bkk_quote_requests_admin_view')
        .select('*')
        .eq('quote_id', id)
        .abortSignal(signal)
        .maybeSingle()
        .overrideTypes<DeskRequest, { merge: false }>()
        .throwOnError();
      return data;
    },
    staleTime: 0,
  });
}

/** What happened to a request, the latest first. */
export function requestHistoryQuery(id: string) {
  return queryOptions({
    queryKey: [...requestsKey, 'history', id],
    queryFn: async ({ signal }) => {
      if (!uuid.test(id)) return [];
      const client = await supabase();
      const { data } = await client
        .from('bkk_change_log')
        .select('id, changed_at, actor_email, operation, before, after')
        .eq('table_name', 'bkk_quote_requests')
        .eq('row_id', id)
        .order('id', { ascending: false })
        .limit(listSizes.requestHistory)
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
    staleTime: 0,
  });
}

/** One line of a request's history. */
export type RequestChange = Awaited<
  ReturnType<NonNullable<ReturnType<typeof requestHistoryQuery>['queryFn']>>
>[number];

/** What became of a step: done, overtaken by somebody else's, or of a request that is gone. */
export type StepOutcome = 'done' | 'overtaken' | 'gone';

const refusals: ReadonlyMap<string, StepOutcome> = new Map([
  ['PT409', 'overtaken'],
  ['PT404', 'gone'],
]);

/**
 * Moves a request from the status it was seen in to another.
 *
 * @throws the data service's error when it refuses for another reason or does not answer
 */
export async function moveRequest(id: string, from: string, to: QuoteStatus): Promise<StepOutcome> {
  const client = await supabase();
  const { error } = await client.rpc('bkk_admin_set_quote_status', {
    p_quote_id: id,
    p_from: from,
    p_to: to,
  });
  if (error === null) return 'done';
  const outcome = refusals.get(error.code);
  if (outcome === undefined) throw error;
  return outcome;
}
