import { parseBirthDate } from './birth-date.ts';
import { normalizePassengerNames, type PassengerNames } from './passenger-name.ts';
import type { Problem } from './problem.ts';

/** Maximum number of travellers that a member saves. */
export const maxTravellers = 50;

/** A traveller or a passenger by what tells people apart; the birth date is a calendar day. */
export interface Person extends PassengerNames {
  readonly birthDate: string | null;
}

function nameOf(person: Person): string {
  const { lastName, firstName } = normalizePassengerNames(person);
  return `${lastName}\n${firstName}`.toUpperCase();
}

/** Whether both are the same person: names without case, as in a ticket, and birth dates that do not contradict. */
export function isSamePerson(one: Person, other: Person): boolean {
  const hasSameBirth =
    one.birthDate === null || other.birthDate === null || one.birthDate === other.birthDate;
  return hasSameBirth && nameOf(one) === nameOf(other);
}

/** What is typed of a passport; empty where it is not known. */
export interface TypedPassport {
  readonly passportNumber: string;
  /** As `parseBirthDate` reads it. */
  readonly passportExpiry: string;
}

/** Why a passport is refused. */
export interface PassportProblem extends Problem {
  readonly code: 'traveller.passport_number' | 'traveller.passport_expiry';
}

/** Checks a passport; SQL and the function that seals the number check the same. */
export function passportProblems({
  passportNumber,
  passportExpiry,
}: TypedPassport): Readonly<Partial<Record<keyof TypedPassport, PassportProblem>>> {
  const number = passportNumber.replaceAll(/[\s-]/g, '');
  const day = parseBirthDate(passportExpiry);
  const isDay = day !== undefined && day >= '2000-01-01' && day <= '2100-01-01';
  return {
    ...(number !== '' &&
      !/^[A-Z0-9]{5,20}$/i.test(number) && {
        passportNumber: { code: 'traveller.passport_number' },
      }),
    ...(passportExpiry.trim() !== '' &&
      !isDay && { passportExpiry: { code: 'traveller.passport_expiry' } }),
  };
}
