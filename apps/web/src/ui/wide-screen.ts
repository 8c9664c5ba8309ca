import { useSyncExternalStore } from 'react';

const wide = () => window.matchMedia('(min-width: 64rem)');

function subscribe(onChange: () => void): () => void {
  const query = wide();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the screen is as wide as the breakpoint `lg`, for what stands in another place there; false on the server. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => wide().matches,
    () => false,
  );
}
