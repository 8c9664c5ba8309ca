import { isCalendarDay, nightsBetween } from './calendar-day.ts';
import type { CabinClass } from './flight-search.ts';
import { isAirlineCode } from './iata-codes.ts';
import { passengerTypes, type PassengerType } from './passenger-age.ts';
import type { Problem } from './problem.ts';
import { toInstant } from './zoned-time.ts';

/** What a passenger of a fare may take along; null where it is not known. */
export interface FareBaggage {
  readonly cabin_pieces: number | null;
  readonly cabin_kg: number | null;
  readonly checked_pieces: number | null;
  /** For all pieces together. */
  readonly checked_kg: number | null;
}

/** A fare of a flight, in the names of `bkk_admin_save_flight`. */
export interface OwnFare {
  /** Null for a new one. */
  readonly fare_id: number | null;
  readonly name: string;
  /** Null while it is missing, which is a problem. */
  readonly adult_satang: number | null;
  readonly adult_tax_satang: number | null;
  /** Null where the fare is not for children; likewise for infants. */
  readonly child_satang: number | null;
  readonly child_tax_satang: number | null;
  readonly infant_satang: number | null;
  readonly infant_tax_satang: number | null;
  readonly baggage: Readonly<Record<PassengerType, FareBaggage>>;
  /** Null where it is not known; likewise for refunds. */
  readonly change_allowed: boolean | null;
  readonly change_fee_satang: number | null;
  readonly change_until_hours: number | null;
  readonly refund_allowed: boolean | null;
  readonly refund_fee_satang: number | null;
  readonly refund_until_hours: number | null;
  /** Of a departure without a number of its own. */
  readonly seats: number | null;
  /** Bangkok time, such as `2026-12-05T09:00`; empty for no limit. */
  readonly sale_from: string;
  readonly sale_until: string;
  /** Hours before the departure. */
  readonly closes_hours: number | null;
}

/** A flight of the agency's own seats, in the names of `bkk_admin_save_flight`. */
export interface OwnFlight {
  readonly airline: string;
  readonly flight_number: string;
  /** Empty where it is the same airline. */
  readonly operating_airline: string;
  readonly origin: string;
  readonly destination: string;
  readonly origin_terminal: string;
  readonly destination_terminal: string;
  /** Local time, such as `08:05`. */
  readonly departs_at: string;
  readonly arrives_at: string;
  /** Calendar days from the departure to the arrival. */
  readonly arrives_days: number;
  /** 1 is Monday, 7 Sunday. */
  readonly weekdays: readonly number[];
  readonly first_day: string;
  readonly last_day: string;
  readonly cabin: CabinClass;
  readonly aircraft: string;
  readonly fares: readonly OwnFare[];
}

/** Limits of own flights, as the database checks them. */
export const ownFlightLimits = {
  maxFares: 10,
  maxNights: 400,
  maxSatang: 10_000_000_000,
  maxSeats: 500,
  maxHours: 2000,
  maxTerminal: 20,
  maxAircraft: 60,
  maxFareName: 40,
  maxPieces: 9,
  maxKg: 99,
} as const;

/** Why a flight cannot be saved, with its field, such as `fares.0.seats`. */
export interface OwnFlightProblem extends Problem {
  readonly code:
    | 'flight.airline'
    | 'flight.number'
    | 'flight.airport'
    | 'flight.same_airport'
    | 'flight.too_long'
    | 'flight.time'
    | 'flight.arrival'
    | 'flight.weekdays'
    | 'flight.day'
    | 'flight.period'
    | 'flight.no_departure'
    | 'flight.fares'
    | 'flight.fare_name'
    | 'flight.fare_twice'
    | 'flight.amount'
    | 'flight.seats'
    | 'flight.hours'
    | 'flight.baggage'
    | 'flight.sale_time'
    | 'flight.sale_order';
  readonly field: string;
}

const clock = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const dayMs = 86_400_000;
const bangkok = 'Asia/Bangkok';

