import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False while the painted page is taken over, which must match it; true from then on, and for everything later. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
