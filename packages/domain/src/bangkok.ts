import { inBangkok } from './date-text.ts';
import { toInstant } from './zoned-time.ts';

/** An instant or a stored time as Bangkok's local time, such as `2026-12-05T18:00`; empty for an invalid one. */
export function bangkokLocal(time: number | string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? '' : inBangkok(date).toISOString().slice(0, 16);
}

/** Bangkok's calendar day of an instant or a stored time; empty for an invalid one. */
export const bangkokDay = (time: number | string): string => bangkokLocal(time).slice(0, 10);

/** A local time of Bangkok as a stored time; undefined for another text. */
export function bangkokIso(local: string): string | undefined {
  const instant = toInstant({ local, zone: 'Asia/Bangkok' });
  return instant === undefined ? undefined : new Date(instant).toISOString();
}
