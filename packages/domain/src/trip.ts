import { addDays } from './day-arithmetic.ts';
import { isCalendarDay } from './calendar-day.ts';
import { flightSearchLimits } from './constants.ts';
import { isRoundTrip, sliceEnds, type FlightOffer } from './flight-offer.ts';
import {
  cabinClasses,
  passengerCounts,
  tieLegs,
  usedLegs,
  type CabinClass,
  type FlightSearch,
  type SearchLeg,
  type TripType,
} from './flight-search.ts';
import { checkSearch } from './flight-search-check.ts';
import { passengerTotal, type PassengerNumbers } from './passenger-age.ts';
import { canSearchFor, passengersOf } from './search-passengers.ts';
import { checkTravelDay } from './travel-day.ts';
import { dayOf } from './zoned-time.ts';

/** A flight of a trip. */
export interface TripLeg {
  /** IATA code. */
  readonly origin: string;
  /** IATA code. */
  readonly destination: string;
  /** Local calendar day of the departure. */
  readonly day: string;
}

/** A complete search of flights. The second leg of a round trip is its return. */
export interface Trip {
  readonly tripType: TripType;
  readonly legs: readonly [TripLeg, ...TripLeg[]];
  readonly cabin: CabinClass;
  readonly passengers: PassengerNumbers;
}

const compact = (day: string) => day.replaceAll('-', '');
const dashed = (day: string) => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;

/**
 * A trip as text for addresses: `BKK-CNX-20261218-20261222_2-1-0_economy` is a round trip of two adults and a child,
 * `BKK-CNX-20261218_CNX-HKT-20261222_1-0-0_economy` a multi-city trip.
 */
export function tripText({ tripType, legs, cabin, passengers }: Trip): string {
  const [there, ...rest] = legs;
  const text = ({ origin, destination, day }: TripLeg) =>
    `${origin}-${destination}-${compact(day)}`;
  const flights =
    tripType === 'roundtrip'
      ? [[text(there), ...rest.map(({ day }) => compact(day))].join('-')]
      : legs.map(text);
  const { adult, child, infant } = passengers;
  return [...flights, [adult, child, infant].join('-'), cabin].join('_');
}

const legPattern = /^([A-Z]{3})-([A-Z]{3})-(\d{8})(?:-(\d{8}))?$/;

interface ParsedLeg extends TripLeg {
  /** The day of the return; undefined for a leg without one. */
  readonly back: string | undefined;
}

function parseLeg(text: string): ParsedLeg | undefined {
  const [, origin = '', destination = '', day = '', back] = legPattern.exec(text) ?? [];
  const leg = {
    origin,
    destination,
    day: dashed(day),
    back: back === undefined ? undefined : dashed(back),
  };
  return isCalendarDay(leg.day) && (leg.back === undefined || isCalendarDay(leg.back))
    ? leg
    : undefined;
}

function parsePassengers(text: string): PassengerNumbers | undefined {
  const [, adult, child, infant] = /^(\d)-(\d)-(\d)$/.exec(text) ?? [];
  const passengers = { adult: Number(adult), child: Number(child), infant: Number(infant) };
  return canSearchFor(passengers) ? passengers : undefined;
}

function parseLegs(texts: readonly string[]): Pick<Trip, 'tripType' | 'legs'> | undefined {
  const parsed = texts.map(parseLeg);
  const legs = parsed.flatMap((leg) => leg ?? []);
  const [first, ...rest] = legs.map(({ origin, destination, day }) => ({
    origin,
    destination,
    day,
  }));
  if (first === undefined || legs.length < texts.length) return undefined;
  if (legs.length > 1) {
    return legs.some(({ back }) => back !== undefined)
      ? undefined
      : { tripType: 'multicity', legs: [first, ...rest] };
  }
  const back = legs[0]?.back;
  if (back === undefined) return { tripType: 'oneway', legs: [first] };
  const { origin, destination } = first;
  return {
    tripType: 'roundtrip',
    legs: [first, { origin: destination, destination: origin, day: back }],
  };
}

/** The state of the search form for a trip. */
export function searchOfTrip({ tripType, legs, cabin, passengers }: Trip): FlightSearch {
  const filled = legs.map(({ origin, destination, day }): SearchLeg => ({
    origin,
    destination,
    departure: day,
  }));
  const [first, second = { origin: null, destination: null, departure: '' }, ...rest] = filled;
  const count = String(passengerTotal(passengers));
  return tieLegs({
    tripType,
    cabin,
    passengers: passengerCounts.find((known) => known === count) ?? '1',
    passengersByType: passengers,
    legs: [first ?? second, second, ...rest],
  });
}

/** The trip of a search; undefined while the search has a problem. */
export function tripOfSearch(search: FlightSearch): Trip | undefined {
  if (checkSearch(search) !== null) return undefined;
  const used = search.tripType === 'roundtrip' ? search.legs : usedLegs(search);
  const [first, ...rest] = used.map(({ origin, destination, departure }): TripLeg => ({
    origin: origin ?? '',
    destination: destination ?? '',
    day: departure,
  }));
  const { tripType, cabin } = search;
  return first && { tripType, cabin, legs: [first, ...rest], passengers: passengersOf(search) };
}

/** The search that finds an offer. */
export function tripOfOffer({
  slices,
  passengers,
}: Pick<FlightOffer, 'slices' | 'passengers'>): Trip {
  const legOf = (slice: FlightOffer['slices'][number]): TripLeg => {
    const { origin, destination, departure } = sliceEnds(slice);
    return { origin, destination, day: dayOf(departure) };
  };
  const [first, ...rest] = slices;
  const tripType = isRoundTrip({ slices })
    ? 'roundtrip'
    : rest.length === 0
      ? 'oneway'
      : 'multicity';
  const { cabin } = first.segments[0];
  return { tripType, legs: [legOf(first), ...rest.map(legOf)], cabin, passengers };
}

/** Parses the text of an address; undefined for anything that the search form could not have made. */
export function parseTrip(text: string): Trip | undefined {
  const parts = text.split('_');
  const cabin = cabinClasses.find((known) => known === parts.at(-1));
  const passengers = parsePassengers(parts.at(-2) ?? '');
  const flights = parts.slice(0, -2);
  const found = flights.length > flightSearchLimits.maxLegs ? undefined : parseLegs(flights);
  if (!cabin || !passengers || !found) return undefined;
  const trip = { ...found, cabin, passengers };
  const again = tripOfSearch(searchOfTrip(trip));
  return again && tripText(again) === text ? trip : undefined;
}

/** Why no flight can be found for a trip: a flight that ends where it begins, or a day that is over or too far ahead. */
export type TripProblem = 'same_airport' | 'past' | 'too_late';

/**
 * Checks a trip.
 *
 * @param today the device's local day; empty while it is not known
 */
export function tripProblem({ legs }: Trip, today: string): TripProblem | undefined {
  if (legs.some(({ origin, destination }) => origin === destination)) return 'same_airport';
  if (today === '') return undefined;
  if (legs.some(({ day }) => day < today)) return 'past';
  return legs.some(({ day }) => checkTravelDay(day, today) !== null) ? 'too_late' : undefined;
}

/** The trip so many days later, or earlier, with the same days between its flights. */
export function shiftTrip(trip: Trip, days: number): Trip {
  const [first, ...rest] = trip.legs.map((leg) => ({ ...leg, day: addDays(leg.day, days) }));
  return first ? { ...trip, legs: [first, ...rest] } : trip;
}
