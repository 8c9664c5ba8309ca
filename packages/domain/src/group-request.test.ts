import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cabinClasses } from './flight-search.ts';
import {
  earliestRequestDay,
  groupRequestProblems,
  type GroupRequest,
  type RequestedLeg,
} from './group-request.ts';

// 26 November in Bangkok.
const now = new Date('2026-11-25T17:00:00Z');
const leg: RequestedLeg = { origin: 'BKK', destination: 'NRT', day: '2026-12-05' };
const valid: GroupRequest = {
  legs: [leg, { origin: 'NRT', destination: 'BKK', day: '2026-12-05' }],
  passengers: { adult: 20, child: 3, infant: 1 },
  flexibilityDays: 3,
  cabin: 'economy',
  airlines: ['TG', '3K', 'U2'],
  budgetSatang: 2_500_000,
  notes: 'A school trip',
};
const found = (changes: Partial<GroupRequest>) =>
  groupRequestProblems({ ...valid, ...changes }, now).map(({ code, field }) => [
    code.replace('group_request.', ''),
    field,
  ]);
const counts = (adult: number, child = 0, infant = 0) =>
  found({ passengers: { adult, child, infant } });

describe('a group request', () => {
  it('is complete with legs and passengers', () => {
    expect(found({})).toEqual([]);
    expect(found({ airlines: [], budgetSatang: null, notes: '', flexibilityDays: 0 })).toEqual([]);
  });

  it('has one to six legs', () => {
    expect(found({ legs: [] })).toEqual([['no_legs', 'legs']]);
    expect(found({ legs: Array.from({ length: 6 }, () => leg) })).toEqual([]);
    expect(found({ legs: Array.from({ length: 7 }, () => leg) })).toEqual([
      ['too_many_legs', 'legs'],
    ]);
  });

  it('has two different airports and a day in each leg', () => {
    expect(found({ legs: [{ origin: '', destination: 'nrt', day: '' }] })).toEqual([
      ['missing_airport', 'legs.0.origin'],
      ['missing_airport', 'legs.0.destination'],
      ['missing_day', 'legs.0.day'],
    ]);
    expect(found({ legs: [leg, { ...leg, origin: 'NRT', day: '2026-12-32' }] })).toEqual([
      ['same_airport', 'legs.1.destination'],
      ['missing_day', 'legs.1.day'],
    ]);
  });

  it('departs from Bangkok`s today on, in the order of its legs', () => {
    expect(earliestRequestDay(now)).toBe('2026-11-26');
    expect(earliestRequestDay(new Date(now.getTime() - 1))).toBe('2026-11-25');
    expect(found({ legs: [{ ...leg, day: '2026-11-26' }] })).toEqual([]);
    expect(found({ legs: [{ ...leg, day: '2026-11-25' }] })).toEqual([
      ['day_in_past', 'legs.0.day'],
    ]);
    expect(found({ legs: [leg, { ...leg, day: '2026-12-04' }] })).toEqual([
      ['leg_order', 'legs.1.day'],
    ]);
    expect(
      found({
        legs: [
          { ...leg, day: '2569-12-05' },
          { ...leg, day: '0027-01-05' },
        ],
      }),
    ).toEqual([
      ['other_year', 'legs.0.day'],
      ['other_year', 'legs.1.day'],
    ]);
    expect(found({ legs: [{ ...leg, day: '2028-01-01' }] })).toEqual([['too_late', 'legs.0.day']]);
  });

  it('has 1 to 300 passengers, an adult among them and for each infant', () => {
    expect(counts(300)).toEqual([]);
    expect(counts(150, 0, 150)).toEqual([]);
    expect(counts(299, 2)).toEqual([['too_many_passengers', 'passengers']]);
    expect(counts(0, 5)).toEqual([['no_adult', 'passengers.adult']]);
    expect(counts(2, 0, 3)).toEqual([['too_many_infants', 'passengers.infant']]);
    expect(counts(301, -1, 0.5)).toEqual([
      ['passenger_number', 'passengers.adult'],
      ['passenger_number', 'passengers.child'],
      ['passenger_number', 'passengers.infant'],
    ]);
    expect(counts(Number.NaN)).toEqual([['passenger_number', 'passengers.adult']]);
  });

  it('has preferences within their limits', () => {
    expect(found({ flexibilityDays: 7 })).toEqual([]);
    expect(found({ flexibilityDays: 8 })).toEqual([['flexibility', 'flexibilityDays']]);
    expect(found({ flexibilityDays: -1 })).toEqual([['flexibility', 'flexibilityDays']]);
    expect(cabinClasses.flatMap((cabin) => found({ cabin }))).toEqual([]);
    expect(found({ cabin: 'deck' })).toEqual([['cabin', 'cabin']]);
    expect(found({ airlines: ['TG', 'tg', '33', 'THA'] })).toEqual([
      ['airline', 'airlines.1'],
      ['airline', 'airlines.2'],
      ['airline', 'airlines.3'],
    ]);
    expect(found({ airlines: Array.from({ length: 11 }, () => 'TG') })).toEqual([
      ['too_many_airlines', 'airlines'],
    ]);
    for (const budgetSatang of [0, -1, 0.5, 1_000_000_001]) {
      expect(found({ budgetSatang })).toEqual([['budget', 'budgetSatang']]);
    }
  });

  it('has notes of 2,000 characters at most, an emoji being one', () => {
    expect(found({ notes: '✈🙂'.repeat(1000) })).toEqual([]);
    expect(found({ notes: 'x'.repeat(2001) })).toEqual([['notes', 'notes']]);
  });

  it('is accepted in any order of its numbers only within all limits', () => {
    const number = fc.integer({ min: -1, max: 302 });
    fc.assert(
      fc.property(number, number, number, (adult, child, infant) => {
        const fits =
          adult >= 1 &&
          child >= 0 &&
          infant >= 0 &&
          infant <= adult &&
          adult + child + infant <= 300;
        expect(counts(adult, child, infant).length === 0).toBe(fits);
      }),
    );
  });
});
