import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clockOf,
  dayDifference,
  dayOf,
  isTimeZone,
  minutesBetween,
  toInstant,
  toZonedTime,
  utcOffsetText,
  type ZonedTime,
} from './zoned-time.ts';

const at = (local: string, zone: string): ZonedTime => ({ local, zone });
const iso = (local: string, zone: string) => {
  const instant = toInstant(at(local, zone));
  return instant === undefined ? undefined : new Date(instant).toISOString().slice(0, 16);
};

it('a local time has a calendar day and a time of day', () => {
  const time = at('2026-12-05T18:30', 'Asia/Bangkok');
  expect([dayOf(time), clockOf(time)]).toEqual(['2026-12-05', '18:30']);
});

describe('the instant of a local time', () => {
  it.each([
    ['2026-12-05T18:30', 'Asia/Bangkok', '2026-12-05T11:30'],
    ['2026-12-05T00:00', 'Asia/Bangkok', '2026-12-04T17:00'],
    ['2026-12-05T23:59', 'Asia/Kolkata', '2026-12-05T18:29'],
    ['2026-12-05T00:10', 'Asia/Kathmandu', '2026-12-04T18:25'],
    ['2026-07-01T12:00', 'Europe/London', '2026-07-01T11:00'],
    ['2026-01-01T00:30', 'Pacific/Auckland', '2025-12-31T11:30'],
    ['2026-01-01T00:30', 'Pacific/Honolulu', '2026-01-01T10:30'],
    ['2026-12-05T00:00', 'UTC', '2026-12-05T00:00'],
  ])('%s in %s is %s', (local, zone, instant) => {
    expect(iso(local, zone)).toBe(instant);
  });

  it.each([
    ['Europe/London', '2026-03-29T00:59', '2026-03-29T00:59'],
    ['Europe/London', '2026-03-29T02:00', '2026-03-29T01:00'],
    ['Australia/Sydney', '2026-10-04T01:59', '2026-10-03T15:59'],
    ['Australia/Sydney', '2026-10-04T03:00', '2026-10-03T16:00'],
  ])('in %s beside the skipped hour, at %s, is %s', (zone, local, instant) => {
    expect(iso(local, zone)).toBe(instant);
  });

  it.each([
    ['Europe/London', '2026-03-29T01:30', '2026-03-29T02:30'],
    ['Australia/Sydney', '2026-10-04T02:30', '2026-10-04T03:30'],
    // Samoa skipped a whole day when it moved across the date line.
    ['Pacific/Apia', '2011-12-30T12:00', '2011-12-31T12:00'],
  ])('in %s within what is skipped, at %s, is that of %s', (zone, local, later) => {
    expect(iso(local, zone)).toBe(iso(later, zone));
    expect(iso(local, zone)).toBeDefined();
  });

  it.each([
    ['Europe/London', '2026-10-25T00:59', '2026-10-24T23:59'],
    ['Europe/London', '2026-10-25T01:00', '2026-10-25T00:00'],
    ['Europe/London', '2026-10-25T01:59', '2026-10-25T00:59'],
    ['Europe/London', '2026-10-25T02:00', '2026-10-25T02:00'],
    ['Australia/Sydney', '2026-04-05T02:30', '2026-04-04T15:30'],
    ['Australia/Sydney', '2026-04-05T03:00', '2026-04-04T17:00'],
  ])('in %s around the repeated hour, at %s, is the earlier %s', (zone, local, instant) => {
    expect(iso(local, zone)).toBe(instant);
  });

  it.each([
    ['2026-02-29T10:00', 'Asia/Bangkok'],
    ['2026-12-05T24:00', 'Asia/Bangkok'],
    ['2026-12-05T12:60', 'Asia/Bangkok'],
    ['2026-12-05 12:00', 'Asia/Bangkok'],
    ['2026-12-05T12:00:00', 'Asia/Bangkok'],
    ['2026-12-05T12:00', 'Asia/Atlantis'],
    ['2026-12-05T12:00', '+07:00'],
    ['2026-12-05T12:00', ''],
  ])('%j in %j is undefined', (local, zone) => {
    expect(toInstant(at(local, zone))).toBeUndefined();
    expect(utcOffsetText(at(local, zone))).toBeUndefined();
    expect(minutesBetween(at(local, zone), at('2026-12-05T12:00', 'UTC'))).toBeUndefined();
    expect(minutesBetween(at('2026-12-05T12:00', 'UTC'), at(local, zone))).toBeUndefined();
  });
});

