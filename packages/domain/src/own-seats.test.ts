import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { legKeysOf } from './flight-legs.ts';
import type { FlightOffer } from './flight-offer.ts';
import {
  connectFlights,
  ownOffers,
  ownSeatsId,
  parseOwnSeatsId,
  type OwnSlice,
} from './own-seats.ts';

const zone = 'Asia/Bangkok';
const adult = { adult: 1, child: 0, infant: 0 };

/** A flight on a day at a time, an hour long. */
function way(
  fareId: number,
  time: string,
  baht: number,
  changes: Partial<OwnSlice> = {},
): OwnSlice {
  const [day = '', clock = ''] = time.split('T');
  const hour = Number(clock.slice(0, 2));
  const arrives = `${day}T${String(hour + 1).padStart(2, '0')}${clock.slice(2)}`;
  return {
    slice: {
      segments: [
        {
          airline: 'L5',
          flightNumber: String(fareId),
          operatingAirline: 'L5',
          origin: 'BKK',
          originTerminal: null,
          destination: 'CNX',
          destinationTerminal: null,
          departure: { local: time, zone },
          arrival: { local: arrives, zone },
          aircraft: null,
          cabin: 'economy',
          baggage: {},
        },
      ],
    },
    choices: [{ fareId, day }],
    prices: { adult: { fareSatang: baht * 100, taxSatang: 100 } },
    change: { isAllowed: true, feeSatang: 50_000, untilHoursBefore: 24 },
    refund: { isAllowed: null, feeSatang: null, untilHoursBefore: null },
    seatsLeft: 5,
    heldUntil: '2026-12-03T03:42:00Z',
    ...changes,
  };
}

