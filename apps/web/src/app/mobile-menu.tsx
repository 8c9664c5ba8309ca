import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router';
import { useChange } from '#platform/page-changes.ts';
import type { TextKey } from '#platform/i18n.ts';
import { isUnknown, useSession, useUser } from '#platform/session.ts';
import { buttonClass } from '#ui/button.tsx';
import { SidePanel, type SidePanelProps } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { accountLinks, shownName, useLogOut } from './account.ts';
import { LanguageSwitch, ThemeSwitch } from './header-controls.tsx';
import { pages, shownLinks, type Page } from '#pages.ts';

const rowClass =
  'flex min-h-12 w-full items-center gap-3 font-mid aria-[current=page]:inset-shadow-none aria-[current=page]:text-teal';

function AccountEntries() {
  const { t } = useTranslation();
  const user = useUser();
  const loading = useSession(isUnknown);
  const logOut = useLogOut();
  if (loading) return <Skeleton className="my-3 h-12" />;
  if (user === null) {
    return (
      <div className="grid grid-cols-2 gap-3 py-4">
        <Link to={pages.login.href()} className={buttonClass({ tone: 'secondary' })}>
          {t('nav.signIn')}
        </Link>
        <Link to={pages.register.href()} className={buttonClass()}>
          {t('nav.signUp')}
        </Link>
      </div>
    );
  }
  return (
    <div className="py-2">
      <p className="truncate pt-2 font-head">{shownName(user)}</p>
      <p className="truncate text-sm text-ink-2">{user.email}</p>
      {shownLinks(accountLinks).map(({ text, to, Icon }) => (
        <NavLink key={to} to={to} className={rowClass}>
          <Icon className="size-5 text-teal" />
          {t(text)}
        </NavLink>
      ))}
      <button type="button" onClick={logOut} className={rowClass}>
        <LogOut className="size-5 text-teal" />
        {t('nav.logOut')}
      </button>
    </div>
  );
}

export interface MobileMenuProps extends Pick<SidePanelProps, 'onClose' | 'opener'> {
  readonly links: readonly { readonly text: TextKey; readonly page: Page }[];
}

/** The links of the top bar on a narrow screen, below the bar. */
export function MobileMenu({ links, ...panel }: MobileMenuProps) {
  const { t } = useTranslation();
  const { key } = useLocation();
  const [openedAt] = useState(key);
  // Closed with the navigation, so that the new heading can take the focus.
  useChange(key, panel.onClose);
  return (
    <SidePanel side="top" open={openedAt === key} {...panel} label={t('nav.main')}>
      <div className="wrap divide-y divide-line py-2">
        <nav aria-label={t('nav.main')} className="py-2">
          {shownLinks(links).map(({ text, to }) => (
            <NavLink key={to} to={to} className={rowClass}>
              {t(text)}
            </NavLink>
          ))}
        </nav>
        <AccountEntries />
        <div className="-ml-3 flex items-center justify-between py-2">
          <LanguageSwitch full />
          <ThemeSwitch />
        </div>
      </div>
    </SidePanel>
  );
}
