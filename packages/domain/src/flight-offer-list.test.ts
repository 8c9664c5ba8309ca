import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countOffers,
  dayPartOf,
  filterOffers,
  noFilter,
  offerOrders,
  sortOffers,
  type OfferFilter,
} from './flight-offer-list.ts';
import type { FlightOffer, FoundSegment } from './flight-offer.ts';

const zone = 'Asia/Bangkok';

function segment(airline: string, from: string, to: string, times: string): FoundSegment {
  const [departs = '', arrives = ''] = times.split('-');
  return {
    airline,
    flightNumber: '1',
    operatingAirline: airline,
    origin: from,
    originTerminal: null,
    destination: to,
    destinationTerminal: null,
    departure: { local: `2026-12-18T${departs}`, zone },
    arrival: { local: `2026-12-18T${arrives}`, zone },
    aircraft: null,
    cabin: 'economy',
    baggage: {},
  };
}

const rule = { isAllowed: null, feeSatang: null, untilHoursBefore: null };

function offer(id: string, baht: number, ...segments: [FoundSegment, ...FoundSegment[]]) {
  const found: FlightOffer = {
    id,
    source: 'own',
    slices: [{ segments }],
    passengers: { adult: 1, child: 0, infant: 0 },
    prices: null,
    totalSatang: baht * 100,
    change: rule,
    refund: rule,
    seatsLeft: null,
    priceExpiresAt: null,
    heldUntil: null,
  };
  return found;
}

const withStop = offer(
  'stop',
  6650,
  segment('A4', 'BKK', 'UTH', '12:40-13:45'),
  segment('L5', 'UTH', 'CNX', '14:50-15:55'),
);
const early = offer('early', 8930, segment('L5', 'BKK', 'CNX', '05:59-07:19'));
const fast = offer('fast', 10_840, segment('C9', 'DMK', 'CNX', '18:00-19:10'));
const offers = [fast, withStop, early];
const idsOf = (list: readonly FlightOffer[]) => list.map(({ id }) => id);
const idsWith = (filter: Partial<OfferFilter>) =>
  idsOf(filterOffers(offers, { ...noFilter, ...filter }));

describe('sorting', () => {
  it.each([
    ['cheapest', ['stop', 'early', 'fast']],
    ['fastest', ['fast', 'early', 'stop']],
    ['best', ['early', 'fast', 'stop']],
  ] as const)('by %s', (order, ids) => {
    expect(idsOf(sortOffers(offers, order))).toEqual(ids);
  });

  it('sorts equal prices by time, and equal times by departure', () => {
    const late = offer('late', 8930, segment('L5', 'BKK', 'CNX', '20:00-21:20'));
    const slow = offer('slow', 8930, segment('L5', 'BKK', 'CNX', '04:00-06:00'));
    expect(idsOf(sortOffers([slow, late, early], 'cheapest'))).toEqual(['early', 'late', 'slow']);
  });

  it('sorts an empty list, a free flight and one with an invalid time', () => {
    const wrong = offer('wrong', 100, segment('L5', 'BKK', 'CNX', '25:00-26:00'));
    const free = offer('free', 0, segment('L5', 'BKK', 'CNX', '04:00-06:00'));
    for (const order of offerOrders) expect(sortOffers([], order)).toEqual([]);
    expect(idsOf(sortOffers([wrong, early], 'fastest'))).toEqual(['early', 'wrong']);
    expect(idsOf(sortOffers([early, free], 'cheapest'))).toEqual(['free', 'early']);
  });

  it('gives the same order whatever the order of the sources was', () => {
    const many = Array.from({ length: 12 }, (_, index) =>
      offer(`o${String(index)}`, 1000 + (index % 3), segment('L5', 'BKK', 'CNX', '10:00-11:00')),
    );
    fc.assert(
      fc.property(
        fc.shuffledSubarray(many, { minLength: many.length }),
        fc.constantFrom(...offerOrders),
        (shuffled, order) => {
          expect(idsOf(sortOffers(shuffled, order))).toEqual(idsOf(sortOffers(many, order)));
        },
      ),
    );
  });
});

it.each([
  ['00:00', 'night'],
  ['05:59', 'night'],
  ['06:00', 'morning'],
  ['12:00', 'afternoon'],
  ['23:59', 'evening'],
])('%s is in the %s', (time, part) => {
  expect(dayPartOf(`2026-12-18T${time}`)).toBe(part);
});

describe('filtering', () => {
  it('shows all without a filter', () => {
    expect(idsWith({})).toEqual(['fast', 'stop', 'early']);
  });

  it.each<[string, Partial<OfferFilter>, string[]]>([
    ['stops', { maxStops: 0 }, ['fast', 'early']],
    ['parts of the day', { dayParts: [['night', 'evening']] }, ['fast', 'early']],
    ['an airline of one of their flights', { airlines: ['C9'] }, ['fast']],
    ['an airport of one of their ends', { airports: ['DMK'] }, ['fast']],
    ['one of several airports', { airports: ['DMK', 'BKK'] }, ['fast', 'stop', 'early']],
    ['the total', { maxTotalSatang: 893_000 }, ['stop', 'early']],
    ['checked baggage', { hasCheckedBaggage: true }, []],
    ['a hold', { canBeHeld: true }, []],
    ['several at once', { maxStops: 0, maxTotalSatang: 900_000 }, ['early']],
  ])('by %s', (_, filter, ids) => {
    expect(idsWith(filter)).toEqual(ids);
  });

  it('by the part of the day of a later slice alone', () => {
    const journey = { ...early, slices: [early.slices[0], fast.slices[0]] } as const;
    const shown = (parts: OfferFilter['dayParts']) =>
      filterOffers([journey], { ...noFilter, dayParts: parts }).length;
    expect(shown([[], ['evening']])).toBe(1);
    expect(shown([[], ['morning']])).toBe(0);
  });

  it('counts a choice with the other parts of the filter', () => {
    const filter = { ...noFilter, maxTotalSatang: 900_000 };
    expect(countOffers(offers, filter, { maxStops: 0 })).toBe(1);
    expect(countOffers(offers, filter, { maxTotalSatang: null })).toBe(3);
  });
});
