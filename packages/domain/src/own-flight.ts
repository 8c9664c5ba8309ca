import { bangkokIso } from './bangkok.ts';
import { isCalendarDay, nightsBetween } from './calendar-day.ts';
import { addDays, weekdayOf } from './day-arithmetic.ts';
import type { CabinClass } from './flight-search.ts';
import { isAirlineCode } from './iata-codes.ts';
import { passengerTypes, type PassengerType } from './passenger-age.ts';
import type { Problem } from './problem.ts';
import { checkTravelDay } from './travel-day.ts';
import { toInstant } from './zoned-time.ts';

/** What a passenger of a fare may take along; null if it is not known. */
export interface FareBaggage {
  readonly cabin_pieces: number | null;
  readonly cabin_kg: number | null;
  readonly checked_pieces: number | null;
  /** For all pieces together. */
  readonly checked_kg: number | null;
}

/** The values of the fields of flights and fares, by what a field is. */
export interface FieldValues {
  readonly text: string;
  /** A code in capitals, such as that of an airline. */
  readonly code: string;
  /** Local time, such as `08:05`. */
  readonly clock: string;
  /** A calendar day. */
  readonly day: string;
  /** Bangkok time, such as `2026-12-05T09:00`; empty for no limit. */
  readonly time: string;
  /** Calendar days from the departure to the arrival. */
  readonly days: number;
  /** 1 is Monday, 7 Sunday. */
  readonly weekdays: readonly number[];
  readonly cabin: CabinClass;
  /** Null if the fare has none. */
  readonly amount: number | null;
  /** Null is none. */
  readonly tax: number | null;
  readonly seats: number | null;
  /** Hours before the departure. */
  readonly hours: number | null;
  /** Null if it is not known. */
  readonly answer: boolean | null;
}

type ValuesOf<Fields extends Readonly<Record<string, { readonly kind: keyof FieldValues }>>> = {
  readonly [Name in keyof Fields]: FieldValues[Fields[Name]['kind']];
};

/** The fields of a flight besides its fares, in the order of form and file and the names of `bkk_admin_save_flight`. */
export const flightFields = {
  airline: { kind: 'code' },
  flight_number: { kind: 'code' },
  /** Empty if it is the same airline. */
  operating_airline: { kind: 'code' },
  origin: { kind: 'code' },
  origin_terminal: { kind: 'text' },
  destination: { kind: 'code' },
  destination_terminal: { kind: 'text' },
  departs_at: { kind: 'clock' },
  arrives_at: { kind: 'clock' },
  arrives_days: { kind: 'days' },
  weekdays: { kind: 'weekdays' },
  first_day: { kind: 'day' },
  last_day: { kind: 'day' },
  cabin: { kind: 'cabin' },
  aircraft: { kind: 'text' },
} as const;

/** Limits of a number, which may be empty unless it is required. */
interface NumberLimits {
  readonly min?: number;
  readonly isRequired?: boolean;
}

interface FieldOfFare extends NumberLimits {
  readonly kind: 'text' | 'amount' | 'tax' | 'seats' | 'hours' | 'answer' | 'time';
}

/** The fields of a fare besides its id and baggage, in the order of the file and the names of `bkk_admin_save_flight`. */
export const fareFields = {
  name: { kind: 'text' },
  /** Of a departure without a number of its own. */
  seats: { kind: 'seats', isRequired: true },
  adult_satang: { kind: 'amount', isRequired: true },
  adult_tax_satang: { kind: 'tax' },
  /** Null if the fare is not for children; likewise for infants. */
  child_satang: { kind: 'amount' },
  child_tax_satang: { kind: 'tax' },
  infant_satang: { kind: 'amount' },
  infant_tax_satang: { kind: 'tax' },
  change_allowed: { kind: 'answer' },
  change_fee_satang: { kind: 'amount' },
  change_until_hours: { kind: 'hours' },
  refund_allowed: { kind: 'answer' },
  refund_fee_satang: { kind: 'amount' },
  refund_until_hours: { kind: 'hours' },
  sale_from: { kind: 'time' },
  sale_until: { kind: 'time' },
  closes_hours: { kind: 'hours', min: 1, isRequired: true },
} as const satisfies Readonly<Record<string, FieldOfFare>>;

