import { Mail, User } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { checkSignUp, type SignUpFields } from '@bkksiam/domain/credentials';
import { paths } from '#app/paths.ts';
import { useSession } from '#platform/session.tsx';
import { showToast } from '#platform/toast.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextField } from '#ui/form-field.tsx';
import { useAuthForm } from './auth-form.ts';
import { BoardingPass } from './boarding-pass.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { problemText, Refusal } from './refusal.tsx';

const empty: SignUpFields = { fullName: '', email: '', password: '' };

function useSignUpForm() {
  const { signUp } = useSession();
  const navigate = useNavigate();
  return useAuthForm({
    empty,
    check: checkSignUp,
    send: ({ fullName, email, password }) =>
      signUp({ fullName: fullName.trim(), email: email.trim(), password }),
    onAgreed() {
      showToast({ title: 'signUp.created', description: 'signUp.createdText' });
      return navigate(paths.home.href());
    },
    failed: 'signUp.failed',
  });
}

type SignUpForm = ReturnType<typeof useSignUpForm>;

function Fields({ form: { fields, problemOf, change } }: { readonly form: SignUpForm }) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        label={t('auth.fullName')}
        name="fullName"
        autoComplete="name"
        enterKeyHint="next"
        maxLength={200}
        required
        icon={User}
        value={fields.fullName}
        onChange={(event) => change({ fullName: event.target.value })}
        error={problemText(t, problemOf('fullName'))}
      />
      <TextField
        label={t('auth.email')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        enterKeyHint="next"
        required
        icon={Mail}
        value={fields.email}
        onChange={(event) => change({ email: event.target.value })}
        error={problemText(t, problemOf('email'))}
      />
      <NewPasswordField
        label={t('auth.password')}
        value={fields.password}
        onValue={(password) => change({ password })}
        error={problemText(t, problemOf('password'))}
      />
    </>
  );
}

/** The create-account form at /signup and /register; after success the visitor waits on the home page for the mail. */
export function Component() {
  const { t } = useTranslation();
  const form = useSignUpForm();
  return (
    <BoardingPass title={<h1 className="text-2xl">{t('signUp.title')}</h1>}>
      <p className="mb-5 text-ink-2">{t('signUp.text')}</p>
      <form method="post" noValidate onSubmit={form.onSubmit} className="grid gap-4">
        <Fields form={form} />
        <Refusal failure={form.failure} />
        <Button
          type="submit"
          size="lg"
          wide
          className="mt-2"
          busy={form.busy}
          busyText={t('signUp.busy')}
        >
          {t('signUp.submit')}
        </Button>
        <p className="flex flex-wrap items-center justify-center gap-x-2 text-ink-2">
          {t('signUp.hasAccount')}
          <Link to={paths.login.href()} className={buttonClass({ tone: 'link' })}>
            {t('signUp.signIn')}
          </Link>
        </p>
      </form>
    </BoardingPass>
  );
}
