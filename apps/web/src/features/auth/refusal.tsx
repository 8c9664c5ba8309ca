import type { TFunction } from 'i18next';
import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CredentialProblem } from '@bkksiam/domain/credentials';
import type { AuthFailure } from '#platform/session.tsx';
import { showToast } from '#platform/toast.ts';
import type { TextKey } from '#platform/i18n.ts';

// Codes whose meaning is said in the page's language; any other refusal is shown in the server's own words.
const explained = [
  'invalid_credentials',
  'email_not_confirmed',
  'user_banned',
  'weak_password',
  'email_address_invalid',
  'validation_failed',
  'user_already_exists',
  'signup_disabled',
  'over_email_send_rate_limit',
  'over_request_rate_limit',
  'network',
] as const;

/** What to do about a refused form, below its fields. The toast announces it, so this is only to be read. */
export function Refusal({ failure }: { readonly failure: AuthFailure | null }) {
  const { t } = useTranslation();
  if (failure === null) return null;
  const code = explained.find((known) => known === failure.code);
  return (
    <p className="flex items-start gap-3 rounded-md bg-red-soft p-4 font-mid text-red">
      <CircleAlert className="mt-0.5 size-5 flex-none" aria-hidden />
      {code === undefined ? failure.message : t(`authError.${code}`)}
    </p>
  );
}

/** The toast of a refused form: the server's words as they came (spec §8). */
export function toastRefusal(title: TextKey, failure: AuthFailure): void {
  showToast({ title, description: { text: failure.message }, tone: 'destructive' });
}

/** The toast of a form sent without an e-mail or a password (spec §5). */
export function toastMissingCredentials(title: TextKey): void {
  showToast({ title, description: 'problem.auth.missing_credentials', tone: 'destructive' });
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
