import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { CredentialProblem, FieldProblems } from '@bkksiam/domain/credentials';
import { toAppError } from '#platform/app-error.ts';
import type { TextKey } from '#platform/i18n.ts';
import { usePrefetch } from '#platform/lazy-components.ts';
import { supabase } from '#platform/supabase.ts';
import { showToast } from '#platform/toast.ts';
import type { FieldChange } from '#ui/form.tsx';

interface AuthFormOptions<Fields> {
  readonly empty: Fields;
  readonly check: (fields: Fields) => FieldProblems<Fields>;
  /** Rejects with the error of the server. */
  readonly send: (fields: Fields) => Promise<void>;
  readonly onSuccess?: () => unknown;
  /** Title of the error toasts. */
  readonly failed: TextKey;
  /** The toast text for missing input; by default that email or password is missing. */
  readonly missing?: TextKey;
}

const missingCodes: readonly string[] = ['auth.missing_email', 'auth.missing_password'];

/** Shows the message of the server unchanged (spec §8); the title alone where there is none. */
export function toastAuthError(title: TextKey, error: unknown): void {
  const { message } = toAppError(error);
  const description = message === '' ? {} : { description: { text: message } };
  showToast({ title, ...description, tone: 'destructive' });
}

/**
 * The state of a form that sends credentials. Errors of fields show after the first submit, the error of the server
 * until the input changes.
 */
export function useAuthForm<Fields extends Record<keyof Fields, string>>(
  options: AuthFormOptions<Fields>,
) {
  const { t } = useTranslation();
  const [fields, setFields] = useState(options.empty);
  const [submitted, setSubmitted] = useState(false);
  const { mutate, reset, error, isPending, isSuccess } = useMutation({
    mutationFn: options.send,
    onSuccess: () => options.onSuccess?.(),
    onError: (failure) => toastAuthError(options.failed, failure),
  });
  const problems = options.check(fields);
  usePrefetch(supabase);

  function change(changed: Partial<Fields>) {
    setFields((before) => ({ ...before, ...changed }));
    if (!isPending) reset();
  }

  function onSubmit({ currentTarget: form }: SubmitEvent<HTMLFormElement>) {
    if (isPending) return;
    setSubmitted(true);
    const found = Object.values(problems) as readonly CredentialProblem[];
    if (found.length === 0) {
      mutate(fields);
      return;
    }
    if (found.some(({ code }) => missingCodes.includes(code))) {
      const description = options.missing ?? 'problem.auth.missing_credentials';
      showToast({ title: options.failed, description, tone: 'destructive' });
    }
    const inputs = Array.from(form.elements).filter((one) => one instanceof HTMLInputElement);
    inputs.find(({ name }) => name in problems)?.focus();
  }

  /** The props of a field. */
  function field<Name extends keyof Fields & string>(name: Name) {
    const problem: CredentialProblem | undefined = submitted ? problems[name] : undefined;
    return {
      name,
      value: fields[name],
      onChange: ({ target }: FieldChange) => change({ [name]: target.value } as Partial<Fields>),
      error: problem && t(`problem.${problem.code}`, { ...problem.values }),
    };
  }

  function startOver() {
    setSubmitted(false);
    change({});
  }

  const failure = error && toAppError(error);
  return {
    fields,
    field,
    failure,
    busy: isPending,
    succeeded: isSuccess,
    change,
    startOver,
    onSubmit,
  };
}
