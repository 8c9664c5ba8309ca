import { isCalendarDay } from './calendar-day.ts';
import { addDays } from './day-arithmetic.ts';
import type { Problem } from './problem.ts';

/** How many days ahead flights are asked for; SQL has the same limit (`bkk_internal.is_travel_day`). */
export const travelDaysAhead = 400;

/** Why a day is no day of travel: too far ahead, or with a year of another era or of two figures. */
export interface TravelDayProblem extends Problem {
  readonly code: 'too_late' | 'other_year';
  /** `days` of the limit, or the year that is meant, in both eras. */
  readonly values: { readonly days: number } | { readonly year: number; readonly buddhist: number };
}

/**
 * What a year is written for: 2569 and 69 for 2026 in the Buddhist era, and 26. A native field of a date takes all of them as
 * years of our own era.
 */
const yearsBefore = [543, -2000, -1957];

function withYear(day: string, years: number): string {
  const [year = '', ...rest] = day.split('-');
  return [String(Number(year) - years).padStart(4, '0'), ...rest].join('-');
}

/** The year that is meant by a day whose year makes no sense; undefined where no other one does. */
function meantYear(day: string, today: string, latest: string): number | undefined {
  const meant = yearsBefore
    .map((years) => withYear(day, years))
    .find((one) => isCalendarDay(one) && one >= today && one <= latest);
  return meant === undefined ? undefined : Number(meant.slice(0, 4));
}

/**
 * Checks that a day is no further ahead than flights are sold, and asks for the year where another one is meant. A day that has
 * passed is left to its form.
 *
 * @param today the calendar day from which days are counted
 */
export function checkTravelDay(day: string, today: string): TravelDayProblem | null {
  const latest = addDays(today, travelDaysAhead);
  if (!isCalendarDay(day) || (day >= today && day <= latest)) return null;
  const year = meantYear(day, today, latest);
  if (year !== undefined) return { code: 'other_year', values: { year, buddhist: year + 543 } };
  return day > latest ? { code: 'too_late', values: { days: travelDaysAhead } } : null;
}
