import { useSyncExternalStore } from 'react';
import {
  changeSearch,
  emptySearch,
  type FlightSearch,
  type SearchChange,
} from '@bkksiam/domain/flight-search';
import { parseSearch } from '@bkksiam/domain/saved-flight-search';
import { tabSlot } from '#platform/local-store.ts';

// A telephone drops a tab that is out of sight, so what stands in the form outlives the page, but not the tab.
const slot = tabSlot('search', parseSearch);
const listeners = new Set<() => void>();
let search: FlightSearch | undefined;

function current(): FlightSearch {
  search ??= slot.read() ?? emptySearch;
  return search;
}

function keep(next: FlightSearch): void {
  search = next;
  slot.write(next);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Does something to the form. */
export function dispatchSearch(change: SearchChange): void {
  keep(changeSearch(current(), change));
}

/** What stands in the search form, wherever it is shown; kept for the tab, so that Back brings it back. */
export function useSearch(): FlightSearch {
  return useSyncExternalStore(subscribe, current, () => emptySearch);
}
