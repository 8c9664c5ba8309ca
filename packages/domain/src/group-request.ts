import { isCalendarDay } from './calendar-day.ts';
import { bangkokDay } from './bangkok.ts';
import { cabinClasses, usedLegs, type FlightSearch } from './flight-search.ts';
import { isAirlineCode, isAirportCode } from './iata-codes.ts';
import { passengerTotal, type PassengerNumbers } from './passenger-age.ts';
import type { Problem } from './problem.ts';
import { checkTravelDay } from './travel-day.ts';

/** A leg of a group request: IATA codes of its airports, and its calendar day. Empty until chosen. */
export interface RequestedLeg {
  readonly origin: string;
  readonly destination: string;
  readonly day: string;
}

/** The input of the group request form. */
export interface GroupRequest {
  readonly legs: readonly RequestedLeg[];
  readonly passengers: PassengerNumbers;
  /** How many days earlier or later the group may fly. */
  readonly flexibilityDays: number;
  readonly cabin: string;
  /** Two-character codes of preferred airlines. */
  readonly airlines: readonly string[];
  /** The budget per person; null for none. */
  readonly budgetSatang: number | null;
  readonly notes: string;
}

/** Limits of a group request. */
export const groupRequestLimits = {
  maxLegs: 6,
  maxPassengers: 300,
  maxFlexibilityDays: 7,
  maxAirlines: 10,
  /** 10 million baht. */
  maxBudgetSatang: 1_000_000_000,
  maxNotes: 2000,
};

/** Path of a form field, such as `legs.0.day`. */
export type GroupRequestField =
  | keyof GroupRequest
  | `legs.${number}.${keyof RequestedLeg}`
  | `passengers.${keyof PassengerNumbers}`
  | `airlines.${number}`;

/** A validation error of the group request form, with its field. */
export interface GroupRequestProblem extends Problem {
  readonly code:
    | 'group_request.no_legs'
    | 'group_request.too_many_legs'
    | 'group_request.missing_airport'
    | 'group_request.same_airport'
    | 'group_request.missing_day'
    | 'group_request.day_in_past'
    | 'group_request.too_late'
    | 'group_request.other_year'
    | 'group_request.leg_order'
    | 'group_request.passenger_number'
    | 'group_request.no_adult'
    | 'group_request.too_many_passengers'
    | 'group_request.too_many_infants'
    | 'group_request.flexibility'
    | 'group_request.cabin'
    | 'group_request.airline'
    | 'group_request.too_many_airlines'
    | 'group_request.budget'
    | 'group_request.notes';
  readonly field: GroupRequestField;
}

const isWithin = (value: number, max: number) =>
  Number.isInteger(value) && value >= 0 && value <= max;

function airportProblems(leg: RequestedLeg, index: number): GroupRequestProblem[] {
  const values = { leg: index + 1 };
  const missing = (['origin', 'destination'] as const).filter((part) => !isAirportCode(leg[part]));
  if (missing.length > 0) {
    return missing.map((part) => ({
      code: 'group_request.missing_airport',
      values,
      field: `legs.${index}.${part}`,
    }));
  }
  if (leg.origin !== leg.destination) return [];
  return [{ code: 'group_request.same_airport', values, field: `legs.${index}.destination` }];
}

function dayProblem(
  { day }: RequestedLeg,
  index: number,
  previous: RequestedLeg | undefined,
  today: string,
): GroupRequestProblem | null {
  const values = { leg: index + 1, previous: index };
  const field = `legs.${index}.day` as const;
  if (!isCalendarDay(day)) return { code: 'group_request.missing_day', values, field };
  const found = checkTravelDay(day, today);
  if (found !== null) {
    return { code: `group_request.${found.code}`, values: { ...values, ...found.values }, field };
  }
  if (day < today) return { code: 'group_request.day_in_past', values, field };
  if (previous === undefined || day >= previous.day) return null;
  return { code: 'group_request.leg_order', values, field };
}

