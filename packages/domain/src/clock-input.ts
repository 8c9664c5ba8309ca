const typedClock = /^([01]?\d|2[0-3])[:.]?([0-5]\d)$/;

/** A time of day as people type it (`745`, `7.45`) in the form `07:45`; any other text as it is. */
export function parseClock(text: string): string {
  const [, hours = '', minutes = ''] = typedClock.exec(text.trim()) ?? [];
  return hours === '' ? text : `${hours.padStart(2, '0')}:${minutes}`;
}