describe('a local time', () => {
  const zone = fc.constantFrom(
    'Asia/Bangkok',
    'Europe/London',
    'Australia/Sydney',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Pacific/Apia',
    'Pacific/Honolulu',
    'Asia/Kathmandu',
  );
  const minute = fc
    .integer({
      min: Date.UTC(2010, 0, 1) / 60_000,
      max: Date.UTC(2040, 0, 1) / 60_000,
    })
    .map((minutes) => minutes * 60_000);

  it('of an instant leads back to it, but in the second pass of a repeated hour to the first', () => {
    fc.assert(
      fc.property(minute, zone, (instant, name) => {
        const time = toZonedTime(instant, name);
        const back = time && toInstant(time);
        expect(back).toBeLessThanOrEqual(instant);
        expect([0, 30, 60]).toContain((instant - (back ?? 0)) / 60_000);
        expect(toZonedTime(back ?? 0, name)).toEqual(time);
      }),
    );
  });

  it('has the digits that Intl formats', () => {
    fc.assert(
      fc.property(minute, zone, (instant, name) => {
        const swedish = new Intl.DateTimeFormat('sv-SE', {
          timeZone: name,
          dateStyle: 'short',
          timeStyle: 'short',
        });
        expect(toZonedTime(instant, name)?.local).toBe(swedish.format(instant).replace(' ', 'T'));
      }),
    );
  });

  it('is undefined in an unknown zone', () => {
    expect(toZonedTime(0, 'Mars/Phobos')).toBeUndefined();
    expect(['Asia/Bangkok', 'Mars/Phobos', '+07:00'].map(isTimeZone)).toEqual([true, false, false]);
  });
});

describe('a flight', () => {
  it.each([
    [
      'Bangkok to London by night',
      '2026-12-05T00:20',
      'Asia/Bangkok',
      '2026-12-05T06:50',
      'Europe/London',
      810,
      0,
    ],
    [
      'London to Bangkok',
      '2026-12-05T21:25',
      'Europe/London',
      '2026-12-06T16:00',
      'Asia/Bangkok',
      695,
      1,
    ],
    ['over midnight', '2026-12-05T23:50', 'Asia/Bangkok', '2026-12-06T07:30', 'Asia/Tokyo', 340, 1],
    [
      'east across the date line',
      '2026-12-05T19:00',
      'Pacific/Auckland',
      '2026-12-05T04:45',
      'Pacific/Honolulu',
      525,
      0,
    ],
    [
      'to the day before',
      '2026-12-05T01:00',
      'Pacific/Auckland',
      '2026-12-04T10:45',
      'Pacific/Honolulu',
      525,
      -1,
    ],
    [
      'west across the date line',
      '2026-12-05T23:55',
      'America/Los_Angeles',
      '2026-12-07T10:00',
      'Australia/Sydney',
      905,
      2,
    ],
    [
      'through the skipped hour',
      '2026-03-29T00:30',
      'Europe/London',
      '2026-03-29T03:30',
      'Europe/London',
      120,
      0,
    ],
    [
      'through the repeated hour',
      '2026-04-05T01:30',
      'Australia/Sydney',
      '2026-04-05T03:30',
      'Australia/Sydney',
      180,
      0,
    ],
  ] as const)('%s has its duration and day', (_, from, fromZone, to, toZone, minutes, days) => {
    expect(minutesBetween(at(from, fromZone), at(to, toZone))).toBe(minutes);
    expect(dayDifference(at(from, fromZone), at(to, toZone))).toBe(days);
    expect(minutesBetween(at(to, toZone), at(from, fromZone))).toBe(-minutes);
  });

  it('has no day difference without a valid day', () => {
    expect(dayDifference(at('', 'UTC'), at('2026-12-05T12:00', 'UTC'))).toBeUndefined();
    expect(dayDifference(at('2026-12-05T12:00', 'UTC'), at('', 'UTC'))).toBeUndefined();
  });
});

it.each([
  ['2026-12-05T12:00', 'Asia/Bangkok', 'UTC+7'],
  ['2026-12-05T12:00', 'Asia/Kolkata', 'UTC+5:30'],
  ['2026-12-05T12:00', 'America/St_Johns', 'UTC-3:30'],
  ['2026-12-05T12:00', 'Europe/London', 'UTC+0'],
  ['2026-07-05T12:00', 'Europe/London', 'UTC+1'],
  ['2026-12-05T12:00', 'Australia/Sydney', 'UTC+11'],
  ['2026-07-05T12:00', 'Australia/Sydney', 'UTC+10'],
  ['2026-12-05T12:00', 'Pacific/Honolulu', 'UTC-10'],
])('%s in %s is at %s', (local, zone, text) => {
  expect(utcOffsetText(at(local, zone))).toBe(text);
});

it.each([
  'Asia/Bangkok',
  'Asia/Ho_Chi_Minh',
  'Asia/Hong_Kong',
  'Asia/Jakarta',
  'Asia/Kolkata',
  'Asia/Kuala_Lumpur',
  'Asia/Makassar',
  'Asia/Manila',
  'Asia/Phnom_Penh',
  'Asia/Seoul',
  'Asia/Shanghai',
  'Asia/Singapore',
  'Asia/Taipei',
  'Asia/Tokyo',
  'Asia/Vientiane',
  'Asia/Yangon',
])('%s, whose clocks do not change, is where the data of time zones has it', (zone) => {
  for (
    let instant = Date.UTC(2009, 11, 1);
    instant < Date.UTC(2036, 0);
    instant += 7 * 86_400_000
  ) {
    const time = toZonedTime(instant, zone);
    expect(time && toInstant(time)).toBe(instant);
  }
});
