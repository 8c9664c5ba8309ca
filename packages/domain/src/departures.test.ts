import { expect, it } from 'vitest';
import { checkDepartures, seatsOf, type DepartureInput } from './departures.ts';

const change: DepartureInput = {
  fare: null,
  first_day: '2026-12-01',
  last_day: '2026-12-31',
  weekdays: [1],
  seats: 4,
  isClosed: null,
};

it('the seats of a day are those of its fares; a closed fare has none that are free', () => {
  const open = { fare_id: 1, day: '2026-12-01', total: 9, held: 2, sold: 1, is_closed: false };
  const closed = { ...open, fare_id: 2, is_closed: true };
  const all = { total: 18, held: 4, sold: 2, free: 6, isClosed: false };
  expect(seatsOf([open, closed])).toEqual(all);
  expect(seatsOf([closed])).toMatchObject({ free: 0, isClosed: true });
});

it('a change of departures is valid', () => {
  expect(checkDepartures(change)).toEqual({});
  expect(checkDepartures({ ...change, seats: null, isClosed: true })).toEqual({});
});

it.each<[Partial<DepartureInput>, string, string]>([
  [{ first_day: '' }, 'first_day', 'flight.day'],
  [{ last_day: '2026-13-01' }, 'last_day', 'flight.day'],
  [{ last_day: '2026-11-30' }, 'last_day', 'flight.period'],
  [{ last_day: '2028-12-31' }, 'last_day', 'flight.period'],
  [{ weekdays: [] }, 'weekdays', 'flight.weekdays'],
  [{ seats: 501 }, 'seats', 'flight.seats'],
  [{ seats: null }, 'seats', 'departure.nothing'],
])('a change of departures with %j is not', (changes, field, code) => {
  expect(checkDepartures({ ...change, ...changes })[field]).toMatchObject({ code });
});
