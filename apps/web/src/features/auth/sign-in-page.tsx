import { Lock, Mail } from 'lucide-react';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate } from 'react-router';
import { checkSignIn, type SignInFields } from '@bkksiam/domain/credentials';
import { paths } from '#app/paths.ts';
import { NightRiver } from '#drawings/night-river.tsx';
import { logFailure } from '#platform/log.ts';
import { useSession, type AuthFailure } from '#platform/session.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { DialogClose, DialogFrame, DialogTitle } from '#ui/dialog.tsx';
import { PasswordField, TextField } from '#ui/form-field.tsx';
import { BoardingPass } from './boarding-pass.tsx';
import {
  focusFirstProblem,
  problemText,
  Refusal,
  toastMissingCredentials,
  toastRefusal,
} from './refusal.tsx';

function useSignInForm() {
  const { signIn } = useSession();
  const [fields, setFields] = useState<SignInFields>({ email: '', password: '' });
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  const [busy, setBusy] = useState(false);
  const problems = checkSignIn(fields);

  function change(changed: Partial<SignInFields>) {
    setFields({ ...fields, ...changed });
    setFailure(null);
  }

  async function submit(form: HTMLFormElement) {
    setTried(true);
    setFailure(null);
    if (Object.keys(problems).length > 0) {
      toastMissingCredentials('signIn.failed');
      focusFirstProblem(form, problems);
      return;
    }
    setBusy(true);
    const refused = await signIn({ email: fields.email.trim(), password: fields.password });
    setBusy(false);
    setFailure(refused);
    if (refused) toastRefusal('signIn.failed', refused);
  }

  return { fields, problems: tried ? problems : {}, failure, busy, change, submit };
}

function SignInForm() {
  const { t } = useTranslation();
  const { fields, problems, failure, busy, change, submit } = useSignInForm();
  const email = useRef<HTMLInputElement>(null);
  useEffect(() => email.current?.focus(), []);
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    submit(event.currentTarget).catch((error: unknown) => logFailure('the sign-in failed', error));
  }
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
        error={problemText(t, problems.email)}
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
        error={problemText(t, problems.password)}
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