export type FlightField = keyof typeof flightFields;
export type FareField = keyof typeof fareFields;

export const flightFieldNames = Object.keys(flightFields) as readonly FlightField[];
export const fareFieldNames = Object.keys(fareFields) as readonly FareField[];

/** A fare of a flight. */
export interface OwnFare extends ValuesOf<typeof fareFields> {
  /** Null for a new one. */
  readonly fare_id: number | null;
  readonly baggage: Readonly<Record<PassengerType, FareBaggage>>;
}

/** A flight of the agency's own seats. */
export interface OwnFlight extends ValuesOf<typeof flightFields> {
  readonly fares: readonly OwnFare[];
}

/** A flight that is stored. */
export interface StoredFlight {
  readonly flight_id: number;
  readonly version: number;
  readonly flight: OwnFlight;
}

/** The days of the week, from Monday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

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
    | 'flight.too_late'
    | 'flight.other_year'
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

/** What a flight is checked with. */
export interface FlightContext {
  /** The time zones of the known airports by their codes. */
  readonly zones: ReadonlyMap<string, string>;
  /** The calendar day in Bangkok. */
  readonly today: string;
}

const clock = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

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

/** Whether the first and the last day are days of one period, which begins no later than flights are sold. */
function checkPeriod(
  { first_day: first, last_day: last }: OwnFlight,
  today: string,
  report: Report,
): boolean {
  const days = { first_day: first, last_day: last };
  const invalid = (['first_day', 'last_day'] as const).filter(
    (field) => !isCalendarDay(days[field]),
  );
  for (const field of invalid) report('flight.day', field);
  const firstProblem = checkTravelDay(first, today);
  const lastProblem = checkTravelDay(last, today);
  if (firstProblem) report(`flight.${firstProblem.code}`, 'first_day', firstProblem.values);
  const isOtherYear = lastProblem?.code === 'other_year';
  if (isOtherYear) report('flight.other_year', 'last_day', lastProblem.values);
  if (invalid.length > 0 || firstProblem || isOtherYear) return false;
  const nights = nightsBetween(first, last);
  const { maxNights } = ownFlightLimits;
  const isPeriod = nights !== undefined && nights <= maxNights;
  if (!isPeriod) report('flight.period', 'last_day', { max: maxNights });
  return isPeriod;
}

function checkTimes(flight: OwnFlight, { zones, today }: FlightContext, report: Report) {
  const { weekdays, arrives_days: days } = flight;
  for (const field of ['departs_at', 'arrives_at'] as const) {
    if (!clock.test(flight[field])) report('flight.time', field);
  }
  if (!Number.isInteger(days) || days < -1 || days > 2) report('flight.arrival', 'arrives_days');
  const areDays = weekdays.every((one) => Number.isInteger(one) && one >= 1 && one <= 7);
  if (weekdays.length === 0 || !areDays) report('flight.weekdays', 'weekdays');
  if (!checkPeriod(flight, today, report)) return;
  const day = firstDeparture(flight);
  if (day !== undefined) checkArrival(flight, day, zones, report);
  else if (weekdays.length > 0) report('flight.no_departure', 'weekdays');
}

const isWhole = (value: number, min: number, max: number) =>
  Number.isInteger(value) && value >= min && value <= max;

/** The highest number of a kind, and the problem of another one. */
const numberKinds = {
  amount: { max: ownFlightLimits.maxSatang, code: 'flight.amount' },
  tax: { max: ownFlightLimits.maxSatang, code: 'flight.amount' },
  seats: { max: ownFlightLimits.maxSeats, code: 'flight.seats' },
  hours: { max: ownFlightLimits.maxHours, code: 'flight.hours' },
} as const;

