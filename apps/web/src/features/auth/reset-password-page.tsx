import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { checkPassword, type PasswordFields } from '@bkksiam/domain/credentials';
import { pages } from '#pages.ts';
import { callAuth } from '#platform/auth.ts';
import { domainCheck, mailSchema } from '#platform/form-schema.ts';
import { TextWithEmail } from '#ui/email-text.tsx';
import { useHydrated } from '#ui/hydrated.ts';
import {
  asksForPassword,
  readMailedLink,
  rememberedLink,
  type MailedLink,
} from '#platform/mailed-link.ts';
import { awaitingCodeOf, isUnknown, useSession, useUser } from '#platform/session.ts';
import { showToast } from '#platform/toast.ts';
import { EmailField } from '#ui/contact-fields.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { Form } from '#ui/form.tsx';
import { NewPasswordField, OtherFormLink, SubmitButton } from './auth-fields.tsx';
import { useAuthForm } from './auth-form.ts';
import { BoardingPass } from './boarding-pass.tsx';
import { AuthenticatorCodeForm } from './authenticator-code-form.tsx';
import { AuthErrorMessage, FormMessage, LinkErrorMessage } from './form-message.tsx';
import { MailedCode } from './mailed-code.tsx';

function ResetRequest() {
  const { t } = useTranslation();
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const { form, field, failure, busy, succeeded, handlers } = useAuthForm({
    schema: mailSchema,
    defaultValues: { email: '' },
    async send({ email }) {
      const redirectTo = window.location.origin + pages.resetPassword.href();
      await callAuth(({ auth }) => auth.resetPasswordForEmail(email, { redirectTo }));
      setMailedTo(email);
    },
    failed: 'reset.sendFailed',
    missing: 'problem.auth.missing_email',
  });
  const codeFor = mailedTo === form.watch('email').trim() ? mailedTo : null;
  return (
    <BoardingPass title={t('reset.title')}>
      <div className="grid gap-4">
        <Form {...handlers} className="grid gap-4">
          <LinkErrorMessage />
          <p className="text-ink-2">{t('reset.text')}</p>
          <EmailField {...field('email')} label={t('field.email')} required enterKeyHint="send" />
          <AuthErrorMessage failure={failure} />
          {/* Always rendered: screen readers skip a live region that comes with its text. */}
          <div role="status" className="empty:-mt-4">
            {succeeded && <FormMessage tone="sent">{t('reset.sent')}</FormMessage>}
          </div>
          <SubmitButton
            tone={codeFor === null ? 'primary' : 'secondary'}
            busy={busy}
            busyText={t('action.sending')}
          >
            {t('reset.submit')}
          </SubmitButton>
        </Form>
        {codeFor !== null && <MailedCode key={codeFor} email={codeFor} type="recovery" />}
        <OtherFormLink text={t('reset.remembered')} page="login" />
      </div>
    </BoardingPass>
  );
}

const passwordSchema = z
  .object({ password: z.string() })
  .check(domainCheck<PasswordFields>(checkPassword));

interface NewPasswordProps {
  /** Of the account. */
  readonly email: string;
  /** The link was an invitation, so there was no password before. */
  readonly invited: boolean;
}

/** Sets a new password for the user whom a mailed link has signed in, then opens the home page (spec §2). */
function NewPassword({ email, invited }: NewPasswordProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { field, failure, busy, handlers } = useAuthForm({
    schema: passwordSchema,
    defaultValues: { password: '' },
    send: ({ password }) => callAuth(({ auth }) => auth.updateUser({ password })),
    onSuccess: () => showToast({ title: 'reset.updated', description: 'reset.updatedText' }),
    // Back must not lead to the form.
    afterwards: () => navigate(pages.home.href(), { replace: true }),
    failed: 'reset.updateFailed',
    missing: 'problem.auth.missing_password',
  });
  return (
    <BoardingPass title={t('reset.newTitle')}>
      <p className="mb-5 wrap-anywhere text-ink-2">
        <TextWithEmail
          text={t(invited ? 'reset.inviteText' : 'reset.newText', { email })}
          address={email}
        />
      </p>
      <Form {...handlers} className="grid gap-4">
        {/* Password managers need it to find the account. */}
        <input hidden type="text" name="username" autoComplete="username" value={email} readOnly />
        <NewPasswordField {...field('password')} label={t('reset.newPassword')} />
        <AuthErrorMessage failure={failure} />
        <SubmitButton className="mt-2" busy={busy} busyText={t('reset.newBusy')}>
          {t('reset.newSubmit')}
        </SubmitButton>
      </Form>
    </BoardingPass>
  );
}

/** The placeholder of the form for a new password while the link signs in. */
function OpeningLink() {
  const { t } = useTranslation();
  return (
    <BoardingPass title={t('reset.newTitle')}>
      <div aria-busy="true" className="grid gap-4">
        <p className="text-ink-2">{t('reset.loading')}</p>
        <Skeleton className="h-20" />
        <Skeleton className="h-14" />
      </div>
    </BoardingPass>
  );
}

/** The link in the URL, before the session is known. The server-rendered page does not know it. */
function useExpectedLink(): MailedLink | undefined {
  const hydrated = useHydrated();
  // The client may have cleared the URL already; it keeps a copy of the link.
  return useMemo(
    () => (hydrated ? (readMailedLink(window.location.hash) ?? rememberedLink()) : undefined),
    [hydrated],
  );
}

/** Requests a reset mail, or sets a new password after a recovery link or an invitation was opened (spec §2). */
export function Component() {
  const user = useUser();
  const awaitingCode = useSession(awaitingCodeOf);
  const loading = useSession(isUnknown);
  const link = useSession((session) => session.link);
  const expected = useExpectedLink();
  if (loading && asksForPassword(expected)) return <OpeningLink />;
  if (!asksForPassword(link)) return <ResetRequest />;
  if (awaitingCode !== null) return <AuthenticatorCodeForm user={awaitingCode} variant="page" />;
  if (user === null) return <ResetRequest />;
  const invited = link?.kind === 'session' && link.type === 'invite';
  return <NewPassword email={user.email ?? ''} invited={invited} />;
}
