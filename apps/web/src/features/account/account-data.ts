import { queryOptions } from '@tanstack/react-query';
import type { User } from '@supabase/supabase-js';
import { listSizes } from '@bkksiam/domain/constants';
import type { Database } from '@bkksiam/domain/database';
import { backendError } from '#platform/backend-error.ts';
import { supabase } from '#platform/supabase.ts';

/** What a table that may not exist yet had to say. */
export interface Found<Value> {
  readonly value: Value;
  /** The table is missing, so the value stands for nothing known. */
  readonly tableMissing: boolean;
}

/** A quote request as the dashboard lists it. */
export type RecentQuote = Pick<
  Database['public']['Tables']['bkk_quote_requests']['Row'],
  | 'quote_id'
  | 'origin'
  | 'destination'
  | 'pax_adt'
  | 'pax_chd'
  | 'pax_inf'
  | 'status'
  | 'updated_at'
  | 'created_at'
>;

/** A quote request with all its columns. */
export type Quote = Database['public']['Tables']['bkk_quote_requests']['Row'];

/** The name given at sign-up, if there is one. */
export function metadataName(user: User): string | undefined {
  const name: unknown = user.user_metadata.full_name;
  return typeof name === 'string' ? name : undefined;
}

/**
 * A member's credit in baht; nothing on record counts as 0. The absent row is asked for as a list, since a browser
 * writes the refusal of a single one (PGRST116, ignored by spec §8) to its console.
 */
export function balanceQuery(userId: string) {
  return queryOptions({
    queryKey: ['account', userId, 'balance'],
    queryFn: async ({ signal }): Promise<Found<number>> => {
      const client = await supabase();
      const { data, error } = await client
        .from('bkk_credit_accounts')
        .select('balance')
        .eq('user_id', userId)
        .abortSignal(signal)
        .maybeSingle();
      if (error === null) return { value: data?.balance ?? 0, tableMissing: false };
      const { kind } = backendError(error);
      if (kind === 'no-row' || kind === 'missing-table') {
        return { value: 0, tableMissing: kind === 'missing-table' };
      }
      throw error;
    },
  });
}

/** The member's quote requests that changed last, the latest first. */
export function recentQuotesQuery(userId: string) {
  return queryOptions({
    queryKey: ['account', userId, 'recent-quotes'],
    queryFn: async ({ signal }): Promise<Found<readonly RecentQuote[]>> => {
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
      if (error === null) return { value: data, tableMissing: false };
      if (backendError(error).kind === 'missing-table') return { value: [], tableMissing: true };
      throw error;
    },
  });
}

/** All of the member's quote requests, the latest first. */
export function allQuotesQuery(userId: string) {
  return queryOptions({
    queryKey: ['account', userId, 'all-quotes'],
    queryFn: async ({ signal }): Promise<readonly Quote[]> => {
      const client = await supabase();
      const { data } = await client
        .from('bkk_quote_requests')
        .select('*')
        .eq('user_id', userId)
        .order('created_at', { ascending: false })
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
  });
}
