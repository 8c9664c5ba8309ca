import type { User } from '@supabase/supabase-js';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { normalizeCode } from '@bkksiam/domain/credentials';
import { toAppError } from '#platform/app-error.ts';
import { callAuth, recheck } from '#platform/auth.ts';
import { codeSchema } from '#platform/form-schema.ts';
import { Button } from '#ui/button.tsx';
import { CodeField } from '#ui/code-field.tsx';
import { TextWithEmail } from '#ui/email-text.tsx';
import { Form } from '#ui/form.tsx';
import { SubmitButton } from './auth-fields.tsx';
import { useAuthForm } from './auth-form.ts';
import { BoardingPass, type PassVariant } from './boarding-pass.tsx';
import { AuthErrorMessage } from './form-message.tsx';

// Errors of one authenticator, where another one may still accept the code.
const factorErrors: readonly unknown[] = [
  'mfa_verification_failed',
  'mfa_factor_not_found',
  'over_request_rate_limit',
];

/** Verifies a code. Only the server knows which of several authenticators it is from: each is tried. */
async function verifyCode(user: User, code: string): Promise<void> {
  let failure: unknown;
  for (const { id: factorId, status } of user.factors ?? []) {
    if (status !== 'verified') continue;
    try {
      await callAuth(({ auth }) => auth.mfa.challengeAndVerify({ factorId, code }));
      return;
    } catch (error) {
      failure = error;
      if (!factorErrors.includes(toAppError(error).code)) break;
    }
  }
  throw toAppError(failure);
}

/** Signs out of the incomplete sign-in; sessions on other devices stay. */
function OtherAccountButton() {
  const { t } = useTranslation();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callAuth(({ auth }) => auth.signOut({ scope: 'local' })),
    mutationKey: ['session', 'sign-out'],
    meta: { errorToast: 'toast.signOutFailed' },
  });
  return (
    <Button tone="link" className="justify-self-center" busy={isPending} onClick={() => mutate()}>
      {t('secondFactor.otherAccount')}
    </Button>
  );
}

/** The second step of a sign-in: the code of the account's authenticator. */
export function AuthenticatorCodeForm({
  user,
  variant,
}: {
  readonly user: User;
  readonly variant: PassVariant;
}) {
  const { t } = useTranslation();
  const { form, field, failure, busy, handlers } = useAuthForm({
    schema: codeSchema,
    defaultValues: { code: '' },
    async send({ code }) {
      try {
        await verifyCode(user, code);
      } catch (error) {
        // The session or the factor may be gone: the recheck shows which.
        if (toAppError(error).code !== 'mfa_verification_failed') recheck();
        throw error;
      }
    },
    failed: 'secondFactor.failed',
    translatesError: true,
  });
  useEffect(() => form.setFocus('code'), [form]);
  return (
    <BoardingPass title={t('secondFactor.codeTitle')} variant={variant}>
      <Form {...handlers} className="grid gap-4">
        <p className="wrap-anywhere text-ink-2">
          <TextWithEmail
            text={t('secondFactor.codeText', { email: user.email ?? '' })}
            address={user.email ?? ''}
          />
        </p>
        <CodeField {...field('code', normalizeCode)} label={t('secondFactor.code')} />
        <AuthErrorMessage failure={failure} />
        <SubmitButton busy={busy} busyText={t('secondFactor.verifying')}>
          {t('secondFactor.verify')}
        </SubmitButton>
        <p className="text-sm text-ink-2">{t('secondFactor.lost')}</p>
        <OtherAccountButton />
      </Form>
    </BoardingPass>
  );
}
