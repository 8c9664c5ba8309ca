import { describe, expect, it } from 'vitest';
import type { AirportCode } from './airports.ts';
import {
  checkSearch,
  searchProblems,
  earliestDeparture,
  nightsAway,
  type SearchField,
  type SearchProblem,
} from './flight-search-check.ts';
import { emptySearch, type FlightSearch, type SearchLegs, type TripType } from './flight-search.ts';

type End = AirportCode | null;

function leg(origin: End, destination: End, departure = '') {
  return { origin, destination, departure };
}

function search(tripType: TripType, ...legs: SearchLegs): FlightSearch {
  return { ...emptySearch, tripType, legs };
}

const [d1, d2, d3] = ['2026-12-12', '2026-12-17', '2026-12-20'];

const refused: [
  what: string,
  search: FlightSearch,
  code: SearchProblem['code'],
  leg: number,
  parts: SearchField['part'][],
][] = [
  ['nothing chosen', emptySearch, 'search.missing_leg', 1, ['origin', 'destination', 'departure']],
  [
    'one way without a day, whatever the hidden second leg holds',
    search('oneway', leg('BKK', 'NRT'), leg('NRT', 'BKK', d2)),
    'search.missing_leg',
    1,
    ['departure'],
  ],
  [
    'round trip: the first leg before the missing return',
    search('roundtrip', leg('BKK', null, d1), leg(null, 'BKK')),
    'search.missing_leg',
    1,
    ['destination'],
  ],
  [
    'round trip without a return',
    search('roundtrip', leg('BKK', 'NRT', d1), leg('NRT', 'BKK')),
    'search.missing_return',
    2,
    ['departure'],
  ],
  [
    'round trip back before it begins',
    search('roundtrip', leg('BKK', 'NRT', d2), leg('NRT', 'BKK', d1)),
    'search.return_order',
    2,
    ['departure'],
  ],
  [
    'several cities: the second leg lacks its end and day; its origin is not its own fault',
    search('multicity', leg('BKK', 'NRT', d1), leg('NRT', null)),
    'search.missing_leg',
    2,
    ['destination', 'departure'],
  ],
  [
    'several cities: the first missing leg, not the second whose origin follows from it',
    search('multicity', leg('BKK', null, d1), leg(null, 'SIN', d2)),
    'search.missing_leg',
    1,
    ['destination'],
  ],
  [
    'several cities: a leg before the one before it',
    search('multicity', leg('BKK', 'NRT', d2), leg('NRT', 'SIN', d1)),
    'search.leg_order',
    2,
    ['departure'],
  ],
  [
    'leg by leg: the order of the second before the fields of the third',
    search('multicity', leg('BKK', 'NRT', d2), leg('NRT', 'SIN', d1), leg('SIN', null)),
    'search.leg_order',
    2,
    ['departure'],
  ],
  [
    'leg by leg: the fields of the second before its order',
    search('multicity', leg('BKK', 'NRT', d2), leg('NRT', null, d1), leg(null, 'KUL', d3)),
    'search.missing_leg',
    2,
    ['destination'],
  ],
  [
    'the order of the last of three',
    search('multicity', leg('BKK', 'NRT', d1), leg('NRT', 'SIN', d3), leg('SIN', 'KUL', d2)),
    'search.leg_order',
    3,
    ['departure'],
  ],
];

describe('a search is refused', () => {
  it.each(refused)('%s', (_, refusedSearch, code, number, parts) => {
    expect(checkSearch(refusedSearch)).toEqual({
      code,
      values: { leg: number, previous: number - 1 },
      fields: parts.map((part) => ({ index: number - 1, part })),
    });
  });
});

it('a search for a day that makes no sense is refused from a day on, and not without one', () => {
  const buddhist = search(
    'roundtrip',
    leg('BKK', 'NRT', '2569-12-12'),
    leg('NRT', 'BKK', '2570-01-05'),
  );
  expect(searchProblems(buddhist)).toEqual([]);
  const asked = (index: number, year: number) => ({
    code: 'search.other_year',
    values: { leg: index + 1, previous: index, year, buddhist: year + 543 },
    fields: [{ index, part: 'departure' }],
  });
  expect(searchProblems(buddhist, '2026-11-27')).toEqual([asked(0, 2026), asked(1, 2027)]);
  const far = search('oneway', leg('BKK', 'NRT', '2036-12-12'), leg('NRT', 'BKK', '2569-12-12'));
  expect(searchProblems(far, '2026-11-27').map(({ code }) => code)).toEqual(['search.too_late']);
});

describe('a search is sent', () => {
  it.each<[string, FlightSearch]>([
    [
      'one way, whatever the second leg holds',
      search('oneway', leg('BKK', 'NRT', d2), leg('NRT', 'BKK', d1)),
    ],
    [
      'there and back on one day',
      search('roundtrip', leg('BKK', 'NRT', d1), leg('NRT', 'BKK', d1)),
    ],
    ['to where it starts', search('oneway', leg('BKK', 'BKK', d1), leg('BKK', 'BKK'))],
    [
      'several cities on one day',
      search('multicity', leg('BKK', 'NRT', d1), leg('NRT', 'SIN', d1)),
    ],
  ])('%s', (_, good) => {
    expect(checkSearch(good)).toBeNull();
  });
});

describe('the first day to depart on', () => {
  const cities = search('multicity', leg('BKK', 'NRT', d1), leg('NRT', 'SIN'), leg('SIN', 'KUL'));

  it('is today for the first leg, also when it lies before', () => {
    expect(earliestDeparture(cities, 0, '2026-12-05')).toBe('2026-12-05');
  });

  it('is the departure before for a later leg', () => {
    expect(earliestDeparture(cities, 1, '2026-12-05')).toBe(d1);
  });

  it('is the nearest departure before while the one between has none', () => {
    expect(earliestDeparture(cities, 2, '2026-12-05')).toBe(d1);
  });

  it('is today for the return while there is no departure', () => {
    expect(earliestDeparture(emptySearch, 1, '2026-12-05')).toBe('2026-12-05');
  });
});

describe('nights away', () => {
  it('are counted on a round trip with both days, and nowhere else', () => {
    const round = search('roundtrip', leg('BKK', 'NRT', d1), leg('NRT', 'BKK', d2));
    expect(nightsAway(round)).toBe(5);
    expect(nightsAway({ ...round, tripType: 'oneway' })).toBeUndefined();
    expect(nightsAway(emptySearch)).toBeUndefined();
  });
});
