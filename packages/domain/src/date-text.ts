import type { Language } from './languages.ts';

// Written out: the names then are the same wherever the page is painted and shown, and setting up the formatters of
// `Intl` alone would take a phone some 50 ms, before a page with dates answers.
const months: Record<Language, readonly string[]> = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  th: 'ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.'.split(' '),
};
const weekdays: Record<Language, readonly string[]> = {
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  th: 'อาทิตย์ จันทร์ อังคาร พุธ พฤหัส ศุกร์ เสาร์'.split(' '),
};
/** What the years of the Buddhist era are ahead. */
const yearsAhead: Record<Language, number> = { en: 0, th: 543 };

// Bangkok has kept UTC+7 since 1920, without summer time.
const bangkokAheadMs = 7 * 3_600_000;

/** A time as Bangkok's clock has it, to be read by the UTC methods. */
export function inBangkok(time: Date): Date {
  return new Date(time.getTime() + bangkokAheadMs);
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

/** Day, month and year as the UTC methods read them: `5 Dec 2026`, in Thai with the Buddhist year. */
export function dayText(time: Date, language: Language): string {
  const month = months[language][time.getUTCMonth()] ?? '';
  return `${String(time.getUTCDate())} ${month} ${String(time.getUTCFullYear() + yearsAhead[language])}`;
}

/** Hours and minutes as the UTC methods read them: `18:30`. */
export function clockText(time: Date): string {
  return `${twoDigits(time.getUTCHours())}:${twoDigits(time.getUTCMinutes())}`;
}

/**
 * A calendar day (`2026-12-05`) in words: `5 Dec 2026`, in Thai with the Buddhist year `5 ธ.ค. 2569`.
 * Undefined when it is no such day.
 */
export function calendarDayText(day: string, language: Language): string | undefined {
  const time = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(time.getTime()) ? undefined : dayText(time, language);
}

/**
 * A calendar day with its weekday: `Sat 5 Dec 2026`, in Thai with the Buddhist year `เสาร์ 5 ธ.ค. 2569`.
 * Undefined when it is no such day.
 */
export function weekdayText(day: string, language: Language): string | undefined {
  const time = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(time.getTime())) return undefined;
  return `${weekdays[language][time.getUTCDay()] ?? ''} ${dayText(time, language)}`;
}

/** The day in Bangkok of a stored time (ISO with zone), in words; undefined when it is no time. */
export function bangkokDayText(isoTime: string, language: Language): string | undefined {
  const time = new Date(isoTime);
  return Number.isNaN(time.getTime()) ? undefined : dayText(inBangkok(time), language);
}

/**
 * A stored time (ISO with zone) on Bangkok's clock: `5 Dec 2026, 18:30`, in Thai with the Buddhist year
 * `5 ธ.ค. 2569 18:30 น.`; undefined when it is no time.
 */
export function bangkokTimeText(isoTime: string, language: Language): string | undefined {
  const time = new Date(isoTime);
  if (Number.isNaN(time.getTime())) return undefined;
  const bangkok = inBangkok(time);
  const day = dayText(bangkok, language);
  return language === 'th' ? `${day} ${clockText(bangkok)} น.` : `${day}, ${clockText(bangkok)}`;
}

/** A stored time (ISO with zone) on Bangkok's clock for other programs: `2026-12-05 18:30:09`; undefined when it is no time. */
export function bangkokTimestamp(isoTime: string): string | undefined {
  const time = new Date(isoTime);
  return Number.isNaN(time.getTime())
    ? undefined
    : inBangkok(time).toISOString().slice(0, 19).replace('T', ' ');
}
