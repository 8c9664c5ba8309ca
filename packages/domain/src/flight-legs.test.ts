import { describe, expect, it } from 'vitest';
import {
  choicesOfLeg,
  isChosenByLeg,
  legKeysOf,
  offeredLegs,
  offersWithLegs,
} from './flight-legs.ts';
import {
  countOffers,
  filterOfLeg,
  filterOffers,
  noFilter,
  sortOffers,
} from './flight-offer-list.ts';
import type { FlightOffer, FlightSlice, FoundSegment } from './flight-offer.ts';

const zone = 'Asia/Bangkok';
const rule = { isAllowed: null, feeSatang: null, untilHoursBefore: null };

/** `FD108 BKK-CNX 18T08:05-09:25`, with connecting flights after a comma. */
function slice(text: string): FlightSlice {
  const segment = (flight: string): FoundSegment => {
    const [number = '', way = '', times = ''] = flight.split(' ');
    const [origin = '', destination = ''] = way.split('-');
    const [day = '', departs = '', arrives = ''] = times.split(/[T-]/);
    return {
      airline: number.slice(0, 2),
      flightNumber: number.slice(2),
      operatingAirline: number.slice(0, 2),
      origin,
      originTerminal: null,
      destination,
      destinationTerminal: null,
      departure: { local: `2026-12-${day}T${departs}`, zone },
      arrival: { local: `2026-12-${day}T${arrives}`, zone },
      aircraft: null,
      cabin: 'economy',
      baggage: {},
    };
  };
  const [first = '', ...rest] = text.split(', ');
  return { segments: [segment(first), ...rest.map(segment)] };
}

function offer(
  id: string,
  baht: number,
  slices: readonly [FlightSlice, ...FlightSlice[]],
  more: Partial<FlightOffer> = {},
): FlightOffer {
  return {
    id,
    source: 'own',
    slices,
    passengers: { adult: 1, child: 0, infant: 0 },
    prices: null,
    totalSatang: baht * 100,
    change: rule,
    refund: rule,
    seatsLeft: null,
    priceExpiresAt: null,
    heldUntil: null,
    ...more,
  };
}

const early = slice('FD108 BKK-CNX 18T08:05-09:25');
const late = slice('FD110 BKK-CNX 18T18:55-20:15');
const stop = slice('PG1 BKK-UTH 18T07:00-08:00, PG2 UTH-CNX 18T09:00-10:00');
const noon = slice('FD109 CNX-BKK 22T12:00-13:30');
const night = slice('FD111 CNX-BKK 22T21:00-22:10');

const offers = [
  offer('late-noon', 2600, [late, noon]),
  offer('early-noon', 2400, [early, noon]),
  offer('early-night', 2000, [early, night]),
  // An airline sells these two together alone.
  offer('stop-night', 1900, [stop, night], { source: 'duffel' }),
];
const idsOf = (list: readonly FlightOffer[]) => list.map(({ id }) => id);
const keyOf = (one: FlightSlice) => legKeysOf(offer('', 0, [one]))[0] ?? '';

describe('a trip chosen leg by leg', () => {
  it('knows the flights of a leg by airline, number and departure', () => {
    expect(keyOf(early)).toBe('FD108.202612180805');
    expect(keyOf(stop)).toBe('PG1.202612180700-PG2.202612180900');
  });

  it('is one with own seats of several legs', () => {
    const [own, , , airline] = offers;
    expect(isChosenByLeg(offers)).toBe(true);
    expect(isChosenByLeg(airline ? [airline] : [])).toBe(false);
    expect(isChosenByLeg(own ? [{ ...own, slices: [early] }] : [])).toBe(false);
  });

  it('begins with each first leg once, at the lowest total of an offer with it', () => {
    expect(idsOf(choicesOfLeg(offers, 0))).toEqual(['late-noon', 'early-night', 'stop-night']);
  });

  it.each<[string, readonly FlightSlice[], readonly string[]]>([
    ['nothing leaves all', [], idsOf(offers)],
    ['a leg leaves what goes on from it', [early], ['early-noon', 'early-night']],
    ['a leg that is sold as a whole leaves its own', [stop], ['stop-night']],
    ['legs of different offers leave none', [stop, noon], []],
  ])('%s', (_, legs, ids) => {
    expect(idsOf(offersWithLegs(offers, legs.map(keyOf)))).toEqual(ids);
  });

  it('drops chosen legs from the first that leads to no offer', () => {
    const legs = [stop, noon].map(keyOf);
    expect(offeredLegs(offers, legs)).toEqual(legs.slice(0, 1));
    expect(offeredLegs(offers, ['XX1.202612180700', ...legs])).toEqual([]);
    expect(offeredLegs(offers, [])).toEqual([]);
  });

  it('ends with one offer for each last leg and its conditions', () => {
    const free = { isAllowed: true, feeSatang: 0, untilHoursBefore: null };
    const fares = [
      offer('dear', 2500, [early, noon]),
      offer('flex', 2900, [early, noon], { change: free }),
      ...offersWithLegs(offers, [keyOf(early)]),
    ];
    expect(idsOf(choicesOfLeg(fares, 1))).toEqual(['early-noon', 'flex', 'early-night']);
  });

  it('shows whole journeys as they are', () => {
    expect(choicesOfLeg(offers, undefined)).toBe(offers);
  });

  it('sorts by the time and the departure of the leg', () => {
    expect(idsOf(sortOffers(offers, 'fastest', 0)).at(-1)).toBe('stop-night');
    expect(idsOf(sortOffers(offers, 'fastest', 1))[0]).toBe('stop-night');
  });

  it('filters by the departure of the leg alone, and counts its choices', () => {
    const filter = { ...noFilter, dayParts: [['morning'], ['evening']] } as const;
    expect(idsOf(filterOffers(offers, filterOfLeg(filter, 0)))).toEqual([
      'early-noon',
      'early-night',
      'stop-night',
    ]);
    expect(filterOfLeg(filter, undefined)).toBe(filter);
    expect(countOffers(offers, noFilter, { dayParts: [['morning']] }, 0)).toBe(2);
    expect(countOffers(offers, noFilter, { dayParts: [['morning']] })).toBe(3);
  });
});
