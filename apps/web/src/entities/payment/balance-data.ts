import { queryOptions } from '@tanstack/react-query';
import { comingSoon } from '#platform/coming-soon.ts';
import { callData, nullIf } from '#platform/data-api.ts';

/** 0 without an account. `maybeSingle` asks for a list: browsers log the 406 response of `single` as an error. */
async function readBalance(userId: string, signal: AbortSignal): Promise<number> {
  const account = callData((client) =>
    client
      .from('bkk_credit_accounts')
      .select('balance')
      .eq('user_id', userId)
      .abortSignal(signal)
      .maybeSingle(),
  );
  return (await nullIf('no_row', account))?.balance ?? 0;
}

/** A member's credit in baht; null while the table is missing (spec §8). */
export function balanceQuery(userId: string) {
  return queryOptions({
    queryKey: ['credits', userId],
    ...comingSoon({ title: 'toast.walletSoon', description: 'toast.walletSoonText' }),
    queryFn: ({ signal }) => nullIf('missing_table', readBalance(userId, signal)),
  });
}
