import { useTranslation } from 'react-i18next';
import { toAppError } from '#platform/app-error.ts';
import { useReasonText } from '#platform/failure-text.ts';

const known = [
  'bank_lines',
  'bank_line_unknown',
  'bank_line_decided',
  'bank_line_amount',
  'posting_unknown',
  'posting_matched',
  'finance_period',
  'payment_too_much',
] as const;

/** Why a request of the books failed, in the language on screen. */
export function useFinanceFailure(): (error: unknown) => string {
  const { t } = useTranslation('adminFinance');
  const reasonText = useReasonText(known, (reason) => t(`problem.${reason}`));
  return (error) => reasonText(toAppError(error));
}
