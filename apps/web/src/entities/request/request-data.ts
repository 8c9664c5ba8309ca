import { queryOptions } from '@tanstack/react-query';
import { listSizes } from '@bkksiam/domain/constants';
import type { Database } from '@bkksiam/domain/database';
import type { ListDefinition } from '#list/list-query.ts';
import { callData, nullIf } from '#platform/data-api.ts';
import { comingSoon } from '#platform/coming-soon.ts';

/** A stored quote request. */
export type QuoteRequest = Database['public']['Tables']['bkk_quote_requests']['Row'];

/** The prefixes of the query keys of quote requests. The user's id keeps members apart in a shared cache. */
export const requestKeys = {
  all: ['requests'],
  ofMember: (userId: string) => ['requests', 'member', userId] as const,
  forAdmins: ['requests', 'admin'],
  /** How many wait for the agency. */
  countForAdmins: ['admin', 'overview', 'count', 'requests'],
} as const;

/** The member's last updated quote requests; null while the table is missing (spec §8). */
export function recentRequestsQuery(userId: string) {
  return queryOptions({
    queryKey: [...requestKeys.ofMember(userId), 'recent'],
    ...comingSoon({ title: 'toast.bookingsSoon', description: 'toast.bookingsSoonText' }),
    queryFn: ({ signal }) => {
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
      return nullIf('missing_table', response);
    },
  });
}

/** The member's quote requests, newest first; the id makes pages stable. */
export function memberRequestList(userId: string): ListDefinition<QuoteRequest> {
  return {
    key: requestKeys.ofMember(userId),
    keyOf: ({ quote_id: id }) => id,
    pageSize: listSizes.bookingsPage,
    errorToast: { title: 'members.bookings.failed', description: 'members.bookings.failedText' },
    sort: { column: 'created_at', direction: 'desc' },
    idColumn: 'quote_id',
    select: (client, options) =>
      client.from('bkk_quote_requests').select('*', options).eq('user_id', userId),
  };
}
