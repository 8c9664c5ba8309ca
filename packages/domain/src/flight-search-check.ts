import { nightsBetween } from './calendar-day.ts';
import { isOriginLocked, usedLegs, type FlightSearch, type SearchLeg } from './flight-search.ts';
import type { Problem } from './problem.ts';
import { checkTravelDay } from './travel-day.ts';

/** A field of the search form: a leg's index from 0 and its part. The return date is the second leg's departure. */
export interface SearchField {
  readonly index: number;
  readonly part: 'origin' | 'destination' | 'departure';
}

/** A validation error of a search (spec §5). */
export interface SearchProblem extends Problem {
  readonly code:
    | 'search.missing_leg'
    | 'search.leg_order'
    | 'search.missing_return'
    | 'search.return_order'
    | 'search.too_late'
    | 'search.other_year';
  /** Numbers of the leg and of the one before it, from 1; further ones of a day's own problem. */
  readonly values: Readonly<Record<string, number>> & {
    readonly leg: number;
    readonly previous: number;
  };
  /** The invalid fields in reading order. */
  readonly fields: readonly SearchField[];
}

function problem(
  code: SearchProblem['code'],
  index: number,
  parts: readonly SearchField['part'][],
): SearchProblem {
  return {
    code,
    values: { leg: index + 1, previous: index },
    fields: parts.map((part) => ({ index, part })),
  };
}

function missingParts(leg: SearchLeg, index: number): SearchField['part'][] {
  const parts: SearchField['part'][] = [];
  if (leg.origin === null && !isOriginLocked(index)) parts.push('origin');
  if (leg.destination === null) parts.push('destination');
  if (leg.departure === '') parts.push('departure');
  return parts;
}

function legProblems(leg: SearchLeg, index: number, previous?: SearchLeg): SearchProblem[] {
  const missing = missingParts(leg, index);
  if (missing.length > 0) return [problem('search.missing_leg', index, missing)];
  if (previous !== undefined && leg.departure < previous.departure) {
    return [problem('search.leg_order', index, ['departure'])];
  }
  return [];
}

function returnProblems([there, back]: FlightSearch['legs']): SearchProblem[] {
  if (back.departure === '') return [problem('search.missing_return', 1, ['departure'])];
  if (back.departure < there.departure) return [problem('search.return_order', 1, ['departure'])];
  return [];
}

/** The days that make no sense as days of travel. */
function dayProblems(legs: readonly SearchLeg[], today: string): SearchProblem[] {
  return legs.flatMap(({ departure }, index) => {
    const found = checkTravelDay(departure, today);
    if (found === null) return [];
    const { fields, values } = problem('search.too_late', index, ['departure']);
    return [
      { code: `search.${found.code}` as const, values: { ...values, ...found.values }, fields },
    ];
  });
}

/**
 * All validation errors of a search: days that make no sense, then leg by leg, then the return.
 *
 * @param today the device's local day, from which days are limited (feature `flights`); none is without it
 */
export function searchProblems(search: FlightSearch, today?: string): readonly SearchProblem[] {
  const used = usedLegs(search);
  const legs = search.tripType === 'roundtrip' ? search.legs : used;
  return [
    ...(today === undefined ? [] : dayProblems(legs, today)),
    ...used.flatMap((leg, index) => legProblems(leg, index, used[index - 1])),
    ...(search.tripType === 'roundtrip' ? returnProblems(search.legs) : []),
  ];
}

/** The first validation error of a search, or null; only one message is shown at a time. */
export function checkSearch(search: FlightSearch): SearchProblem | null {
  return searchProblems(search)[0] ?? null;
}

/**
 * The earliest departure of a leg (spec §5): today for the first leg, else the departure of the nearest earlier leg
 * that has one.
 *
 * @param today the device's local day
 */
export function earliestDeparture(search: FlightSearch, index: number, today: string): string {
  const before = search.legs.slice(0, index).findLast(({ departure }) => departure !== '');
  return before?.departure ?? today;
}

/** Nights of a round trip; undefined for other trips, or while a date is missing. */
export function nightsAway({ tripType, legs: [there, back] }: FlightSearch): number | undefined {
  return tripType === 'roundtrip' ? nightsBetween(there.departure, back.departure) : undefined;
}
