import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ageOn,
  passengerTotal,
  passengerTypeOn,
  passengerWarnings,
  type PassengerDates,
} from './passenger-age.ts';

const days = { today: '2026-11-25', lastDay: '2027-02-28' };
const codes = (dates: Partial<PassengerDates>, at = days) =>
  passengerWarnings({ type: 'adult', birthDate: null, passportExpiry: null, ...dates }, at).map(
    ({ code }) => code,
  );

describe('the age on a day', () => {
  it.each([
    ['2025-03-01', '2027-02-28', 1],
    ['2025-02-28', '2027-02-28', 2],
    ['2024-02-29', '2026-02-28', 1],
    ['2024-02-29', '2026-03-01', 2],
    ['2024-02-29', '2028-02-29', 4],
    ['2027-03-01', '2027-02-28', -1],
  ])('of %s on %s is %i', (birth, day, age) => {
    expect(ageOn(birth, day)).toBe(age);
  });

  it('grows by one a year, and by nothing on the days between', () => {
    const day = fc
      .date({
        min: new Date('1930-01-01T00:00:00Z'),
        max: new Date('2090-01-01T00:00:00Z'),
        noInvalidDate: true,
      })
      .map((time) => time.toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, day, (birth, on) => {
        const next = new Date(Date.parse(on) + 86_400_000).toISOString().slice(0, 10);
        const isLeapBirthday = birth.endsWith('02-29') && next.endsWith('03-01');
        const grows = next.slice(5) === birth.slice(5) || (isLeapBirthday && on.endsWith('02-28'));
        expect(ageOn(birth, next) - ageOn(birth, on)).toBe(grows ? 1 : 0);
      }),
    );
  });
});

it('a passenger is an infant under 2, a child under 12, else an adult', () => {
  expect(
    ['2025-03-01', '2025-02-28', '2015-03-01', '2015-02-28'].map((birth) =>
      passengerTypeOn(birth, '2027-02-28'),
    ),
  ).toEqual(['infant', 'child', 'child', 'adult']);
});

it('passengers are counted together', () => {
  expect(passengerTotal({ adult: 20, child: 3, infant: 1 })).toBe(24);
});

describe('a passenger`s warnings', () => {
  it('are none where type, birth date and passport fit, or nothing is known', () => {
    expect(codes({})).toEqual([]);
    expect(codes({ type: 'child' })).toEqual([]);
    expect(codes({ birthDate: '1990-01-01', passportExpiry: '2027-08-28' })).toEqual([]);
    expect(codes({ type: 'infant', birthDate: '2025-03-01' })).toEqual([]);
    expect(codes({ birthDate: '30/02/1990', passportExpiry: 'soon' })).toEqual([]);
  });

  it('say that a child turns 12, or an infant 2, on the last day or before', () => {
    expect(codes({ type: 'child', birthDate: '2015-02-28' })).toEqual(['passenger.turns_adult']);
    expect(codes({ type: 'child', birthDate: '2014-11-26' })).toEqual(['passenger.turns_adult']);
    expect(codes({ type: 'infant', birthDate: '2025-02-28' })).toEqual(['passenger.turns_child']);
  });

  it('say that the birth date contradicts the type', () => {
    const contradiction = ['passenger.type_contradicts_birth'];
    expect(codes({ type: 'child', birthDate: '2014-11-25' })).toEqual(contradiction);
    expect(codes({ type: 'infant', birthDate: '2024-11-25' })).toEqual(contradiction);
    expect(codes({ type: 'child', birthDate: '2025-03-01' })).toEqual(contradiction);
    expect(codes({ type: 'adult', birthDate: '2015-03-01' })).toEqual(contradiction);
    expect(codes({ type: 'infant', birthDate: '2027-03-01' })).toEqual(contradiction);
  });

  it('say that a passport ends before the journey, or within six months of it', () => {
    const passport = (passportExpiry: string, lastDay = days.lastDay) =>
      codes({ passportExpiry }, { ...days, lastDay });
    expect(passport('2027-02-27')).toEqual(['passenger.passport_expired']);
    expect(passport('2027-02-28')).toEqual(['passenger.passport_expires']);
    expect(passport('2027-08-27')).toEqual(['passenger.passport_expires']);
    expect(passport('2027-08-28')).toEqual([]);
    expect(passport('2027-02-27', '2026-08-31')).toEqual(['passenger.passport_expires']);
    expect(passport('2027-02-28', '2026-08-31')).toEqual([]);
    expect(passport('2028-02-28', '2027-08-31')).toEqual(['passenger.passport_expires']);
  });
});
