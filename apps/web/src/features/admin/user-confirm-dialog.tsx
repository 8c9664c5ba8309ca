import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logFailure } from '#platform/log.ts';
import { ConfirmDialog } from '#ui/dialog.tsx';
import type { ActionOutcome } from './use-user-actions.ts';
import { menuButtonId } from './user-menu.tsx';
import { userLabel, type AdminUser } from './users-data.ts';

/** The selected user is remembered while the dialog closes. */
export interface UserQuestion {
  readonly user: AdminUser | undefined;
  readonly open: boolean;
  readonly ask: (user: AdminUser) => void;
  readonly close: () => void;
}

/** The state of one confirmation dialog of the users list. */
export function useUserQuestion(): UserQuestion {
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

const textKeys = {
  delete: {
    title: 'users.confirm.title',
    text: 'users.confirm.text',
    confirm: 'users.confirm.delete',
  },
  resetFactor: {
    title: 'users.confirmReset.title',
    text: 'users.confirmReset.text',
    confirm: 'users.confirmReset.confirm',
  },
} as const;

export interface UserConfirmDialogProps {
  readonly action: keyof typeof textKeys;
  readonly question: UserQuestion;
  readonly busy: boolean;
  readonly onConfirm: (user: AdminUser) => Promise<ActionOutcome>;
  /** The heading that takes the focus when the user's row is gone. */
  readonly headingId: string;
}

/** Asks before an admin deletes a user (spec §6) or resets their authenticators; stays open when the action failed. */
export function UserConfirmDialog({
  action,
  question: { user, open, close },
  busy,
  onConfirm,
  headingId,
}: UserConfirmDialogProps) {
  const { t } = useTranslation();
  const gone = useRef(false);
  if (user === undefined) return null;
  const { title, text, confirm } = textKeys[action];
  function run(target: AdminUser) {
    onConfirm(target)
      .then((outcome) => {
        if (outcome === 'failed') return;
        gone.current = action === 'delete';
        close();
      })
      .catch((error: unknown) => logFailure(`the action ${action} failed`, error));
  }
  return (
    <ConfirmDialog
      open={open}
      onCancel={() => {
        if (!busy) close();
      }}
      onConfirm={() => run(user)}
      title={t(title)}
      text={t(text, { email: userLabel(user) })}
      confirmLabel={t(confirm)}
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
