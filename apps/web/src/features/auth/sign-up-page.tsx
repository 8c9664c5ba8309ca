import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { checkSignUp } from '@bkksiam/domain/credentials';
import { paths } from '#paths.ts';
import { signUp } from '#platform/auth.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { EmailField, NameField } from '#ui/contact-fields.tsx';
import { Form } from '#ui/form.tsx';
import { NewPasswordField, OtherFormLink } from './auth-fields.tsx';
import { useAuthForm } from './auth-form.ts';
import { BoardingPass } from './boarding-pass.tsx';
import { AuthErrorMessage } from './form-message.tsx';

function useSignUpForm() {
  const navigate = useNavigate();
  return useAuthForm({
    empty: { fullName: '', email: '', password: '' },
    check: checkSignUp,
    send: ({ fullName, email, password }) =>
      signUp({ fullName: fullName.trim(), email: email.trim(), password }),
    onSuccess() {
      showToast({ title: 'signUp.created', description: 'signUp.createdText' });
      return navigate(paths.home.href());
    },
    failed: 'signUp.failed',
  });
}

/** Creates an account at /signup and /register, then opens the home page. */
export function Component() {
  const { t } = useTranslation();
  const { field, failure, busy, onSubmit } = useSignUpForm();
  return (
    <BoardingPass title={t('signUp.title')}>
      <p className="mb-5 text-ink-2">{t('signUp.text')}</p>
      <Form onSubmit={onSubmit} className="grid gap-4">
        <NameField {...field('fullName')} label={t('auth.fullName')} required />
        <EmailField {...field('email')} label={t('auth.email')} required enterKeyHint="next" />
        <NewPasswordField {...field('password')} />
        <AuthErrorMessage failure={failure} />
        <Button
          type="submit"
          size="lg"
          wide
          className="mt-2"
          busy={busy}
          busyText={t('signUp.busy')}
        >
          {t('signUp.submit')}
        </Button>
        <OtherFormLink
          text={t('signUp.hasAccount')}
          to={paths.login.href()}
          label={t('signUp.signIn')}
        />
      </Form>
    </BoardingPass>
  );
}
