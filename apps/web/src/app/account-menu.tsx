import type { User } from '@supabase/supabase-js';
import { LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { shownLinks } from '#pages.ts';
import { Menu, MenuHeader, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { Avatar } from '#ui/picture.tsx';
import { accountLinks, initialOf, shownName, useLogOut } from './account.ts';

/** The signed-in user's menu: name, account pages, sign-out. */
export function AccountMenu({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  const logOut = useLogOut();
  const trigger = (
    // The mobile menu has the same links for narrow phones.
    <button
      type="button"
      aria-label={t('nav.account')}
      className="flex min-h-11 w-full items-center gap-3 rounded-md font-mid max-[25rem]:hidden"
    >
      <span className="w-0 flex-1 truncate text-right max-lg:hidden">{shownName(user)}</span>
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
      {shownLinks(accountLinks).map(({ text, to, Icon }) => (
        <MenuItem key={to} asChild>
          <Link to={to}>
            <Icon className="size-5 text-teal" />
            {t(text)}
          </Link>
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={logOut}>
        <LogOut className="size-5 text-teal" />
        {t('nav.logOut')}
      </MenuItem>
    </Menu>
  );
}
