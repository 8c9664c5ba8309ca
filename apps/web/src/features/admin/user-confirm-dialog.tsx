import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { listHeading } from './list-view.tsx';
import { menuButtonId } from './user-menu.tsx';
import { userLabel, type AdminUser } from './users-data.ts';

const textsOf = { delete: 'users.confirm', resetFactor: 'users.confirmReset' } as const;

export interface UserConfirmDialogProps {
  readonly user: AdminUser;
  readonly kind: keyof typeof textsOf;
  readonly onClose: () => void;
  readonly busy: boolean;
  /** Calls back unless the action failed and can be repeated. */
  readonly onConfirm: (onDone: () => void) => void;
}

/** Asks before an admin deletes a user (spec §6) or resets their authenticators; stays open when the action failed. */
export function UserConfirmDialog(props: UserConfirmDialogProps) {
  const { user, kind, onClose, busy } = props;
  const { t } = useTranslation();
  const gone = useRef(false);
  const texts = textsOf[kind];
  return (
    <ConfirmDialog
      open
      onCancel={onClose}
      onConfirm={() =>
        props.onConfirm(() => {
          gone.current = kind === 'delete';
          onClose();
        })
      }
      title={t(`${texts}.title`)}
      text={t(`${texts}.text`, { email: userLabel(user) })}
      confirmLabel={t(`${texts}.confirm`)}
      cancelLabel={t('action.cancel')}
      busy={busy}
      focusAfter={() => {
        // A deleted user's row may still be there for a moment.
        const menuButton = gone.current
          ? null
          : document.getElementById(menuButtonId(user.user_id));
        gone.current = false;
        return menuButton ?? listHeading();
      }}
    />
  );
}
