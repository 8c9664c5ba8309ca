import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { normalizeCode } from '@bkksiam/domain/credentials';
import { signInWithCode } from '#platform/auth.ts';
import { codeSchema } from '#platform/form-schema.ts';
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
  const { form, field, failure, busy, handlers } = useAuthForm({
    schema: codeSchema,
    defaultValues: { code: '' },
    send: ({ code }) => signInWithCode({ email, code, type }),
    ...(onSuccess && { onSuccess }),
    failed: 'mailedCode.failed',
  });
  useEffect(() => form.setFocus('code'), [form]);
  return (
    <Form {...handlers} className="grid gap-4">
      <CodeField
        {...field('code', normalizeCode)}
        label={t('mailedCode.code')}
        hint={t('mailedCode.hint')}
      />
      <AuthErrorMessage failure={failure} />
      <Button type="submit" size="lg" wide busy={busy} busyText={t('mailedCode.busy')}>
        {t('mailedCode.submit')}
      </Button>
    </Form>
  );
}
