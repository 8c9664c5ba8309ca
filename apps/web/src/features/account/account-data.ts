import { queryOptions } from '@tanstack/react-query';
import { listSizes } from '@bkksiam/domain/constants';
import type { Database } from '@bkksiam/domain/database';
import { errorKind } from '#platform/backend-error.ts';
import { readListPage } from '#platform/list-page.ts';
import { supabase } from '#platform/supabase.ts';

type Quote = Database['public']['Tables']['bkk_quote_requests']['Row'];

// The user's id in each query key keeps members apart in a shared cache.

/**
 * A member's credit in baht, 0 without an account; null while the table is missing (spec §8). `maybeSingle` asks for a
 * list: browsers log the 406 response of `single` as an error.
 */
export function balanceQuery(userId: string) {
  return queryOptions({
    queryKey: ['account', userId, 'balance'],
    queryFn: async ({ signal }): Promise<number | null> => {
      const client = await supabase();
      const { data, error } = await client
        .from('bkk_credit_accounts')
        .select('balance')
        .eq('user_id', userId)
        .abortSignal(signal)
        .maybeSingle();
      if (error === null) return data?.balance ?? 0;
      const kind = errorKind(error);
      if (kind === 'no-row') return 0;
      if (kind === 'missing-table') return null;
      throw error;
    },
    meta: { failure: 'the credit could not be loaded' },
  });
}

/** The member's last updated quote requests; null while the table is missing (spec §8). */
export function recentQuotesQuery(userId: string) {
  return queryOptions({
    queryKey: ['account', userId, 'recent-quotes'],
    queryFn: async ({ signal }) => {
      const client = await supabase();
      const { data, error } = await client
        .from('bkk_quote_requests')
        .select(
          'quote_id, origin, destination, pax_adt, pax_chd, pax_inf, status, updated_at, created_at',
        )
        .eq('user_id', userId)
        .order('updated_at', { ascending: false })
        .limit(listSizes.recentBookings)
        .abortSignal(signal);
      if (error === null) return data;
      if (errorKind(error) === 'missing-table') return null;
      throw error;
    },
    meta: { failure: 'the recent bookings could not be loaded' },
  });
}

/** A page of the member's quote requests, from 1, newest first; the id makes pages stable. */
export function quotesQuery(userId: string, page: number) {
  return queryOptions({
    queryKey: ['account', userId, 'quotes', page],
    queryFn: async ({ signal }) => {
      const client = await supabase();
      return readListPage<Quote>(
        (from, to) =>
          client
            .from('bkk_quote_requests')
            .select('*', { count: 'exact' })
            .eq('user_id', userId)
            .order('created_at', { ascending: false })
            .order('quote_id', { ascending: false })
            .range(from, to)
            .abortSignal(signal),
        page,
        listSizes.bookingsPage,
      );
    },
    // The previous page stays until the next one comes, but never another member's.
    placeholderData: (previous, query) => (query?.queryKey[1] === userId ? previous : undefined),
  });
}
