import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { userRoles } from '@bkksiam/domain/users';
import { userKeys } from '#entities/user/profile-data.ts';
import { logRejection } from '#platform/log.ts';
import { showToast, toastError } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/contact-fields.tsx';
import { Dialog, DialogClose, DialogTitle } from '#ui/dialog.tsx';
import { Form } from '#ui/form.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { inviteUser, type Invitation } from './users-data.ts';

const empty: Invitation = { email: '', role: 'member' };

export interface InviteDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The state of the form (spec §5). The input stays until an invitation is sent. */
function useInvitation(onClose: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [fields, setFields] = useState(empty);
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  function fail(message: string) {
    setProblem(message);
    toastError('users.error', message);
    input.current?.focus();
  }
  const { mutate, isPending } = useMutation({
    mutationFn: inviteUser,
    onSuccess: (_result, { email }) => {
      setFields(empty);
      onClose();
      showToast({
        title: 'users.inviteDialog.sent',
        description: 'users.inviteDialog.sentText',
        values: { email },
      });
    },
    onError: (error) => fail(error.message),
    // Also after a failure: the account may have been created before it. The next submit does not wait for the list.
    onSettled: () => {
      const refetch = queries.invalidateQueries({ queryKey: userKeys.forAdmins });
      logRejection('the users could not be refetched', refetch);
    },
  });
  function submit() {
    if (isPending) return;
    const email = fields.email.trim();
    setProblem(undefined);
    if (email === '') fail(t('users.inviteDialog.missing'));
    else mutate({ email, role: fields.role });
  }
  function change(changed: Partial<Invitation>) {
    setFields({ ...fields, ...changed });
    setProblem(undefined);
  }
  return { input, fields, problem, busy: isPending, change, submit };
}

/** The Invite User dialog. */
export function InviteDialog({ open, onClose }: InviteDialogProps) {
  const { t } = useTranslation();
  const { input, fields, problem, busy, change, submit } = useInvitation(onClose);
  return (
    <Dialog open={open} onClose={onClose} className="max-w-lg rounded-lg bg-surface p-6 shadow-3">
      <div className="mb-4 flex items-start justify-between gap-4">
        <DialogTitle>{t('users.invite')}</DialogTitle>
        <DialogClose label={t('action.close')} className="-mt-1 -mr-2" />
      </div>
      <Form onSubmit={submit} className="grid gap-5">
        <p className="text-ink-2">{t('users.inviteDialog.text')}</p>
        <EmailField
          ref={input}
          label={t('field.email')}
          name="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="send"
          required
          value={fields.email}
          onChange={(event) => change({ email: event.target.value })}
          error={problem}
        />
        <SelectField
          label={t('field.role')}
          value={fields.role}
          onChoose={(role) => change({ role })}
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
