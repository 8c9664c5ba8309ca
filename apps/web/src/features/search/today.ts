import { useSyncExternalStore } from 'react';
import { localDay } from '@bkksiam/domain/calendar-day';

/** A page stays open over midnight; it is looked at again when somebody comes back to it. */
function subscribe(look: () => void): () => void {
  document.addEventListener('visibilitychange', look);
  window.addEventListener('focus', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('focus', look);
  };
}

/** The device's local day; undefined where the page is drawn before it reaches the device. */
export function useToday(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => localDay(new Date()),
    () => undefined,
  );
}
