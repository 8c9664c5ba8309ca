import { Suspense } from 'react';
import { Outlet, ScrollRestoration, useLocation, type Location } from 'react-router';
import { productSlug } from '@bkksiam/domain/constants';
import { lazyComponent } from '#platform/lazy-components.ts';
import { focusHeading, useChange } from '#platform/page-changes.ts';
import { usePageHandle } from '#platform/page-handle.ts';
import { PageHead } from '#platform/page-head.tsx';
import { recheckSession } from '#platform/session-events.ts';
import { unconfirmedEmail } from '#platform/unconfirmed-email.ts';
import { useHydrated } from '#ui/hydrated.ts';
import { Footer } from './footer.tsx';
import { SkipLink } from './header-controls.tsx';
import { TopNavigation } from './top-navigation.tsx';

// Loaded while there is a network.
const OfflineNotice = lazyComponent(
  async () => (await import('./offline-notice.tsx')).OfflineNotice,
  () => null,
);

/** After a navigation moves the focus to the heading and rechecks the session. */
function useNavigationEffects(): void {
  const { pathname } = useLocation();
  useChange(pathname, () => {
    focusHeading();
    recheckSession();
  });
}

/** The first history entry always has the key `default`, so its path is used. */
function scrollKey({ key, pathname }: Location): string {
  return key === 'default' ? pathname : key;
}

/** The root of all layouts: head, focus and scroll restoration. */
export function SiteLayout() {
  useNavigationEffects();
  const hydrated = useHydrated();
  const hasOwnHead = usePageHandle()?.hasOwnHead === true;
  return (
    <>
      {!hasOwnHead && <PageHead />}
      <Outlet />
      {hydrated && (
        <Suspense>
          <OfflineNotice />
        </Suspense>
      )}
      <ScrollRestoration getKey={scrollKey} storageKey={`${productSlug}-places`} />
    </>
  );
}

const ConfirmEmailPanel = lazyComponent(
  async () => (await import('#features/auth/confirm-email-panel.tsx')).ConfirmEmailPanel,
  () => null,
);

/**
 * Top bar, page, footer. If the bar lies over the picture a page begins with, the page leaves `--bar` free above. The
 * footer waits for a part marked `data-page-loading`, which has not its final height.
 */
export function PublicLayout() {
  const hydrated = useHydrated();
  const overPicture = usePageHandle()?.barOverPicture === true;
  return (
    <div className="relative flex min-h-dvh flex-col">
      <SkipLink />
      <TopNavigation overPicture={overPicture} />
      <main id="main" tabIndex={-1} className="flex-1">
        <Outlet />
      </main>
      <Footer />
      {hydrated && unconfirmedEmail.has() && (
        <Suspense>
          <ConfirmEmailPanel />
        </Suspense>
      )}
    </div>
  );
}
