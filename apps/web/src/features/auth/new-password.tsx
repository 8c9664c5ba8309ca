import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { checkPassword } from '@bkksiam/domain/credentials';
import { paths } from '#app/paths.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { useAuthForm } from './auth-form.ts';
import { BoardingPass } from './boarding-pass.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { setPassword } from './password-data.ts';
import { problemText, Refusal } from './refusal.tsx';

function useNewPasswordForm() {
  const navigate = useNavigate();
  return useAuthForm({
    empty: { password: '' },
    check: checkPassword,
    send: ({ password }) => setPassword(password),
    onAgreed() {
      showToast({ title: 'reset.updated', description: 'reset.updatedText' });
      // Replaced, because the form has done its work: Back must not lead to it.
      return navigate(paths.home.href(), { replace: true });
    },
    failed: 'reset.updateFailed',
    missing: 'problem.auth.missing_password',
  });
}

/** The form to choose a password, for whoever a mailed link has signed in; success leads home (spec §2). */
export function NewPassword({
  email,
  invited,
}: {
  /** Whose password it is. */
  readonly email: string;
  /** The link was an invitation, so there was no password before. */
  readonly invited: boolean;
}) {
  const { t } = useTranslation();
  const { fields, problemOf, failure, busy, change, onSubmit } = useNewPasswordForm();
  return (
    <BoardingPass title={<h1 className="text-2xl">{t('reset.newTitle')}</h1>}>
      <p className="mb-5 wrap-anywhere text-ink-2">
        {t(invited ? 'reset.inviteText' : 'reset.newText', { email })}
      </p>
      <form noValidate onSubmit={onSubmit} className="grid gap-4">
        {/* Tells a password manager whose password it is to keep. */}
        <input hidden type="text" name="username" autoComplete="username" value={email} readOnly />
        <NewPasswordField
          label={t('reset.newPassword')}
          value={fields.password}
          onValue={(password) => change({ password })}
          error={problemText(t, problemOf('password'))}
        />
        <Refusal failure={failure} />
        <Button
          type="submit"
          size="lg"
          wide
          className="mt-2"
          busy={busy}
          busyText={t('reset.newBusy')}
        >
          {t('reset.newSubmit')}
        </Button>
      </form>
    </BoardingPass>
  );
}
