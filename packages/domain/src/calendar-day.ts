const isoDay = /^\d{4}-\d{2}-\d{2}$/;

/** The local calendar day of a time, such as `2026-12-05`. In Bangkok the UTC day is yesterday until 7 a.m. */
export function localDay(time: Date): string {
  const year = String(time.getFullYear()).padStart(4, '0');
  const month = String(time.getMonth() + 1).padStart(2, '0');
  const day = String(time.getDate()).padStart(2, '0');
  return `${year}-${month}-${day}`;
}

/** The calendar day of an instant where it begins last, 12 hours behind UTC: no device is on an earlier one. */
export function earliestToday(instant: number): string {
  return new Date(instant - 43_200_000).toISOString().slice(0, 10);
}

/** Midnight UTC of a calendar day, for arithmetic; undefined for an invalid day. */
function midnight(day: string): number | undefined {
  const time = isoDay.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  // Some engines parse 30 February as 2 March.
  return new Date(time).getTime() === time && new Date(time).toISOString().startsWith(day)
    ? time
    : undefined;
}

/** Whether a text is a valid calendar day, such as `2026-12-05`. */
export function isCalendarDay(text: string): boolean {
  return midnight(text) !== undefined;
}

/** The number of nights between two calendar days; undefined when one is invalid or they are in reverse order. */
export function nightsBetween(from: string, to: string): number | undefined {
  const [start, end] = [midnight(from), midnight(to)];
  if (start === undefined || end === undefined || end < start) return undefined;
  return (end - start) / 86_400_000;
}
