import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { userRoles } from '@bkksiam/domain/users';
import { userKeys } from '#entities/user/profile-data.ts';
import { useAppForm } from '#platform/form.ts';
import { trimmedText } from '#platform/form-schema.ts';
import { logRejection } from '#platform/log.ts';
import { showToast, toastError } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/contact-fields.tsx';
import { Dialog, DialogClose, DialogTitle } from '#ui/dialog.tsx';
import { Form } from '#ui/form.tsx';
import { SelectField } from '#ui/select-field.tsx';
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
  const { form, ...rest } = useAppForm({
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
      form.setError('email', { message: error.message }, { shouldFocus: true });
    },
    onInvalid: () => toastError('users.error', t(missing)),
  });
  return { form, ...rest };
}

/** The Invite User dialog. */
export function InviteDialog({ open, onClose }: InviteDialogProps) {
  const { t } = useTranslation();
  const { form, field, busy, onSubmit } = useInvitation(onClose);
  return (
    <Dialog open={open} onClose={onClose} className="max-w-lg rounded-lg bg-surface p-6 shadow-3">
      <div className="mb-4 flex items-start justify-between gap-4">
        <DialogTitle>{t('users.invite')}</DialogTitle>
        <DialogClose label={t('action.close')} className="-mt-1 -mr-2" />
      </div>
      <Form onSubmit={onSubmit} className="grid gap-5">
        <p className="text-ink-2">{t('users.inviteDialog.text')}</p>
        <EmailField
          {...field('email')}
          label={t('field.email')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="send"
          required
        />
        <SelectField
          label={t('field.role')}
          value={form.watch('role')}
          onChoose={(role) => form.setValue('role', role)}
          choices={userRoles.map((role) => ({ value: role, text: t(`users.role.${role}`) }))}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button tone="secondary" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" busy={busy} busyText={t('action.sending')}>
            {t('users.inviteDialog.send')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
