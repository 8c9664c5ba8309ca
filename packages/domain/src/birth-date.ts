import { isCalendarDay } from './calendar-day.ts';
import { months } from './date-text.ts';
import { foldText } from './fold-text.ts';
import { removeInvisible } from './invisible-characters.ts';
import type { Problem } from './problem.ts';
import type { Language } from './languages.ts';
import { arabicDigits } from './phone.ts';

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const dayFirst = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/;
// 31 May 1990, 31-MAY-1990, 31 พ.ค. 2533 and May 31, 1990
const namedMonth = /^(\d{1,2})[-/. ]*(\p{Letter}[\p{Letter}\p{Mark}.]*)[-/., ]*(\d{4})$/u;
const monthFirst = /^(\p{Letter}+)\.? +(\d{1,2})(?:, *| +)(\d{4})$/u;
// Spreadsheets and databases give a day as its midnight.
const midnight = /(?: +|T)(?:0?0:00(?::00(?:\.0+)?)?Z?|12:00(?::00)? ?AM)$/i;
const buddhistYearsAhead = 543;
// 1857 in the Gregorian calendar: nobody alive was born before it.
const firstBuddhistYear = 2400;

/**
 * Parses a birth date as people write it: `1990-05-31`, `31/5/1990`, `31.05.2533`, `๓๑/๐๕/๒๕๓๓`, `31 May 1990` or `31 พ.ค. 2533`,
 * where a year from 2400 is Buddhist; also as its midnight, `1990-05-31 00:00:00`. Gives a calendar day; undefined for any other text.
 */
export function parseBirthDate(text: string): string | undefined {
  const plain = arabicDigits(removeInvisible(text).trim()).replace(midnight, '');
  const [year, month, day] = dateParts(plain);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const gregorian = Number(year) - (Number(year) >= firstBuddhistYear ? buddhistYearsAhead : 0);
  const date = `${String(gregorian).padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return gregorian >= firstBuddhistYear - buddhistYearsAhead && isCalendarDay(date)
    ? date
    : undefined;
}

/** Nobody alive is older. SQL has the same limit. */
const maxAge = 120;

/** Checks the calendar day of a birth: one that has come, and not longer ago than people live. */
export function checkBirthDay(day: string, today: string): Problem | null {
  if (day > today) return { code: 'passenger_list.birth_in_future' };
  const earliest = `${String(Number(today.slice(0, 4)) - maxAge)}${today.slice(4)}`;
  if (day >= earliest) return null;
  return { code: 'passenger_list.birth_too_early', values: { years: maxAge } };
}

const fullMonths = [
  'January มกราคม',
  'February กุมภาพันธ์',
  'March มีนาคม',
  'April เมษายน',
  'May พฤษภาคม',
  'June มิถุนายน',
  'July กรกฎาคม',
  'August สิงหาคม',
  'September กันยายน Sept',
  'October ตุลาคม',
  'November พฤศจิกายน',
  'December ธันวาคม',
];

const monthWord = (name: string) => foldText(name).replaceAll('.', '');

/** The number of a month that is named in English or Thai, in full or short, with or without dots. */
function monthNumber(name = ''): string | undefined {
  const word = monthWord(name);
  const index = fullMonths.findIndex((full, at) =>
    [...full.split(' '), months.en[at], months.th[at]].some((one = '') => monthWord(one) === word),
  );
  return index === -1 ? undefined : String(index + 1);
}

/** Year, month and day in digits; none for a text that is no date. */
function dateParts(text: string): readonly (string | undefined)[] {
  const [, ...numbers] = yearFirst.exec(text) ?? [];
  if (numbers.length > 0) return numbers;
  const [, ...reversed] = dayFirst.exec(text) ?? [];
  if (reversed.length > 0) return reversed.toReversed();
  const [, day, name, year] = namedMonth.exec(text) ?? [];
  if (day !== undefined) return [year, monthNumber(name), day];
  const [, first, second, last] = monthFirst.exec(text) ?? [];
  return [last, monthNumber(first), second];
}

/** A calendar day as people write it: `31/5/1990`, in Thai `31/5/2533`; empty for null. */
export function typedDay(day: string | null, language: Language): string {
  if (day === null) return '';
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return [date, month, year + (language === 'th' ? buddhistYearsAhead : 0)].join('/');
}
