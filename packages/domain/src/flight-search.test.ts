import { describe, expect, it } from 'vitest';
import type { AirportCode } from './airports.ts';
import { flightSearchLimits } from './constants.ts';
import {
  changeSearch,
  emptySearch,
  passengerCounts,
  usedLegs,
  type FlightSearch,
  type SearchChange,
  type SearchLegs,
  type TripType,
} from './flight-search.ts';

type End = AirportCode | null;

function leg(origin: End, destination: End, departure = '') {
  return { origin, destination, departure };
}

function search(tripType: TripType, ...legs: SearchLegs): FlightSearch {
  return { ...emptySearch, tripType, legs };
}

const roundTrip = search(
  'roundtrip',
  leg('BKK', 'NRT', '2026-12-12'),
  leg('NRT', 'BKK', '2026-12-17'),
);
const oneWay: FlightSearch = { ...roundTrip, tripType: 'oneway' };
const threeCities = search(
  'multicity',
  leg('BKK', 'NRT', '2026-12-12'),
  leg('NRT', 'ICN', '2026-12-14'),
  leg('ICN', 'SIN', '2026-12-16'),
);
const sixLegs = search(
  'multicity',
  leg('BKK', 'NRT'),
  leg('NRT', 'ICN'),
  leg('ICN', 'SIN'),
  leg('SIN', 'KUL'),
  leg('KUL', 'HKT'),
  leg('HKT', 'BKK'),
);
const twoCities = search('multicity', leg('BKK', 'NRT'), leg('NRT', 'SIN'));

