const isoDay = /^\d{4}-\d{2}-\d{2}$/;

/** The calendar day of a time where the device is: `2026-12-05`. Not UTC's, which is yesterday in Bangkok until 7. */
export function localDay(time: Date): string {
  const year = String(time.getFullYear()).padStart(4, '0');
  const month = String(time.getMonth() + 1).padStart(2, '0');
  const day = String(time.getDate()).padStart(2, '0');
  return `${year}-${month}-${day}`;
}

/** Midnight of a calendar day in UTC, only to count with; undefined when the text is no day of the calendar. */
function midnight(day: string): number | undefined {
  const time = isoDay.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  // Some engines take 30 February for 2 March.
  return new Date(time).getTime() === time && new Date(time).toISOString().startsWith(day)
    ? time
    : undefined;
}

/** Whether a text is a day of the calendar, such as `2026-12-05`. */
export function isCalendarDay(text: string): boolean {
  return midnight(text) !== undefined;
}

/** How many nights lie between two calendar days; undefined when one is no day or the second comes first. */
export function nightsBetween(from: string, to: string): number | undefined {
  const [start, end] = [midnight(from), midnight(to)];
  if (start === undefined || end === undefined || end < start) return undefined;
  return (end - start) / 86_400_000;
}
