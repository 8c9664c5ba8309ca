import { bangkokTimeZone, dateParts } from './date-text.ts';

/** A news item's two clocks, without the Thai label that follows the second. */
export interface NewsClocks {
  /** `05 Mar 2025 18:30 GMT`, the same in both languages. */
  readonly gmt: string;
  /** `01:30`, the time of day in Bangkok. */
  readonly bangkok: string;
}

/** The two clocks of a stored time (ISO with zone); undefined when it is no time. */
export function newsClocks(isoTime: string): NewsClocks | undefined {
  const time = new Date(isoTime);
  if (Number.isNaN(time.getTime())) return undefined;
  const gmt = dateParts(time, 'en-US', 'UTC', '2-digit');
  const bangkok = dateParts(time, 'en-US', bangkokTimeZone);
  return {
    gmt: `${gmt.day} ${gmt.month} ${gmt.year} ${gmt.hour}:${gmt.minute} GMT`,
    bangkok: `${bangkok.hour}:${bangkok.minute}`,
  };
}
