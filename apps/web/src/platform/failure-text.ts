import { useTranslation } from 'react-i18next';
import type { AppError } from './app-error.ts';

/** Why a request failed, for screens of features: without a response the browser's own message would be English. */
export function useFailureText(): (error: AppError) => string {
  const { t } = useTranslation('common');
  return ({ code, message }) => (code === 'network' ? t('authError.network') : message);
}
