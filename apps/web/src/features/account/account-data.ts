import { queryOptions } from '@tanstack/react-query';
import { toAppError } from '#platform/app-error.ts';
import { supabase } from '#platform/supabase.ts';

/**
 * A member's credit in baht, 0 without an account; null while the table is missing (spec §8). `maybeSingle` asks for a
 * list: browsers log the 406 response of `single` as an error.
 */
export function balanceQuery(userId: string) {
  return queryOptions({
    queryKey: ['credits', userId],
    queryFn: async ({ signal }): Promise<number | null> => {
      const client = await supabase();
      const { data, error } = await client
        .from('bkk_credit_accounts')
        .select('balance')
        .eq('user_id', userId)
        .abortSignal(signal)
        .maybeSingle();
      if (error === null) return data?.balance ?? 0;
      const { code } = toAppError(error);
      if (code === 'no_row') return 0;
      if (code === 'missing_table') return null;
      throw error;
    },
    meta: { failure: 'the credit could not be loaded' },
  });
}
