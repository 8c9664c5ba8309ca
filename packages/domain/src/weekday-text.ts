import { clockText, dayAndMonthText, dayText, inBangkok } from './date-text.ts';
import type { Language } from './languages.ts';

// Apart from `date-text.ts`, which the first load of the home page has.
const weekdays: Record<Language, readonly string[]> = {
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  th: 'อาทิตย์ จันทร์ อังคาร พุธ พฤหัส ศุกร์ เสาร์'.split(' '),
};
const shortWeekdays = 'อา. จ. อ. พ. พฤ. ศ. ส.'.split(' ');

/** The parts of the texts of a calendar day. */
export interface DayParts {
  /** `Sat`, in Thai `ส.` */
  readonly weekday: string;
  /** `5` */
  readonly date: string;
  /** `5 Dec` */
  readonly dayAndMonth: string;
}

/** The parts of a calendar day's text; undefined for an invalid day. */
export function dayParts(day: string, language: Language): DayParts | undefined {
  const time = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(time.getTime())) return undefined;
  const names = language === 'th' ? shortWeekdays : weekdays[language];
  return {
    weekday: names[time.getUTCDay()] ?? '',
    date: String(time.getUTCDate()),
    dayAndMonth: dayAndMonthText(time, language),
  };
}

/**
 * Formats a calendar day with its weekday: `Sat 5 Dec 2026`, in Thai with the Buddhist year `เสาร์ 5 ธ.ค. 2569`.
 * Undefined for an invalid day.
 *
 * @param short `ส. 5 ธ.ค. 2569` in Thai
 */
export function weekdayText(day: string, language: Language, short = false): string | undefined {
  const time = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(time.getTime())) return undefined;
  const names = short && language === 'th' ? shortWeekdays : weekdays[language];
  return `${names[time.getUTCDay()] ?? ''} ${dayText(time, language)}`;
}

/** Formats a calendar day without its year: `Sat 5 Dec`, in Thai `ส. 5 ธ.ค.`; undefined for an invalid day. */
export function shortDayText(day: string, language: Language): string | undefined {
  const parts = dayParts(day, language);
  return parts && `${parts.weekday} ${parts.dayAndMonth}`;
}

/**
 * Formats a stored time (ISO with zone) in Bangkok with its weekday: `Thu 3 Dec 2026, 17:00`, in Thai
 * `พฤ. 3 ธ.ค. 2569 17:00 น.`, whose last space breaks no line; undefined for an invalid time.
 */
export function bangkokWeekdayTimeText(isoTime: string, language: Language): string | undefined {
  const time = new Date(isoTime);
  if (Number.isNaN(time.getTime())) return undefined;
  const bangkok = inBangkok(time);
  const day = weekdayText(bangkok.toISOString().slice(0, 10), language, true) ?? '';
  return language === 'th'
    ? `${day} ${clockText(bangkok)}\u{a0}น.`
    : `${day}, ${clockText(bangkok)}`;
}
