import { useTranslation } from 'react-i18next';
import type { AppError } from '#platform/app-error.ts';
import { useFailureText } from '#platform/failure-text.ts';
import { Alert } from '#ui/feedback.tsx';

const reasons = [
  'approval_waiting',
  'key_used',
  'not_an_admin',
  'payment_day',
  'refund_changed',
  'refund_day',
  'refund_fee',
  'refund_unknown',
  'account_lost',
  'no_sealing_key',
] as const;

/** Says why an action failed; what was typed stays. */
export function RefundFailure({ error }: { readonly error: AppError | null }) {
  const { t } = useTranslation('adminRefunds');
  const failureText = useFailureText();
  if (error === null) return null;
  const known = reasons.find((reason) => reason === error.reason || reason === error.code);
  return (
    <Alert title={t('failed')}>
      {known === undefined ? failureText(error) : t(`failure.${known}`)}
    </Alert>
  );
}
