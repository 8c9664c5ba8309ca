import { LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router';
import type { TextKey } from '#platform/i18n.ts';
import { isUnknown, useSession, useUser } from '#platform/session.ts';
import { buttonClass } from '#ui/button.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { accountLinks, shownName, useLogOut } from './account.ts';
import { LanguageSwitch, ThemeSwitch } from './header-controls.tsx';
import { paths } from '#paths.ts';

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
        <Link to={paths.login.href()} className={buttonClass({ tone: 'secondary' })}>
          {t('nav.signIn')}
        </Link>
        <Link to={paths.register.href()} className={buttonClass()}>
          {t('nav.signUp')}
        </Link>
      </div>
    );
  }
  return (
    <div className="py-2">
      <p className="truncate pt-2 font-head">{shownName(user)}</p>
      <p className="truncate text-sm text-ink-2">{user.email}</p>
      {accountLinks.map(({ text, to, Icon }) => (
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

/** The links of the top bar on a narrow screen, below the bar. */
export function MobileMenu({
  id,
  links,
}: {
  readonly id: string;
  readonly links: readonly { readonly text: TextKey; readonly to: string }[];
}) {
  const { t } = useTranslation();
  return (
    <div
      id={id}
      className="rising absolute inset-x-0 top-full max-h-[calc(100dvh-var(--bar))] overflow-y-auto border-b border-line bg-surface text-ink shadow-3 lg:hidden"
    >
      <div className="wrap divide-y divide-line py-2">
        <nav aria-label={t('nav.main')} className="py-2">
          {links.map(({ text, to }) => (
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
    </div>
  );
}
