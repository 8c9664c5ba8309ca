import { queryOptions } from '@tanstack/react-query';
import {
  isSystemStatus,
  systemStatusFunction,
  type SystemStatus,
} from '@bkksiam/domain/system-status';
import { existsWith, pages } from '#pages.ts';
import { AppError } from '#platform/app-error.ts';
import { callData, nullIf } from '#platform/data-api.ts';
import { settings } from '#platform/env.ts';
import type { Client } from '#platform/supabase.ts';
import { callFunction } from '#platform/call-function.ts';
import type { ListDefinition } from '#list/list-query.ts';

/** The counts of the overview (spec §7). Only pending requests count. */
export const countedSections = ['users', 'requests', 'news', 'logs'] as const;

export type CountedSection = (typeof countedSections)[number];

const overviewKey = ['admin', 'overview'] as const;
const latestCount = 5;
const statusRefetchMs = 10_000;
const refetched = { refetchInterval: 30_000, staleTime: 0 } as const;

function countRows(client: Client, section: CountedSection) {
  const count = { count: 'exact', head: true } as const;
  switch (section) {
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

/** Whether a count ends at 1,001. */
export const isBounded = (section: CountedSection) =>
  section === 'requests' && existsWith(settings().features, pages.adminQueue);

/** The requests that wait for the agency: with offers one may wait for its member. */
async function countQueue(): Promise<number> {
  const { data } = await callData((client) => client.rpc('bkk_admin_count_requests'));
  return (data as { readonly agency: number }).agency;
}

export function countQuery(section: CountedSection) {
  return queryOptions({
    queryKey: [...overviewKey, 'count', section],
    ...refetched,
    queryFn: async () => {
      if (isBounded(section)) return countQueue();
      return (await callData<unknown>((client) => countRows(client, section))).count ?? 0;
    },
  });
}

/** The newest rows of a list. */
export function latestQuery<Row, Filter extends string>(list: ListDefinition<Row, Filter>) {
  return queryOptions({
    queryKey: [...overviewKey, 'latest', ...list.key],
    ...refetched,
    queryFn: async ({ signal }) => {
      const { data } = await callData((client) =>
        list
          .select(client, {}, undefined)
          .order('created_at', { ascending: false })
          .range(0, latestCount - 1)
          .abortSignal(signal),
      );
      return data as readonly Row[];
    },
  });
}

/** The system status, refetched while the page is visible; null on hosted projects, which lack the function. */
export const systemStatusQuery = queryOptions({
  queryKey: [...overviewKey, 'system-status'],
  refetchInterval: ({ state }) => (state.data === null ? false : statusRefetchMs),
  refetchOnWindowFocus: 'always',
  staleTime: 0,
  gcTime: 0,
  queryFn: async (): Promise<SystemStatus | null> => {
    const status = await nullIf('not_found', callFunction(systemStatusFunction, {}));
    if (status !== null && !isSystemStatus(status)) {
      throw new AppError({ code: 'invalid_response', message: 'not a system status' });
    }
    return status;
  },
});
