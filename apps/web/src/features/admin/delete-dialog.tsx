import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logFailure } from '#platform/log.ts';
import { ConfirmDialog } from '#ui/dialog.tsx';
import type { ActionOutcome } from './use-user-actions.ts';
import { menuButtonId } from './user-menu.tsx';
import { userLabel, type AdminUser } from './users-data.ts';

/** Whom it is about is remembered while the dialog closes. */
export interface Deletion {
  readonly user: AdminUser | undefined;
  readonly open: boolean;
  readonly ask: (user: AdminUser) => void;
  readonly close: () => void;
}

/** Who is about to be deleted, if anybody. */
export function useDeletion(): Deletion {
  const [user, setUser] = useState<AdminUser>();
  const [open, setOpen] = useState(false);
  return {
    user,
    open,
    ask: (next) => {
      setUser(next);
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}

export interface DeleteDialogProps {
  readonly deletion: Deletion;
  readonly busy: boolean;
  readonly onDelete: (user: AdminUser) => Promise<ActionOutcome>;
  /** The heading that takes the focus when the user's row is gone. */
  readonly headingId: string;
}

/** Asks before a user is deleted, in the words of spec §6; stays when it could not be done and may be tried again. */
export function DeleteDialog({ deletion, busy, onDelete, headingId }: DeleteDialogProps) {
  const { t } = useTranslation();
  const { user, open, close } = deletion;
  const gone = useRef(false);
  if (user === undefined) return null;
  function remove(leaving: AdminUser) {
    onDelete(leaving)
      .then((outcome) => {
        if (outcome === 'failed') return;
        gone.current = true;
        close();
      })
      .catch((error: unknown) => logFailure('a user could not be deleted', error));
  }
  return (
    <ConfirmDialog
      open={open}
      onCancel={() => {
        if (!busy) close();
      }}
      onConfirm={() => remove(user)}
      title={t('users.confirm.title')}
      text={t('users.confirm.text', { email: userLabel(user) })}
      confirmLabel={t('users.confirm.delete')}
      cancelLabel={t('action.cancel')}
      busy={busy}
      focusAfter={() => {
        // The row may still be there for a moment, but would take the focus with it.
        const menuButton = gone.current ? null : document.getElementById(menuButtonId(user.id));
        gone.current = false;
        return menuButton ?? document.getElementById(headingId);
      }}
    />
  );
}
