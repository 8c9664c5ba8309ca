import { Lock, Mail, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate } from 'react-router';
import { checkMail, checkSignIn, type SignInFields } from '@bkksiam/domain/credentials';
import { paths } from '#app/paths.ts';
import { NightRiver } from '#drawings/night-river.tsx';
import { useHydrated } from '#platform/hydrated.ts';
import { logFailure } from '#platform/log.ts';
import { useSession } from '#platform/session.tsx';
import { showToast } from '#platform/toast.ts';
import { Button, buttonClass, iconButtonClass } from '#ui/button.tsx';
import { DialogClose, DialogFrame, DialogPicture, DialogTitle } from '#ui/dialog.tsx';
import { PasswordField, TextField } from '#ui/form-field.tsx';
import { Segments } from '#ui/segments.tsx';
import { useAuthForm } from './auth-form.ts';
import { BoardingPass } from './boarding-pass.tsx';
import { CodeStep } from './code-step.tsx';
import { problemText, Refusal } from './refusal.tsx';
import { RefusedLink } from './refused-link.tsx';
import { Remark } from './remark.tsx';

type Way = 'password' | 'link';

function useSignInForm(way: Way) {
  const { signIn, signInWithMagicLink } = useSession();
  const byPassword = {
    check: checkSignIn,
    send: ({ email, password }: SignInFields) => signIn({ email: email.trim(), password }),
    failed: 'signIn.failed',
  } as const;
  const byLink = {
    check: checkMail,
    send: ({ email }: SignInFields) => signInWithMagicLink({ email: email.trim() }),
    onAgreed: () => showToast({ title: 'signIn.linkSent', description: 'signIn.linkSentText' }),
    failed: 'signIn.linkFailed',
    missing: 'problem.auth.missing_email',
  } as const;
  return useAuthForm<SignInFields>({
    empty: { email: '', password: '' },
    ...(way === 'password' ? byPassword : byLink),
  });
}

type SignIn = ReturnType<typeof useSignInForm>;

function Password({ form: { fields, problemOf, change } }: { readonly form: SignIn }) {
  const { t } = useTranslation();
  return (
    <>
      <PasswordField
        label={t('auth.password')}
        name="password"
        autoComplete="current-password"
        enterKeyHint="go"
        required
        icon={Lock}
        showLabel={t('action.showPassword')}
        hideLabel={t('action.hidePassword')}
        value={fields.password}
        onChange={(event) => change({ password: event.target.value })}
        error={problemText(t, problemOf('password'))}
      />
      <Link
        to={paths.resetPassword.href()}
        className={buttonClass({ tone: 'link', className: '-my-2 justify-self-end' })}
      >
        {t('signIn.forgot')}
      </Link>
    </>
  );
}

function WayToAccount() {
  const { t } = useTranslation();
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2 text-ink-2">
      {t('signIn.noAccount')}
      <Link to={paths.signup.href()} className={buttonClass({ tone: 'link' })}>
        {t('signIn.signUp')}
      </Link>
    </p>
  );
}

function SignInForm() {
  const { t } = useTranslation();
  const [way, setWay] = useState<Way>('password');
  const form = useSignInForm(way);
  const { fields, problemOf, failure, busy, agreed, change, startOver, onSubmit } = form;
  const email = useRef<HTMLInputElement>(null);
  useEffect(() => email.current?.focus(), []);
  const byLink = way === 'link';
  function choose(chosen: Way) {
    if (busy) return;
    setWay(chosen);
    startOver();
  }
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
      <RefusedLink />
      <Segments
        label={t('signIn.way')}
        choices={[
          { value: 'password', text: t('signIn.withPassword') },
          { value: 'link', text: t('signIn.withLink') },
        ]}
        chosen={way}
        onChoose={choose}
      />
      <TextField
        ref={email}
        label={t('auth.email')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete={byLink ? 'email' : 'username'}
        enterKeyHint={byLink ? 'send' : 'next'}
        required
        icon={Mail}
        value={fields.email}
        onChange={(event) => change({ email: event.target.value })}
        error={problemText(t, problemOf('email'))}
      />
      {byLink ? <p className="text-ink-2">{t('signIn.linkText')}</p> : <Password form={form} />}
      <Refusal failure={failure} />
      {byLink && agreed && (
        <Remark tone="sent">{t('signIn.linkSentTo', { email: fields.email.trim() })}</Remark>
      )}
      <Button
        type="submit"
        size="lg"
        wide
        busy={busy}
        busyText={t(byLink ? 'signIn.linkBusy' : 'signIn.busy')}
      >
        {t(byLink ? 'signIn.linkSubmit' : 'signIn.submit')}
      </Button>
      <WayToAccount />
    </form>
  );
}

/** Whether there is a page of ours to go back to; where the browser cannot say, whether there is any. */
function canGoBack(): boolean {
  const { navigation } = window as { navigation?: { readonly canGoBack: boolean } };
  return navigation?.canGoBack ?? window.history.length > 1;
}

/** The page as it is painted, before a dialog can open. */
function PaintedSignIn() {
  const { t } = useTranslation();
  return (
    <DialogPicture backdrop={<NightRiver />} className="max-w-110">
      <main>
        <BoardingPass
          brand={t('brand')}
          title={<h1 className="text-2xl">{t('signIn.title')}</h1>}
          close={
            <Link
              to={paths.home.href()}
              aria-label={t('action.close')}
              className={iconButtonClass()}
            >
              <X className="size-5" strokeWidth={1.6} aria-hidden />
            </Link>
          }
        >
          {/* The dialog brings a form of its own; nothing is to be typed into this one. */}
          <div inert aria-hidden>
            <SignInForm />
          </div>
        </BoardingPass>
      </main>
    </DialogPicture>
  );
}

/** Sign in with a password or a mailed link: a dialog that leads to the dashboard, and closed leads back (spec §2). */
export function Component() {
  const { t } = useTranslation();
  const { user, awaitingCode } = useSession();
  const navigate = useNavigate();
  const hydrated = useHydrated();
  if (!hydrated) return <PaintedSignIn />;
  if (user !== null) return <Navigate to={paths.dashboard.href()} replace />;
  async function leave() {
    if (canGoBack()) await navigate(-1);
    else await navigate(paths.home.href(), { replace: true });
  }
  function close() {
    leave().catch((error: unknown) => logFailure('the dialog could not be left', error));
  }
  const heading = (text: string) => <DialogTitle as="h1">{text}</DialogTitle>;
  const cross = <DialogClose label={t('action.close')} />;
  return (
    <DialogFrame open onClose={close} backdrop={<NightRiver />} className="max-w-110">
      {awaitingCode === null ? (
        <BoardingPass brand={t('brand')} title={heading(t('signIn.title'))} close={cross}>
          <SignInForm />
        </BoardingPass>
      ) : (
        <CodeStep user={awaitingCode} brand={t('brand')} heading={heading} close={cross} />
      )}
    </DialogFrame>
  );
}
