import type { User } from '@supabase/supabase-js';
import { Menu as Burger } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { useIsAdmin } from '#entities/user/admin-flag.ts';
import { existsWith, pages } from '#pages.ts';
import { settings } from '#platform/env.ts';
import { loadTexts } from '#platform/i18n.ts';
import { lazyComponent } from '#platform/lazy-components.ts';
import { usePageHandle } from '#platform/page-handle.ts';
import { IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { DialogClose, SidePanel } from '#ui/dialog.tsx';
import { Avatar } from '#ui/picture.tsx';
import { useWideScreen } from '#ui/wide-screen.ts';
import { initialOf, loadBell } from './account.ts';
import { AreaSkeleton, SignedIn } from './guards.tsx';
import { BrandLink, SkipLink } from './header-controls.tsx';
import { CommandIconButton, useCommandBar, useCommandKey } from './sidebar-command-button.tsx';
import { Sidebar, type SidebarProps } from './sidebar.tsx';
import '#styles/inner.css';

const sidebarClass = 'on-river spring-in w-64 gap-4 px-4 py-6';

const OfflineCopies = lazyComponent<{ userId: string }>(
  async () => {
    const texts = ['offline', ...[pages.payableBooking.texts ?? []].flat()];
    const load = () => import('./offline-copies.tsx');
    const [{ OfflineCopies: Copies }] = await Promise.all([load(), loadTexts(texts)]);
    return Copies;
  },
  () => null,
);

/** Whether the trips of members are saved to be read without a network. */
function savesTrips(): boolean {
  const { features } = settings();
  return features.includes('offline') && existsWith(features, pages.memberBooking);
}

const LoadedBell = lazyComponent(loadBell, () => null);

/** Mounted once: in the bar of narrow screens, or in the sidebar. It has its place before its code is loaded. */
function Bell({ onWideScreen }: { readonly onWideScreen: boolean }) {
  const isWide = useWideScreen();
  return (
    isWide === onWideScreen &&
    settings().features.includes('notifications') && (
      <Suspense fallback={<span className="size-11" />}>
        <LoadedBell />
      </Suspense>
    )
  );
}

/** The bar of narrow screens; the sidebar is a panel over the page. */
function NarrowBar({ user, onFind }: Omit<SidebarProps, 'bell'>) {
  const { t } = useTranslation();
  const [openAt, setOpenAt] = useState<string>();
  const opener = useRef<HTMLButtonElement>(null);
  // A navigation closes it.
  const { key } = useLocation();
  const { isAdmin } = useIsAdmin();
  const isOpen = openAt === key;
  function find() {
    setOpenAt(undefined);
    onFind();
  }
  return (
    <>
      <header className="on-river wrap flex h-16 items-center gap-1 lg:hidden">
        <IconButton
          ref={opener}
          label={t('nav.openMenu')}
          aria-expanded={isOpen}
          onClick={() => setOpenAt(key)}
        >
          <Burger className="size-5" />
        </IconButton>
        <BrandLink />
        {/* From the brand to the end: neither moves when an entry comes. */}
        <div className="flex flex-1 items-center justify-end gap-1 self-stretch">
          {isAdmin && <CommandIconButton onOpen={onFind} />}
          <Bell onWideScreen={false} />
          <Avatar letter={initialOf(user)} />
        </div>
      </header>
      <SidePanel
        side="left"
        open={isOpen}
        onClose={() => setOpenAt(undefined)}
        opener={opener}
        label={t('nav.main')}
        className={sidebarClass}
      >
        <DialogClose label={t('nav.closeMenu')} className="absolute! top-6 right-3" />
        <Sidebar user={user} onFind={find} />
      </SidePanel>
    </>
  );
}

/** The layout of the member area (spec §2). */
function MemberArea({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  const { isAdmin } = useIsAdmin();
  const commands = useCommandBar();
  useCommandKey(isAdmin, commands.open);
  // Tables use the whole width.
  const isAdminPage = usePageHandle()?.access === 'admins';
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[16rem_minmax(0,1fr)] lg:bg-[linear-gradient(90deg,var(--night)_16rem,transparent_0)]">
      <SkipLink />
      <NarrowBar user={user} onFind={commands.open} />
      <aside
        aria-label={t('nav.main')}
        className={classNames(
          'sticky top-0 hidden h-dvh flex-col overflow-y-auto lg:flex',
          sidebarClass,
        )}
      >
        <Sidebar user={user} onFind={commands.open} bell={<Bell onWideScreen />} />
      </aside>
      <main
        id="main"
        tabIndex={-1}
        className={classNames(
          'pt-8 pb-16',
          isAdminPage ? 'px-5 lg:px-6' : 'max-w-344 px-[clamp(1.25rem,3vw,3rem)]',
        )}
      >
        <Outlet />
      </main>
      {commands.panel}
      {savesTrips() && !isAdminPage && (
        <Suspense>
          <OfflineCopies userId={user.id} />
        </Suspense>
      )}
    </div>
  );
}

/** The member area, for members only. */
export function Component() {
  return <SignedIn waiting={<AreaSkeleton />}>{(user) => <MemberArea user={user} />}</SignedIn>;
}
