import { EllipsisVertical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/button.tsx';
import { Menu, MenuHeader, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { userLabel, type AdminUser, type UserAction } from './users-data.ts';

/** The id of the button that opens a user's menu, to give the focus back to it. */
export const menuButtonId = (userId: string) => `actions-${userId}`;

export interface UserMenuProps {
  readonly user: AdminUser;
  /** The admin's own row, where actions that would lock them out are disabled. */
  readonly own: boolean;
  /** An action on this user is pending. */
  readonly busy: boolean;
  readonly onAct: (action: UserAction) => void;
}

/** The actions on a user (spec §6). */
export function UserMenu({ user, own, busy, onAct }: UserMenuProps) {
  const { t } = useTranslation();
  const admin = user.role === 'admin';
  const trigger = (
    <IconButton
      id={menuButtonId(user.user_id)}
      label={t('users.actionsFor', { email: userLabel(user) })}
      aria-busy={busy || undefined}
      className="hover:bg-sunken aria-busy:opacity-55"
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
      <MenuSeparator />
      <MenuItem tone="danger" disabled={busy || own} onSelect={() => onAct({ kind: 'delete' })}>
        {t('users.action.delete')}
      </MenuItem>
    </Menu>
  );
}
