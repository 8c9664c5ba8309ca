import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FlightOffer, FlightSlice } from './flight-offer.ts';
import { emptySearch } from './flight-search.ts';
import {
  parseTrip,
  searchOfTrip,
  shiftTrip,
  tripOfOffer,
  tripOfSearch,
  tripProblem,
  tripText,
  type Trip,
} from './trip.ts';

const oneWay: Trip = {
  tripType: 'oneway',
  legs: [{ origin: 'BKK', destination: 'CNX', day: '2026-12-18' }],
  cabin: 'economy',
  passengers: { adult: 2, child: 1, infant: 0 },
};
const round: Trip = {
  ...oneWay,
  tripType: 'roundtrip',
  legs: [...oneWay.legs, { origin: 'CNX', destination: 'BKK', day: '2026-12-22' }],
};
const cities: Trip = {
  ...oneWay,
  tripType: 'multicity',
  cabin: 'business',
  legs: [...oneWay.legs, { origin: 'CNX', destination: 'HKT', day: '2026-12-18' }],
};

describe('the text of a trip', () => {
  it('has the flights, the passengers by type and the cabin', () => {
    expect(tripText(oneWay)).toBe('BKK-CNX-20261218_2-1-0_economy');
    expect(tripText(round)).toBe('BKK-CNX-20261218-20261222_2-1-0_economy');
    expect(tripText(cities)).toBe('BKK-CNX-20261218_CNX-HKT-20261218_2-1-0_business');
  });

  it.each([oneWay, round, cities])('gives the same trip again: $tripType', (trip) => {
    expect(parseTrip(tripText(trip))).toEqual(trip);
    expect(tripText(trip)).toBe(encodeURIComponent(tripText(trip)));
    expect(tripOfSearch(searchOfTrip(trip))).toEqual(trip);
  });

  it.each([
    '',
    'BKK-CNX-20261218',
    'BKK-CNX-20261218_economy',
    'BKK-CNX-20261218_2-1-0',
    'BKK-CNX-20261218_2-1-0_sleeper',
    'BKK-CNX-20261218_0-1-0_economy',
    'BKK-CNX-20261218_1-0-2_economy',
    'BKK-CNX-20261218_5-5-0_economy',
    'BKK-CNX-20261218_2-1_economy',
    'BKK-CNX-20260230_2-1-0_economy',
    'bkk-CNX-20261218_2-1-0_economy',
    'BKK-CNX-2026-12-18_2-1-0_economy',
    'BKK-CNX-20261218-20261217_2-1-0_economy',
    'BKK-CNX-20261218_CNX-HKT-20261217_2-1-0_economy',
    'BKK-CNX-20261218_HKT-SIN-20261219_2-1-0_economy',
    'BKK-CNX-20261218-20261222_CNX-HKT-20261223_2-1-0_economy',
    `${Array.from({ length: 7 }, () => 'BKK-CNX-20261218').join('_')}_1-0-0_economy`,
    'BKK-CNX-20261218_2-1-0_economy_',
    ' BKK-CNX-20261218_2-1-0_economy',
  ])('is no trip: %j', (text) => {
    expect(parseTrip(text)).toBeUndefined();
  });

  it('is never read as another trip', () => {
    const part = fc.constantFrom(
      'BKK-CNX-20261218',
      'CNX-BKK-20261220-20261222',
      '1-0-0',
      'economy',
      '',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const text = parts.join('_');
        const trip = parseTrip(text);
        expect(trip === undefined || tripText(trip) === text).toBe(true);
      }),
    );
  });
});

it('no flight leaves on a day that is over or too far ahead, or lands where it began', () => {
  expect(tripProblem(round, '2026-12-18')).toBeUndefined();
  expect(tripProblem(round, '2026-12-19')).toBe('past');
  expect(tripProblem(shiftTrip(round, 400), '2026-12-18')).toBe('too_late');
  expect(tripProblem(shiftTrip(round, 396), '2026-12-18')).toBeUndefined();
  expect(tripProblem(round, '')).toBeUndefined();
  const [leg] = oneWay.legs;
  const same: Trip = { ...oneWay, legs: [{ ...leg, destination: 'BKK' }] };
  expect(tripProblem(same, '2026-12-01')).toBe('same_airport');
});

it('a trip is moved with all of its days, over months too', () => {
  expect(shiftTrip(round, 14).legs.map(({ day }) => day)).toEqual(['2027-01-01', '2027-01-05']);
  expect(shiftTrip(round, -2).legs.map(({ day }) => day)).toEqual(['2026-12-16', '2026-12-20']);
});

it('an incomplete search is no trip', () => {
  expect(tripOfSearch(emptySearch)).toBeUndefined();
});

describe('the search that finds an offer', () => {
  const zone = 'Asia/Bangkok';
  const slice = (...codes: readonly string[]): FlightSlice => {
    const [first, ...rest] = codes.slice(1).map((destination, index) => ({
      airline: 'TG',
      flightNumber: '1',
      operatingAirline: 'TG',
      origin: codes[index] ?? '',
      originTerminal: null,
      destination,
      destinationTerminal: null,
      departure: { local: '2026-12-18T08:00', zone },
      arrival: { local: '2026-12-18T09:00', zone },
      aircraft: null,
      cabin: 'business' as const,
      baggage: {},
    }));
    if (first === undefined) throw new Error('a slice has two airports');
    return { segments: [first, ...rest] };
  };
  const passengers = { adult: 1, child: 0, infant: 1 };
  const textOf = (...slices: FlightOffer['slices']) =>
    tripText(tripOfOffer({ slices, passengers }));

  it('is one way, with the ends of a connection', () => {
    expect(textOf(slice('BKK', 'CNX', 'HKT'))).toBe('BKK-HKT-20261218_1-0-1_business');
  });

  it('is a round trip where the second way leads back, else a multi-city trip', () => {
    expect(textOf(slice('BKK', 'CNX'), slice('CNX', 'BKK'))).toBe(
      'BKK-CNX-20261218-20261218_1-0-1_business',
    );
    expect(textOf(slice('BKK', 'CNX'), slice('CNX', 'HKT'))).toBe(
      'BKK-CNX-20261218_CNX-HKT-20261218_1-0-1_business',
    );
  });
});
