import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { logFailure } from '#platform/log.ts';
import { useSession } from '#platform/session.tsx';
import { usePageSubject } from '#platform/page-subject.ts';
import { loadFrameParts } from './load-frame-parts.ts';
import { pageTitle, usePageHandle } from './page-handle.ts';
import { scrollKey, scrollPlaces } from './scroll-place.ts';

/** The page's title at once, and what others read of it when its code is there, in the language on screen. */
function usePageHead(): void {
  const { t } = useTranslation();
  const handle = usePageHandle();
  const { pathname } = useLocation();
  const subject = usePageSubject();
  const title = pageTitle(handle, t, subject);
  useEffect(() => {
    document.title = title;
    loadFrameParts()
      .then(({ writeHead }) => handle && writeHead({ handle, path: pathname, subject }))
      .catch((error: unknown) => logFailure('the head of the page could not be written', error));
  }, [title, handle, pathname, subject]);
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

/** The page that was opened comes back to where it was before a reload, although the rest of a long list comes later. */
function useLatePlace(): void {
  const [opened] = useState(scrollKey(useLocation()));
  useEffect(() => {
    const waiting = new AbortController();
    loadFrameParts()
      .then(({ returnWhenLonger }) => returnWhenLonger(opened, waiting))
      .catch((error: unknown) => logFailure('the place on the page could not be found', error));
    return () => waiting.abort();
  }, [opened]);
}

/** What every page has: its title, the focus where reading starts, and the scroll position kept on Back. */
export function SiteFrame() {
  usePageHead();
  useNavigationEffects();
  useLatePlace();
  return (
    <>
      <Outlet />
      <ScrollRestoration getKey={scrollKey} storageKey={scrollPlaces.key} />
    </>
  );
}
