import { useTranslation } from 'react-i18next';
import type { AppError } from '#platform/app-error.ts';
import { useReasonText } from '#platform/failure-text.ts';
import { Alert } from '#ui/feedback.tsx';

const reasons = [
  'receipt_branch',
  'receipt_buyer_fixed',
  'receipt_corrected',
  'receipt_unknown',
  'receipt_void',
  'thai_id',
] as const;

/** Says why a receipt or its buyer was not changed; what was typed stays. */
export function ReceiptFailure({ error }: { readonly error: AppError | null }) {
  const { t } = useTranslation('receipts');
  const reasonText = useReasonText(reasons, (reason) => t(`failure.${reason}`));
  return error && <Alert title={t('failed')}>{reasonText(error)}</Alert>;
}
