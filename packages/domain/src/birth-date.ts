import { isCalendarDay } from './calendar-day.ts';
import { removeInvisible } from './invisible-characters.ts';
import type { Problem } from './problem.ts';
import type { Language } from './languages.ts';
import { arabicDigits } from './phone.ts';

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const dayFirst = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/;
const buddhistYearsAhead = 543;
// 1857 in the Gregorian calendar: nobody alive was born before it.
const firstBuddhistYear = 2400;

/**
 * Parses a birth date as people write it: `1990-05-31`, `31/5/1990`, `31.05.2533` or `๓๑/๐๕/๒๕๓๓`, where a year from 2400 is
 * Buddhist. Gives a calendar day; undefined for any other text.
 */
export function parseBirthDate(text: string): string | undefined {
  const plain = arabicDigits(removeInvisible(text).trim());
  const [, year, month, day] = yearFirst.exec(plain) ?? reversed(dayFirst.exec(plain));
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

/** The groups of a match, day first, in the order of year first. */
function reversed(match: RegExpExecArray | null): readonly (string | undefined)[] {
  return match === null ? [] : [match[0], match[3], match[2], match[1]];
}

/** A calendar day as people write it: `31/5/1990`, in Thai `31/5/2533`; empty for null. */
export function typedDay(day: string | null, language: Language): string {
  if (day === null) return '';
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return [date, month, year + (language === 'th' ? buddhistYearsAhead : 0)].join('/');
}
