import { useSyncExternalStore } from 'react';
import { localDay } from '@bkksiam/domain/calendar-day';

// The day may have changed when the user returns to the page.
function onReturn(update: () => void): () => void {
  document.addEventListener('visibilitychange', update);
  window.addEventListener('focus', update);
  return () => {
    document.removeEventListener('visibilitychange', update);
    window.removeEventListener('focus', update);
  };
}

/**
 * The device's local day; undefined on the server. Not Bangkok's, as for deadlines: a traveller abroad means the own day, and the
 * search itself leaves out flights that have departed.
 */
export function useToday(): string | undefined {
  return useSyncExternalStore(
    onReturn,
    () => localDay(new Date()),
    () => undefined,
  );
}
