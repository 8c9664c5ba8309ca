import { describe, expect, it } from 'vitest';
import { emptySearch, tieLegs, type FlightSearch } from './flight-search.ts';
import {
  addRecentSearch,
  maxRecentSearches,
  popularRoutes,
  repeatSearch,
  searchDays,
} from './search-suggestions.ts';

const roundTrip: FlightSearch = tieLegs({
  ...emptySearch,
  legs: [
    { origin: 'BKK', destination: 'NRT', departure: '2026-12-05' },
    { origin: null, destination: null, departure: '2026-12-12' },
  ],
});
const oneWay: FlightSearch = { ...roundTrip, tripType: 'oneway' };

function withDays(search: FlightSearch, departure: string, back: string): FlightSearch {
  const [first, second] = search.legs;
  return {
    ...search,
    legs: [
      { ...first, departure },
      { ...second, departure: back },
    ],
  };
}

describe('recent searches', () => {
  it('have the newest first and at most five', () => {
    const searches = ['1', '2', '3', '4', '5', '6'] as const;
    const recent = searches
      .map((passengers) => ({ ...roundTrip, passengers }))
      .reduce<readonly FlightSearch[]>(addRecentSearch, []);
    expect(recent.map(({ passengers }) => passengers)).toEqual(['6', '5', '4', '3', '2']);
    expect(recent).toHaveLength(maxRecentSearches);
  });

  it('have the same search once, moved to the front', () => {
    const business: FlightSearch = { ...roundTrip, cabin: 'business' };
    expect(addRecentSearch([business, roundTrip], { ...roundTrip })).toEqual([roundTrip, business]);
  });

  it('ignore the return of a one-way trip when they compare, and not that of a round trip', () => {
    const later = (search: FlightSearch) => withDays(search, '2026-12-05', '2026-12-20');
    expect(addRecentSearch([oneWay], later(oneWay))).toEqual([later(oneWay)]);
    expect(addRecentSearch([roundTrip], later(roundTrip))).toHaveLength(2);
  });
});

describe('a search that is filled in again', () => {
  it('keeps its days until the first of them has passed', () => {
    expect(repeatSearch(roundTrip, '2026-12-05')).toEqual(roundTrip);
    const { legs, ...rest } = repeatSearch({ ...roundTrip, passengers: '3' }, '2026-12-06');
    expect(rest).toMatchObject({ tripType: 'roundtrip', cabin: 'economy', passengers: '3' });
    expect(legs).toEqual([
      { origin: 'BKK', destination: 'NRT', departure: '' },
      { origin: 'NRT', destination: 'BKK', departure: '' },
    ]);
  });

  it('does not lose the day of a one-way trip to an unused return that has passed', () => {
    const search = withDays(oneWay, '2026-12-05', '2026-11-01');
    expect(repeatSearch(search, '2026-12-01')).toEqual(search);
  });

  it('of several cities loses the days of all legs', () => {
    const [first, second] = roundTrip.legs;
    const cities: FlightSearch = {
      ...roundTrip,
      tripType: 'multicity',
      legs: [first, second, { origin: 'BKK', destination: 'SIN', departure: '2027-01-02' }],
    };
    expect(searchDays(cities)).toEqual(['2026-12-05', '2026-12-12', '2027-01-02']);
    expect(searchDays(repeatSearch(cities, '2026-12-10'))).toEqual(['', '', '']);
  });
});

it('offers each popular route once, between two airports', () => {
  const routes = popularRoutes.map(({ origin, destination }) => `${origin}-${destination}`);
  expect(new Set(routes).size).toBe(routes.length);
  expect(popularRoutes.every(({ origin, destination }) => origin !== destination)).toBe(true);
});
