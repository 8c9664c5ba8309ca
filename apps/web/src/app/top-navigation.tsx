import type { User } from '@supabase/supabase-js';
import { Menu as Burger, X } from 'lucide-react';
import { Suspense, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router';
import { CartButton } from '#features/store/cart-button.tsx';
import { pages, shownLinks } from '#pages.ts';
import { settings } from '#platform/env.ts';
import { lazyComponent, useLazyPanel, usePrefetch } from '#platform/lazy-components.ts';
import { isUnknown, useSession, useUser } from '#platform/session.ts';
import { buttonClass, IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Loading, Skeleton } from '#ui/feedback.tsx';
import { BrandLink, LanguageSwitch, ThemeSwitch } from './header-controls.tsx';

const siteLinks = [
  { text: 'nav.searchFlights', page: pages.flightSearch },
  { text: 'nav.packages', page: pages.packages },
  { text: 'nav.store', page: pages.store },
  { text: 'nav.about', page: pages.about },
  { text: 'nav.contact', page: pages.contact },
] as const;

const loadMobileMenu = async () => (await import('./mobile-menu.tsx')).MobileMenu;

const entry = 'flex min-h-11 items-center px-3 font-mid whitespace-nowrap';

/** In place of the account menu; the mobile menu has the account links of narrow screens. */
function DashboardLink() {
  const { t } = useTranslation();
  return (
    <Link to={pages.dashboard.href()} className={`${entry} max-lg:hidden`}>
      {t('nav.dashboard')}
    </Link>
  );
}

// Only members need its menu library.
const AccountMenu = lazyComponent<{ user: User }>(
  async () => (await import('./account-menu.tsx')).AccountMenu,
  DashboardLink,
);

const Bell = lazyComponent(
  async () => (await import('./account.ts')).loadBell(),
  () => null,
);

/** First in its group, so that nothing beside it moves when it comes. */
function MemberBell() {
  const isMember = useUser() !== null;
  return (
    isMember &&
    settings().features.includes('notifications') && (
      <Suspense>
        <Bell />
      </Suspense>
    )
  );
}

/** Every state has the width of the visitor's links, so that nothing beside them moves when the session is known. */
function SessionPlace({
  overPicture,
  children,
}: {
  readonly overPicture: boolean;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation();
  const isHidden = children !== undefined;
  const signUp = buttonClass({ tone: overPicture ? 'night' : 'secondary', size: 'sm' });
  return (
    <div className="grid items-center">
      <div
        aria-hidden={isHidden}
        className={classNames(
          'col-start-1 row-start-1 hidden items-center gap-2 lg:flex',
          isHidden && 'invisible',
        )}
      >
        <Link to={pages.login.href()} className={entry}>
          {t('nav.signIn')}
        </Link>
        <Link to={pages.register.href()} className={signUp}>
          {t('nav.signUp')}
        </Link>
      </div>
      <div className="col-start-1 row-start-1 min-w-0">{children}</div>
    </div>
  );
}

function Placeholder() {
  const { t } = useTranslation();
  return (
    <Loading label={t('state.loading')} className="hidden lg:block">
      <Skeleton className="h-10 w-full" />
    </Loading>
  );
}

/** The links of a visitor, or the menu of a member. */
function SessionEntries({ overPicture }: { readonly overPicture: boolean }) {
  const user = useUser();
  const loading = useSession(isUnknown);
  if (!loading && user === null) return <SessionPlace overPicture={overPicture} />;
  return (
    <SessionPlace overPicture={overPicture}>
      {user === null ? (
        <Placeholder />
      ) : (
        <Suspense fallback={<Placeholder />}>
          <AccountMenu user={user} />
        </Suspense>
      )}
    </SessionPlace>
  );
}

/** The bar of the public pages: their links, language, theme, session (spec §2). */
export function TopNavigation({ overPicture }: { readonly overPicture: boolean }) {
  const { t } = useTranslation();
  const opener = useRef<HTMLButtonElement>(null);
  const menu = useLazyPanel(loadMobileMenu);
  // Fetched ahead: it may be opened without a connection.
  usePrefetch(loadMobileMenu);
  const { Panel: Menu } = menu;
  const isOpen = Menu !== undefined;
  const BurgerIcon = isOpen ? X : Burger;
  return (
    <header
      className={classNames(
        'inset-x-0 top-0 z-20',
        overPicture
          ? 'absolute text-on-night [--focus:var(--gold)]'
          : 'relative border-b border-line bg-surface',
      )}
    >
      <div className="wrap flex h-(--bar) items-center gap-3">
        <BrandLink />
        <nav aria-label={t('nav.main')} className="hidden lg:block">
          <ul className="flex gap-1">
            {shownLinks(siteLinks).map(({ text, to }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  className={`${entry} aria-[current=page]:shadow-[inset_0_-3px_var(--gold)]`}
                >
                  {t(text)}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        {/* From the navigation on, so that it keeps its place when an entry comes. */}
        <div className="flex flex-1 items-center justify-end sm:gap-2">
          <MemberBell />
          <LanguageSwitch />
          <span className="hidden lg:block">
            <ThemeSwitch />
          </span>
          <CartButton />
          <SessionEntries overPicture={overPicture} />
          <IconButton
            ref={opener}
            label={t(isOpen ? 'nav.closeMenu' : 'nav.openMenu')}
            aria-expanded={isOpen}
            onClick={isOpen ? menu.close : menu.open}
            className="-mr-3 lg:hidden"
          >
            <BurgerIcon className="size-5" />
          </IconButton>
        </div>
      </div>
      {Menu && <Menu onClose={menu.close} opener={opener} links={siteLinks} />}
    </header>
  );
}
