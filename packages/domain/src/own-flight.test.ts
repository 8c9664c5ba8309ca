import { describe, expect, it } from 'vitest';
import {
  changedFields,
  checkOwnFlight,
  emptyFare,
  weekdayRuns,
  type OwnFare,
  type OwnFlight,
} from './own-flight.ts';
import { weekdayOf } from './day-arithmetic.ts';

const zones = new Map([
  ['BKK', 'Asia/Bangkok'],
  ['CNX', 'Asia/Bangkok'],
  ['NRT', 'Asia/Tokyo'],
  ['HNL', 'Pacific/Honolulu'],
]);

const fare: OwnFare = { ...emptyFare, name: 'Saver', adult_satang: 190_000, seats: 9 };

const flight: OwnFlight = {
  airline: 'L5',
  flight_number: '108',
  operating_airline: '',
  origin: 'BKK',
  destination: 'CNX',
  origin_terminal: '',
  destination_terminal: '',
  departs_at: '08:05',
  arrives_at: '09:25',
  arrives_days: 0,
  weekdays: [1, 5],
  first_day: '2026-12-01',
  last_day: '2026-12-31',
  cabin: 'economy',
  aircraft: '',
  fares: [fare],
};

const problems = (changes: Partial<OwnFlight>) =>
  checkOwnFlight({ ...flight, ...changes }, { zones, today: '2026-11-27' }).map(
    ({ code, field }) => `${field} ${code}`,
  );

describe('a flight', () => {
  it('without a problem can be saved', () => {
    expect(problems({})).toEqual([]);
    // Of a season that began long ago, and of one that ends beyond the days that are sold now.
    expect(problems({ first_day: '2026-01-05' })).toEqual([]);
    expect(problems({ first_day: '2027-12-31', last_day: '2028-12-31' })).toEqual([]);
    expect(problems({ destination: 'HNL', arrives_days: 0, arrives_at: '00:30' })).toEqual([]);
  });

  it.each<[Partial<OwnFlight>, string]>([
    [{ airline: 'LL5' }, 'airline flight.airline'],
    [{ operating_airline: '12' }, 'operating_airline flight.airline'],
    [{ flight_number: '12345' }, 'flight_number flight.number'],
    [{ origin: 'ZZZ' }, 'origin flight.airport'],
    [{ destination: 'BKK' }, 'destination flight.same_airport'],
    [{ origin_terminal: 'x'.repeat(21) }, 'origin_terminal flight.too_long'],
    [{ aircraft: 'x'.repeat(61) }, 'aircraft flight.too_long'],
    [{ departs_at: '24:00' }, 'departs_at flight.time'],
    [{ arrives_at: '08:05' }, 'arrives_at flight.arrival'],
    // Two hours later on the clock, and at the same time.
    [{ destination: 'NRT', arrives_at: '10:05' }, 'arrives_at flight.arrival'],
    [{ arrives_days: 3 }, 'arrives_days flight.arrival'],
    [{ weekdays: [] }, 'weekdays flight.weekdays'],
    [{ weekdays: [0] }, 'weekdays flight.weekdays'],
    [{ first_day: '2026-02-30' }, 'first_day flight.day'],
    [{ first_day: '2569-12-01' }, 'first_day flight.other_year'],
    [{ last_day: '2569-12-31' }, 'last_day flight.other_year'],
    [{ last_day: '0026-12-31' }, 'last_day flight.other_year'],
    [{ first_day: '2062-12-01', last_day: '2062-12-31' }, 'first_day flight.too_late'],
    [{ first_day: '2028-01-02', last_day: '2028-01-31' }, 'first_day flight.too_late'],
    [{ last_day: '2062-12-31' }, 'last_day flight.period'],
    [{ last_day: '2026-11-30' }, 'last_day flight.period'],
    [{ last_day: '2028-12-31' }, 'last_day flight.period'],
    [{ last_day: '2026-12-03' }, 'weekdays flight.no_departure'],
    [{ fares: [] }, 'fares flight.fares'],
    [{ fares: [fare, { ...fare, name: ' Saver' }] }, 'fares.1.name flight.fare_twice'],
  ])('with %j cannot', (changes, problem) => {
    expect(problems(changes)).toContain(problem);
  });

  it.each<[Partial<OwnFare>, string]>([
    [{ name: ' ' }, 'name flight.fare_name'],
    [{ adult_satang: null }, 'adult_satang flight.amount'],
    [{ child_satang: -1 }, 'child_satang flight.amount'],
    [{ infant_tax_satang: 10_000_000_001 }, 'infant_tax_satang flight.amount'],
    [{ seats: 501 }, 'seats flight.seats'],
    [{ seats: null }, 'seats flight.seats'],
    [{ closes_hours: 0 }, 'closes_hours flight.hours'],
    [{ refund_until_hours: 2001 }, 'refund_until_hours flight.hours'],
    [{ sale_from: '2026-12-01T' }, 'sale_from flight.sale_time'],
    [
      { sale_from: '2026-12-01T09:00', sale_until: '2026-12-01T09:00' },
      'sale_until flight.sale_order',
    ],
    [
      { baggage: { ...fare.baggage, child: { ...fare.baggage.child, checked_kg: 100 } } },
      'baggage.child.checked_kg flight.baggage',
    ],
  ])('with a fare with %j cannot', (changes, problem) => {
    expect(problems({ fares: [{ ...fare, ...changes }] })).toEqual([`fares.0.${problem}`]);
  });
});

it('begins the week on Monday', () => {
  expect(['2026-12-07', '2026-12-13'].map(weekdayOf)).toEqual([1, 7]);
});

it('names the fields in which two versions differ', () => {
  const other = { ...fare, fare_id: 7, seats: 8 };
  expect(changedFields(flight, { ...flight, weekdays: [1], fares: [other] })).toEqual([
    'weekdays',
    'Saver.seats',
  ]);
  expect(changedFields(flight, { ...flight, fares: [{ ...fare, name: 'Flex' }] })).toEqual([
    'Saver',
    'Flex',
  ]);
});

it('days of the week are runs of days that follow each other', () => {
  expect(weekdayRuns([5, 1, 3, 2])).toEqual([[1, 2, 3], [5]]);
});
