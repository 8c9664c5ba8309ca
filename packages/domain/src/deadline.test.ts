import { describe, expect, it } from 'vitest';
import { msToNextMinute, timeLeft } from './deadline.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('the time left', () => {
  it('is in days, hours and minutes, rounded down', () => {
    expect(timeLeft(47 * hour + 59 * minute + 59_999, 0)).toEqual({
      urgency: 'calm',
      days: 1,
      hours: 23,
      minutes: 59,
    });
    expect(timeLeft(5 * hour + 12 * minute, 0)).toMatchObject({ days: 0, hours: 5, minutes: 12 });
    expect(timeLeft(minute - 1, 0)).toMatchObject({ hours: 0, minutes: 0 });
  });

  it('is calm over 6 hours, amber to 1 hour, red to the deadline, then over', () => {
    const urgency = (left: number) => timeLeft(left, 0).urgency;
    expect([6 * hour + 1, 6 * hour, hour + 1, hour, 1, 0, -hour].map(urgency)).toEqual([
      'calm',
      'amber',
      'amber',
      'red',
      'red',
      'over',
      'over',
    ]);
  });

  it('is never negative', () => {
    expect(timeLeft(0, 90 * minute)).toEqual({ urgency: 'over', days: 0, hours: 0, minutes: 0 });
  });
});

describe('the next change of the time left', () => {
  it('is when the minute on screen is no longer whole', () => {
    for (const left of [3 * hour, 3 * hour + 1, 5 * minute + 30_000, minute, 59_999, 1]) {
      const wait = msToNextMinute(left, 0) ?? 0;
      expect(timeLeft(left, wait - 1)).toEqual(timeLeft(left, 0));
      expect(timeLeft(left, wait)).not.toEqual(timeLeft(left, 0));
    }
  });

  it('never comes after the deadline', () => {
    expect(msToNextMinute(0, 0)).toBeUndefined();
    expect(msToNextMinute(0, 1)).toBeUndefined();
  });
});
