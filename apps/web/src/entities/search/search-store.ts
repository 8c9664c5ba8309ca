import { create } from 'zustand';
import { airportCodes } from '@bkksiam/domain/airports';
import { isCalendarDay } from '@bkksiam/domain/calendar-day';
import { flightSearchLimits } from '@bkksiam/domain/constants';
import {
  cabinClasses,
  changeSearch,
  emptySearch,
  passengerCounts,
  tieLegs,
  tripTypes,
  type FlightSearch,
  type SearchChange,
  type SearchLeg,
} from '@bkksiam/domain/flight-search';
import type { PassengerNumbers } from '@bkksiam/domain/passenger-age';
import { settings } from '#platform/env.ts';
import { tabValue } from '#platform/local-store.ts';

/** The form has the specified airports, with the feature `flights` all. */
const isAirport = (value: unknown) =>
  value === null ||
  airportCodes.some((code) => code === value) ||
  (settings().features.includes('flights') &&
    typeof value === 'string' &&
    /^[A-Z]{3}$/.test(value));

function isLeg(value: unknown): value is SearchLeg {
  const { origin, destination, departure } = Object(value) as Partial<Record<string, unknown>>;
  if (!isAirport(origin) || !isAirport(destination) || typeof departure !== 'string') return false;
  return departure === '' || isCalendarDay(departure);
}

/** A saved search. By hand: zod would add 7 kB (brotli) to the first load of the home page. */
export function readSearch(stored: unknown): FlightSearch | undefined {
  const values = Object(stored) as Partial<Record<string, unknown>>;
  const tripType = tripTypes.find((known) => known === values.tripType);
  const cabin = cabinClasses.find((known) => known === values.cabin);
  const passengers = passengerCounts.find((known) => known === values.passengers);
  const legs: unknown[] = Array.isArray(values.legs) ? values.legs : [];
  const [first, second, ...rest] = legs.every(isLeg) ? legs : [];
  if (!tripType || !cabin || !passengers || !first || !second) return undefined;
  if (legs.length > flightSearchLimits.maxLegs) return undefined;
  return tieLegs({
    tripType,
    cabin,
    passengers,
    // Callers validate them: `passengersOf`.
    ...(values.passengersByType !== undefined && {
      passengersByType: values.passengersByType as PassengerNumbers,
    }),
    legs: [first, second, ...rest],
  });
}

// A phone discards background tabs, so the form outlives the page, but not the tab.
const storedSearch = tabValue('search', readSearch);

/** The state of the search form. The server and hydration render it empty. */
export const useSearch = create<FlightSearch>(() => emptySearch);

const stored = storedSearch.read();
if (stored) useSearch.setState(stored);
useSearch.subscribe((search) => {
  storedSearch.write(search);
});

export function dispatchSearch(change: SearchChange): void {
  useSearch.setState((search) => changeSearch(search, change));
}
