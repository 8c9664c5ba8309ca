import { isCalendarDay, nightsBetween } from './calendar-day.ts';
import { ownFlightLimits } from './own-flight.ts';
import type { Problem } from './problem.ts';

/** The seats of a fare on a day. */
export interface Departure {
  readonly fare_id: number;
  readonly day: string;
  readonly total: number;
  readonly held: number;
  readonly sold: number;
  readonly is_closed: boolean;
}

/** The seats of a day, of all its fares. */
export interface DaySeats {
  readonly total: number;
  readonly held: number;
  readonly sold: number;
  readonly free: number;
  /** Whether none of its fares is sold. */
  readonly isClosed: boolean;
}

const none: DaySeats = { total: 0, held: 0, sold: 0, free: 0, isClosed: true };

/** Adds departures up. A closed one has no free seats. */
export function seatsOf(departures: readonly Departure[]): DaySeats {
  return departures.reduce<DaySeats>(
    (sum, { total, held, sold, is_closed: isClosed }) => ({
      total: sum.total + total,
      held: sum.held + held,
      sold: sum.sold + sold,
      free: sum.free + (isClosed ? 0 : total - held - sold),
      isClosed: sum.isClosed && isClosed,
    }),
    none,
  );
}

/** A change of the departures of some days. */
export interface DepartureInput {
  /** The id of a fare; null for all of them. */
  readonly fare: number | null;
  readonly first_day: string;
  readonly last_day: string;
  readonly weekdays: readonly number[];
  /** Null leaves the number as it is. */
  readonly seats: number | null;
  /** Likewise for the sale. */
  readonly isClosed: boolean | null;
}

/** Why departures cannot be changed, by field. */
export function checkDepartures(input: DepartureInput): Readonly<Partial<Record<string, Problem>>> {
  const { maxSeats, maxNights } = ownFlightLimits;
  const problems: Record<string, Problem> = {};
  const { first_day: first, last_day: last, seats } = input;
  if (!isCalendarDay(first)) problems.first_day = { code: 'flight.day' };
  const nights = nightsBetween(first, last);
  if (!isCalendarDay(last)) problems.last_day = { code: 'flight.day' };
  else if (problems.first_day === undefined && (nights === undefined || nights > maxNights)) {
    problems.last_day = { code: 'flight.period', values: { max: maxNights } };
  }
  if (input.weekdays.length === 0) problems.weekdays = { code: 'flight.weekdays' };
  if (seats !== null && seats > maxSeats) {
    problems.seats = { code: 'flight.seats', values: { max: maxSeats } };
  } else if (seats === null && input.isClosed === null) {
    problems.seats = { code: 'departure.nothing' };
  }
  return problems;
}
