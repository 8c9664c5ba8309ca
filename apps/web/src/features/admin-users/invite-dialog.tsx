import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { userRoles } from '@bkksiam/domain/users';
import { userKeys } from '#entities/user/profile-data.ts';
import { useAppForm } from '#platform/form.ts';
import { trimmedText } from '#platform/form-schema.ts';
import { logRejection } from '#platform/log.ts';
import { showToast, toastError } from '#platform/toast.ts';
import { EmailField } from '#ui/contact-fields.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { FormDialog } from '#platform/form-dialog.tsx';
import { inviteUser } from './users-data.ts';

const missing = 'users.inviteDialog.missing';
const schema = z.object({
  email: trimmedText.check(z.minLength(1, missing)),
  role: z.enum(userRoles),
});

export interface InviteDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The state of the form (spec §5). The input stays until an invitation is sent. */
function useInvitation(onClose: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const app = useAppForm({
    schema,
    defaultValues: { email: '', role: 'member' },
    clearsAfterwards: true,
    errorToast: 'users.error',
    send: (invitation) =>
      // Also after a failure: the account may have been created before it. The next submit does not wait for the list.
      inviteUser(invitation).finally(() => {
        const refetch = queries.invalidateQueries({ queryKey: userKeys.forAdmins });
        logRejection('the users could not be refetched', refetch);
      }),
    onSuccess(_result, { email }) {
      onClose();
      showToast({
        title: 'users.inviteDialog.sent',
        description: 'users.inviteDialog.sentText',
        values: { email },
      });
    },
    onError(error) {
      app.form.setError('email', { message: error.message }, { shouldFocus: true });
    },
    onInvalid: () => toastError('users.error', t(missing)),
  });
  return app;
}

/** The Invite User dialog. */
export function InviteDialog({ open, onClose }: InviteDialogProps) {
  const { t } = useTranslation();
  const form = useInvitation(onClose);
  return (
    <FormDialog
      title={t('users.invite')}
      text={t('users.inviteDialog.text')}
      open={open}
      // The input stays when it is closed.
      form={{ ...form, isDirty: false }}
      onClose={onClose}
      submitLabel={t('users.inviteDialog.send')}
      busyText={t('action.sending')}
    >
      <EmailField
        {...form.field('email')}
        label={t('field.email')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="send"
        required
      />
      <SelectField
        {...form.control('role')}
        label={t('field.role')}
        choices={userRoles.map((value) => ({ value, text: t(`users.role.${value}`) }))}
      />
    </FormDialog>
  );
}
