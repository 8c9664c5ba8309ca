import type { FlightSearch } from '@bkksiam/domain/flight-search';
import { localValue } from '#platform/local-store.ts';
import { readSearch } from './search-store.ts';

const stored = localValue('request', readSearch);

/** The search with which a request was begun, until it is sent: a visitor signs in first, maybe in another tab. */
export const requestSearch = (): FlightSearch | undefined => stored.read();

export function keepRequestSearch(search: FlightSearch): void {
  stored.write(search);
}

export function forgetRequestSearch(): void {
  stored.write(undefined);
}
