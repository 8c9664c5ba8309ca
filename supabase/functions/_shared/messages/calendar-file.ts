/** The id of a booking's flight, counted from 1: a file with changed flights replaces those of an earlier one. */
export function flightEventId(bookingId: string, flight: number): string {
  return `${bookingId}-${String(flight)}@bkksiam`;
}

/** An entry of a calendar file. */
export interface CalendarEvent {
  /** Unique everywhere; importing the event again replaces it. */
  readonly id: string;
  readonly start: Date;
  readonly end: Date;
  /** The IANA names of the zones in which start and end are written; UTC where they are left out. */
  readonly zones?: { readonly start: string; readonly end: string };
  readonly summary: string;
  readonly location: string;
  readonly description: string;
}

/** How certain entries are. Those of `CANCELLED` ones are removed. */
export type CalendarStatus = 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED';

/** What calendars compare with the entries that they have: a higher sequence replaces a lower one. */
export interface CalendarRevision {
  readonly status: CalendarStatus;
  readonly sequence: number;
  readonly writtenAt: Date;
}

/** The method of RFC 5546, which the media type of the file repeats. */
export const calendarMethod = (status: CalendarStatus): 'PUBLISH' | 'CANCEL' =>
  status === 'CANCELLED' ? 'CANCEL' : 'PUBLISH';

/** RFC 5545 §3.3.11 escapes these in texts, and allows no other control characters. */
function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .replace(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);
}

/** The UTC digits of a time: `20261226T164500`. */
function digits(time: Date): string {
  return time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
}

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

/** How many minutes a zone is ahead of UTC at an instant. */
function minutesAhead(zone: string, instant: number): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

const localDigits = (instant: number, ahead: number) =>
  digits(new Date(instant + ahead * minuteMs));

function offsetText(ahead: number): string {
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60];
  return `${ahead < 0 ? '-' : '+'}${String(hours * 100 + minutes).padStart(4, '0')}`;
}

/** The first minute after `from` at which the zone has the offset it has at `to`. */
function changeBetween(zone: string, from: number, to: number): number {
  const after = minutesAhead(zone, to);
  let [early, late] = [from, to];
  while (late - early > minuteMs) {
    const middle = Math.floor((early + late) / 2 / minuteMs) * minuteMs;
    if (minutesAhead(zone, middle) === after) late = middle;
    else early = middle;
  }
  return late;
}

function observance(local: string, from: number, to: number): readonly string[] {
  const kind = to > from ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${kind}`,
    `DTSTART:${local}`,
    `TZOFFSETFROM:${offsetText(from)}`,
    `TZOFFSETTO:${offsetText(to)}`,
    `END:${kind}`,
  ];
}

/** Defines a zone for the times between two instants: its offset at the first of them and its changes until the last. */
function zoneLines(zone: string, first: number, last: number): readonly string[] {
  let ahead = minutesAhead(zone, first);
  const lines = ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...observance('19700101T000000', ahead, ahead)];
  for (let day = first; day < last; day += dayMs) {
    const next = minutesAhead(zone, Math.min(day + dayMs, last));
    if (next === ahead) continue;
    const change = changeBetween(zone, day, Math.min(day + dayMs, last));
    lines.push(...observance(localDigits(change, ahead), ahead, next));
    ahead = next;
  }
  return [...lines, 'END:VTIMEZONE'];
}

/** The definitions of all zones that events name; RFC 5545 §3.2.19 demands them. */
function allZoneLines(events: readonly CalendarEvent[]): readonly string[] {
  const times = new Map<string, number[]>();
  for (const { zones, start, end } of events) {
    if (zones === undefined) continue;
    times.set(zones.start, [...(times.get(zones.start) ?? []), start.getTime()]);
    times.set(zones.end, [...(times.get(zones.end) ?? []), end.getTime()]);
  }
  return [...times].flatMap(([zone, instants]) =>
    zoneLines(zone, Math.min(...instants), Math.max(...instants)),
  );
}

/** A property with a time, in its zone or in UTC. */
function timeLine(name: string, time: Date, zone?: string): string {
  if (zone === undefined) return `${name}:${digits(time)}Z`;
  const instant = time.getTime();
  return `${name};TZID=${zone}:${localDigits(instant, minutesAhead(zone, instant))}`;
}

const maxLineBytes = 75;
const encoder = new TextEncoder();

/** RFC 5545 §3.1 limits lines to 75 octets; the space that continues a line counts. */
function foldLine(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (bytes + size > maxLineBytes) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}

function eventLines(event: CalendarEvent, revision: CalendarRevision): readonly string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${event.id}`,
    timeLine('DTSTAMP', revision.writtenAt),
    `SEQUENCE:${String(revision.sequence)}`,
    `STATUS:${revision.status}`,
    timeLine('DTSTART', event.start, event.zones?.start),
    timeLine('DTEND', event.end, event.zones?.end),
    `SUMMARY:${escapeText(event.summary)}`,
    `LOCATION:${escapeText(event.location)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    'END:VEVENT',
  ];
}

/** Writes an iCalendar file (RFC 5545). */
export function calendarFile(events: readonly CalendarEvent[], revision: CalendarRevision): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//BKK Siam//Bookings//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${calendarMethod(revision.status)}`,
    ...allZoneLines(events),
    ...events.flatMap((event) => eventLines(event, revision)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}
