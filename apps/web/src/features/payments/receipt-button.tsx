import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { receiptNumberText } from '@bkksiam/domain/receipt';
import { AppError } from '#platform/app-error.ts';
import { callFunction } from '#platform/call-function.ts';
import { saveFile } from '#platform/save-file.ts';
import type { MovementReceipt } from './movements-data.ts';

/** Saves a receipt as PDF; a button that looks like a link among the facts of a movement. */
export function ReceiptButton({ receipt }: { readonly receipt: MovementReceipt }) {
  const { t } = useTranslation('payments');
  const number = receiptNumberText(receipt);
  const saving = useMutation({
    mutationKey: ['receipts', 'file'],
    meta: { errorToast: 'payments:receiptFailed' },
    mutationFn: async () => {
      const file = await callFunction('receipt', { receipt_id: receipt.receipt_id });
      if (file instanceof Blob) return file;
      throw new AppError({ code: 'no_file', message: 'The receipt is no file.' });
    },
    onSuccess: (file) => saveFile(`${number}.pdf`, file),
  });
  return (
    <button
      type="button"
      className="inline-flex min-h-6 items-center text-teal hover:underline print:text-ink-2"
      aria-disabled={saving.isPending}
      onClick={() => {
        if (!saving.isPending) saving.mutate();
      }}
    >
      {t('receipt', { number })}
    </button>
  );
}
