import {
  clockText,
  dayAndClockText,
  dayAndMonthText,
  dayText,
  inBangkok,
} from '@bkksiam/domain/date-text';
import { useLanguage } from '#platform/i18n.ts';
import { serverNow } from '#platform/server-clock.ts';

const halfYearMs = 182 * 86_400_000;

/** Days and times of a list, without the year within half a year: no other year has them as near. */
export function useShortTime() {
  const language = useLanguage();
  const now = inBangkok(new Date(serverNow()));
  const isNear = (time: Date) => Math.abs(time.getTime() - now.getTime()) < halfYearMs;
  const dayOf = (time: Date) => (isNear(time) ? dayAndMonthText : dayText)(time, language);
  const isToday = (time: Date) => dayText(time, language) === dayText(now, language);
  const inBangkokTime = (textOf: (time: Date) => string) => (iso: string) => {
    const time = inBangkok(new Date(iso));
    return isToday(time) ? clockText(time) : textOf(time);
  };
  return {
    day: (day: string) => dayOf(new Date(`${day}T00:00:00Z`)),
    /** The clock alone, for a time of today. */
    time: inBangkokTime((time) => dayAndClockText(dayOf(time), time, language)),
    /** The clock for a time of today, else the day. */
    past: inBangkokTime(dayOf),
  };
}
