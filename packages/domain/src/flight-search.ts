import type { AirportCode } from './airports.ts';
import { flightSearchLimits } from './constants.ts';

/** The ways to travel, in the order they are offered. */
export const tripTypes = ['roundtrip', 'oneway', 'multicity'] as const;

/** A way to travel. */
export type TripType = (typeof tripTypes)[number];

/** The cabin classes, in the order they are offered. */
export const cabinClasses = ['economy', 'premium', 'business', 'first'] as const;

/** A cabin class. */
export type CabinClass = (typeof cabinClasses)[number];

/** How many may travel together, as text (spec §9). */
export const passengerCounts = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/** How many travel, as text. */
export type PassengerCount = (typeof passengerCounts)[number];

/** One flight of a search. */
export interface SearchLeg {
  /** Null until one is chosen. */
  readonly origin: AirportCode | null;
  /** Null until one is chosen. */
  readonly destination: AirportCode | null;
  /** A calendar day such as `2026-12-05`; empty until one is chosen. */
  readonly departure: string;
}

/** The legs of a search: never fewer than two, whatever the way to travel. */
export type SearchLegs = readonly [SearchLeg, SearchLeg, ...SearchLeg[]];

/**
 * What stands in the search form (spec §4). One way and round trip have two legs, the second the reverse of the first;
 * the day of the second is the return. In a multi-city search each leg starts where the one before ends.
 */
export interface FlightSearch {
  readonly tripType: TripType;
  readonly cabin: CabinClass;
  readonly passengers: PassengerCount;
  readonly legs: SearchLegs;
}

/** Something done to the form. Legs are counted from 0 here. */
export type SearchChange =
  | { readonly type: 'tripType'; readonly tripType: TripType }
  | { readonly type: 'cabin'; readonly cabin: CabinClass }
  | { readonly type: 'passengers'; readonly passengers: PassengerCount }
  | {
      readonly type: 'origin' | 'destination';
      readonly index: number;
      readonly airport: AirportCode | null;
    }
  | { readonly type: 'departure'; readonly index: number; readonly day: string }
  | { readonly type: 'swap' }
  | { readonly type: 'addLeg' }
  | { readonly type: 'removeLeg'; readonly index: number };

const emptyLeg: SearchLeg = { origin: null, destination: null, departure: '' };

/** The form before anything is chosen. */
export const emptySearch: FlightSearch = {
  tripType: 'roundtrip',
  cabin: 'economy',
  passengers: '1',
  legs: [emptyLeg, emptyLeg],
};

/** Ties the legs together as the way to travel wants them: reversed, or each from where the last one ends. */
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

/** Whether a leg's origin follows from another leg and cannot be chosen: every one but the first (spec §4). */
export function isOriginLocked(index: number): boolean {
  return index > 0;
}

/** Whether a leg's destination can be chosen: not that of the way back. */
function isDestinationLocked({ tripType }: FlightSearch, index: number): boolean {
  return tripType !== 'multicity' && index > 0;
}

/** Whether another leg fits in (spec §9). */
export function canAddLeg({ tripType, legs }: FlightSearch): boolean {
  return tripType === 'multicity' && legs.length < flightSearchLimits.maxLegs;
}

/** Whether a leg may go (spec §4). */
export function canRemoveLeg({ tripType, legs }: FlightSearch): boolean {
  return tripType === 'multicity' && legs.length > flightSearchLimits.minLegs;
}

/** Both ways keep the first two legs and their days, so that switching to and fro loses nothing. */
function changeTripType(search: FlightSearch, tripType: TripType): FlightSearch {
  if (tripType === search.tripType) return search;
  return { ...search, tripType, legs: tied(tripType, search.legs.slice(0, 2)) };
}

function changeAirport(
  search: FlightSearch,
  end: 'origin' | 'destination',
  index: number,
  airport: AirportCode | null,
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

/** The form after something was done to it; the same form when that cannot be done. */
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

/** The legs the person flies and sees: one for a one-way or round trip, all of them otherwise. */
export function usedLegs({ tripType, legs }: FlightSearch): readonly SearchLeg[] {
  return tripType === 'multicity' ? legs : legs.slice(0, 1);
}
