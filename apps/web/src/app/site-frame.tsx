import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { useSession } from '#platform/session.tsx';
import { usePageHandle } from './page-handle.ts';

/** '<page> | <brand>', in the language on screen. */
function usePageTitle(): void {
  const { t } = useTranslation();
  const handle = usePageHandle();
  const title = handle ? `${t(handle.title)} | ${t('brand')}` : t('brand');
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** A new page is read from its heading; a dialog takes the focus itself. */
function focusHeading(): void {
  if (document.activeElement?.closest('[role=dialog]')) return;
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Moves the focus to the new page's heading, and asks whether the user may still be here. */
function useNavigationEffects(): void {
  const { pathname } = useLocation();
  const { recheck } = useSession();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    focusHeading();
    recheck();
  }, [pathname, recheck]);
}

/** What every page has: its title, the focus where reading starts, and the scroll position kept on Back. */
export function SiteFrame() {
  usePageTitle();
  useNavigationEffects();
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
