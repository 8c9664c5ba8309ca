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
        `refund_id, booking_id, order_id, status, paid_satang, fee_satang, amount_satang, promised_on, destination, bank_code, account_name,
        account_ending, created_at, decided_at, ended_at, booking:bkk_bookings (reference),
        placed:bkk_orders (number)`,
      )
      .eq('user_id', userId)
      .order('created_at', { ascending: false })
      .abortSignal(signal),
  );
}

type RefundRow = Awaited<ReturnType<typeof selectRefunds>>[number];

/** A refund of the member. */
export type Refund = Omit<RefundRow, 'status' | 'booking' | 'placed'> & {
  readonly status: RefundStatus;
  /** Of its booking, or the number of its order. */
  readonly reference: string;
};

const toRefund = ({ booking, placed, ...row }: RefundRow): Refund => ({
  ...row,
  // A check of the database knows the statuses.
  status: row.status as RefundStatus,
  reference: booking?.reference ?? placed?.number ?? '',
});

/** The prefix of the query keys. */
const refundKey = (userId: string) => ['refunds', userId] as const;

/** The refunds of the member's bookings and orders, newest first. */
export function refundsQuery(userId: string) {
  return queryOptions({
    queryKey: refundKey(userId),
    queryFn: async ({ signal }) => (await selectRefunds(userId, signal)).map(toRefund),
  });
}

/** Whom a refund goes to: a member, or the guest of a mailed link, who has no credit. */
export type RefundOwner =
  | {
      readonly userId: string;
      /** The prefix of the query keys of the member's bookings. */
      readonly bookings: QueryKey;
    }
  | { readonly linkToken: string; readonly reload: () => Promise<unknown> };

/** What the owner does with a decided refund. Each action reads again what it changes: refunds, bookings, orders, credit and its movements. */
export function useRefundActions(owner: RefundOwner, refundId: string) {
  const queries = useQueryClient();
  function reload(): Promise<unknown> {
    if ('linkToken' in owner) return owner.reload();
    const { userId, bookings } = owner;
    const others = ['orders', 'credits', 'postings'].map((name) => [name, userId]);
    const keys = [refundKey(userId), bookings, ...others];
    return Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
  }
  async function send<Result>(call: () => Promise<Result>): Promise<Result> {
    try {
      return await call();
    } finally {
      await reload();
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
          ...('linkToken' in owner && { token: owner.linkToken }),
          refund_id: refundId,
          bank_code: bank,
          account_name: name,
          account_number: accountDigits(number),
        }),
      ),
  };
}
