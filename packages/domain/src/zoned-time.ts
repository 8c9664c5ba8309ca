import { isCalendarDay } from './calendar-day.ts';

/** A local time, as on a ticket, in the time zone of its airport. */
export interface ZonedTime {
  /** Calendar day and minute: `2026-12-05T18:30`. */
  readonly local: string;
  /** An IANA name such as `Asia/Bangkok`. */
  readonly zone: string;
}

const localPattern = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d$/;
const minuteMs = 60_000;
const dayMs = 86_400_000;

// Creating a formatter takes milliseconds, formatting microseconds.
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

function computeInstant({ local, zone }: ZonedTime): number | undefined {
  const wall = localMs(local);
  const formatter = formatterOf(zone);
  if (wall === undefined || formatter === undefined) return undefined;
  // No zone changes its clocks twice within two days.
  const before = offsetAt(wall - dayMs, formatter);
  const after = offsetAt(wall + dayMs, formatter);
  const instants = [wall - before, wall - after].filter(
    (instant) => offsetAt(instant, formatter) === wall - instant,
  );
  return instants.length === 0 ? wall - before : Math.min(...instants);
}

// Formatting takes 10 microseconds; lists of offers are sorted by the same few hundred times again and again.
const knownInstants = new Map<string, number>();
const mostInstants = 2000;

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
  if (knownInstants.size >= mostInstants) knownInstants.clear();
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

/** How far a local time is ahead of UTC: `UTC+7`, `UTC-3:30`; undefined for an invalid time or zone. */
export function utcOffsetText(time: ZonedTime): string | undefined {
  const instant = toInstant(time);
  const formatter = formatterOf(time.zone);
  if (instant === undefined || formatter === undefined) return undefined;
  const ahead = Math.round(offsetAt(instant, formatter) / minuteMs);
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60];
  const rest = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`;
  return `UTC${ahead < 0 ? '-' : '+'}${String(hours)}${rest}`;
}
