import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation, type Location } from 'react-router';
import { productSlug } from '@bkksiam/domain/constants';
import { settings } from '#platform/env.ts';
import { focusHeading, useChange } from '#platform/heading-focus.ts';
import { useLanguage } from '#platform/i18n.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { useSession } from '#platform/session.ts';
import { Footer } from './footer.tsx';
import { SkipLink } from './header-controls.tsx';
import { usePageHandle, writePageHead } from './page-head.ts';
import { TopNavigation } from './top-navigation.tsx';

/** Writes the document's title and head in the language on screen. */
function usePageHead(): void {
  const { t } = useTranslation();
  const language = useLanguage();
  const handle = usePageHandle();
  const { pathname: path } = useLocation();
  const name = usePageTitle();
  useEffect(() => {
    if (handle === undefined) return;
    const { siteUrl } = settings();
    writePageHead({ handle, name, language, path, siteUrl, t });
  }, [handle, name, language, path, t]);
}

/** After a navigation moves the focus to the heading and rechecks the session. */
function useNavigationEffects(): void {
  const { pathname } = useLocation();
  const { recheck } = useSession();
  useChange(pathname, () => {
    focusHeading();
    recheck();
  });
}

/** The first history entry always has the key `default`, so its path is used. */
function scrollKey({ key, pathname }: Location): string {
  return key === 'default' ? pathname : key;
}

/** The root of all layouts: head, focus and scroll restoration. */
export function SiteLayout() {
  usePageHead();
  useNavigationEffects();
  return (
    <>
      <Outlet />
      <ScrollRestoration getKey={scrollKey} storageKey={`${productSlug}-places`} />
    </>
  );
}

/**
 * Top bar, page, footer. Where the bar lies over the picture a page begins with, the page leaves `--bar` free above. The
 * footer waits for a part marked `data-page-loading`, which has not its final height.
 */
export function PublicLayout() {
  const overPicture = usePageHandle()?.barOverPicture === true;
  return (
    <div className="relative flex min-h-dvh flex-col">
      <SkipLink />
      <TopNavigation overPicture={overPicture} />
      <main id="main" tabIndex={-1} className="flex-1">
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
