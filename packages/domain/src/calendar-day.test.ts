import { afterEach, describe, expect, it, vi } from 'vitest';
import { isCalendarDay, localDay, nightsBetween } from './calendar-day.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('localDay', () => {
  // Half past midnight on the 5th where the device is; in UTC it is another day in Bangkok and on Kiritimati.
  it.each([
    ['Asia/Bangkok', '2026-12-04T17:30:00Z'],
    ['Etc/GMT+8', '2026-12-05T08:30:00Z'],
    ['Pacific/Kiritimati', '2026-12-04T10:30:00Z'],
  ])('is the day in %s at half past midnight', (zone, time) => {
    vi.stubEnv('TZ', zone);
    expect(new Date(time).getHours()).toBe(0);
    expect(localDay(new Date(time))).toBe('2026-12-05');
  });

  it.each([
    ['Asia/Bangkok', '2027-01-01'],
    ['Etc/GMT+8', '2026-12-31'],
    ['Pacific/Kiritimati', '2027-01-01'],
  ])('begins a new year in %s at its own midnight', (zone, day) => {
    vi.stubEnv('TZ', zone);
    expect(localDay(new Date('2026-12-31T20:00:00Z'))).toBe(day);
  });
});

describe('isCalendarDay', () => {
  it.each(['2026-12-05', '2028-02-29', '0001-01-01'])('knows %s', (day) => {
    expect(isCalendarDay(day)).toBe(true);
  });

  it.each(['', '2026-02-30', '2026-13-01', '2026-1-5', '2026-12-05T00:00:00Z', 'tomorrow'])(
    'refuses "%s"',
    (text) => {
      expect(isCalendarDay(text)).toBe(false);
    },
  );
});

describe('nightsBetween', () => {
  it.each([
    ['2026-12-12', '2026-12-17', 5],
    ['2026-12-12', '2026-12-12', 0],
    // Clocks change in many countries in between; days do not.
    ['2026-03-01', '2026-04-01', 31],
    ['2026-12-17', '2026-12-12', undefined],
    ['', '2026-12-12', undefined],
    ['2026-12-12', '', undefined],
  ])('from %s to %s there are %s', (from, to, nights) => {
    expect(nightsBetween(from, to)).toBe(nights);
  });
});
