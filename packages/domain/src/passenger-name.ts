import { removeInvisible } from './invisible-characters.ts';
import type { Problem } from './problem.ts';

/** Why a first or last name is refused, with the refused title or characters. */
export interface PassengerNameProblem extends Problem {
  readonly code:
    | 'passenger_name.empty'
    | 'passenger_name.thai'
    | 'passenger_name.title'
    | 'passenger_name.digits'
    | 'passenger_name.characters'
    | 'passenger_name.too_long';
}

/** Maximum length of a first or last name. */
export const maxPassengerName = 60;

const thaiLetter = /[\u0e01-\u0e3a\u0e40-\u0e4e]/;
// Thai titles are written without a space, so a name may follow at once.
const thaiTitle =
  /(?<![\u0e01-\u0e4e])(?:นางสาว|นาย|นาง|น\.\s?ส\.|เด็กชาย|เด็กหญิง|ด\.\s?ช\.|ด\.\s?ญ\.|ดร\.?|คุณ)(?![\u0e01-\u0e4e])/;
// ASCII alone, as in SQL: without the flag u no other letter has one of these as its capital.
const latinTitle = /^(?:mr|mrs|ms|miss|mstr|dr)$/i;
const digit = /\p{Nd}/u;
// Latin letters with and without diacritics; SQL can write the same ranges.
const otherCharacter = /[^A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ '-]/gu;
const latinLetter = /[A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ]/;

// Apostrophes of keyboards, the letters that Hawaiian, Uzbek and Arabic names have for them, primes and accents that stand alone.
const apostrophe =
  /[`\u00b4\u02b9\u02bb-\u02bf\u02c8\u02ca\u02cb\u2018\u2019\u201b\u2032\ua78b\ua78c\uff07]/g;
const hyphen = /[\u2010-\u2013\u2212]/g;
// The spaces of every engine, by their numbers: SQL has the same.
const spaces = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]+/g;

/**
 * Normalizes a typed name: NFC, single spaces, no invisible characters, and the plain apostrophe and hyphen for those that
 * phones, word processors and other alphabets put in. Case is kept. SQL does the same (`bkk_internal.fold_name`).
 */
export function normalizePassengerName(text: string): string {
  return removeInvisible(text)
    .normalize('NFC')
    .replaceAll(apostrophe, "'")
    .replaceAll(hyphen, '-')
    .replaceAll(spaces, ' ')
    .replaceAll(/^ | $/g, '');
}

/** Thai letters are named as a title only if the rest of the name has none. */
function thaiProblem(name: string): PassengerNameProblem | null {
  if (!thaiLetter.test(name)) return null;
  const title = thaiTitle.exec(name)?.[0];
  if (title === undefined || thaiLetter.test(name.replace(title, ''))) {
    return { code: 'passenger_name.thai' };
  }
  return { code: 'passenger_name.title', values: { title } };
}

/** Checks a first or last name as in the passport: the first thing that is wrong, or null. */
export function checkPassengerName(text: string): PassengerNameProblem | null {
  const name = normalizePassengerName(text);
  if (name === '') return { code: 'passenger_name.empty' };
  const thai = thaiProblem(name);
  if (thai !== null) return thai;
  const title = name.split(/[ .,]+/).find((word) => latinTitle.test(word));
  if (title !== undefined) return { code: 'passenger_name.title', values: { title } };
  if (digit.test(name)) return { code: 'passenger_name.digits' };
  const others = [...new Set(name.match(otherCharacter))];
  if (others.length > 0) {
    return { code: 'passenger_name.characters', values: { characters: others.join(' ') } };
  }
  if (!latinLetter.test(name)) return { code: 'passenger_name.empty' };
  if (name.length <= maxPassengerName) return null;
  return { code: 'passenger_name.too_long', values: { max: maxPassengerName } };
}

/** The names of a passenger as in the passport. Whoever has one name has it as the last name, with an empty first name. */
export interface PassengerNames {
  readonly firstName: string;
  readonly lastName: string;
}

/** Normalizes both names; a single one becomes the last name, wherever it is written. */
export function normalizePassengerNames(typed: PassengerNames): PassengerNames {
  const [first, last] = [typed.firstName, typed.lastName].map(normalizePassengerName);
  return last
    ? { firstName: first ?? '', lastName: last }
    : { firstName: '', lastName: first ?? '' };
}

/** Whether the passenger has one name, which both fields take. */
export function hasOneName(typed: PassengerNames): boolean {
  const { firstName, lastName } = normalizePassengerNames(typed);
  return firstName === '' && lastName !== '';
}

/** How airlines write the first name of a passenger with one name: `FNU` (first name unknown), or the name twice. */
export const oneNameStyles = ['fnu', 'twice'] as const;
export type OneNameStyle = (typeof oneNameStyles)[number];

/** The names as airlines write them; SQL has the same rule (`bkk_internal.airline_first_name`). */
export function airlineNames(typed: PassengerNames, style: OneNameStyle): PassengerNames {
  const { firstName, lastName } = normalizePassengerNames(typed);
  if (firstName !== '' || lastName === '') return { firstName, lastName };
  return { firstName: style === 'twice' ? lastName : 'FNU', lastName };
}

/** First and last name, or the one name. */
export function fullName({ firstName, lastName }: PassengerNames): string {
  return `${firstName} ${lastName}`.trim();
}
