import { flightSearchLimits } from './constants.ts';
import type { PassengerNumbers } from './passenger-age.ts';

/** The trip types in display order. */
export const tripTypes = ['roundtrip', 'oneway', 'multicity'] as const;

/** A trip type. */
export type TripType = (typeof tripTypes)[number];

/** The cabin classes in display order. */
export const cabinClasses = ['economy', 'premium', 'business', 'first'] as const;

/** A cabin class. */
export type CabinClass = (typeof cabinClasses)[number];

/** The selectable numbers of passengers, as text (spec §9). */
export const passengerCounts = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/** A number of passengers, as text. */
export type PassengerCount = (typeof passengerCounts)[number];

/** One flight of a search. */
export interface SearchLeg {
  /** IATA code; null until one is chosen. */
  readonly origin: string | null;
  /** IATA code; null until one is chosen. */
  readonly destination: string | null;
  /** A calendar day such as `2026-12-05`; empty until chosen. */
  readonly departure: string;
}

/** The legs of a search: at least two for every trip type. */
export type SearchLegs = readonly [SearchLeg, SearchLeg, ...SearchLeg[]];

/**
 * The state of the search form (spec §4). One-way and round trips have two legs, the second the reverse of the first;
 * its departure is the return date. In a multi-city search each leg starts where the previous one ends.
 */
export interface FlightSearch {
  readonly tripType: TripType;
  readonly cabin: CabinClass;
  readonly passengers: PassengerCount;
  /** Where the form asks for types (feature `flights`); all are adults if the sum is not `passengers`. */
  readonly passengersByType?: PassengerNumbers | undefined;
  readonly legs: SearchLegs;
}

/** A change of the form, reduced by {@link changeSearch}. Legs are indexed from 0. */
export type SearchChange =
  | { readonly type: 'tripType'; readonly tripType: TripType }
  | { readonly type: 'cabin'; readonly cabin: CabinClass }
  | { readonly type: 'passengers'; readonly passengers: PassengerCount }
  | {
      readonly type: 'origin' | 'destination';
      readonly index: number;
      readonly airport: string | null;
    }
  | { readonly type: 'departure'; readonly index: number; readonly day: string }
  | { readonly type: 'swap' }
  | { readonly type: 'addLeg' }
  | { readonly type: 'removeLeg'; readonly index: number };

const emptyLeg: SearchLeg = { origin: null, destination: null, departure: '' };

/** The initial state of the form. */
export const emptySearch: FlightSearch = {
  tripType: 'roundtrip',
  cabin: 'economy',
  passengers: '1',
  legs: [emptyLeg, emptyLeg],
};

/** Derives the dependent airports of the legs: the reverse leg, or each origin from the previous destination. */
function tied(tripType: TripType, legs: readonly SearchLeg[]): SearchLegs {
  const [first = emptyLeg, second = emptyLeg, ...rest] = legs;
  if (tripType !== 'multicity') {
    return [first, { ...second, origin: first.destination, destination: first.origin }];
  }
  const result: [SearchLeg, SearchLeg, ...SearchLeg[]] = [
    first,
    { ...second, origin: first.destination },
  ];
  let from = second.destination;
  for (const leg of rest) {
    result.push({ ...leg, origin: from });
    from = leg.destination;
  }
  return result;
}

/** Restores the dependencies between the legs of a search from outside, such as a stored one. */
export function tieLegs(search: FlightSearch): FlightSearch {
  return withLegs(search, search.legs);
}

function withLegs(search: FlightSearch, legs: readonly SearchLeg[]): FlightSearch {
  return { ...search, legs: tied(search.tripType, legs) };
}

function withLeg(search: FlightSearch, index: number, changed: Partial<SearchLeg>): FlightSearch {
  if (search.legs[index] === undefined) return search;
  return withLegs(
    search,
    search.legs.map((leg, at) => (at === index ? { ...leg, ...changed } : leg)),
  );
}

/** Whether a leg's origin follows from another leg: every one but the first (spec §4). */
export function isOriginLocked(index: number): boolean {
  return index > 0;
}

/** Whether a leg's destination follows from another leg: that of the reverse leg. */
function isDestinationLocked({ tripType }: FlightSearch, index: number): boolean {
  return tripType !== 'multicity' && index > 0;
}

/** Whether another leg may be added (spec §9). */
export function canAddLeg({ tripType, legs }: FlightSearch): boolean {
  return tripType === 'multicity' && legs.length < flightSearchLimits.maxLegs;
}

/** Whether a leg may be removed (spec §4). */
export function canRemoveLeg({ tripType, legs }: FlightSearch): boolean {
  return tripType === 'multicity' && legs.length > flightSearchLimits.minLegs;
}

/** Every trip type keeps the first two legs and their dates, so that switching back and forth loses nothing. */
function changeTripType(search: FlightSearch, tripType: TripType): FlightSearch {
  if (tripType === search.tripType) return search;
  return { ...search, tripType, legs: tied(tripType, search.legs.slice(0, 2)) };
}

function changeAirport(
  search: FlightSearch,
  end: 'origin' | 'destination',
  index: number,
  airport: string | null,
): FlightSearch {
  const locked = end === 'origin' ? isOriginLocked(index) : isDestinationLocked(search, index);
  return locked ? search : withLeg(search, index, { [end]: airport });
}

function swapEnds(search: FlightSearch): FlightSearch {
  const { origin, destination } = search.legs[0];
  return withLeg(search, 0, { origin: destination, destination: origin });
}

function removeLeg(search: FlightSearch, index: number): FlightSearch {
  if (!canRemoveLeg(search) || search.legs[index] === undefined) return search;
  return withLegs(
    search,
    search.legs.filter((_, at) => at !== index),
  );
}

/** Applies a change; returns the same search when the change is not allowed. */
export function changeSearch(search: FlightSearch, change: SearchChange): FlightSearch {
  switch (change.type) {
    case 'tripType':
      return changeTripType(search, change.tripType);
    case 'cabin':
      return { ...search, cabin: change.cabin };
    case 'passengers':
      return { ...search, passengers: change.passengers };
    case 'origin':
    case 'destination':
      return changeAirport(search, change.type, change.index, change.airport);
    case 'departure':
      return withLeg(search, change.index, { departure: change.day });
    case 'swap':
      return swapEnds(search);
    case 'addLeg':
      return canAddLeg(search) ? withLegs(search, [...search.legs, emptyLeg]) : search;
    case 'removeLeg':
      return removeLeg(search, change.index);
  }
}

/** The legs shown in the form: one for a one-way or round trip, all for a multi-city trip. */
export function usedLegs({ tripType, legs }: FlightSearch): readonly SearchLeg[] {
  return tripType === 'multicity' ? legs : legs.slice(0, 1);
}
