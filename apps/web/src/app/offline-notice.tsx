import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

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
  );
}
