import { checkBirthDay, parseBirthDate } from './birth-date.ts';
import {
  passengerTypeOn,
  passengerTypes,
  type PassengerNumbers,
  type PassengerType,
} from './passenger-age.ts';
import type { ListedPassenger, PassengerLineError } from './passenger-list.ts';
import {
  checkPassengerName,
  hasOneName,
  normalizePassengerName,
  type PassengerNames,
} from './passenger-name.ts';
import type { Problem } from './problem.ts';
import type { Person } from './traveller.ts';

/** A seat of a booking with the passenger as typed; without names it is still free. */
export interface Seat extends PassengerNames {
  readonly type: PassengerType;
  /** As `parseBirthDate` reads it; empty where it is not known. */
  readonly birthDate: string;
}

/** What a free seat has. */
export const freeSeat = { lastName: '', firstName: '', birthDate: '' };

/** Free seats by their numbers, adults first. */
export function freeSeats(numbers: PassengerNumbers): readonly Seat[] {
  return passengerTypes.flatMap((type) =>
    Array.from({ length: numbers[type] }, () => ({ ...freeSeat, type })),
  );
}

/** The columns of a seat that can be wrong. */
type SeatColumn = 'lastName' | 'firstName' | 'birthDate';

type SeatProblems = Readonly<Partial<Record<SeatColumn, Problem>>>;

/** What is typed of a passenger. */
export type TypedPassenger = Pick<Seat, SeatColumn>;

/** The person that is typed. */
export const personOfSeat = ({ lastName, firstName, birthDate }: TypedPassenger): Person => ({
  lastName,
  firstName,
  birthDate: parseBirthDate(birthDate) ?? null,
});

/** Whether nothing is typed. */
function isFree({ lastName, firstName, birthDate }: TypedPassenger): boolean {
  return normalizePassengerName(lastName + firstName) === '' && birthDate.trim() === '';
}

/** Checks a birth date as typed; it may stay empty. */
export function checkBirthDate(birthDate: string, today: string): Problem | null {
  if (birthDate.trim() === '') return null;
  const born = parseBirthDate(birthDate);
  return born === undefined ? { code: 'passenger_list.birth_date' } : checkBirthDay(born, today);
}

/** Checks a passenger: one name or two as in the passport, and the birth date where it is known. */
export function passengerProblems(passenger: TypedPassenger, today: string): SeatProblems {
  const checkName = (name: string) =>
    hasOneName(passenger) && normalizePassengerName(name) === '' ? null : checkPassengerName(name);
  const problems: Record<SeatColumn, Problem | null> = {
    lastName: checkName(passenger.lastName),
    firstName: checkName(passenger.firstName),
    birthDate: checkBirthDate(passenger.birthDate, today),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== null));
}

/** Checks a seat: a free one may stay so. */
export function seatProblems(seat: Seat, today: string): SeatProblems {
  return isFree(seat) ? {} : passengerProblems(seat, today);
}

/**
 * The index of the seat that a passenger takes: the preferred one if it is free, else the first free one of their type on
 * the last day, else the first free one; -1 where none is free.
 */
export function seatFor(
  birthDate: string | null,
  seats: readonly Seat[],
  { lastDay, preferred }: { readonly lastDay: string | null; readonly preferred: number },
): number {
  const type =
    birthDate === null || lastDay === null ? undefined : passengerTypeOn(birthDate, lastDay);
  const free = [...seats.keys()].filter((at) => seats.slice(at, at + 1).every(isFree));
  if (free.includes(preferred)) return preferred;
  return free.find((at) => seats[at]?.type === type) ?? free[0] ?? -1;
}

/** The type of a listed passenger: as the list says, else by the birth date on the last day of the journey. */
function typeOf(
  { type, birthDate }: ListedPassenger,
  lastDay: string | null,
): PassengerType | null {
  if (type !== null || birthDate === null || lastDay === null) return type;
  return passengerTypeOn(birthDate, lastDay);
}

/** The seats of a booking after a list, and the passengers of it for whom there is no seat. */
export interface SeatedList {
  readonly seats: readonly Seat[];
  readonly errors: readonly PassengerLineError[];
}

/**
 * Seats the passengers of a list in its order; the seats that are left follow, still free. Passengers whose type neither
 * the list nor their birth date says take what is left, adults first.
 *
 * @param lastDay the local day of the last flight; null where it is not known
 */
export function seatPassengers(
  listed: readonly ListedPassenger[],
  numbers: PassengerNumbers,
  lastDay: string | null,
): SeatedList {
  const left: Record<PassengerType, number> = { ...numbers };
  const take = (wanted: readonly PassengerType[]) => {
    const type = wanted.find((one) => left[one] > 0);
    if (type !== undefined) left[type] -= 1;
    return type;
  };
  const types = listed.map((passenger) => typeOf(passenger, lastDay));
  const seated = types.map((type) => (type === null ? undefined : take([type])));
  const seats: Seat[] = [];
  const errors: PassengerLineError[] = [];
  for (const [index, { line, lastName, firstName, birthDate }] of listed.entries()) {
    const wanted = types[index] ?? null;
    const type = wanted === null ? take(passengerTypes) : seated[index];
    if (type !== undefined) {
      seats.push({ type, lastName, firstName, birthDate: birthDate ?? '' });
      continue;
    }
    const problem =
      wanted === null
        ? { code: 'passenger_list.no_seat' }
        : { code: `passenger_list.no_${wanted}`, values: { count: numbers[wanted] } };
    errors.push({ line, column: null, problem });
  }
  return { seats: [...seats, ...freeSeats(left)], errors };
}
