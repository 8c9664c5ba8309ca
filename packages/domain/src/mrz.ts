import { isCalendarDay } from './calendar-day.ts';
import { removeInvisible } from './invisible-characters.ts';
import { normalizePassengerNames } from './passenger-name.ts';
import type { Problem } from './problem.ts';

/** The data of a passport's machine-readable zone (ICAO 9303, TD3). Dates are calendar days. */
export interface PassportData {
  /** Also of a holder with one name, wherever the zone has it. */
  readonly lastName: string;
  /** Empty where the holder has one name. */
  readonly firstName: string;
  readonly number: string;
  /** Three letters. */
  readonly issuer: string;
  /** Three letters. */
  readonly nationality: string;
  /** Null where the passport leaves month or day open. */
  readonly birthDate: string | null;
  /** X where the passport does not say. */
  readonly sex: 'F' | 'M' | 'X';
  readonly expiry: string;
}

/** Why a zone is refused; a code ending in `_digit` names the check digit that does not fit. */
export interface MrzProblem extends Problem {
  readonly code:
    | 'mrz.shape'
    | 'mrz.document'
    | 'mrz.issuer'
    | 'mrz.name'
    | 'mrz.number'
    | 'mrz.number_digit'
    | 'mrz.nationality'
    | 'mrz.birth_date'
    | 'mrz.birth_date_digit'
    | 'mrz.sex'
    | 'mrz.expiry'
    | 'mrz.expiry_digit'
    | 'mrz.personal_number_digit'
    | 'mrz.composite_digit';
}

/** The data of a valid zone, or all problems of another. */
export type MrzResult =
  | { readonly passport: PassportData; readonly problems?: undefined }
  | { readonly passport?: undefined; readonly problems: readonly MrzProblem[] };

const lineLength = 44;
const weights = [7, 3, 1] as const;
const noDigit = '<';

/** The check digit of a text: 0 to 9 and A to Z count as 0 to 35, `<` as 0, weighted 7, 3, 1. */
export function mrzCheckDigit(text: string): string {
  const sum = Array.from(text).reduce((total, character, at) => {
    const value = character === noDigit ? 0 : Number.parseInt(character, 36);
    return total + value * (weights[at % weights.length] ?? 0);
  }, 0);
  return String(sum % 10);
}

/** A typed or pasted zone without its line break: case and spaces do not count. */
function plainZone(text: string): string {
  return removeInvisible(text).toUpperCase().replaceAll('«', '<<').replaceAll(/\s/g, '');
}

const withSpaces = (text: string) => text.replaceAll(/<+/g, ' ').trim();

/** The calendar day of six digits in the first century that makes it a valid one. */
function dayOf(digits: string, centuries: readonly string[], latest = '9999'): string | undefined {
  const date = digits.replace(/^(..)(..)(..)$/, '$1-$2-$3');
  return centuries
    .map((century) => century + date)
    .find((day) => isCalendarDay(day) && day <= latest);
}

/** A country code of three letters; the zone writes Germany as `D`. */
function countryOf(code: string): string | undefined {
  const country = code === 'D<<' ? 'DEU' : code;
  return /^[A-Z]{3}$/.test(country) ? country : undefined;
}

const sexes: ReadonlyMap<string, PassportData['sex']> = new Map([
  ['F', 'F'],
  ['M', 'M'],
  ['<', 'X'],
  ['X', 'X'],
]);

/** Problems of the check digits. The composite one covers the other fields, so it says more only if these fit. */
function digitProblems(line: string): readonly MrzProblem[] {
  const fits = (from: number, to: number) => mrzCheckDigit(line.slice(from, to)) === line[to];
  const personalNumber = line.slice(28, 42);
  const hasPersonalDigit = fits(28, 42) || (/^<*$/.test(personalNumber) && line[42] === noDigit);
  const codes = [
    fits(0, 9) ? null : 'mrz.number_digit',
    fits(13, 19) ? null : 'mrz.birth_date_digit',
    fits(21, 27) ? null : 'mrz.expiry_digit',
    hasPersonalDigit ? null : 'mrz.personal_number_digit',
  ] as const;
  const problems = codes.filter((code) => code !== null).map((code) => ({ code }));
  if (problems.length > 0) return problems;
  const composite = line.slice(0, 10) + line.slice(13, 20) + line.slice(21, 43);
  return mrzCheckDigit(composite) === line[43] ? [] : [{ code: 'mrz.composite_digit' }];
}

/** The fields of both lines; undefined where one cannot be read. */
function zoneFields(first: string, second: string, today: string) {
  const [last = '', ...given] = /^[A-Z<]*$/.test(first.slice(5)) ? first.slice(5).split('<<') : [];
  const names = { lastName: withSpaces(last), firstName: withSpaces(given.join('<')) };
  // Indonesian passports have a single name as the last name, Indian ones as the first name.
  const { lastName, firstName } = normalizePassengerNames(names);
  const birth = second.slice(13, 19);
  return {
    issuer: countryOf(first.slice(2, 5)),
    lastName: lastName || undefined,
    firstName,
    number: second.slice(0, 9).replaceAll('<', '') || undefined,
    nationality: countryOf(second.slice(10, 13)),
    birthDate: birth.includes('<') ? null : dayOf(birth, ['20', '19'], today),
    sex: sexes.get(second.charAt(20)),
    expiry: dayOf(second.slice(21, 27), ['20']),
  };
}

type ZoneFields = ReturnType<typeof zoneFields>;

function isComplete(fields: ZoneFields): fields is ZoneFields & PassportData {
  return Object.values(fields).every((value) => value !== undefined);
}

const fieldCodes = [
  ['issuer', 'mrz.issuer'],
  ['lastName', 'mrz.name'],
  ['number', 'mrz.number'],
  ['nationality', 'mrz.nationality'],
  ['birthDate', 'mrz.birth_date'],
  ['sex', 'mrz.sex'],
  ['expiry', 'mrz.expiry'],
] as const;

/**
 * Parses the machine-readable zone of a passport and compares its check digits.
 *
 * @param today the calendar day that decides the century of the birth
 */
export function parseMrz(text: string, today: string): MrzResult {
  const zone = plainZone(text);
  if (zone.length !== 2 * lineLength || !/^[0-9A-Z<]*$/.test(zone)) {
    return { problems: [{ code: 'mrz.shape', values: { characters: 2 * lineLength } }] };
  }
  if (!zone.startsWith('P')) return { problems: [{ code: 'mrz.document' }] };
  const second = zone.slice(lineLength);
  const fields = zoneFields(zone.slice(0, lineLength), second, today);
  const digits = digitProblems(second);
  if (digits.length === 0 && isComplete(fields)) return { passport: fields };
  const unreadable = fieldCodes
    .filter(([field]) => fields[field] === undefined)
    .map(([, code]) => ({ code }))
    // The check digit already names the field.
    .filter(({ code }) => !digits.some((digit) => digit.code === `${code}_digit`));
  return { problems: [...unreadable, ...digits] };
}
