import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { CredentialProblem } from '@bkksiam/domain/credentials';
import type { AuthFailure } from '#platform/auth-failure.ts';
import { showToast } from '#platform/toast.ts';
import type { TextKey } from '#platform/i18n.ts';
import { Remark } from './remark.tsx';

// Codes whose meaning is said in the page's language; any other refusal is shown in the server's own words.
const explained = [
  'invalid_credentials',
  'email_not_confirmed',
  'user_banned',
  'weak_password',
  'same_password',
  'reauthentication_needed',
  'session_not_found',
  'mfa_verification_failed',
  'email_address_invalid',
  'validation_failed',
  'user_already_exists',
  'signup_disabled',
  'over_email_send_rate_limit',
  'over_request_rate_limit',
  'network',
] as const;

/** The wait the server asks for before the next mail; it tells the number in its words only. */
function secondsToWait({ code, message }: AuthFailure): number | undefined {
  if (code !== 'over_email_send_rate_limit') return undefined;
  const seconds = /after (\d+) second/.exec(message)?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}

function meaningOf(t: TFunction, failure: AuthFailure): string {
  const wait = secondsToWait(failure);
  if (wait !== undefined) return t('authError.wait', { count: wait });
  const code = explained.find((known) => known === failure.code);
  return code === undefined ? failure.message : t(`authError.${code}`);
}

/** What to do about a refused form, below its fields. The toast announces it, so this is only to be read. */
export function Refusal({ failure }: { readonly failure: AuthFailure | null }) {
  const { t } = useTranslation();
  if (failure === null) return null;
  return <Remark tone="error">{meaningOf(t, failure)}</Remark>;
}

/**
 * The toast of a refused form: the server's words as they came (spec §8), below the title of what failed; the title
 * alone where the server gave none.
 */
export function toastRefusal(title: TextKey, { message }: AuthFailure): void {
  const description = message === '' ? {} : { description: { text: message } };
  showToast({ title, ...description, tone: 'destructive' });
}

/** The toast of a form sent without what it cannot do without (spec §5). */
export function toastMissing(title: TextKey, description: TextKey): void {
  showToast({ title, description, tone: 'destructive' });
}

/** A field's problem in words. */
export function problemText(t: TFunction, problem: CredentialProblem | undefined) {
  return problem && t(`problem.${problem.code}`, { ...problem.values });
}

/** Moves the focus to the first of the form's fields that has a problem. */
export function focusFirstProblem(form: HTMLFormElement, problems: object): void {
  const first = Array.from(form.elements).find(
    (element) => element instanceof HTMLInputElement && element.name in problems,
  );
  if (first instanceof HTMLElement) first.focus();
}