function checkNumbers(fare: OwnFare, report: Report) {
  for (const name of fareFieldNames) {
    const field: FieldOfFare = fareFields[name];
    const value = fare[name];
    if (!(field.kind in numberKinds) || typeof value === 'string' || typeof value === 'boolean') {
      continue;
    }
    const { max, code } = numberKinds[field.kind as keyof typeof numberKinds];
    const { min = 0, isRequired = false } = field;
    if (value === null ? isRequired : !isWhole(value, min, max)) report(code, name, { min, max });
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
  const [start, end] = [bangkokIso(from), bangkokIso(until)];
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

/** All reasons why a flight cannot be saved, in the order of its form; none if it can. */
export function checkOwnFlight(
  flight: OwnFlight,
  context: FlightContext,
): readonly OwnFlightProblem[] {
  const problems: OwnFlightProblem[] = [];
  const report: Report = (code, field, values) =>
    problems.push({ code, field, ...(values && { values }) });
  checkRoute(flight, context.zones, report);
  checkTimes(flight, context, report);
  checkFares(flight, report);
  return problems;
}

const noBaggage: FareBaggage = {
  cabin_pieces: null,
  cabin_kg: null,
  checked_pieces: null,
  checked_kg: null,
};

const emptyValues: Readonly<Record<FieldOfFare['kind'], string | number | null>> = {
  text: '',
  time: '',
  tax: 0,
  amount: null,
  seats: null,
  hours: null,
  answer: null,
};

/** A fare to begin with. */
export const emptyFare: OwnFare = {
  ...(Object.fromEntries(
    fareFieldNames.map((name) => [name, emptyValues[fareFields[name].kind]]),
  ) as unknown as ValuesOf<typeof fareFields>),
  fare_id: null,
  baggage: { adult: noBaggage, child: noBaggage, infant: noBaggage },
  closes_hours: 4,
};

/** A flight to begin with: every day, with one fare. */
export const emptyFlight = (today: string): OwnFlight => ({
  airline: '',
  flight_number: '',
  operating_airline: '',
  origin: '',
  origin_terminal: '',
  destination: '',
  destination_terminal: '',
  departs_at: '',
  arrives_at: '',
  arrives_days: 0,
  weekdays,
  first_day: today,
  last_day: '',
  cabin: 'economy',
  aircraft: '',
  fares: [emptyFare],
});

/** A new flight like another one. */
export const copyOfFlight = (flight: OwnFlight): OwnFlight => ({
  ...flight,
  fares: flight.fares.map((fare) => ({ ...fare, fare_id: null })),
});

/** A flight without spaces around its texts, with its codes in capitals and all taxes. */
export function normalizeFlight(flight: OwnFlight): OwnFlight {
  const code = (text: string) => text.trim().toUpperCase();
  return {
    ...flight,
    airline: code(flight.airline),
    flight_number: code(flight.flight_number),
    operating_airline: code(flight.operating_airline),
    origin_terminal: flight.origin_terminal.trim(),
    destination_terminal: flight.destination_terminal.trim(),
    aircraft: flight.aircraft.trim(),
    fares: flight.fares.map((fare) => ({
      ...fare,
      name: fare.name.trim(),
      adult_tax_satang: fare.adult_tax_satang ?? 0,
      child_tax_satang: fare.child_tax_satang ?? 0,
      infant_tax_satang: fare.infant_tax_satang ?? 0,
    })),
  };
}

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

/** Days of the week as runs of days that follow each other: `[[1, 2, 3], [5]]`. */
export function weekdayRuns(days: readonly number[]): readonly (readonly number[])[] {
  const runs: number[][] = [];
  for (const day of days.toSorted((one, other) => one - other)) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  return runs;
}
