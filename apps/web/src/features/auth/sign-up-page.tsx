import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { checkSignUp, type SignUpFields } from '@bkksiam/domain/credentials';
import { pages } from '#pages.ts';
import { signUp } from '#platform/auth.ts';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { TextWithEmail } from '#ui/email-text.tsx';
import { useHydrated } from '#ui/hydrated.ts';
import { logRejection } from '#platform/log.ts';
import { memberOf, sessionStore } from '#platform/session.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { EmailField, NameField } from '#ui/contact-fields.tsx';
import { Form } from '#ui/form.tsx';
import { NewPasswordField, OtherFormLink } from './auth-fields.tsx';
import { useAuthForm } from './auth-form.ts';
import { BoardingPass } from './boarding-pass.tsx';
import { AuthErrorMessage } from './form-message.tsx';
import { MailedCode } from './mailed-code.tsx';

const schema = z
  .object({ fullName: trimmedText, email: trimmedText, password: z.string() })
  .check(domainCheck<SignUpFields>(checkSignUp));

function useSignUpForm() {
  const navigate = useNavigate();
  return useAuthForm({
    schema,
    defaultValues: { fullName: '', email: '', password: '' },
    async send({ fullName, email, password }) {
      await signUp({ fullName, email, password });
      function enterCode() {
        const opened = navigate(pages.signup.href(), { state: { awaitingCode: email } });
        logRejection('the form for the code could not be opened', opened);
      }
      const action = { text: 'signUp.enterCode', run: enterCode } as const;
      // Where accounts need no confirmation the sign-up has signed in.
      const isSignedIn = memberOf(sessionStore.getState()) !== null;
      const toast = { title: 'signUp.created', description: 'signUp.createdText' } as const;
      showToast(isSignedIn ? toast : { ...toast, action });
    },
    onSuccess: () => navigate(pages.home.href()),
    failed: 'signUp.failed',
  });
}

/** Confirms the address of a new account by the code of the mail, then opens the home page. */
function ConfirmEmail({ email }: { readonly email: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  function confirmed() {
    showToast({ title: 'signUp.confirmed', description: 'signUp.confirmedText' });
    return navigate(pages.home.href(), { replace: true });
  }
  return (
    <BoardingPass title={t('signUp.codeTitle')}>
      <div className="grid gap-4">
        <p className="wrap-anywhere text-ink-2">
          <TextWithEmail text={t('signUp.codeText', { email })} address={email} />
        </p>
        <MailedCode email={email} type="email" onSuccess={confirmed} />
        <OtherFormLink
          text={t('signUp.wrongEmail')}
          to={pages.signup.href()}
          label={t('signUp.startOver')}
        />
      </div>
    </BoardingPass>
  );
}

/** Creates an account at /signup and /register, then opens the home page, whose toast leads back to enter the mailed code. */
export function Component() {
  const { state } = useLocation() as { readonly state: unknown };
  const email: unknown = Reflect.get(Object(state), 'awaitingCode');
  const hydrated = useHydrated();
  return hydrated && typeof email === 'string' ? <ConfirmEmail email={email} /> : <SignUp />;
}

function SignUp() {
  const { t } = useTranslation();
  const { field, failure, busy, handlers } = useSignUpForm();
  return (
    <BoardingPass title={t('signUp.title')}>
      <p className="mb-5 text-ink-2">{t('signUp.text')}</p>
      <Form {...handlers} className="grid gap-4">
        <NameField {...field('fullName')} label={t('auth.fullName')} required />
        <EmailField {...field('email')} label={t('field.email')} required enterKeyHint="next" />
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
          to={pages.login.href()}
          label={t('nav.signIn')}
        />
      </Form>
    </BoardingPass>
  );
}
