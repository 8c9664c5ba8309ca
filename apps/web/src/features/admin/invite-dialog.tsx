import { Mail } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { userRoles, type UserRole } from '@bkksiam/domain/users';
import { messageOf } from '#platform/backend-error.ts';
import { logFailure } from '#platform/log.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/form-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { toastFailure } from './use-user-actions.ts';
import { inviteUser } from './user-calls.ts';

const empty: { readonly email: string; readonly role: UserRole } = { email: '', role: 'member' };

export interface InviteDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The list may have somebody new, also where it did not go well to the end. */
  readonly onTried: () => Promise<void>;
}

/** Asks for the address and role of somebody new (spec §5). What was typed stays until an invitation has left. */
function useInvitation({ onClose, onTried }: Omit<InviteDialogProps, 'open'>) {
  const { t } = useTranslation();
  const [fields, setFields] = useState(empty);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const email = fields.email.trim();

  async function send(field: Element | RadioNodeList | null) {
    setProblem(undefined);
    const fail = (message: string) => {
      setProblem(message);
      toastFailure({ message });
      if (field instanceof HTMLElement) field.focus();
    };
    if (email === '') {
      fail(t('users.inviteDialog.missing'));
      return;
    }
    setBusy(true);
    try {
      await inviteUser({ email, role: fields.role });
      setFields(empty);
      onClose();
      showToast({
        title: 'users.inviteDialog.sent',
        description: 'users.inviteDialog.sentText',
        values: { email },
      });
    } catch (error) {
      fail(messageOf(error));
    }
    setBusy(false);
    await onTried();
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    send(event.currentTarget.elements.namedItem('email')).catch((error: unknown) =>
      logFailure('an invitation failed', error),
    );
  }
  function change(changed: Partial<typeof empty>) {
    setFields({ ...fields, ...changed });
    setProblem(undefined);
  }
  return { fields, problem, busy, change, submit };
}

/** The Invite User dialog. */
export function InviteDialog({ open, onClose, onTried }: InviteDialogProps) {
  const { t } = useTranslation();
  const { fields, problem, busy, change, submit } = useInvitation({ onClose, onTried });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('users.inviteDialog.title')}
      closeLabel={t('action.close')}
    >
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <p className="text-ink-2">{t('users.inviteDialog.text')}</p>
        <TextField
          label={t('users.inviteDialog.email')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="send"
          required
          icon={Mail}
          value={fields.email}
          onChange={(event) => change({ email: event.target.value })}
          error={problem}
        />
        <SelectField
          label={t('users.inviteDialog.role')}
          value={fields.role}
          onChoose={(role) => change({ role })}
          choices={userRoles.map((role) => ({ value: role, text: t(`users.role.${role}`) }))}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button tone="secondary" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" busy={busy} busyText={t('users.inviteDialog.sending')}>
            {t('users.inviteDialog.send')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
