import type { User } from '@supabase/supabase-js';
import { Menu as Burger, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router';
import { paths } from '#paths.ts';
import { isUnknown, useSession, useUser } from '#platform/session.ts';
import { IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Avatar } from '#ui/picture.tsx';
import { initialOf } from './account.ts';
import { AreaSkeleton } from './guards.tsx';
import { BrandLink, SkipLink } from './header-controls.tsx';
import { Sidebar } from './sidebar.tsx';
import '#styles/inner.css';

/** The panel of a narrow screen; closed by Escape, a press outside and a navigation. */
function usePanel() {
  const [openAt, setOpenAt] = useState<string>();
  const { key } = useLocation();
  const opener = useRef<HTMLButtonElement>(null);
  const closer = useRef<HTMLButtonElement>(null);
  const open = openAt === key;
  useEffect(() => {
    if (!open) return undefined;
    const openedBy = opener.current;
    const wide = window.matchMedia('(min-width: 64rem)');
    const close = () => setOpenAt(undefined);
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close();
    closer.current?.focus();
    document.addEventListener('keydown', onKey);
    wide.addEventListener('change', close);
    return () => {
      document.removeEventListener('keydown', onKey);
      wide.removeEventListener('change', close);
      // The opener is inert until the panel is closed.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) openedBy?.focus();
      });
    };
  }, [open]);
  return { open, opener, closer, show: () => setOpenAt(key), hide: () => setOpenAt(undefined) };
}

/** The layout of the member area (spec §2); on a narrow screen the sidebar is a panel over the page. */
function MemberArea({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  const { open, opener, closer, show, hide } = usePanel();
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[16rem_minmax(0,1fr)] lg:bg-[linear-gradient(90deg,var(--night)_16rem,transparent_0)]">
      <SkipLink />
      <header
        inert={open}
        className="on-river wrap flex h-16 items-center justify-between lg:hidden"
      >
        <IconButton ref={opener} label={t('nav.openMenu')} aria-expanded={open} onClick={show}>
          <Burger className="size-5" />
        </IconButton>
        <BrandLink />
        <Avatar letter={initialOf(user)} />
      </header>
      {open && (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          onClick={hide}
          className="fixed inset-0 z-30 bg-scrim lg:hidden"
        />
      )}
      <aside
        aria-label={t('nav.main')}
        className={classNames(
          'on-river spring-in w-64 flex-col gap-6 overflow-y-auto px-4 py-6',
          'lg:sticky lg:top-0 lg:flex lg:h-dvh',
          open ? 'fixed inset-y-0 left-0 z-40 flex' : 'hidden',
        )}
      >
        {open && (
          <IconButton
            ref={closer}
            label={t('nav.closeMenu')}
            onClick={hide}
            className="absolute! top-6 right-3 lg:hidden"
          >
            <X className="size-5" />
          </IconButton>
        )}
        <Sidebar user={user} />
      </aside>
      <main
        id="main"
        tabIndex={-1}
        inert={open}
        className="max-w-344 px-[clamp(1.25rem,3vw,3rem)] pt-8 pb-16"
      >
        <Outlet />
      </main>
    </div>
  );
}

/** Guards the member area: a skeleton while the session loads, the sign-in for visitors (spec §2). */
export function Component() {
  const user = useUser();
  const loading = useSession(isUnknown);
  if (loading) return <AreaSkeleton />;
  if (user === null) return <Navigate to={paths.login.href()} replace />;
  return <MemberArea user={user} />;
}
