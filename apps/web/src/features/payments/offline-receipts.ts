import { queryOptions } from '@tanstack/react-query';
import { receiptNumberText } from '@bkksiam/domain/receipt';
import { paymentKeys } from '#entities/payment/payment-keys.ts';
import { readReceipt } from '#entities/payment/save-receipt.ts';
import { callData } from '#platform/data-api.ts';
import { keepReceipts } from '#platform/offline-copies.ts';

const lastReceipts = 5;

/** The last receipts of the member, whose files it saves to be read without a network. */
export function offlineReceiptsQuery(userId: string) {
  return queryOptions({
    queryKey: [...paymentKeys.postings(userId), 'offline-receipts'],
    queryFn: async ({ signal }) => {
      const rows = await callData((client) =>
        client
          .from('bkk_receipts')
          .select('receipt_id, series, year, number, dated_at, amount_satang')
          .eq('user_id', userId)
          .is('voided_at', null)
          .order('issued_at', { ascending: false })
          .limit(lastReceipts)
          .abortSignal(signal),
      );
      const receipts = rows.map((row) => ({ ...row, text: receiptNumberText(row) }));
      const saved = await keepReceipts(
        userId,
        receipts.map(({ text }) => text),
        async (number) =>
          readReceipt(receipts.find(({ text }) => text === number)?.receipt_id ?? ''),
      );
      return receipts.flatMap((receipt) => {
        const path = saved.get(receipt.text);
        return path === undefined ? [] : [{ ...receipt, path }];
      });
    },
  });
}
