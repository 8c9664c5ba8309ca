import type { Location } from 'react-router';
import { tabSlot } from '#platform/local-store.ts';

/** Where the router keeps how far each page was scrolled, by `scrollKey`, for this tab. */
export const scrollPlaces = tabSlot('places', (stored) =>
  typeof stored === 'object' && stored !== null
    ? new Map<string, unknown>(Object.entries(stored))
    : undefined,
);

/** A page opened by its address has no place of its own in the history, so it is known by its path. */
export function scrollKey({ key, pathname }: Location): string {
  return key === 'default' ? pathname : key;
}
