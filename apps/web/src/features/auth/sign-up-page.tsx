import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { checkSignUp, type SignUpFields } from '@bkksiam/domain/credentials';
import { pages } from '#pages.ts';
import { signUp } from '#platform/auth.ts';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { memberOf, sessionStore } from '#platform/session.ts';
import { showToast } from '#platform/toast.ts';
import { unconfirmedEmail } from '#platform/unconfirmed-email.ts';
import { EmailField, NameField } from '#ui/contact-fields.tsx';
import { Form } from '#ui/form.tsx';
import { NewPasswordField, OtherFormLink, SubmitButton } from './auth-fields.tsx';
import { useAuthForm } from './auth-form.ts';
import { BoardingPass } from './boarding-pass.tsx';
import { AuthErrorMessage } from './form-message.tsx';

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
      // Where accounts need no confirmation the sign-up has signed in.
      if (memberOf(sessionStore.getState()) === null) {
        unconfirmedEmail.write({ email, sentAt: Date.now(), isFolded: false });
      }
      showToast({ title: 'signUp.created', description: 'signUp.createdText' });
    },
    afterwards: () => navigate(pages.home.href()),
    failed: 'signUp.failed',
  });
}

/** The line about terms and privacy. They open in another tab: what was typed stays. */
function Consent() {
  const { t } = useTranslation();
  const links = {
    terms: { to: pages.terms.href(), text: t('signUp.consentTerms') },
    privacy: { to: pages.privacy.href(), text: t('signUp.consentPrivacy') },
  };
  // The marks divide the sentence where the links stand in the language of the page.
  const parts = t('signUp.consent', { terms: '|terms|', privacy: '|privacy|' }).split('|');
  return (
    <p className="text-sm text-ink-2">
      {parts.map((part) => {
        if (part !== 'terms' && part !== 'privacy') return part;
        const { to, text } = links[part];
        return (
          <Link
            key={part}
            to={to}
            target="_blank"
            className="-my-3 inline-block py-3 text-teal underline underline-offset-4"
          >
            {text}
            <span className="sr-only"> {t('signUp.newTab')}</span>
          </Link>
        );
      })}
    </p>
  );
}

/** Creates an account at /signup and /register, then opens the home page, where a panel asks for the mailed code. */
export function Component() {
  const { t } = useTranslation();
  const { field, failure, busy, handlers } = useSignUpForm();
  return (
    <BoardingPass title={t('signUp.title')}>
      <p className="mb-5 text-ink-2">{t('signUp.text')}</p>
      <Form {...handlers} className="grid gap-4">
        <NameField {...field('fullName')} label={t('auth.fullName')} required />
        <EmailField {...field('email')} label={t('field.email')} required enterKeyHint="next" />
        <NewPasswordField {...field('password')} />
        <Consent />
        <AuthErrorMessage failure={failure} />
        <SubmitButton busy={busy} busyText={t('signUp.busy')}>
          {t('signUp.submit')}
        </SubmitButton>
        <OtherFormLink text={t('signUp.hasAccount')} page="login" />
      </Form>
    </BoardingPass>
  );
}
