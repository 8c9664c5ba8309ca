import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { logRejection } from '#platform/log.ts';
import { offlineFolder, removeOthersCopies, startOfflineWorker } from '#platform/offline-copies.ts';
import { sessionStore } from '#platform/session.ts';
import { OfflineDocuments } from './offline-document.tsx';
import { OfflineList } from './offline-list.tsx';

const forget = () =>
  logRejection('the saved pages of another member could not be removed', removeOthersCopies());

/** Starts the worker, saves the page of visitors, and removes saved pages when their member is no longer signed in. */
export function OfflineSite() {
  const { t } = useTranslation('offline');
  useEffect(() => {
    logRejection('the service worker could not be started', startOfflineWorker());
    forget();
    return sessionStore.subscribe(forget);
  }, []);
  const content = <OfflineList trips={[]} receipts={[]} />;
  return (
    <OfflineDocuments
      userId={null}
      documents={[{ path: offlineFolder, title: t('title'), content }]}
    />
  );
}