const transitions: [what: string, from: FlightSearch, change: SearchChange, to: FlightSearch][] = [
  [
    'one way to round trip: the second leg is the first reversed, and its day is kept',
    oneWay,
    { type: 'tripType', tripType: 'roundtrip' },
    roundTrip,
  ],
  [
    'round trip to one way: two legs, the second reversed',
    roundTrip,
    { type: 'tripType', tripType: 'oneway' },
    oneWay,
  ],
  [
    'round trip to multi-city: both legs kept, the second starts where the first ends',
    roundTrip,
    { type: 'tripType', tripType: 'multicity' },
    { ...roundTrip, tripType: 'multicity' },
  ],
  [
    'one way to multi-city: the first leg kept, exactly two',
    oneWay,
    { type: 'tripType', tripType: 'multicity' },
    { ...oneWay, tripType: 'multicity' },
  ],
  [
    'multi-city to round trip: two legs, the second reversed',
    threeCities,
    { type: 'tripType', tripType: 'roundtrip' },
    search('roundtrip', leg('BKK', 'NRT', '2026-12-12'), leg('NRT', 'BKK', '2026-12-14')),
  ],
  [
    'multi-city to one way: two legs, the second reversed',
    threeCities,
    { type: 'tripType', tripType: 'oneway' },
    search('oneway', leg('BKK', 'NRT', '2026-12-12'), leg('NRT', 'BKK', '2026-12-14')),
  ],
  [
    'the way to travel chosen again: nothing changes',
    threeCities,
    { type: 'tripType', tripType: 'multicity' },
    threeCities,
  ],
  [
    'round trip, another origin: the way back ends there',
    roundTrip,
    { type: 'origin', index: 0, airport: 'CNX' },
    search('roundtrip', leg('CNX', 'NRT', '2026-12-12'), leg('NRT', 'CNX', '2026-12-17')),
  ],
  [
    'round trip, another destination: the way back starts there',
    roundTrip,
    { type: 'destination', index: 0, airport: 'SIN' },
    search('roundtrip', leg('BKK', 'SIN', '2026-12-12'), leg('SIN', 'BKK', '2026-12-17')),
  ],
  [
    'round trip, an end taken out: out of the way back too',
    roundTrip,
    { type: 'destination', index: 0, airport: null },
    search('roundtrip', leg('BKK', null, '2026-12-12'), leg(null, 'BKK', '2026-12-17')),
  ],
  [
    'round trip, origin of the way back: follows from the first leg',
    roundTrip,
    { type: 'origin', index: 1, airport: 'SIN' },
    roundTrip,
  ],
  [
    'round trip, destination of the way back: follows from the first leg',
    roundTrip,
    { type: 'destination', index: 1, airport: 'SIN' },
    roundTrip,
  ],
  [
    'round trip, the return: the day of the second leg',
    roundTrip,
    { type: 'departure', index: 1, day: '2026-12-20' },
    search('roundtrip', leg('BKK', 'NRT', '2026-12-12'), leg('NRT', 'BKK', '2026-12-20')),
  ],
  [
    'one way, the day: the first leg only',
    oneWay,
    { type: 'departure', index: 0, day: '' },
    search('oneway', leg('BKK', 'NRT', ''), leg('NRT', 'BKK', '2026-12-17')),
  ],
  [
    'round trip, ends swapped: both legs turn round, the days stay',
    roundTrip,
    { type: 'swap' },
    search('roundtrip', leg('NRT', 'BKK', '2026-12-12'), leg('BKK', 'NRT', '2026-12-17')),
  ],
  [
    'multi-city, ends of the first leg swapped: the second starts at its new end',
    twoCities,
    { type: 'swap' },
    search('multicity', leg('NRT', 'BKK'), leg('BKK', 'SIN')),
  ],
  [
    'multi-city, a destination: the origin of the next leg, and of no other',
    threeCities,
    { type: 'destination', index: 0, airport: 'KUL' },
    search(
      'multicity',
      leg('BKK', 'KUL', '2026-12-12'),
      leg('KUL', 'ICN', '2026-12-14'),
      leg('ICN', 'SIN', '2026-12-16'),
    ),
  ],
  [
    'multi-city, the first origin: nothing else moves',
    twoCities,
    { type: 'origin', index: 0, airport: 'DMK' },
    search('multicity', leg('DMK', 'NRT'), leg('NRT', 'SIN')),
  ],
  [
    'multi-city, a later origin: locked',
    threeCities,
    { type: 'origin', index: 2, airport: 'DMK' },
    threeCities,
  ],
  [
    'multi-city, back to where one is: no error',
    twoCities,
    { type: 'destination', index: 0, airport: 'BKK' },
    search('multicity', leg('BKK', 'BKK'), leg('BKK', 'SIN')),
  ],
  [
    'multi-city, a leg added: it starts at the last destination',
    twoCities,
    { type: 'addLeg' },
    search('multicity', leg('BKK', 'NRT'), leg('NRT', 'SIN'), leg('SIN', null)),
  ],
  ['multi-city, a seventh leg: no', sixLegs, { type: 'addLeg' }, sixLegs],
  ['round trip, a leg added: no', roundTrip, { type: 'addLeg' }, roundTrip],
  ['one way, a leg added: no', oneWay, { type: 'addLeg' }, oneWay],
  [
    'multi-city, the first leg removed: the second becomes the first',
    threeCities,
    { type: 'removeLeg', index: 0 },
    search('multicity', leg('NRT', 'ICN', '2026-12-14'), leg('ICN', 'SIN', '2026-12-16')),
  ],
  [
    'multi-city, a middle leg removed: the next starts where the one before ends',
    threeCities,
    { type: 'removeLeg', index: 1 },
    search('multicity', leg('BKK', 'NRT', '2026-12-12'), leg('NRT', 'SIN', '2026-12-16')),
  ],
  [
    'multi-city, the last leg removed',
    threeCities,
    { type: 'removeLeg', index: 2 },
    search('multicity', leg('BKK', 'NRT', '2026-12-12'), leg('NRT', 'ICN', '2026-12-14')),
  ],
  [
    'multi-city, one of two legs removed: no',
    twoCities,
    { type: 'removeLeg', index: 0 },
    twoCities,
  ],
  ['round trip, a leg removed: no', roundTrip, { type: 'removeLeg', index: 1 }, roundTrip],
  ['a leg that is not there: no', threeCities, { type: 'removeLeg', index: 3 }, threeCities],
  [
    'a cabin class',
    roundTrip,
    { type: 'cabin', cabin: 'business' },
    { ...roundTrip, cabin: 'business' },
  ],
  [
    'passengers, as text',
    roundTrip,
    { type: 'passengers', passengers: '9' },
    { ...roundTrip, passengers: '9' },
  ],
];

describe('the search form', () => {
  it('starts as a round trip in economy for one, with nothing chosen', () => {
    expect(emptySearch).toEqual({
      tripType: 'roundtrip',
      cabin: 'economy',
      passengers: '1',
      legs: [leg(null, null), leg(null, null)],
    });
  });

  it('offers as many passengers as there may be', () => {
    const { minPassengers, maxPassengers } = flightSearchLimits;
    const counts = Array.from({ length: maxPassengers }, (_, at) => String(minPassengers + at));
    expect(passengerCounts).toEqual(counts);
  });

  it.each(transitions)('%s', (_, from, change, to) => {
    expect(changeSearch(from, change)).toEqual(to);
  });

  it('grows from two legs to six, and back', () => {
    const grown = Array.from({ length: 9 }, () => ({ type: 'addLeg' }) as const);
    const six = grown.reduce<FlightSearch>(changeSearch, twoCities);
    expect(six.legs).toHaveLength(6);
    const shrunk = grown.map(() => ({ type: 'removeLeg', index: 0 }) as const);
    expect(shrunk.reduce<FlightSearch>(changeSearch, six).legs).toHaveLength(2);
  });

  it('shows one leg of a one-way or round trip, and all of several cities', () => {
    expect(usedLegs(roundTrip)).toEqual([roundTrip.legs[0]]);
    expect(usedLegs(oneWay)).toEqual([oneWay.legs[0]]);
    expect(usedLegs(threeCities)).toEqual(threeCities.legs);
  });
});
