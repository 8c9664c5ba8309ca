import { FunctionsHttpError } from '@supabase/supabase-js';
import { queryOptions } from '@tanstack/react-query';
import {
  isSystemStatus,
  systemStatusFunction,
  type SystemStatus,
} from '@bkksiam/domain/system-status';
import { messageOf } from '#platform/backend-error.ts';
import { logFailure } from '#platform/log.ts';
import { supabase } from '#platform/supabase.ts';

/** What is counted (spec §7): users, requests that wait, news and sign-ins. */
export const countedThings = ['users', 'requests', 'news', 'logs'] as const;

export type CountedThing = (typeof countedThings)[number];

const activityLength = 5;
const countEveryMs = 30_000;
const lookEveryMs = 10_000;

async function countQuestion(thing: CountedThing) {
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

/** How many there are; one that cannot be counted is logged and counts as 0 (spec §7). */
export function countQuery(thing: CountedThing) {
  return queryOptions({
    queryKey: ['admin', 'count', thing],
    refetchInterval: countEveryMs,
    staleTime: 0,
    queryFn: async (): Promise<number> => {
      try {
        const { count, error } = await countQuestion(thing);
        if (error === null) return count ?? 0;
        logFailure(`the ${thing} could not be counted`, error);
      } catch (error) {
        logFailure(`the ${thing} could not be counted`, error);
      }
      return 0;
    },
  });
}

/** The sign-ins that happened last, the latest first. */
export function latestSignInsQuery() {
  return queryOptions({
    queryKey: ['admin', 'latest-sign-ins'],
    refetchInterval: countEveryMs,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const client = await supabase();
      const { data } = await client
        .from('bkk_login_logs_admin_view')
        .select('id, email, success, created_at')
        .order('created_at', { ascending: false })
        .limit(activityLength)
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
  });
}

/** The requests that came last, the latest first. */
export function latestRequestsQuery() {
  return queryOptions({
    queryKey: ['admin', 'latest-requests'],
    refetchInterval: countEveryMs,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const client = await supabase();
      const { data } = await client
        .from('bkk_quote_requests_admin_view')
        .select('quote_id, email, full_name, origin, destination, status, created_at')
        .order('created_at', { ascending: false })
        .limit(activityLength)
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
  });
}

/** How the system is doing, asked again every ten seconds while the page is looked at; null where there is no server to say. */
export function systemStatusQuery() {
  return queryOptions({
    queryKey: ['admin', 'system-status'],
    refetchInterval: ({ state }) => (state.data === null ? false : lookEveryMs),
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    gcTime: 0,
    queryFn: async (): Promise<SystemStatus | null> => {
      const client = await supabase();
      const answer = await client.functions.invoke<unknown>(systemStatusFunction, { body: {} });
      const error: unknown = answer.error;
      if (error instanceof FunctionsHttpError) {
        const { status } = error.context as Response;
        if (status === 404) return null;
      }
      if (error !== null) throw new Error(messageOf(error), { cause: error });
      if (!isSystemStatus(answer.data)) throw new Error('the server said something else');
      return answer.data;
    },
  });
}
