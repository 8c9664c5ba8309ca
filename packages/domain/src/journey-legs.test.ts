import { describe, expect, it } from 'vitest';
import { legsOf, routeStops } from './journey-legs.ts';

/** Flights such as `BKK 2026-12-30T22:00 CNX 2026-12-31T01:10`, all in the zone of Bangkok. */
const flights = (...texts: string[]) =>
  texts.map((text) => {
    const [origin = '', departs = '', destination = '', arrives = ''] = text.split(' ');
    const at = (local: string) => ({ local, zone: 'Asia/Bangkok' });
    const number = { airline: 'TG', flightNumber: '1' };
    return { ...number, origin, destination, departure: at(departs), arrival: at(arrives) };
  });

describe('the legs of flights', () => {
  it.each<[string, string[], string[]]>([
    [
      'one flight over midnight',
      ['BKK 2026-12-30T22:00 CNX 2026-12-31T01:10'],
      ['BKK CNX 2026-12-30'],
    ],
    [
      'a connection after midnight',
      ['CNX 2026-12-30T21:00 BKK 2026-12-30T22:20', 'BKK 2026-12-31T01:00 NRT 2026-12-31T06:30'],
      ['CNX NRT 2026-12-30'],
    ],
    [
      'a round trip',
      ['BKK 2026-12-18T08:00 NRT 2026-12-18T14:00', 'NRT 2026-12-22T08:00 BKK 2026-12-22T13:00'],
      ['BKK NRT 2026-12-18', 'NRT BKK 2026-12-22'],
    ],
    [
      'a day trip',
      ['BKK 2026-12-18T07:00 CNX 2026-12-18T08:10', 'CNX 2026-12-18T20:00 BKK 2026-12-18T21:10'],
      ['BKK CNX 2026-12-18', 'CNX BKK 2026-12-18'],
    ],
    [
      'a stay of a day',
      ['BKK 2026-12-18T07:00 SIN 2026-12-18T10:00', 'SIN 2026-12-19T10:00 SYD 2026-12-19T20:00'],
      ['BKK SIN 2026-12-18', 'SIN SYD 2026-12-19'],
    ],
    [
      'an invalid time',
      ['BKK 2026-12-18T07:00 SIN 2026-12-18T25:00', 'SIN 2026-12-18T12:00 SYD 2026-12-18T20:00'],
      ['BKK SIN 2026-12-18', 'SIN SYD 2026-12-18'],
    ],
    ['none', [], []],
  ])('of %s', (_, texts, legs) => {
    const found = legsOf(flights(...texts));
    expect(found.map(({ origin, destination, day }) => `${origin} ${destination} ${day}`)).toEqual(
      legs,
    );
  });
});

it.each([
  ['BKK-NRT', 'BKK NRT'],
  ['BKK-NRT NRT-BKK', 'BKK NRT'],
  ['BKK-NRT KIX-BKK', 'BKK NRT KIX BKK'],
  ['BKK-HKT HKT-SIN SIN-BKK', 'BKK HKT SIN BKK'],
  ['', ''],
])('the airports of %s are %s', (text, stops) => {
  const legs = text.split(' ').flatMap((leg) => {
    const [origin = '', destination = ''] = leg.split('-');
    return leg === '' ? [] : { origin, destination };
  });
  expect(routeStops(legs).join(' ')).toBe(stops);
});
