import { airportCodes, type AirportCode } from './airports.ts';
import { isCalendarDay } from './calendar-day.ts';
import { flightSearchLimits } from './constants.ts';
import {
  cabinClasses,
  changeSearch,
  emptySearch,
  passengerCounts,
  tripTypes,
  type FlightSearch,
  type SearchChange,
} from './flight-search.ts';

function among<Value extends string>(known: readonly Value[], value: unknown): Value | undefined {
  return known.find((one) => one === value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function airport(value: unknown): AirportCode | null | undefined {
  return value === null ? null : among(airportCodes, value);
}

function legChanges(leg: unknown, index: number): SearchChange[] | undefined {
  if (!isRecord(leg)) return undefined;
  const { departure: day } = leg;
  const [origin, destination] = [airport(leg.origin), airport(leg.destination)];
  if (origin === undefined || destination === undefined) return undefined;
  if (typeof day !== 'string' || (day !== '' && !isCalendarDay(day))) return undefined;
  return [
    { type: 'origin', index, airport: origin },
    { type: 'destination', index, airport: destination },
    { type: 'departure', index, day },
  ];
}

/**
 * A form that was put away as JSON. It is filled in again from the start by the form's own rules, so that whatever was
 * stored cannot break them. Undefined when it is no such form.
 */
export function parseSearch(stored: unknown): FlightSearch | undefined {
  if (!isRecord(stored) || !Array.isArray(stored.legs)) return undefined;
  const legs: readonly unknown[] = stored.legs;
  const tripType = among(tripTypes, stored.tripType);
  const cabin = among(cabinClasses, stored.cabin);
  const passengers = among(passengerCounts, stored.passengers);
  const changes = legs.map(legChanges);
  const { minLegs, maxLegs } = flightSearchLimits;
  if (tripType === undefined || cabin === undefined || passengers === undefined) return undefined;
  if (legs.length < minLegs || legs.length > maxLegs) return undefined;
  if (changes.some((one) => one === undefined)) return undefined;
  const more = legs.slice(minLegs).map((): SearchChange => ({ type: 'addLeg' }));
  const all: SearchChange[] = [
    { type: 'tripType', tripType },
    { type: 'cabin', cabin },
    { type: 'passengers', passengers },
    ...more,
    ...changes.flatMap((one) => one ?? []),
  ];
  return all.reduce(changeSearch, emptySearch);
}
