import type { Language } from './languages.ts';

/**
 * The short names of the months. Literal names are the same on server and browser, and creating `Intl` formatters would block a
 * phone for about 50 ms.
 */
export const months: Readonly<Record<Language, readonly string[]>> = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  th: 'ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.'.split(' '),
};
/** Offset of the year: Thai uses the Buddhist era. */
const yearsAhead: Record<Language, number> = { en: 0, th: 543 };

// Bangkok is UTC+7 since 1920, without daylight saving time.
const bangkokAheadMs = 7 * 3_600_000;

/** Shifts a time so that the UTC methods return Bangkok's local time. */
export function inBangkok(time: Date): Date {
  return new Date(time.getTime() + bangkokAheadMs);
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

/** Formats the UTC day without its year: `5 Dec`. */
export function dayAndMonthText(time: Date, language: Language): string {
  return `${String(time.getUTCDate())} ${months[language][time.getUTCMonth()] ?? ''}`;
}

/** Formats the UTC day: `5 Dec 2026`, in Thai with the Buddhist year. */
export function dayText(time: Date, language: Language): string {
  return `${dayAndMonthText(time, language)} ${String(time.getUTCFullYear() + yearsAhead[language])}`;
}

/** Formats the UTC hours and minutes: `18:30`. */
export function clockText(time: Date): string {
  return `${twoDigits(time.getUTCHours())}:${twoDigits(time.getUTCMinutes())}`;
}

/**
 * Formats a calendar day (`2026-12-05`): `5 Dec 2026`, in Thai with the Buddhist year `5 ธ.ค. 2569`. Undefined for an
 * invalid day.
 */
export function calendarDayText(day: string, language: Language): string | undefined {
  const time = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(time.getTime()) ? undefined : dayText(time, language);
}

/** Formats the day in Bangkok of a stored time (ISO with zone); undefined for an invalid time. */
export function bangkokDayText(isoTime: string, language: Language): string | undefined {
  const time = new Date(isoTime);
  return Number.isNaN(time.getTime()) ? undefined : dayText(inBangkok(time), language);
}

/**
 * Formats a stored time (ISO with zone) in Bangkok: `5 Dec 2026, 18:30`, in Thai with the Buddhist year
 * `5 ธ.ค. 2569 18:30 น.`; undefined for an invalid time.
 */
export function bangkokTimeText(isoTime: string, language: Language): string | undefined {
  const time = new Date(isoTime);
  if (Number.isNaN(time.getTime())) return undefined;
  const bangkok = inBangkok(time);
  return dayAndClockText(dayText(bangkok, language), bangkok, language);
}

/** Adds the UTC hours and minutes to the text of a day. */
export function dayAndClockText(day: string, time: Date, language: Language): string {
  return language === 'th' ? `${day} ${clockText(time)} น.` : `${day}, ${clockText(time)}`;
}

/** Bangkok's local time for exports: `2026-12-05 18:30:09`; undefined for an invalid time. */
export function bangkokTimestamp(isoTime: string): string | undefined {
  const time = new Date(isoTime);
  return Number.isNaN(time.getTime())
    ? undefined
    : inBangkok(time).toISOString().slice(0, 19).replace('T', ' ');
}
