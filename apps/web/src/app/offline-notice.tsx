import { WifiOff } from 'lucide-react';
import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { settings } from '#platform/env.ts';
import { loadTexts } from '#platform/i18n.ts';
import { lazyComponent } from '#platform/lazy-components.ts';
import { logRejection } from '#platform/log.ts';
import { removeOffline } from '#platform/offline-copies.ts';

const OfflineSite = lazyComponent(
  async () => {
    const load = () => import('#features/offline/offline-site.tsx');
    const [{ OfflineSite: Site }] = await Promise.all([load(), loadTexts('offline')]);
    return Site;
  },
  () => null,
);

/** What is readable without a network with the feature; without it, what it once left in this browser is removed. */
function OfflineFeature() {
  const isOn = settings().features.includes('offline');
  useEffect(() => {
    if (!isOn)
      logRejection('what was saved to be read offline could not be removed', removeOffline());
  }, [isOn]);
  return (
    isOn && (
      <Suspense>
        <OfflineSite />
      </Suspense>
    )
  );
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/**
 * Says that the network is gone, until it is back. Over the page, so that nothing moves, and without taking clicks. Its
 * live region stays mounted: one that is added with its text is not announced.
 */
export function OfflineNotice() {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <>
      <OfflineFeature />
      <div
        role="status"
        className="pointer-events-none fixed inset-x-4 bottom-4 z-40 mx-auto max-w-md"
      >
        {!isOnline && (
          <p className="rising flex items-center gap-3 rounded-md border border-night-line bg-night px-4 py-3 text-sm text-on-night shadow-3">
            <WifiOff className="size-5 flex-none text-gold" />
            {t('state.offline')}
          </p>
        )}
      </div>
    </>
  );
}
