import { EllipsisVertical } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { TextWithEmail } from '#ui/email-text.tsx';
import { Menu, MenuHeader, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { rowAction } from '#ui/row-action.ts';
import { listHeading } from '#list/list-view.tsx';
import { menuButtonId, userLabel, type AdminUser, type UserAction } from './users-data.ts';

export interface UserMenuProps {
  readonly user: AdminUser;
  /** Whether it is the admin's own row: actions that would lock them out are disabled. */
  readonly own: boolean;
  /** An action on this user is pending. */
  readonly busy: boolean;
  readonly onAct: (action: UserAction) => void;
  readonly onExport: () => void;
  /** With the feature `payments`. */
  readonly onCredit?: (() => void) | undefined;
}

/** Apart, because its texts are those of a feature. */
function CreditItem({ busy, onCredit }: { readonly busy: boolean; readonly onCredit: () => void }) {
  const { t } = useTranslation('adminCredit');
  return (
    <MenuItem disabled={busy} onSelect={onCredit}>
      {t('action')}
    </MenuItem>
  );
}

/** The actions on a user (spec §6). */
export function UserMenu({ user, own, busy, onAct, onExport, onCredit }: UserMenuProps) {
  const { t } = useTranslation();
  const admin = user.role === 'admin';
  const trigger = (
    <IconButton
      id={menuButtonId(user.user_id)}
      {...rowAction}
      label={t('users.actionsFor', { email: userLabel(user) })}
      aria-busy={busy || undefined}
      className="hover:bg-sunken aria-busy:opacity-55 dense:pointer-fine:size-9"
    >
      <EllipsisVertical className="size-5" />
    </IconButton>
  );
  return (
    <Menu trigger={trigger}>
      {own && (
        <MenuHeader>
          <span className="block max-w-64 text-sm text-ink-2">{t('users.own')}</span>
        </MenuHeader>
      )}
      <MenuItem
        disabled={busy || (own && admin)}
        onSelect={() => onAct({ kind: 'role', role: admin ? 'member' : 'admin' })}
      >
        {t(admin ? 'users.action.makeMember' : 'users.action.makeAdmin')}
      </MenuItem>
      <MenuItem
        disabled={busy || (own && user.is_active)}
        onSelect={() => onAct({ kind: 'active', active: !user.is_active })}
      >
        {t(user.is_active ? 'users.action.deactivate' : 'users.action.activate')}
      </MenuItem>
      <MenuItem disabled={busy} onSelect={() => onAct({ kind: 'reset' })}>
        {t('users.action.resetPassword')}
      </MenuItem>
      <MenuItem disabled={busy || own} onSelect={() => onAct({ kind: 'resetFactor' })}>
        {t('users.action.resetFactor')}
      </MenuItem>
      <MenuItem disabled={busy} onSelect={onExport}>
        {t('users.action.export')}
      </MenuItem>
      {onCredit && <CreditItem busy={busy} onCredit={onCredit} />}
      <MenuSeparator />
      <MenuItem tone="danger" disabled={busy || own} onSelect={() => onAct({ kind: 'delete' })}>
        {t('action.delete')}
      </MenuItem>
      <MenuItem tone="danger" disabled={busy || own} onSelect={() => onAct({ kind: 'erase' })}>
        {t('users.action.erase')}
      </MenuItem>
    </Menu>
  );
}

const textsOf = {
  delete: 'users.confirm',
  erase: 'users.confirmErase',
  resetFactor: 'users.confirmReset',
} as const;

export interface UserConfirmDialogProps {
  readonly user: AdminUser;
  readonly kind: keyof typeof textsOf;
  readonly onClose: () => void;
  readonly busy: boolean;
  /** Calls `onDone` unless the action failed and can be repeated. */
  readonly onConfirm: (onDone: () => void) => void;
}

/** Asks before an admin deletes a user (spec §6), erases one or resets their authenticators; stays open when the action failed. */
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
          gone.current = kind !== 'resetFactor';
          onClose();
        })
      }
      title={t(`${texts}.title`)}
      text={
        <TextWithEmail
          text={t(`${texts}.text`, { email: userLabel(user) })}
          address={userLabel(user)}
        />
      }
      confirmLabel={t(`${texts}.confirm`)}
      cancelLabel={t('action.cancel')}
      busy={busy}
      focusAfter={() =>
        // A deleted user's row may still be there for a moment.
        (gone.current ? null : document.getElementById(menuButtonId(user.user_id))) ?? listHeading()
      }
    />
  );
}
