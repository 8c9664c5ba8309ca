import { Lock, Mail } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate } from 'react-router';
import { checkSignIn, type SignInFields } from '@bkksiam/domain/credentials';
import { paths } from '#app/paths.ts';
import { NightRiver } from '#drawings/night-river.tsx';
import { logFailure } from '#platform/log.ts';
import { useSession } from '#platform/session.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { DialogClose, DialogFrame, DialogTitle } from '#ui/dialog.tsx';
import { PasswordField, TextField } from '#ui/form-field.tsx';
import { useAuthForm } from './auth-form.ts';
import { BoardingPass } from './boarding-pass.tsx';
import { problemText, Refusal } from './refusal.tsx';

function SignInForm() {
  const { t } = useTranslation();
  const { signIn } = useSession();
  const { fields, problemOf, failure, busy, change, onSubmit } = useAuthForm<SignInFields>({
    empty: { email: '', password: '' },
    check: checkSignIn,
    send: ({ email, password }) => signIn({ email: email.trim(), password }),
    failed: 'signIn.failed',
  });
  const email = useRef<HTMLInputElement>(null);
  useEffect(() => email.current?.focus(), []);
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <TextField
        ref={email}
        label={t('auth.email')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        enterKeyHint="next"
        required
        icon={Mail}
        value={fields.email}
        onChange={(event) => change({ email: event.target.value })}
        error={problemText(t, problemOf('email'))}
      />
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
      <Refusal failure={failure} />
      <Button type="submit" size="lg" wide busy={busy} busyText={t('signIn.busy')}>
        {t('signIn.submit')}
      </Button>
      <p className="flex flex-wrap items-center justify-center gap-x-2 text-ink-2">
        {t('signIn.noAccount')}
        <Link to={paths.signup.href()} className={buttonClass({ tone: 'link' })}>
          {t('signIn.signUp')}
        </Link>
      </p>
    </form>
  );
}

/** Whether there is a page of ours to go back to; where the browser cannot say, whether there is any. */
function canGoBack(): boolean {
  const { navigation } = window as { navigation?: { readonly canGoBack: boolean } };
  return navigation?.canGoBack ?? window.history.length > 1;
}

/** Sign in with a password: a dialog that leads to the dashboard, and closed leads back (spec §2). */
export function Component() {
  const { t } = useTranslation();
  const { user } = useSession();
  const navigate = useNavigate();
  if (user !== null) return <Navigate to={paths.dashboard.href()} replace />;
  async function leave() {
    if (canGoBack()) await navigate(-1);
    else await navigate(paths.home.href(), { replace: true });
  }
  function close() {
    leave().catch((error: unknown) => logFailure('the dialog could not be left', error));
  }
  return (
    <DialogFrame open onClose={close} backdrop={<NightRiver />} className="max-w-110">
      <BoardingPass
        brand={t('brand')}
        title={<DialogTitle as="h1">{t('signIn.title')}</DialogTitle>}
        close={<DialogClose label={t('action.close')} />}
      >
        <SignInForm />
      </BoardingPass>
    </DialogFrame>
  );
}
