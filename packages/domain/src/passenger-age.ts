import { isCalendarDay } from './calendar-day.ts';
import type { Problem } from './problem.ts';

/** The passenger types, oldest first. */
export const passengerTypes = ['adult', 'child', 'infant'] as const;

/** A passenger type: under 2 years an infant, under 12 a child, by the age on the day of the last segment. */
export type PassengerType = (typeof passengerTypes)[number];

/** A number for every passenger type. */
export type PassengerNumbers = Readonly<Record<PassengerType, number>>;

/** Age in years from which a passenger is no infant, and no child. */
const childAge = 2;
const adultAge = 12;
/** Most countries want a passport to be valid for so long after the journey. */
const passportMonths = 6;

/** The sum of all passengers. */
export function passengerTotal(numbers: PassengerNumbers): number {
  return numbers.adult + numbers.child + numbers.infant;
}

/** Age in whole years on a day; negative before the birth. A birthday on 29 February is 1 March in other years. */
export function ageOn(birthDate: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/** The passenger type by the age on a day. */
export function passengerTypeOn(birthDate: string, day: string): PassengerType {
  const age = ageOn(birthDate, day);
  if (age < childAge) return 'infant';
  return age < adultAge ? 'child' : 'adult';
}

/** The calendar day a number of months later: the last of the month where it is shorter. */
function monthsLater(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const lastDate = new Date(
    Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0),
  ).getUTCDate();
  first.setUTCDate(Math.min(date, lastDate));
  return first.toISOString().slice(0, 10);
}

/** What is known of a passenger's age and passport; the dates are calendar days. */
export interface PassengerDates {
  readonly type: PassengerType;
  readonly birthDate: string | null;
  readonly passportExpiry: string | null;
}

/** What the agency and the member should look at; nothing is refused for it. */
export interface PassengerWarning extends Problem {
  readonly code:
    | 'passenger.type_contradicts_birth'
    | 'passenger.turns_child'
    | 'passenger.turns_adult'
    | 'passenger.passport_expired'
    | 'passenger.passport_expires';
}

const birthdays = { infant: 'passenger.turns_child', child: 'passenger.turns_adult' } as const;

function ageWarning(
  type: PassengerType,
  birthDate: string,
  { today, lastDay }: TravelDays,
): PassengerWarning | null {
  const expected = passengerTypeOn(birthDate, lastDay);
  if (expected === type && birthDate <= lastDay) return null;
  const turns =
    type !== 'adult' && expected !== 'infant' && passengerTypeOn(birthDate, today) === type;
  if (turns && birthDate <= today) {
    return { code: birthdays[type], values: { age: type === 'infant' ? childAge : adultAge } };
  }
  return { code: 'passenger.type_contradicts_birth' };
}

function passportWarning(expiry: string, lastDay: string): PassengerWarning | null {
  if (expiry < lastDay) return { code: 'passenger.passport_expired' };
  if (expiry >= monthsLater(lastDay, passportMonths)) return null;
  return { code: 'passenger.passport_expires', values: { months: passportMonths } };
}

/** The calendar days a passenger's dates are compared with. */
export interface TravelDays {
  readonly today: string;
  /** The local day of the last segment's departure. */
  readonly lastDay: string;
}

/** Warns of a type that the birth date contradicts or will contradict, and of a passport that expires too early. */
export function passengerWarnings(
  { type, birthDate, passportExpiry }: PassengerDates,
  days: TravelDays,
): readonly PassengerWarning[] {
  const isKnown = (day: string | null): day is string => day !== null && isCalendarDay(day);
  return [
    isKnown(birthDate) ? ageWarning(type, birthDate, days) : null,
    isKnown(passportExpiry) ? passportWarning(passportExpiry, days.lastDay) : null,
  ].filter((warning) => warning !== null);
}
