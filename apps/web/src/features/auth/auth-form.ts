import { useState, type SubmitEvent } from 'react';
import type { CredentialProblem, FieldProblems } from '@bkksiam/domain/credentials';
import { logFailure } from '#platform/log.ts';
import type { AuthFailure } from '#platform/auth-failure.ts';
import type { TextKey } from '#platform/i18n.ts';
import { usePreparedCode } from '#platform/prepared-code.ts';
import { supabase } from '#platform/supabase.ts';
import { focusFirstProblem, toastMissing, toastRefusal } from './refusal.tsx';

interface AuthFormOptions<Fields> {
  readonly empty: Fields;
  readonly check: (fields: Fields) => FieldProblems<Fields>;
  /** Asks the server; resolves with its refusal, or null when it agreed. */
  readonly send: (fields: Fields) => Promise<AuthFailure | null>;
  readonly onAgreed?: () => unknown;
  /** Title of the toasts that say it came to nothing. */
  readonly failed: TextKey;
  /** What such a toast says when there is nothing to send; a missing e-mail or password when left out. */
  readonly missing?: TextKey;
}

const missing: readonly CredentialProblem['code'][] = [
  'auth.missing_email',
  'auth.missing_password',
];

function credentialsMissing<Fields>(problems: FieldProblems<Fields>): boolean {
  return Object.values<CredentialProblem | undefined>(problems).some(
    (problem) => problem !== undefined && missing.includes(problem.code),
  );
}

/**
 * A form that sends credentials: what is typed, the problems to show once it was tried, the server's refusal or
 * consent to what stands there, and whether an answer is awaited, during which it is not sent again.
 */
export function useAuthForm<Fields extends object>(options: AuthFormOptions<Fields>) {
  const [fields, setFields] = useState(options.empty);
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  const [busy, setBusy] = useState(false);
  const [agreed, setAgreed] = useState(false);
  const problems = options.check(fields);
  usePreparedCode(supabase);

  function change(changed: Partial<Fields>) {
    setFields({ ...fields, ...changed });
    setFailure(null);
    setAgreed(false);
  }

  function startOver() {
    setTried(false);
    change({});
  }

  async function submit(form: HTMLFormElement) {
    setTried(true);
    setFailure(null);
    setAgreed(false);
    if (Object.keys(problems).length > 0) {
      if (credentialsMissing(problems)) {
        toastMissing(options.failed, options.missing ?? 'problem.auth.missing_credentials');
      }
      focusFirstProblem(form, problems);
      return;
    }
    setBusy(true);
    const refused = await options.send(fields);
    setBusy(false);
    setFailure(refused);
    if (refused) {
      toastRefusal(options.failed, refused);
      return;
    }
    setAgreed(true);
    await options.onAgreed?.();
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    submit(event.currentTarget).catch((error: unknown) => logFailure('a form failed', error));
  }

  const problemOf = (field: keyof Fields) => (tried ? problems[field] : undefined);
  return { fields, problemOf, failure, busy, agreed, change, startOver, onSubmit };
}
