import type { FlightSearch } from '@bkksiam/domain/flight-search';
import { checkSearch } from '@bkksiam/domain/flight-search-check';
import { addRecentSearch } from '@bkksiam/domain/search-suggestions';
import { localValue } from '#platform/local-store.ts';
import { readSearch } from './search-store.ts';

function readSearches(stored: unknown): readonly FlightSearch[] | undefined {
  if (!Array.isArray(stored)) return undefined;
  const searches = stored.map(readSearch);
  return searches.every((search) => search !== undefined) ? searches : undefined;
}

// The privacy policy names the key.
const storedSearches = localValue('recent-searches', readSearches);

/** The recent searches of this browser, newest first; none if it forbids storage. */
export function recentSearches(): readonly FlightSearch[] {
  return storedSearches.read() ?? [];
}

/** Saves a search whose results are shown; an incomplete one is ignored. */
export function rememberSearch(search: FlightSearch): void {
  if (checkSearch(search) === null) storedSearches.write(addRecentSearch(recentSearches(), search));
}

/** Removes all recent searches. */
export function clearRecentSearches(): void {
  storedSearches.write(undefined);
}
