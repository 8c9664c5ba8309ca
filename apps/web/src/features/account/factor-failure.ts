import type { TFunction } from 'i18next';
import { messageOf } from '#platform/backend-error.ts';
import type { TextKey } from '#platform/i18n.ts';
import { showToast } from '#platform/toast.ts';

/** What to do about a refused code, in the page's language where there are words for it. */
export function failureText(t: TFunction, error: unknown): string {
  const code: unknown = Reflect.get(Object(error), 'code');
  if (code === 'mfa_verification_failed' || code === 'over_request_rate_limit')
    return t(`authError.${code}`);
  return messageOf(error);
}

/** The server's words as they came, below what failed (spec §8). */
export function toastFactorFailure(title: TextKey, error: unknown): void {
  showToast({ title, description: { text: messageOf(error) }, tone: 'destructive' });
}
