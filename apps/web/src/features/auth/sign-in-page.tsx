import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { checkMail, checkSignIn, type SignInFields } from '@bkksiam/domain/credentials';
import { pages } from '#pages.ts';
import { NightRiver } from '#drawings/river-scene.tsx';
import { signIn, signInWithMagicLink } from '#platform/auth.ts';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { TextWithEmail } from '#ui/email-text.tsx';
import { useHydrated } from '#ui/hydrated.ts';
import { logRejection } from '#platform/log.ts';
import { awaitingCodeOf, useSession, useUser } from '#platform/session.ts';
import { showToast } from '#platform/toast.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmailField } from '#ui/contact-fields.tsx';
import { Dialog, StaticDialog } from '#ui/dialog.tsx';
import { Form } from '#ui/form.tsx';
import { Segments } from '#ui/segments.tsx';
import { CurrentPasswordField, OtherFormLink, SubmitButton } from './auth-fields.tsx';
import { useAuthForm } from './auth-form.ts';
import { BoardingPass } from './boarding-pass.tsx';
import { AuthenticatorCodeForm } from './authenticator-code-form.tsx';
import { AuthErrorMessage, FormMessage, LinkErrorMessage } from './form-message.tsx';
import { MailedCode } from './mailed-code.tsx';

type Method = 'password' | 'link';

const fields = z.object({ email: trimmedText, password: z.string() });
const schemas = {
  password: fields.check(domainCheck<SignInFields>(checkSignIn)),
  link: fields.check(domainCheck<SignInFields>(checkMail)),
};

function useSignInForm() {
  const [method, setMethod] = useState<Method>('password');
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const byLink = {
    async send({ email }: SignInFields) {
      await signInWithMagicLink(email);
      setMailedTo(email);
    },
    onSuccess: () => showToast({ title: 'signIn.linkSent', description: 'signIn.linkSentText' }),
    failed: 'signIn.linkFailed',
    missing: 'problem.auth.missing_email',
  } as const;
  const authForm = useAuthForm<SignInFields, SignInFields>({
    schema: schemas[method],
    defaultValues: { email: '', password: '' },
    ...(method === 'password' ? { send: signIn, failed: 'signIn.failed' } : byLink),
  });
  const { form, busy, failure, clearResult } = authForm;
  function choose(chosen: Method) {
    if (busy) return;
    setMethod(chosen);
    clearResult();
    form.reset(undefined, { keepValues: true });
  }
  const email = form.watch('email').trim();
  // `mailedTo` stays after a second request is rejected as too early: the first code is still valid.
  const canEnterCode =
    method === 'link' ? mailedTo === email : failure?.code === 'email_not_confirmed';
  return { ...authForm, method, choose, codeFor: canEnterCode ? email : null };
}

function ForgotLink() {
  const { t } = useTranslation();
  const look = buttonClass({ tone: 'link', className: '-my-2 justify-self-end' });
  return (
    <Link to={pages.resetPassword.href()} className={look}>
      {t('signIn.forgot')}
    </Link>
  );
}

function LinkSent({ address }: { readonly address: string }) {
  const { t } = useTranslation();
  return (
    <FormMessage tone="sent">
      <TextWithEmail text={t('signIn.linkSentTo', { email: address })} address={address} />
    </FormMessage>
  );
}

function SignInForm() {
  const { t } = useTranslation();
  const { form, field, failure, busy, succeeded, method, choose, codeFor, handlers } =
    useSignInForm();
  useEffect(() => form.setFocus('email'), [form]);
  const byLink = method === 'link';
  // The account waits for its code: a password has nothing to do here, until another address is typed.
  const confirms = !byLink && codeFor !== null;
  return (
    <div className="grid gap-4">
      <Form {...handlers} className="grid gap-4">
        <LinkErrorMessage />
        <Segments
          label={t('signIn.method')}
          choices={[
            { value: 'password', text: t('signIn.withPassword') },
            { value: 'link', text: t('signIn.withLink') },
          ]}
          chosen={method}
          onChoose={choose}
        />
        <EmailField
          {...field('email')}
          label={t('field.email')}
          required
          autoComplete={byLink ? 'email' : 'username'}
          enterKeyHint={byLink ? 'send' : 'next'}
        />
        {byLink && <p className="text-ink-2">{t('signIn.linkText')}</p>}
        {!byLink && !confirms && (
          <>
            <CurrentPasswordField {...field('password')} />
            <ForgotLink />
          </>
        )}
        <AuthErrorMessage failure={failure} />
        {byLink && succeeded && <LinkSent address={codeFor ?? ''} />}
        {!confirms && (
          <SubmitButton
            tone={codeFor === null ? 'primary' : 'secondary'}
            busy={busy}
            busyText={t(byLink ? 'action.sending' : 'signIn.busy')}
          >
            {t(byLink ? 'signIn.linkSubmit' : 'nav.signIn')}
          </SubmitButton>
        )}
      </Form>
      {codeFor !== null && (
        <MailedCode key={codeFor} email={codeFor} type="email" {...(confirms && { resend: {} })} />
      )}
      <OtherFormLink text={t('signIn.noAccount')} page="signup" />
    </div>
  );
}

/** Whether the history has a page of this site, or any page where the browser cannot tell. */
function canGoBack(): boolean {
  const { navigation } = window as { navigation?: { readonly canGoBack: boolean } };
  return navigation?.canGoBack ?? window.history.length > 1;
}

/** The server-rendered page: a dialog opens only after hydration. */
function StaticSignIn() {
  const { t } = useTranslation();
  return (
    <StaticDialog backdrop={<NightRiver />} className="max-w-110">
      <main>
        <BoardingPass variant="static-dialog" title={t('signIn.title')}>
          {/* Replaced by the form of the dialog, so it takes no input. */}
          <div inert aria-hidden>
            <SignInForm />
          </div>
        </BoardingPass>
      </main>
    </StaticDialog>
  );
}

/** The page that has offered the sign-in, by the state of the navigation: no link can set it. */
function useReturnTo(): string | undefined {
  const state: unknown = useLocation().state;
  const path: unknown = Reflect.get(Object(state), 'returnTo');
  return typeof path === 'string' ? path : undefined;
}

/** Signs in with a password or a magic link in a dialog over the page; closing it goes back (spec §2). */
export function Component() {
  const { t } = useTranslation();
  const user = useUser();
  const awaitingCode = useSession(awaitingCodeOf);
  const returnTo = useReturnTo();
  const navigate = useNavigate();
  const hydrated = useHydrated();
  if (!hydrated) return <StaticSignIn />;
  if (user !== null) return <Navigate to={returnTo ?? pages.dashboard.href()} replace />;
  function close() {
    const left = canGoBack() ? navigate(-1) : navigate(pages.home.href(), { replace: true });
    logRejection('the dialog could not be left', left);
  }
  return (
    <Dialog open onClose={close} backdrop={<NightRiver />} className="max-w-110">
      {awaitingCode === null ? (
        <BoardingPass variant="dialog" title={t('signIn.title')}>
          <SignInForm />
        </BoardingPass>
      ) : (
        <AuthenticatorCodeForm user={awaitingCode} variant="dialog" />
      )}
    </Dialog>
  );
}
