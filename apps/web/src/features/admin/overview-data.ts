import { FunctionsHttpError } from '@supabase/supabase-js';
import { queryOptions } from '@tanstack/react-query';
import {
  isSystemStatus,
  systemStatusFunction,
  type SystemStatus,
} from '@bkksiam/domain/system-status';
import { toAppError } from '#platform/app-error.ts';
import { logFailure } from '#platform/log.ts';
import { supabase } from '#platform/supabase.ts';
import { adminKeys, type ListDefinition } from './list-query.ts';

/** The counts of the overview (spec §7). Only pending requests count. */
export const countedThings = ['users', 'requests', 'news', 'logs'] as const;

export type CountedThing = (typeof countedThings)[number];

const latestCount = 5;
const statusRefetchMs = 10_000;
const refetched = { refetchInterval: 30_000, staleTime: 0 } as const;

async function countRows(thing: CountedThing) {
  const client = await supabase();
  const count = { count: 'exact', head: true } as const;
  switch (thing) {
    case 'users':
      return client.from('bkk_users_admin_view').select('*', count);
    case 'requests':
      return client.from('bkk_quote_requests').select('*', count).eq('status', 'PENDING');
    case 'news':
      return client.from('bkk_airline_news').select('*', count);
    case 'logs':
      return client.from('bkk_login_logs').select('*', count);
  }
}

/** A count; a failure is logged and counts as 0 (spec §7). */
export function countQuery(thing: CountedThing) {
  return queryOptions({
    queryKey: [...adminKeys.overview, 'count', thing],
    ...refetched,
    queryFn: async (): Promise<number> => {
      try {
        const { count, error } = await countRows(thing);
        if (error !== null) throw error;
        return count ?? 0;
      } catch (error) {
        logFailure(`the ${thing} could not be counted`, error);
        return 0;
      }
    },
  });
}

/** The newest rows of a list. */
export function latestQuery<Row, Filter extends string>(list: ListDefinition<Row, Filter>) {
  return queryOptions({
    queryKey: [...adminKeys.overview, 'latest', ...list.key],
    ...refetched,
    meta: { failure: 'the recent activity could not be read' },
    queryFn: async ({ signal }) => {
      const client = await supabase();
      const { data, error } = await list
        .select(client, {}, undefined)
        .order('created_at', { ascending: false })
        .range(0, latestCount - 1)
        .abortSignal(signal);
      if (error !== null) throw error;
      return data as readonly Row[];
    },
  });
}

/** The system status, refetched while the page is visible; null on hosted projects, which lack the function. */
export const systemStatusQuery = queryOptions({
  queryKey: [...adminKeys.overview, 'system-status'],
  refetchInterval: ({ state }) => (state.data === null ? false : statusRefetchMs),
  refetchOnWindowFocus: 'always',
  staleTime: 0,
  gcTime: 0,
  meta: { failure: 'the system status could not be read' },
  queryFn: async (): Promise<SystemStatus | null> => {
    const client = await supabase();
    const answer = await client.functions.invoke<unknown>(systemStatusFunction, { body: {} });
    const error: unknown = answer.error;
    if (error instanceof FunctionsHttpError) {
      const { status } = error.context as Response;
      if (status === 404) return null;
    }
    if (error !== null) throw toAppError(error);
    if (!isSystemStatus(answer.data)) throw new Error('the response is not a system status');
    return answer.data;
  },
});