function legsProblems(legs: readonly RequestedLeg[], today: string): GroupRequestProblem[] {
  const { maxLegs } = groupRequestLimits;
  if (legs.length === 0) return [{ code: 'group_request.no_legs', field: 'legs' }];
  if (legs.length > maxLegs) {
    return [{ code: 'group_request.too_many_legs', values: { max: maxLegs }, field: 'legs' }];
  }
  return legs.flatMap((leg, index) => {
    const ofDay = dayProblem(leg, index, legs[index - 1], today);
    return [...airportProblems(leg, index), ...(ofDay === null ? [] : [ofDay])];
  });
}

function passengerProblems(passengers: PassengerNumbers): GroupRequestProblem[] {
  const { maxPassengers: max } = groupRequestLimits;
  const invalid = (['adult', 'child', 'infant'] as const).filter(
    (type) => !isWithin(passengers[type], max),
  );
  if (invalid.length > 0) {
    return invalid.map((type) => ({
      code: 'group_request.passenger_number',
      values: { max },
      field: `passengers.${type}`,
    }));
  }
  const problems: GroupRequestProblem[] = [];
  if (passengers.adult === 0) {
    problems.push({ code: 'group_request.no_adult', field: 'passengers.adult' });
  } else if (passengers.infant > passengers.adult) {
    problems.push({ code: 'group_request.too_many_infants', field: 'passengers.infant' });
  }
  if (passengerTotal(passengers) > max) {
    problems.push({
      code: 'group_request.too_many_passengers',
      values: { max },
      field: 'passengers',
    });
  }
  return problems;
}

function preferenceProblems(request: GroupRequest): GroupRequestProblem[] {
  const { maxFlexibilityDays, maxAirlines, maxBudgetSatang, maxNotes } = groupRequestLimits;
  const problems: GroupRequestProblem[] = [];
  if (!isWithin(request.flexibilityDays, maxFlexibilityDays)) {
    problems.push({
      code: 'group_request.flexibility',
      values: { max: maxFlexibilityDays },
      field: 'flexibilityDays',
    });
  }
  if (!cabinClasses.some((cabin) => cabin === request.cabin)) {
    problems.push({ code: 'group_request.cabin', field: 'cabin' });
  }
  request.airlines.forEach((airline, index) => {
    if (isAirlineCode(airline)) return;
    problems.push({
      code: 'group_request.airline',
      values: { airline },
      field: `airlines.${index}`,
    });
  });
  if (request.airlines.length > maxAirlines) {
    problems.push({
      code: 'group_request.too_many_airlines',
      values: { max: maxAirlines },
      field: 'airlines',
    });
  }
  const { budgetSatang } = request;
  if (budgetSatang !== null && (budgetSatang === 0 || !isWithin(budgetSatang, maxBudgetSatang))) {
    problems.push({ code: 'group_request.budget', field: 'budgetSatang' });
  }
  // By characters, as SQL counts them: an emoji has two units in a string.
  if (Array.from(request.notes).length > maxNotes) {
    problems.push({ code: 'group_request.notes', values: { max: maxNotes }, field: 'notes' });
  }
  return problems;
}

/** The calendar day in Bangkok, before which no leg may depart. */
export function earliestRequestDay(now: Date): string {
  return bangkokDay(now.getTime());
}

/** All validation errors of a group request in the order of its form. */
export function groupRequestProblems(
  request: GroupRequest,
  now: Date,
): readonly GroupRequestProblem[] {
  return [
    ...legsProblems(request.legs, earliestRequestDay(now)),
    ...passengerProblems(request.passengers),
    ...preferenceProblems(request),
  ];
}

export const emptyLeg: RequestedLeg = { origin: '', destination: '', day: '' };

/** The legs of a search with the way back, to begin a request with; days that have passed are left out. */
export function legsOfSearch(search: FlightSearch, today: string): readonly RequestedLeg[] {
  const legs = search.tripType === 'roundtrip' ? search.legs.slice(0, 2) : usedLegs(search);
  const requested = legs.map(({ origin, destination, departure }) => ({
    origin: origin ?? '',
    destination: destination ?? '',
    day: departure >= today ? departure : '',
  }));
  const [first] = requested;
  return first === undefined || first.origin + first.destination === '' ? [emptyLeg] : requested;
}
