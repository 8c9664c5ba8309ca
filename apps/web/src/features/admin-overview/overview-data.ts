import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  isSystemStatus,
  systemStatusFunction,
  type SystemStatus,
} from '@bkksiam/domain/system-status';
import type { Database } from '@bkksiam/domain/database';
import type { QuoteRequest } from '#entities/request/request-data.ts';
import { existsWith, pages } from '#pages.ts';
import { AppError } from '#platform/app-error.ts';
import { callJson } from '#platform/call-json.ts';
import { callData, callRows, nullIf } from '#platform/data-api.ts';
import { settings } from '#platform/env.ts';
import type { Client } from '#platform/supabase.ts';
import { callFunction } from '#platform/call-function.ts';

/** The counts of the overview (spec §7). Only pending requests count. */
export const countedSections = ['users', 'requests', 'news', 'logs'] as const;

export type CountedSection = (typeof countedSections)[number];

/** The views have no types for columns that are never null. */
type LatestSignIn = Pick<
  Database['public']['Tables']['bkk_login_logs']['Row'],
  'id' | 'email' | 'success' | 'created_at'
>;
type LatestRequest = Pick<
  QuoteRequest,
  'quote_id' | 'status' | 'created_at' | 'origin' | 'destination'
> & { readonly email: string | null };

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
const queueCounts = z.object({ agency: z.number() });

export function countQuery(section: CountedSection) {
  return queryOptions({
    queryKey: [...overviewKey, 'count', section],
    ...refetched,
    queryFn: async () => {
      if (isBounded(section)) {
        return (await callJson(queueCounts, (client) => client.rpc('bkk_admin_count_requests')))
          .agency;
      }
      return (await callRows<unknown>((client) => countRows(client, section))).count ?? 0;
    },
  });
}

/** The newest rows of a view. */
function latestQuery<Row>(
  view: 'bkk_login_logs_admin_view' | 'bkk_quote_requests_admin_view',
  columns: string,
) {
  return queryOptions({
    queryKey: [...overviewKey, 'latest', view],
    ...refetched,
    queryFn: ({ signal }) =>
      callData((client) =>
        client
          .from(view)
          .select(columns)
          .order('created_at', { ascending: false })
          .range(0, latestCount - 1)
          .abortSignal(signal)
          .overrideTypes<Row[], { merge: false }>(),
      ),
  });
}

export const latestSignInsQuery = latestQuery<LatestSignIn>(
  'bkk_login_logs_admin_view',
  'id, email, success, created_at',
);

export const latestRequestsQuery = latestQuery<LatestRequest>(
  'bkk_quote_requests_admin_view',
  'quote_id, email, status, created_at, origin, destination',
);

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
