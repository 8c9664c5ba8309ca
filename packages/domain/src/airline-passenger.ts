import { parseBirthDate } from './birth-date.ts';
import type { BookingField, Passenger } from './booking.ts';
import { ageOn, passengerTypeOn, type PassengerType } from './passenger-age.ts';
import { checkPassengerName, normalizePassengerName } from './passenger-name.ts';
import type { Problem } from './problem.ts';

/** The titles that airlines know. */
export const passengerTitles = ['mr', 'ms', 'mrs', 'miss', 'dr'] as const;
export type PassengerTitle = (typeof passengerTitles)[number];

/** As in passports. */
export const passengerGenders = ['f', 'm'] as const;
export type PassengerGender = (typeof passengerGenders)[number];

/** The gender that goes with a title; undefined for one of both. */
export function genderOfTitle(title: string): PassengerGender | undefined {
  if (title === 'mr') return 'm';
  return title === 'ms' || title === 'mrs' || title === 'miss' ? 'f' : undefined;
}

/** A passenger of an airline's order, as typed. */
export interface AirlinePassenger extends Passenger {
  readonly title?: string | undefined;
  readonly gender?: string | undefined;
  readonly birthDate?: string | undefined;
}

type FieldProblems = Readonly<Partial<Record<BookingField, Problem>>>;

/** The longest first or last name that airlines take. */
const maxAirlineName = 20;
// ASCII, Latin-1 and Latin Extended-A without ligatures, thorn and eth.
const otherCharacter = /[^A-Za-zÀ-ÖØ-öø-ſ' -]|[ÆæĲĳŒœÞþð]/g;

function checkAirlineName(text: string): Problem | null {
  const problem = checkPassengerName(text);
  const name = normalizePassengerName(text);
  // Empty ones are those of every booking.
  if (problem !== null || name === '') return name === '' ? null : problem;
  const others = [...new Set(name.match(otherCharacter))];
  if (others.length > 0) {
    return { code: 'passenger_name.characters', values: { characters: others.join(' ') } };
  }
  if (name.length <= maxAirlineName) return null;
  return { code: 'passenger_name.too_long', values: { max: maxAirlineName } };
}

/** The names that airlines refuse, by field. */
export function airlineNameProblems(passengers: readonly Passenger[]): FieldProblems {
  const problems: Partial<Record<BookingField, Problem>> = {};
  for (const [index, passenger] of passengers.entries()) {
    for (const part of ['firstName', 'lastName'] as const) {
      const problem = checkAirlineName(passenger[part]);
      if (problem) problems[`passengers.${index}.${part}`] = problem;
    }
  }
  return problems;
}

function birthProblem(birthDate: string, type: PassengerType, lastDay: string): Problem | null {
  if (birthDate.trim() === '') return { code: 'airline.birth_date' };
  const born = parseBirthDate(birthDate);
  // Another text is a problem of every booking.
  if (born === undefined || passengerTypeOn(born, lastDay) === type) return null;
  return { code: `airline.not_${type}` };
}

/**
 * What airlines want to know besides the names, by field: title, gender, and a birth date that goes with the type.
 *
 * @param types of the passengers, as in the search
 * @param lastDay the local day of the last flight
 */
export function airlineDetailProblems(
  passengers: readonly AirlinePassenger[],
  types: readonly PassengerType[],
  lastDay: string,
): FieldProblems {
  const problems: Partial<Record<BookingField, Problem>> = {};
  for (const [index, { title = '', gender = '', birthDate = '' }] of passengers.entries()) {
    if (title === '') problems[`passengers.${index}.title`] = { code: 'airline.title' };
    if (gender === '') problems[`passengers.${index}.gender`] = { code: 'airline.gender' };
    const problem = birthProblem(birthDate, types[index] ?? 'adult', lastDay);
    if (problem) problems[`passengers.${index}.birthDate`] = problem;
  }
  return problems;
}

/** The ages of the children on the day of the last flight, for which airlines are searched; undefined without children. */
export function childAges(
  passengers: readonly AirlinePassenger[],
  types: readonly PassengerType[],
  lastDay: string,
): readonly number[] | undefined {
  const born = passengers
    .filter((_, index) => types[index] === 'child')
    .flatMap(({ birthDate = '' }) => parseBirthDate(birthDate) ?? []);
  return born.length === 0 ? undefined : born.map((day) => ageOn(day, lastDay));
}
