import { useTranslation } from 'react-i18next';
import { useSaveReceipt } from '#entities/payment/save-receipt.ts';
import type { MovementReceipt } from './movements-data.ts';

/** Saves a receipt as PDF; a button that looks like a link among the facts of a movement. */
export function ReceiptButton({ receipt }: { readonly receipt: MovementReceipt }) {
  const { t } = useTranslation('payments');
  const { number, isPending, save } = useSaveReceipt(receipt);
  return (
    <button
      type="button"
      className="inline-flex min-h-6 items-center text-teal hover:underline print:text-ink-2"
      aria-disabled={isPending}
      onClick={() => {
        if (!isPending) save();
      }}
    >
      {t('receipt', { number })}
    </button>
  );
}