describe('the id of own seats', () => {
  const day = fc
    .date({ min: new Date('2026-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const choice = fc.record({ fareId: fc.integer({ min: 1, max: 999_999_999 }), day });
  const number = fc.integer({ min: 0, max: 9 });

  it('says all of it, and nothing that an address would have to escape', () => {
    fc.assert(
      fc.property(
        fc.record({
          passengers: fc.record({ adult: number, child: number, infant: number }),
          slices: fc.array(fc.array(choice, { minLength: 1, maxLength: 3 }), {
            minLength: 1,
            maxLength: 6,
          }),
        }),
        (seats) => {
          const id = ownSeatsId(seats);
          expect(encodeURIComponent(id)).toBe(id);
          expect(parseOwnSeatsId(id)).toEqual(seats);
        },
      ),
    );
  });

  it.each([
    '',
    'TG 600',
    'own-1-0-0',
    'own-1-0-0_12.20260230',
    'own-1-0-0_12.2026121',
    'own-1-0_12.20261218',
    'own-1-0-0_12.20261218_',
    `own-1-0-0${'_12.20261218'.repeat(7)}`,
  ])('is no other text: %s', (text) => {
    expect(parseOwnSeatsId(text)).toBeUndefined();
  });
});

describe('combining the slices of legs', () => {
  const out = [way(1, '2026-12-18T08:00', 1000), way(2, '2026-12-18T18:00', 800)];

  it('gives every pair, with the sums and the stricter conditions of both', () => {
    const back = way(3, '2026-12-22T09:00', 900, {
      change: { isAllowed: true, feeSatang: 100_000, untilHoursBefore: 48 },
      refund: { isAllowed: false, feeSatang: null, untilHoursBefore: null },
      seatsLeft: 2,
      heldUntil: '2026-12-02T00:00:00Z',
    });
    const offers = ownOffers([out, [back]], adult);
    expect(offers.map(({ id }) => id)).toEqual([
      'own-1-0-0_1.20261218_3.20261222',
      'own-1-0-0_2.20261218_3.20261222',
    ]);
    expect(offers[0]).toMatchObject({
      totalSatang: 190_200,
      prices: { adult: { fareSatang: 190_000, taxSatang: 200 } },
      change: { isAllowed: true, feeSatang: 150_000, untilHoursBefore: 48 },
      refund: { isAllowed: false, feeSatang: null, untilHoursBefore: null },
      seatsLeft: 2,
      heldUntil: '2026-12-02T00:00:00Z',
    });
  });

  it('leaves an hour between landing and the next way', () => {
    const ids = (time: string) => ownOffers([out, [way(3, time, 900)]], adult).map(({ id }) => id);
    expect(ids('2026-12-18T10:00')).toEqual(['own-1-0-0_1.20261218_3.20261218']);
    expect(ids('2026-12-18T09:59')).toEqual([]);
  });

  it('leaves out what has no price for a passenger', () => {
    expect(ownOffers([out], { adult: 1, child: 1, infant: 0 })).toEqual([]);
  });

  it('has nothing where a leg has nothing', () => {
    expect(ownOffers([out, []], adult)).toEqual([]);
  });

  it('keeps the cheapest and the fastest of many', () => {
    const legs = Array.from({ length: 6 }, (_, leg) =>
      Array.from({ length: 40 }, (__, index) =>
        way(leg * 1000 + index, `2026-12-${String(10 + leg)}T08:00`, 1000 + index),
      ),
    );
    const offers = ownOffers(legs, adult);
    expect(offers).toHaveLength(300);
    expect(Math.min(...offers.map(({ totalSatang }) => totalSatang))).toBe(6 * 100_100);
  });

  describe('with more pairs than the limit', () => {
    const legs = [18, 22].map((day, leg) =>
      Array.from({ length: 30 }, (_, index) => {
        const minute = String(10 + index);
        return way(leg * 1000 + index, `2026-12-${String(day)}T08:${minute}`, 1000 + 100 * index);
      }),
    );
    const flights = (offers: readonly FlightOffer[], leg: number) =>
      new Set(offers.map((offer) => legKeysOf(offer)[leg])).size;

    it('keeps each flight of the leg to choose, with the cheapest of the next', () => {
      const offers = ownOffers(legs, adult);
      expect(offers).toHaveLength(300);
      expect(flights(offers, 0)).toBe(30);
      const last = offers.filter((offer) => legKeysOf(offer)[0] === 'L529.202612180839');
      expect(Math.min(...last.map(({ totalSatang }) => totalSatang))).toBe(490_200);
    });

    it('keeps each flight of the next leg with the chosen ones', () => {
      const offers = ownOffers(legs, adult, ['L529.202612180839']);
      expect([offers.length, flights(offers, 0), flights(offers, 1)]).toEqual([30, 1, 30]);
    });

    it('leaves out chosen flights that are not there', () => {
      expect(ownOffers(legs, adult, ['L529.202612180839', 'L51.202612220800'])).toHaveLength(30);
      expect(ownOffers(legs, adult, ['L5999.202612180839'])).toHaveLength(300);
    });
  });
});

it('connects flights into a slice: prices and fees add up, the strictest rule and the fewest seats count', () => {
  const first = way(1, '2026-12-18T08:00', 1000);
  const second = way(2, '2026-12-18T11:00', 500, {
    change: { isAllowed: true, feeSatang: 20_000, untilHoursBefore: 48 },
    refund: { isAllowed: false, feeSatang: null, untilHoursBefore: null },
    seatsLeft: 3,
    heldUntil: '2026-12-02T03:42:00Z',
  });
  const connected = connectFlights(first, [second]);
  expect(connected).toMatchObject({
    choices: [
      { fareId: 1, day: '2026-12-18' },
      { fareId: 2, day: '2026-12-18' },
    ],
    prices: { adult: { fareSatang: 150_000, taxSatang: 200 } },
    change: { isAllowed: true, feeSatang: 70_000, untilHoursBefore: 48 },
    refund: { isAllowed: false },
    seatsLeft: 3,
    heldUntil: '2026-12-02T03:42:00Z',
  });
  expect(connected.slice.segments.map(({ flightNumber }) => flightNumber)).toEqual(['1', '2']);
  expect(connectFlights(first, [])).toBe(first);
});
