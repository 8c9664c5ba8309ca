import { useTranslation } from 'react-i18next';
import type { AppError } from './app-error.ts';

/** Why a request failed, for screens of features: without a response the browser's own message would be English. */
export function useFailureText(): (error: AppError) => string {
  const { t } = useTranslation('common');
  return ({ code, message }) => (code === 'network' ? t('authError.network') : message);
}

/**
 * Why a request failed, with texts of the feature for what it expects.
 *
 * @param reasons the reasons of functions that have a text of their own
 * @param textOf the text of one of them
 */
export function useReasonText<Reason extends string>(
  reasons: readonly Reason[],
  textOf: (reason: Reason) => string,
): (error: AppError) => string {
  const failureText = useFailureText();
  return (error) => {
    const known = reasons.find((reason) => reason === error.reason);
    return known === undefined ? failureText(error) : textOf(known);
  };
}
