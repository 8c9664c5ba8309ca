import { describe, expect, it } from 'vitest';
import {
  connections,
  hasCheckedBaggage,
  hasExpired,
  mostStops,
  offerKey,
  offerMinutes,
  offerTotal,
  sliceDays,
  sliceMinutes,
  type Baggage,
  type FlightOffer,
  type FoundSegment,
  type FlightSlice,
} from './flight-offer.ts';

const zones: Readonly<Record<string, string>> = {
  BKK: 'Asia/Bangkok',
  CNX: 'Asia/Bangkok',
  NRT: 'Asia/Tokyo',
  HND: 'Asia/Tokyo',
  HNL: 'Pacific/Honolulu',
  LHR: 'Europe/London',
};
const bag: Baggage = { cabinPieces: 1, cabinKg: 7, checkedPieces: 1, checkedKg: 20 };

/** `BKK 2026-12-18T08:05 CNX 2026-12-18T09:25` */
function segment(text: string, changes: Partial<FoundSegment> = {}): FoundSegment {
  const [origin = '', departs = '', destination = '', arrives = ''] = text.split(' ');
  return {
    airline: 'L5',
    flightNumber: '108',
    operatingAirline: 'L5',
    origin,
    originTerminal: null,
    destination,
    destinationTerminal: null,
    departure: { local: departs, zone: zones[origin] ?? '' },
    arrival: { local: arrives, zone: zones[destination] ?? '' },
    aircraft: null,
    cabin: 'economy',
    baggage: { adult: bag, child: bag },
    ...changes,
  };
}

const slice = (first: string, ...rest: string[]): FlightSlice => ({
  segments: [segment(first), ...rest.map((text) => segment(text))],
});

const prices = {
  adult: { fareSatang: 269_000, taxSatang: 51_000 },
  child: { fareSatang: 202_000, taxSatang: 51_000 },
};
const offer: FlightOffer = {
  id: 'own-2-1-0_1.20261218',
  source: 'own',
  slices: [slice('BKK 2026-12-18T08:05 CNX 2026-12-18T09:25')],
  passengers: { adult: 2, child: 1, infant: 0 },
  prices,
  totalSatang: 893_000,
  change: { isAllowed: true, feeSatang: 150_000, untilHoursBefore: 24 },
  refund: { isAllowed: false, feeSatang: null, untilHoursBefore: null },
  seatsLeft: 9,
  priceExpiresAt: null,
  heldUntil: '2026-12-03T03:42:00Z',
};

describe('a slice', () => {
  it.each([
    ['in one zone', 'BKK 2026-12-18T08:05 CNX 2026-12-18T09:25', 80, 0],
    ['over midnight', 'BKK 2026-12-18T23:55 NRT 2026-12-19T07:40', 345, 1],
    ['over the date line', 'HND 2026-12-18T21:00 HNL 2026-12-18T09:05', 425, 0],
    ['back over the date line', 'HNL 2026-12-18T11:30 HND 2026-12-19T15:35', 545, 1],
    // London's clocks go back at 01:00 UTC.
    ['in the night of a clock change', 'LHR 2026-10-24T22:25 BKK 2026-10-25T15:20', 655, 1],
    ['into the night of a clock change', 'BKK 2026-10-25T00:50 LHR 2026-10-25T06:35', 765, 0],
  ])('%s takes its minutes and days', (_, text, minutes, days) => {
    expect(sliceMinutes(slice(text))).toBe(minutes);
    expect(sliceDays(slice(text))).toBe(days);
  });

  it('says where and how long its stops are', () => {
    const withStop = slice(
      'BKK 2026-12-18T23:55 NRT 2026-12-19T07:40',
      'HND 2026-12-19T12:10 HNL 2026-12-19T00:20',
    );
    expect(connections(withStop)).toEqual([{ airport: 'NRT', nextAirport: 'HND', minutes: 270 }]);
    expect(connections(slice('BKK 2026-12-18T08:05 CNX 2026-12-18T09:25'))).toEqual([]);
    expect(mostStops({ ...offer, slices: [offer.slices[0], withStop] })).toBe(1);
  });

  it('has no minutes with a time that does not exist', () => {
    const wrong = slice('BKK 2026-12-18T08:05 CNX 2026-02-30T09:25');
    expect(sliceMinutes(wrong)).toBeUndefined();
    expect(offerMinutes({ ...offer, slices: [offer.slices[0], wrong] })).toBeUndefined();
  });
});

describe('the price of an offer', () => {
  it('is the sum of all passengers with their taxes', () => {
    expect(offerTotal(prices, offer.passengers)).toBe(893_000);
    expect(offerTotal(prices, { adult: 1, child: 0, infant: 0 })).toBe(320_000);
  });

  it('is unknown where a passenger has no price', () => {
    expect(offerTotal(prices, { adult: 1, child: 0, infant: 1 })).toBeUndefined();
  });
});

it('checked baggage is included where everybody with a seat has it on every flight', () => {
  const [way] = offer.slices;
  const without = segment('BKK 2026-12-18T08:05 CNX 2026-12-18T09:25', { baggage: { adult: bag } });
  expect(hasCheckedBaggage(offer)).toBe(true);
  expect(hasCheckedBaggage({ ...offer, slices: [way, { segments: [without] }] })).toBe(false);
  const adults = { adult: 2, child: 0, infant: 1 };
  expect(
    hasCheckedBaggage({ ...offer, passengers: adults, slices: [{ segments: [without] }] }),
  ).toBe(true);
});

describe('an offer of a supplier', () => {
  const supplied: FlightOffer = { ...offer, id: 'a', source: 'duffel', prices: null };

  it('is the same as the one with its flights and conditions in another search', () => {
    const key = offerKey(supplied);
    const later = { ...supplied, id: 'b', totalSatang: 1, priceExpiresAt: '2026-12-01T00:00:00Z' };
    expect(offerKey(later)).toBe(key);
    const others: readonly FlightOffer[] = [
      { ...supplied, passengers: { ...supplied.passengers, adult: 1 } },
      { ...supplied, change: { ...supplied.change, feeSatang: 1234 } },
      { ...supplied, heldUntil: supplied.heldUntil === null ? '2026-12-01T00:00:00Z' : null },
      {
        ...supplied,
        slices: [{ segments: [segment('BKK 2026-12-18T08:10 CNX 2026-12-18T09:25')] }],
      },
    ];
    expect(others.map(offerKey)).not.toContain(key);
  });

  it('expires at its time', () => {
    const at = '2026-12-01T10:00:00.000Z';
    expect(hasExpired({ ...supplied, priceExpiresAt: at }, Date.parse(at) - 1)).toBe(false);
    expect(hasExpired({ ...supplied, priceExpiresAt: at }, Date.parse(at))).toBe(true);
    expect(hasExpired({ ...supplied, priceExpiresAt: null }, Date.parse(at))).toBe(false);
  });
});

it('own seats are the same by their id', () => {
  expect(offerKey({ ...offer, source: 'own', id: 'own-1-0-0_12.20261218' })).toBe(
    'own-1-0-0_12.20261218',
  );
});
