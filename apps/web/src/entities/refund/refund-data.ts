import { queryOptions, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { accountDigits, type RefundAccount } from '@bkksiam/domain/refund-account';
import { callFunction } from '#platform/call-function.ts';
import { callData } from '#platform/data-api.ts';
import type { RefundStatus } from './refund-status.ts';

function selectRefunds(userId: string, signal: AbortSignal) {
  return callData((client) =>
    client
      .from('bkk_refunds')
      .select(
        `refund_id, booking_id, status, paid_satang, fee_satang, amount_satang, promised_on, destination, bank_code, account_name,
        account_ending, created_at, decided_at, ended_at, booking:bkk_bookings (reference)`,
      )
      .eq('user_id', userId)
      .order('created_at', { ascending: false })
      .abortSignal(signal),
  );
}

/** A refund of the member. */
export type Refund = Omit<Awaited<ReturnType<typeof selectRefunds>>[number], 'status'> & {
  readonly status: RefundStatus;
};

/** The prefix of the query keys. */
const refundKey = (userId: string) => ['refunds', userId] as const;

/** The refunds of the member's cancelled bookings, newest first. */
export function refundsQuery(userId: string) {
  return queryOptions({
    queryKey: refundKey(userId),
    // A check of the database knows the statuses.
    queryFn: async ({ signal }) => (await selectRefunds(userId, signal)) as readonly Refund[],
  });
}

/**
 * What a member does with a decided refund. Each action reads again what it changes: refunds, bookings, credit and its movements.
 *
 * @param bookings the prefix of the query keys of the member's bookings
 */
export function useRefundActions(userId: string, refundId: string, bookings: QueryKey) {
  const queries = useQueryClient();
  async function send<Result>(call: () => Promise<Result>): Promise<Result> {
    try {
      return await call();
    } finally {
      const keys = [refundKey(userId), bookings, ['credits', userId], ['postings', userId]];
      await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
    }
  }
  return {
    takeAsCredit: () =>
      send(() =>
        callData((client) => client.rpc('bkk_take_refund_as_credit', { p_refund_id: refundId })),
      ),
    /** The number is sealed by a function: no other caller of the database reads it. */
    giveAccount: ({ bank, name, number }: RefundAccount) =>
      send(() =>
        callFunction('refund-account', {
          refund_id: refundId,
          bank_code: bank,
          account_name: name,
          account_number: accountDigits(number),
        }),
      ),
  };
}
