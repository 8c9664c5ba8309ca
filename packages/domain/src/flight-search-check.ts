import { nightsBetween } from './calendar-day.ts';
import { isOriginLocked, usedLegs, type FlightSearch, type SearchLeg } from './flight-search.ts';
import type { Problem } from './problem.ts';

/** A field of the form: which leg, counted from 0, and which part of it. The return is the second leg's departure. */
export interface SearchField {
  readonly index: number;
  readonly part: 'origin' | 'destination' | 'departure';
}

/** What keeps a search from being sent (spec §5). */
export interface SearchProblem extends Problem {
  readonly code:
    'search.missing_leg' | 'search.leg_order' | 'search.missing_return' | 'search.return_order';
  /** The leg meant and the one before it, counted from 1. */
  readonly values: { readonly leg: number; readonly previous: number };
  /** The fields to put right, in the order they are read. */
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

/** Everything that keeps a search from being sent, in the order it is to be said: leg by leg, then the return. */
export function searchProblems(search: FlightSearch): readonly SearchProblem[] {
  const used = usedLegs(search);
  return [
    ...used.flatMap((leg, index) => legProblems(leg, index, used[index - 1])),
    ...(search.tripType === 'roundtrip' ? returnProblems(search.legs) : []),
  ];
}

/** What keeps a search from being sent: the first thing only, because one message is said at a time; else null. */
export function checkSearch(search: FlightSearch): SearchProblem | null {
  return searchProblems(search)[0] ?? null;
}

/**
 * The first day a leg can depart (spec §5): today for the first, for a later one (or the return) the departure of the
 * nearest leg before it that has one.
 *
 * @param today the device's local day
 */
export function earliestDeparture(search: FlightSearch, index: number, today: string): string {
  const before = search.legs.slice(0, index).findLast(({ departure }) => departure !== '');
  return before?.departure ?? today;
}

/** Nights away on a round trip; undefined for other trips, or while a day is missing. */
export function nightsAway({ tripType, legs: [there, back] }: FlightSearch): number | undefined {
  return tripType === 'roundtrip' ? nightsBetween(there.departure, back.departure) : undefined;
}
