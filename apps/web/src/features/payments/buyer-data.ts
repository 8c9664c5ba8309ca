import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Json } from '@bkksiam/domain/database';
import type { ReceiptBuyer } from '@bkksiam/domain/receipt-buyer';
import { paymentKeys } from '#entities/payment/payment-keys.ts';
import { callData } from '#platform/data-api.ts';
import { serverNow } from '#platform/server-clock.ts';

const buyerKey = (userId: string) => ['receipts', userId] as const;

// As in SQL.
const changeableMs = 7 * 86_400_000;
const maxChanged = 50;

/** The receipts of the member whose buyer they can change, newest first: once, within a week, and none that a credit note corrects. */
async function readChangeable(userId: string, signal: AbortSignal) {
  const since = new Date(serverNow() - changeableMs).toISOString();
  const rows = await callData((client) =>
    client
      .from('bkk_receipts')
      .select('receipt_id, series, year, number, dated_at, amount_satang, replaces, corrects')
      .eq('user_id', userId)
      .gte('issued_at', since)
      .is('voided_at', null)
      .order('issued_at', { ascending: false })
      .limit(maxChanged)
      .abortSignal(signal),
  );
  const corrected = new Set(rows.map(({ corrects }) => corrects));
  return rows.filter(
    ({ receipt_id: id, series, replaces }) =>
      series !== 'CN' && replaces === null && !corrected.has(id),
  );
}

export type ChangeableReceipt = Awaited<ReturnType<typeof readChangeable>>[number];

/** The saved buyer, null for none, and the receipts whose buyer may be changed. */
export interface BuyerDetails {
  readonly buyer: ReceiptBuyer | null;
  readonly receipts: readonly ChangeableReceipt[];
}

/** What the form of the buyer shows. */
export function buyerQuery(userId: string) {
  return queryOptions({
    queryKey: [...buyerKey(userId), 'buyer'],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<BuyerDetails> => {
      const [buyer, receipts] = await Promise.all([
        callData((client) =>
          client
            .from('bkk_receipt_buyers')
            .select('name, address, tax_id, branch')
            .eq('user_id', userId)
            .abortSignal(signal)
            .maybeSingle(),
        ),
        readChangeable(userId, signal),
      ]);
      return { buyer, receipts };
    },
  });
}

/** Saves the buyer of coming receipts and changes that of some; null removes it. */
export const saveBuyer = (buyer: ReceiptBuyer | null, receiptIds: readonly string[] = []) =>
  callData((client) =>
    client.rpc('bkk_save_receipt_buyer', {
      p_buyer: buyer as Json,
      p_receipt_ids: [...receiptIds],
    }),
  );

/** Reads again what a changed buyer changes: also after a failure, because a receipt may be void by now. */
export function reloadBuyer(client: QueryClient, userId: string): Promise<unknown> {
  const keys = [buyerKey(userId), paymentKeys.postings(userId)];
  return Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