/** The day of the week of a calendar day: 1 is Monday, 7 Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** The calendar day some days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

type Report = (code: OwnFlightProblem['code'], field: string, values?: Problem['values']) => void;

function checkRoute(flight: OwnFlight, zones: ReadonlyMap<string, string>, report: Report) {
  if (!isAirlineCode(flight.airline)) report('flight.airline', 'airline');
  if (!/^\d{1,4}[A-Z]?$/.test(flight.flight_number)) report('flight.number', 'flight_number');
  if (flight.operating_airline !== '' && !isAirlineCode(flight.operating_airline)) {
    report('flight.airline', 'operating_airline');
  }
  if (!zones.has(flight.origin)) report('flight.airport', 'origin');
  if (!zones.has(flight.destination)) report('flight.airport', 'destination');
  else if (flight.origin === flight.destination) report('flight.same_airport', 'destination');
  const { maxTerminal, maxAircraft } = ownFlightLimits;
  for (const field of ['origin_terminal', 'destination_terminal'] as const) {
    if (flight[field].length > maxTerminal) report('flight.too_long', field, { max: maxTerminal });
  }
  if (flight.aircraft.length > maxAircraft) {
    report('flight.too_long', 'aircraft', { max: maxAircraft });
  }
}

/** The first departure between the days; undefined for none. */
function firstDeparture({ weekdays, first_day: first, last_day: last }: OwnFlight) {
  return Array.from({ length: 7 }, (_, index) => addDays(first, index)).find(
    (day) => day <= last && weekdays.includes(weekdayOf(day)),
  );
}

function checkArrival(
  flight: OwnFlight,
  day: string,
  zones: ReadonlyMap<string, string>,
  report: Report,
) {
  const { departs_at: departs, arrives_at: arrives, arrives_days: days } = flight;
  const instant = (local: string, code: string) =>
    toInstant({ local, zone: zones.get(code) ?? '' });
  const departure = instant(`${day}T${departs}`, flight.origin);
  const arrival = instant(`${addDays(day, days)}T${arrives}`, flight.destination);
  if (departure !== undefined && arrival !== undefined && arrival <= departure) {
    report('flight.arrival', 'arrives_at');
  }
}

function checkTimes(flight: OwnFlight, zones: ReadonlyMap<string, string>, report: Report) {
  const { first_day: first, last_day: last, weekdays, arrives_days: days } = flight;
  for (const field of ['departs_at', 'arrives_at'] as const) {
    if (!clock.test(flight[field])) report('flight.time', field);
  }
  if (!Number.isInteger(days) || days < -1 || days > 2) report('flight.arrival', 'arrives_days');
  const areDays = weekdays.every((one) => Number.isInteger(one) && one >= 1 && one <= 7);
  if (weekdays.length === 0 || !areDays) report('flight.weekdays', 'weekdays');
  for (const field of ['first_day', 'last_day'] as const) {
    if (!isCalendarDay(flight[field])) report('flight.day', field);
  }
  if (!isCalendarDay(first) || !isCalendarDay(last)) return;
  const nights = nightsBetween(first, last);
  const { maxNights } = ownFlightLimits;
  if (nights === undefined || nights > maxNights) {
    report('flight.period', 'last_day', { max: maxNights });
    return;
  }
  const day = firstDeparture(flight);
  if (day !== undefined) checkArrival(flight, day, zones, report);
  else if (weekdays.length > 0) report('flight.no_departure', 'weekdays');
}

const isWhole = (value: number, min: number, max: number) =>
  Number.isInteger(value) && value >= min && value <= max;

const amounts = [
  'adult_satang',
  'adult_tax_satang',
  'child_satang',
  'child_tax_satang',
  'infant_satang',
  'infant_tax_satang',
  'change_fee_satang',
  'refund_fee_satang',
] as const;

function checkNumbers(fare: OwnFare, report: Report) {
  const { maxSatang, maxSeats, maxHours } = ownFlightLimits;
  for (const field of amounts) {
    const value = fare[field];
    if (value === null ? field === 'adult_satang' : !isWhole(value, 0, maxSatang)) {
      report('flight.amount', field);
    }
  }
  if (fare.seats === null || !isWhole(fare.seats, 0, maxSeats)) {
    report('flight.seats', 'seats', { max: maxSeats });
  }
  const { closes_hours: closes } = fare;
  if (closes === null || !isWhole(closes, 1, maxHours)) {
    report('flight.hours', 'closes_hours', { min: 1, max: maxHours });
  }
  for (const field of ['change_until_hours', 'refund_until_hours'] as const) {
    const value = fare[field];
    if (value !== null && !isWhole(value, 0, maxHours)) {
      report('flight.hours', field, { min: 0, max: maxHours });
    }
  }
}

