import { queryOptions } from '@tanstack/react-query';
import { listSizes } from '@bkksiam/domain/constants';
import type { Database } from '@bkksiam/domain/database';
import { callData, nullIf } from '#platform/data-api.ts';
import { comingSoon } from '#platform/query-client.ts';
import { readListPage } from '#platform/read-list-page.ts';

/** A stored quote request. */
export type QuoteRequest = Database['public']['Tables']['bkk_quote_requests']['Row'];

/** The prefixes of the query keys of quote requests. The user's id keeps members apart in a shared cache. */
export const requestKeys = {
  all: ['requests'],
  ofMember: (userId: string) => ['requests', 'member', userId] as const,
  forAdmins: ['requests', 'admin'],
} as const;

/** The member's last updated quote requests; null while the table is missing (spec §8). */
export function recentRequestsQuery(userId: string) {
  return queryOptions({
    queryKey: [...requestKeys.ofMember(userId), 'recent'],
    ...comingSoon({ title: 'toast.bookingsSoon', description: 'toast.bookingsSoonText' }),
    queryFn: async ({ signal }) => {
      const response = callData((client) =>
        client
          .from('bkk_quote_requests')
          .select(
            'quote_id, origin, destination, pax_adt, pax_chd, pax_inf, status, updated_at, created_at',
          )
          .eq('user_id', userId)
          .order('updated_at', { ascending: false })
          .limit(listSizes.recentBookings)
          .abortSignal(signal),
      );
      return (await nullIf('missing_table', response))?.data ?? null;
    },
  });
}

/** A page of the member's quote requests, from 1, newest first; the id makes pages stable. */
export function requestsQuery(userId: string, page: number) {
  return queryOptions({
    queryKey: [...requestKeys.ofMember(userId), 'page', page],
    queryFn: ({ signal }) =>
      readListPage<QuoteRequest>(
        (from, to) =>
          callData((client) =>
            client
              .from('bkk_quote_requests')
              .select('*', { count: 'exact' })
              .eq('user_id', userId)
              .order('created_at', { ascending: false })
              .order('quote_id', { ascending: false })
              .range(from, to)
              .abortSignal(signal),
          ),
        page,
        listSizes.bookingsPage,
      ),
    meta: {
      errorToast: { title: 'members.bookings.failed', description: 'members.bookings.failedText' },
    },
    // The previous page stays until the next one comes, but never another member's.
    placeholderData: (previous, query) => (query?.queryKey[2] === userId ? previous : undefined),
  });
}
