import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { checkCode, normalizeCode } from '@bkksiam/domain/credentials';
import { signInWithCode } from '#platform/auth.ts';
import { Button } from '#ui/button.tsx';
import { CodeField } from '#ui/code-field.tsx';
import { Form } from '#ui/form.tsx';
import { useAuthForm } from './auth-form.ts';
import { AuthErrorMessage } from './form-message.tsx';

export interface MailedCodeProps {
  /** The address the mail was sent to. */
  readonly email: string;
  /** `recovery` leads to a new password. */
  readonly type: 'email' | 'recovery';
  readonly onSuccess?: () => unknown;
}

/** The field for the code of a mail, which signs in like the mail's link; focused as soon as it is shown. */
export function MailedCode({ email, type, onSuccess }: MailedCodeProps) {
  const { t } = useTranslation();
  const { field, failure, busy, change, onSubmit } = useAuthForm({
    empty: { code: '' },
    check: checkCode,
    send: ({ code }) => signInWithCode({ email, code, type }),
    ...(onSuccess && { onSuccess }),
    failed: 'mailedCode.failed',
  });
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <Form onSubmit={onSubmit} className="grid gap-4">
      <CodeField
        {...field('code')}
        ref={input}
        label={t('mailedCode.code')}
        hint={t('mailedCode.hint')}
        onChange={({ target }) => change({ code: normalizeCode(target.value) })}
      />
      <AuthErrorMessage failure={failure} />
      <Button type="submit" size="lg" wide busy={busy} busyText={t('mailedCode.busy')}>
        {t('mailedCode.submit')}
      </Button>
    </Form>
  );
}