function checkBaggage(fare: OwnFare, report: Report) {
  const { maxPieces, maxKg } = ownFlightLimits;
  for (const type of passengerTypes) {
    for (const [part, value] of Object.entries(fare.baggage[type]) as [string, number | null][]) {
      const max = part.endsWith('_kg') ? maxKg : maxPieces;
      if (value !== null && !isWhole(value, 0, max)) {
        report('flight.baggage', `baggage.${type}.${part}`, { max });
      }
    }
  }
}

function checkSale({ sale_from: from, sale_until: until }: OwnFare, report: Report) {
  const instant = (local: string) => toInstant({ local, zone: bangkok });
  const [start, end] = [instant(from), instant(until)];
  if (from !== '' && start === undefined) report('flight.sale_time', 'sale_from');
  if (until !== '' && end === undefined) report('flight.sale_time', 'sale_until');
  if (start !== undefined && end !== undefined && end <= start) {
    report('flight.sale_order', 'sale_until');
  }
}

function checkFares({ fares }: OwnFlight, report: Report) {
  const { maxFares, maxFareName } = ownFlightLimits;
  if (fares.length === 0 || fares.length > maxFares)
    report('flight.fares', 'fares', { max: maxFares });
  for (const [index, fare] of fares.entries()) {
    const reportFare: Report = (code, field, values) =>
      report(code, `fares.${String(index)}.${field}`, values);
    const name = fare.name.trim();
    if (name === '' || name.length > maxFareName) {
      reportFare('flight.fare_name', 'name', { max: maxFareName });
    } else if (fares.findIndex((one) => one.name.trim() === name) < index) {
      reportFare('flight.fare_twice', 'name');
    }
    checkNumbers(fare, reportFare);
    checkBaggage(fare, reportFare);
    checkSale(fare, reportFare);
  }
}

/**
 * All reasons why a flight cannot be saved, in the order of its form; none where it can.
 *
 * @param zones the time zones of the known airports by their codes
 */
export function checkOwnFlight(
  flight: OwnFlight,
  zones: ReadonlyMap<string, string>,
): readonly OwnFlightProblem[] {
  const problems: OwnFlightProblem[] = [];
  const report: Report = (code, field, values) =>
    problems.push({ code, field, ...(values && { values }) });
  checkRoute(flight, zones, report);
  checkTimes(flight, zones, report);
  checkFares(flight, report);
  return problems;
}

const noBaggage: FareBaggage = {
  cabin_pieces: null,
  cabin_kg: null,
  checked_pieces: null,
  checked_kg: null,
};

/** A fare to begin with. */
export const emptyFare: OwnFare = {
  fare_id: null,
  name: '',
  adult_satang: null,
  adult_tax_satang: 0,
  child_satang: null,
  child_tax_satang: 0,
  infant_satang: null,
  infant_tax_satang: 0,
  baggage: { adult: noBaggage, child: noBaggage, infant: noBaggage },
  change_allowed: null,
  change_fee_satang: null,
  change_until_hours: null,
  refund_allowed: null,
  refund_fee_satang: null,
  refund_until_hours: null,
  seats: null,
  sale_from: '',
  sale_until: '',
  closes_hours: 4,
};

/** The fields in which two versions of a flight differ, such as `departs_at` or `Saver.adult_satang`. */
export function changedFields(before: OwnFlight, after: OwnFlight): readonly string[] {
  const { fares: faresBefore, ...flightBefore } = before;
  const { fares: faresAfter, ...flightAfter } = after;
  const names = new Set([...faresBefore, ...faresAfter].map(({ name }) => name));
  const fareFields = [...names].flatMap((name) => {
    const [one, other] = [faresBefore, faresAfter].map((fares) =>
      fares.find((fare) => fare.name === name),
    );
    if (one === undefined || other === undefined) return [name];
    return differences({ ...one, fare_id: null }, { ...other, fare_id: null }).map(
      (field) => `${name}.${field}`,
    );
  });
  return [...differences(flightBefore, flightAfter), ...fareFields];
}

function differences<Value extends object>(one: Value, other: Value): readonly string[] {
  return (Object.keys(one) as (keyof Value & string)[]).filter(
    (key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]),
  );
}
