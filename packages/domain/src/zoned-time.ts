import { isCalendarDay } from './calendar-day.ts';

/** A local time, as on a ticket, in the time zone of its airport. */
export interface ZonedTime {
  /** Calendar day and minute: `2026-12-05T18:30`. */
  readonly local: string;
  /** An IANA name such as `Asia/Bangkok`. */
  readonly zone: string;
}

/** The calendar day of a local time. */
export const dayOf = ({ local }: ZonedTime): string => local.slice(0, 10);

/** The time of day of a local time. */
export const clockOf = ({ local }: ZonedTime): string => local.slice(11);

const localPattern = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d$/;
const minuteMs = 60_000;
const dayMs = 86_400_000;

// Formatting takes 10 microseconds; lists of offers are sorted by the same few hundred times again and again.
const mostKnown = 2000;
const knownOffsets = new Map<string, { readonly offset: number | undefined }>();

// Formatting takes microseconds, the first formatter of a page 30 to 90 ms.
const formatters = new Map<string, Intl.DateTimeFormat>();

function createFormatter(zone: string): Intl.DateTimeFormat | undefined {
  // Some engines accept offsets such as `+07:00` too.
  if (!/^[A-Za-z]/.test(zone)) return undefined;
  try {
    // Named fields take twice as long to create: their pattern is looked up.
    return new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
  } catch {
    return undefined;
  }
}

function formatterOf(zone: string): Intl.DateTimeFormat | undefined {
  const formatter = formatters.get(zone) ?? createFormatter(zone);
  if (formatter !== undefined) formatters.set(zone, formatter);
  return formatter;
}

/** Whether a text is the name of a time zone. */
export function isTimeZone(zone: string): boolean {
  return formatterOf(zone) !== undefined;
}

/** A local time as if it were UTC, for arithmetic; undefined for an invalid one. */
function localMs(local: string): number | undefined {
  const day = localPattern.exec(local)?.[1];
  return day !== undefined && isCalendarDay(day) ? Date.parse(`${local}:00Z`) : undefined;
}

/** How far a zone is ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, formatter: Intl.DateTimeFormat): number {
  const parts = formatter.formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((one) => one.type === type)?.value);
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return local - Math.floor(instant / 1000) * 1000;
}

const steadySince = Date.UTC(2010, 0, 2);
/** Minutes that zones near Thailand are ahead of UTC, whose clocks have not changed since: they need no formatter. */
const steadyZones = new Map([
  ['Asia/Bangkok', 420],
  ['Asia/Ho_Chi_Minh', 420],
  ['Asia/Hong_Kong', 480],
  ['Asia/Jakarta', 420],
  ['Asia/Kolkata', 330],
  ['Asia/Kuala_Lumpur', 480],
  ['Asia/Makassar', 480],
  ['Asia/Manila', 480],
  ['Asia/Phnom_Penh', 420],
  ['Asia/Seoul', 540],
  ['Asia/Shanghai', 480],
  ['Asia/Singapore', 480],
  ['Asia/Taipei', 480],
  ['Asia/Tokyo', 540],
  ['Asia/Vientiane', 420],
  ['Asia/Yangon', 390],
]);

/** Milliseconds that a zone is ahead of UTC throughout the day before and after a local time; undefined where its clocks may change. */
function steadyOffset(wall: number, zone: string): number | undefined {
  const minutes = wall < steadySince ? undefined : steadyZones.get(zone);
  return minutes === undefined ? undefined : minutes * minuteMs;
}

/** The offset of a zone on a calendar day, given as UTC; undefined where it changes within two days of it. */
function offsetOfDay(day: number, zone: string, formatter: Intl.DateTimeFormat) {
  const key = `${String(day)} ${zone}`;
  const known = knownOffsets.get(key);
  if (known !== undefined) return known.offset;
  const start = day * dayMs;
  const before = offsetAt(start - dayMs, formatter);
  // No zone changes its clocks twice within three days.
  const offset = before === offsetAt(start + 2 * dayMs, formatter) ? before : undefined;
  if (knownOffsets.size >= mostKnown) knownOffsets.clear();
  knownOffsets.set(key, { offset });
  return offset;
}

function computeInstant({ local, zone }: ZonedTime): number | undefined {
  const wall = localMs(local);
  if (wall === undefined) return undefined;
  const steady = steadyOffset(wall, zone);
  if (steady !== undefined) return wall - steady;
  const formatter = formatterOf(zone);
  if (formatter === undefined) return undefined;
  const offset = offsetOfDay(Math.floor(wall / dayMs), zone, formatter);
  if (offset !== undefined) return wall - offset;
  const before = offsetAt(wall - dayMs, formatter);
  const after = offsetAt(wall + dayMs, formatter);
  const instants = [wall - before, wall - after].filter(
    (instant) => offsetAt(instant, formatter) === wall - instant,
  );
  return instants.length === 0 ? wall - before : Math.min(...instants);
}

const knownInstants = new Map<string, number>();

/**
 * The instant of a local time, in milliseconds; undefined for an invalid time or zone. A time that occurs twice is the
 * earlier one; one that a clock change skips is later by what it skips, as in `Temporal`.
 */
export function toInstant(time: ZonedTime): number | undefined {
  const key = `${time.local} ${time.zone}`;
  const known = knownInstants.get(key);
  if (known !== undefined) return known;
  const instant = computeInstant(time);
  if (instant === undefined) return undefined;
  if (knownInstants.size >= mostKnown) knownInstants.clear();
  knownInstants.set(key, instant);
  return instant;
}

/** The local time of an instant, rounded down to the minute; undefined for an unknown zone. */
export function toZonedTime(instant: number, zone: string): ZonedTime | undefined {
  const formatter = formatterOf(zone);
  if (formatter === undefined) return undefined;
  const wall = new Date(instant + offsetAt(instant, formatter));
  return { local: wall.toISOString().slice(0, 16), zone };
}

/** Minutes between two local times, negative in reverse order; undefined when one is invalid. */
export function minutesBetween(from: ZonedTime, to: ZonedTime): number | undefined {
  const [start, end] = [toInstant(from), toInstant(to)];
  return start === undefined || end === undefined ? undefined : (end - start) / minuteMs;
}

/**
 * Calendar days from one local time to another, each by its own zone: 1 for an arrival on the next day, -1 across the
 * date line. Undefined when one is invalid.
 */
export function dayDifference(from: ZonedTime, to: ZonedTime): number | undefined {
  const [start, end] = [localMs(from.local), localMs(to.local)];
  if (start === undefined || end === undefined) return undefined;
  return Math.floor(end / dayMs) - Math.floor(start / dayMs);
}

/** How far a local time is ahead of UTC in milliseconds; undefined for an invalid time or zone. */
function offsetOf(time: ZonedTime): number | undefined {
  const wall = localMs(time.local);
  const steady = wall === undefined ? undefined : steadyOffset(wall, time.zone);
  if (steady !== undefined) return steady;
  const instant = toInstant(time);
  const formatter = instant === undefined ? undefined : formatterOf(time.zone);
  if (instant === undefined || formatter === undefined) return undefined;
  return offsetAt(instant, formatter);
}

/** How far a local time is ahead of UTC: `UTC+7`, `UTC-3:30`; undefined for an invalid time or zone. */
export function utcOffsetText(time: ZonedTime): string | undefined {
  const offset = offsetOf(time);
  if (offset === undefined) return undefined;
  const ahead = Math.round(offset / minuteMs);
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60];
  const rest = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`;
  return `UTC${ahead < 0 ? '-' : '+'}${String(hours)}${rest}`;
}
