import { useTranslation } from 'react-i18next';
import { logFailure } from '#platform/log.ts';
import { ConfirmDialog } from '#ui/dialog.tsx';
import type { DeleteDialogProps } from './delete-dialog.tsx';
import type { ActionOutcome } from './use-user-actions.ts';
import { menuButtonId } from './user-menu.tsx';
import { userLabel, type AdminUser } from './users-data.ts';

/** Asks before a user's authenticators are removed; stays when it could not be done. */
export function ResetFactorDialog({
  question: { user, open, close },
  busy,
  onReset,
}: {
  readonly question: DeleteDialogProps['deletion'];
  readonly busy: boolean;
  readonly onReset: (user: AdminUser) => Promise<ActionOutcome>;
}) {
  const { t } = useTranslation();
  if (user === undefined) return null;
  return (
    <ConfirmDialog
      open={open}
      onCancel={() => {
        if (!busy) close();
      }}
      onConfirm={() => {
        onReset(user)
          .then((outcome) => {
            if (outcome !== 'failed') close();
          })
          .catch((error: unknown) => logFailure('a second factor could not be reset', error));
      }}
      title={t('users.confirmReset.title')}
      text={t('users.confirmReset.text', { email: userLabel(user) })}
      confirmLabel={t('users.confirmReset.confirm')}
      cancelLabel={t('action.cancel')}
      busy={busy}
      focusAfter={() => document.getElementById(menuButtonId(user.id))}
    />
  );
}
