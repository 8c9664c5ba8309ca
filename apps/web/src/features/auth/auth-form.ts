import { useAppForm, type AppFormOptions } from '#platform/form.ts';
import type { TextKey } from '#platform/i18n.ts';
import { usePrefetch } from '#platform/lazy-components.ts';
import { supabase } from '#platform/supabase.ts';
import { showToast } from '#platform/toast.ts';
import { useAuthErrorText } from './form-message.tsx';

interface AuthFormOptions<Input extends Record<keyof Input, string>, Output> extends Pick<
  AppFormOptions<Input, Output, void>,
  'schema' | 'defaultValues' | 'send' | 'onSuccess' | 'afterwards'
> {
  /** Title of the error toasts. */
  readonly failed: TextKey;
  /** Shows the error of the server in the language of the page; its own message is specified for some forms. */
  readonly translatesError?: boolean;
  /** The toast text for missing input; by default that email or password is missing. */
  readonly missing?: TextKey;
}

const missingInput = /^problem\.auth\.missing_(email|password)/;

/** A form that sends credentials. The error of the server shows until the input changes. */
export function useAuthForm<Input extends Record<keyof Input, string>, Output>(
  options: AuthFormOptions<Input, Output>,
) {
  const {
    failed,
    missing = 'problem.auth.missing_credentials',
    translatesError,
    ...form
  } = options;
  const textOf = useAuthErrorText();
  usePrefetch(supabase);
  const { onSubmit, clearResult, ...rest } = useAppForm({
    ...form,
    errorToast: translatesError
      ? (error) => ({ title: failed, description: { text: textOf(error) } })
      : failed,
    onInvalid(errors) {
      const messages = Object.values(errors).map(({ message }) => String(message));
      if (!messages.some((message) => missingInput.test(message))) return;
      showToast({ title: failed, description: missing, tone: 'destructive' });
    },
  });
  return { ...rest, clearResult, handlers: { onSubmit, onChange: clearResult } };
}
