import type { Language } from './languages.ts';

/** The zone of everything the product stores and announces. */
export const bangkokTimeZone = 'Asia/Bangkok';

const locales: Record<Language, string> = { en: 'en-US', th: 'th-TH-u-ca-buddhist' };

type Part = 'day' | 'month' | 'year' | 'hour' | 'minute';

/** The parts of a time by name, in one zone; no separators, so the caller fixes the order. */
export function dateParts(
  time: Date,
  locale: string,
  timeZone: string,
  day: 'numeric' | '2-digit' = 'numeric',
): Record<Part, string> {
  const parts = new Intl.DateTimeFormat(locale, {
    timeZone,
    day,
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(time);
  const value = (type: Part) => parts.find((part) => part.type === type)?.value ?? '';
  return {
    day: value('day'),
    month: value('month'),
    year: value('year'),
    hour: value('hour'),
    minute: value('minute'),
  };
}

function dayText(time: Date, language: Language, timeZone: string): string {
  const { day, month, year } = dateParts(time, locales[language], timeZone);
  return `${day} ${month} ${year}`;
}

/**
 * A calendar day (`2026-12-05`) in words: `5 Dec 2026`, in Thai with the Buddhist year `5 ธ.ค. 2569`.
 * Undefined when it is no such day.
 */
export function calendarDayText(day: string, language: Language): string | undefined {
  const time = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(time.getTime()) ? undefined : dayText(time, language, 'UTC');
}

/**
 * A calendar day with its weekday: `Sat 5 Dec 2026`, in Thai with the Buddhist year `เสาร์ 5 ธ.ค. 2569`.
 * Undefined when it is no such day.
 */
export function weekdayText(day: string, language: Language): string | undefined {
  const time = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(time.getTime())) return undefined;
  const weekday = new Intl.DateTimeFormat(locales[language], { timeZone: 'UTC', weekday: 'short' });
  return `${weekday.format(time)} ${dayText(time, language, 'UTC')}`;
}

/** The day in Bangkok of a stored time (ISO with zone), in words; undefined when it is no time. */
export function bangkokDayText(isoTime: string, language: Language): string | undefined {
  const time = new Date(isoTime);
  return Number.isNaN(time.getTime()) ? undefined : dayText(time, language, bangkokTimeZone);
}

/**
 * A stored time (ISO with zone) on Bangkok's clock: `5 Dec 2026, 18:30`, in Thai with the Buddhist year
 * `5 ธ.ค. 2569 18:30 น.`; undefined when it is no time.
 */
export function bangkokTimeText(isoTime: string, language: Language): string | undefined {
  const time = new Date(isoTime);
  if (Number.isNaN(time.getTime())) return undefined;
  const { day, month, year, hour, minute } = dateParts(time, locales[language], bangkokTimeZone);
  const date = `${day} ${month} ${year}`;
  return language === 'th' ? `${date} ${hour}:${minute} น.` : `${date}, ${hour}:${minute}`;
}

/** A stored time (ISO with zone) on Bangkok's clock for other programs: `2026-12-05 18:30:09`; undefined when it is no time. */
export function bangkokTimestamp(isoTime: string): string | undefined {
  const time = new Date(isoTime);
  // Bangkok has kept UTC+7 since 1920, without summer time.
  return Number.isNaN(time.getTime())
    ? undefined
    : new Date(time.getTime() + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}
