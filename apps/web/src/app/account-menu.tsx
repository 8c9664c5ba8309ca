import type { User } from '@supabase/supabase-js';
import { LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { iconButtonClass } from '#ui/button.tsx';
import { Menu, MenuHeader, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { Avatar } from '#ui/picture-frame.tsx';
import { accountLinks } from './top-links.ts';
import { useLogOut } from './log-out.ts';
import { initialOf, shownName } from './user-name.ts';

/** The signed-in user's menu: who it is, the account's pages, the way out. */
export function AccountMenu({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  const logOut = useLogOut();
  const trigger = (
    // On a narrow phone there is no room for it; the mobile menu has the same entries.
    <button
      type="button"
      aria-label={t('nav.account')}
      className={iconButtonClass('max-[25rem]:hidden')}
    >
      <Avatar letter={initialOf(user)} />
    </button>
  );
  return (
    <Menu trigger={trigger}>
      <MenuHeader>
        <span className="block max-w-64 truncate font-head">{shownName(user)}</span>
        <span className="block max-w-64 truncate text-sm text-ink-2">{user.email}</span>
      </MenuHeader>
      <MenuSeparator />
      {accountLinks.map(({ text, to, Icon }) => (
        <MenuItem key={to} asChild>
          <Link to={to}>
            <Icon className="size-5 text-teal" strokeWidth={1.6} aria-hidden />
            {t(text)}
          </Link>
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={logOut}>
        <LogOut className="size-5 text-teal" strokeWidth={1.6} aria-hidden />
        {t('nav.logOut')}
      </MenuItem>
    </Menu>
  );
}
