import type { AirportCode } from './airports.ts';
import { emptySearch, usedLegs, type FlightSearch, type SearchLegs } from './flight-search.ts';
import { passengersOf } from './search-passengers.ts';

/** The routes offered below the search form, in display order. */
export const popularRoutes: readonly {
  readonly origin: AirportCode;
  readonly destination: AirportCode;
}[] = [
  { origin: 'BKK', destination: 'CNX' },
  { origin: 'BKK', destination: 'HKT' },
  { origin: 'BKK', destination: 'SIN' },
  { origin: 'BKK', destination: 'NRT' },
  { origin: 'BKK', destination: 'ICN' },
  { origin: 'DMK', destination: 'KUL' },
];

/** The largest number of recent searches. */
export const maxRecentSearches = 5;

/** The departures of a search; on a round trip also the return. */
export function searchDays(search: FlightSearch): readonly string[] {
  const legs = search.tripType === 'roundtrip' ? search.legs : usedLegs(search);
  return legs.map(({ departure }) => departure);
}

/** Whether two searches ask for the same; the unused return of a one-way trip does not count. */
function isSameSearch(one: FlightSearch, other: FlightSearch): boolean {
  const asked = (search: FlightSearch) => [
    search.tripType,
    search.cabin,
    passengersOf(search),
    ...usedLegs(search).flatMap(({ origin, destination }) => [origin, destination]),
    ...searchDays(search),
  ];
  return JSON.stringify(asked(one)) === JSON.stringify(asked(other));
}

/** Puts a search first among the recent ones, newest first, each only once. */
export function addRecentSearch(
  recent: readonly FlightSearch[],
  search: FlightSearch,
): readonly FlightSearch[] {
  const others = recent.filter((one) => !isSameSearch(one, search));
  return [search, ...others].slice(0, maxRecentSearches);
}

/**
 * A recent search to be filled in again. If one of its days has passed, all are left empty.
 *
 * @param today the device's local day
 */
export function repeatSearch(search: FlightSearch, today: string): FlightSearch {
  if (searchDays(search).every((day) => day >= today)) return search;
  const [first, second, ...rest] = search.legs;
  const { departure } = emptySearch.legs[0];
  const legs: SearchLegs = [
    { ...first, departure },
    { ...second, departure },
    ...rest.map((leg) => ({ ...leg, departure })),
  ];
  return { ...search, legs };
}
