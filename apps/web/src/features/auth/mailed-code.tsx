import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { normalizeCode } from '@bkksiam/domain/credentials';
import { signInWithCode } from '#platform/auth.ts';
import { codeSchema } from '#platform/form-schema.ts';
import { CodeField } from '#ui/code-field.tsx';
import { Form } from '#ui/form.tsx';
import { SubmitButton } from './auth-fields.tsx';
import { useAuthForm } from './auth-form.ts';
import { AuthErrorMessage } from './form-message.tsx';
import { ResendMail, type ResendMailProps } from './resend-mail.tsx';

export interface MailedCodeProps {
  /** The address the mail was sent to. */
  readonly email: string;
  /** `recovery` leads to a new password. */
  readonly type: 'email' | 'recovery';
  readonly onSuccess?: () => unknown;
  /** False leaves the focus where it is. */
  readonly takesFocus?: boolean;
  /** Offers another mail, if no other part of the form does. */
  readonly resend?: Omit<ResendMailProps, 'email'>;
}

/** The field for the code of a mail, which signs in like the mail's link. */
export function MailedCode(props: MailedCodeProps) {
  const { email, type, onSuccess, takesFocus = true, resend } = props;
  const { t } = useTranslation();
  const { form, field, failure, busy, handlers } = useAuthForm({
    schema: codeSchema,
    defaultValues: { code: '' },
    send: ({ code }) => signInWithCode({ email, code, type }),
    ...(onSuccess && { onSuccess }),
    failed: 'mailedCode.failed',
    translatesError: true,
  });
  useEffect(() => {
    if (takesFocus) form.setFocus('code');
  }, [form, takesFocus]);
  return (
    <Form {...handlers} className="grid gap-4">
      <CodeField
        {...field('code', normalizeCode)}
        label={t('mailedCode.code')}
        hint={t('mailedCode.hint')}
      />
      <AuthErrorMessage failure={failure} />
      <SubmitButton busy={busy} busyText={t('mailedCode.busy')}>
        {t('mailedCode.submit')}
      </SubmitButton>
      {resend && <ResendMail email={email} {...resend} />}
    </Form>
  );
}
