import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { checkPassword } from '@bkksiam/domain/credentials';
import { paths } from '#paths.ts';
import { askAuth } from '#platform/auth-failure.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { NewPasswordField } from './auth-fields.tsx';
import { useAuthForm } from './auth-form.ts';
import { BoardingPass } from './boarding-pass.tsx';
import { AuthErrorMessage } from './form-message.tsx';

export interface NewPasswordProps {
  /** Of the account. */
  readonly email: string;
  /** The link was an invitation, so there was no password before. */
  readonly invited: boolean;
}

/** Sets a new password for the user whom a mailed link has signed in, then opens the home page (spec §2). */
export function NewPassword({ email, invited }: NewPasswordProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { field, failure, busy, onSubmit } = useAuthForm({
    empty: { password: '' },
    check: checkPassword,
    send: ({ password }) => askAuth(({ auth }) => auth.updateUser({ password })),
    onSuccess() {
      showToast({ title: 'reset.updated', description: 'reset.updatedText' });
      // Back must not lead to the form.
      return navigate(paths.home.href(), { replace: true });
    },
    failed: 'reset.updateFailed',
    missing: 'problem.auth.missing_password',
  });
  return (
    <BoardingPass title={t('reset.newTitle')}>
      <p className="mb-5 wrap-anywhere text-ink-2">
        {t(invited ? 'reset.inviteText' : 'reset.newText', { email })}
      </p>
      <Form onSubmit={onSubmit} className="grid gap-4">
        {/* Password managers need it to find the account. */}
        <input hidden type="text" name="username" autoComplete="username" value={email} readOnly />
        <NewPasswordField {...field('password')} label={t('reset.newPassword')} />
        <AuthErrorMessage failure={failure} />
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
      </Form>
    </BoardingPass>
  );
}
