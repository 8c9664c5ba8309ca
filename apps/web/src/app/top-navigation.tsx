import { Menu as Burger, X } from 'lucide-react';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router';
import { latePart } from '#platform/late-part.ts';
import { useSession } from '#platform/session.tsx';
import { buttonClass, IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Skeleton } from '#ui/feedback.tsx';
import { BrandLink } from './brand-link.tsx';
import { loadFrameParts } from './load-frame-parts.ts';
import { paths } from './paths.ts';
import { LanguageSwitch, ThemeSwitch } from './switches.tsx';
import { siteLinks } from './top-links.ts';

const MobileMenu = latePart(() => loadFrameParts().then((module) => module.MobileMenu));

// The menu's code is for members only, so a visitor's first load goes without it.
const AccountMenu = latePart(() =>
  import('./account-menu.tsx').then((module) => module.AccountMenu),
);

// The cart is this browser's own, so its button comes after the first paint.
const CartButton = latePart(() => loadFrameParts().then((module) => module.CartButton));

function Cart() {
  return (
    <Suspense fallback={<span className="size-11 flex-none" />}>
      <CartButton />
    </Suspense>
  );
}

function Placeholder() {
  const { t } = useTranslation();
  return (
    <div aria-busy="true" className="hidden lg:block">
      <span className="sr-only">{t('state.loading')}</span>
      <Skeleton className="h-10 w-40" />
    </div>
  );
}

/** Nobody knows yet, nobody signed in, or the member's menu. */
function SessionEntries({ overPicture }: { readonly overPicture: boolean }) {
  const { t } = useTranslation();
  const { user, loading } = useSession();
  if (loading) return <Placeholder />;
  if (user !== null) {
    return (
      <Suspense fallback={<Placeholder />}>
        <AccountMenu user={user} />
      </Suspense>
    );
  }
  const signUp = buttonClass({ tone: overPicture ? 'night' : 'secondary', size: 'sm' });
  return (
    <div className="hidden items-center gap-2 lg:flex">
      <Link
        to={paths.login.href()}
        className="flex min-h-11 items-center px-4 font-mid whitespace-nowrap"
      >
        {t('nav.signIn')}
      </Link>
      <Link to={paths.register.href()} className={signUp}>
        {t('nav.signUp')}
      </Link>
    </div>
  );
}

/** Opened by its button; closed by it, by Escape and by going somewhere. */
function useMobileMenu() {
  const [openAt, setOpenAt] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  const open = openAt === key;
  useEffect(() => {
    if (!open) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenAt(undefined);
      button.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);
  return { open, button, toggle: () => setOpenAt(open ? undefined : key) };
}

/** The bar of the public pages: their links, language, theme, session (spec §2). */
export function TopNavigation({ overPicture }: { readonly overPicture: boolean }) {
  const { t } = useTranslation();
  const menuId = useId();
  const { open, button, toggle } = useMobileMenu();
  const BurgerIcon = open ? X : Burger;
  return (
    <header
      className={classNames(
        'inset-x-0 top-0 z-20',
        overPicture
          ? 'absolute text-on-night [--focus:var(--gold)]'
          : 'relative border-b border-line bg-surface',
      )}
    >
      <div className="wrap flex h-(--bar) items-center gap-3 lg:gap-8">
        <BrandLink />
        <nav aria-label={t('nav.main')} className="hidden lg:block">
          <ul className="flex gap-1">
            {siteLinks.map(({ text, to }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  className="flex min-h-11 items-center px-4 font-mid whitespace-nowrap aria-[current=page]:shadow-[inset_0_-3px_var(--gold)]"
                >
                  {t(text)}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex items-center sm:gap-2">
          <LanguageSwitch />
          <span className="hidden lg:block">
            <ThemeSwitch />
          </span>
          <Cart />
          <SessionEntries overPicture={overPicture} />
          <IconButton
            ref={button}
            label={t(open ? 'nav.closeMenu' : 'nav.openMenu')}
            aria-expanded={open}
            aria-controls={open ? menuId : undefined}
            onClick={toggle}
            className="-mr-3 lg:hidden"
          >
            <BurgerIcon className="size-5" strokeWidth={1.6} aria-hidden />
          </IconButton>
        </div>
      </div>
      {open && (
        <Suspense fallback={null}>
          <MobileMenu id={menuId} />
        </Suspense>
      )}
    </header>
  );
}
