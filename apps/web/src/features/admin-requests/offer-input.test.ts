import { describe, expect, it } from 'vitest';
import type { AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import type { AgencyOffer } from './group-requests-data.ts';
import { inputOfOffer, sumsOf, termsOf, writtenOffer } from './offer-input.ts';

const openedAt = new Date('2026-11-26T03:00:00Z');
const airport = (code: string, zone: string) => ({
  code,
  country: '',
  city_en: '',
  city_th: '',
  name_en: '',
  name_th: '',
  time_zone: zone,
});
const known: AirportsAndAirlines = {
  airports: new Map([
    ['BKK', airport('BKK', 'Asia/Bangkok')],
    ['NRT', airport('NRT', 'Asia/Tokyo')],
  ]),
  airlines: new Map(),
};
const stored: AgencyOffer = {
  version: 3,
  state: 'expired',
  sentAt: '2026-11-20T03:00:00Z',
  answer: null,
  segments: [
    {
      airline: 'TG',
      flightNumber: '682',
      origin: 'BKK',
      destination: 'NRT',
      departure: { local: '2027-02-26T23:45', zone: 'Asia/Bangkok' },
      arrival: { local: '2027-02-27T07:40', zone: 'Asia/Tokyo' },
      cabin: 'premium',
      baggage: '30 kg',
    },
  ],
  seats: { adult: 2, child: 0, infant: 0 },
  seatsReason: '',
  lines: [{ label: 'Fare', type: 'adult', count: 2, priceSatang: 2_190_050, taxSatang: 485_000 }],
  totalSatang: 5_350_100,
  conditions: [{ kind: 'refund', text: 'No refund' }],
  validUntil: '2026-11-22T11:00:00Z',
  holdExpiresAt: '2026-11-23T11:00:00Z',
  depositSatang: 100,
  depositDueAt: '2026-11-23T11:00:00Z',
  balanceDueAt: null,
  namesDueAt: null,
  marginSatang: 350_100,
  internalNotes: '',
};
const context = {
  request: { offers: [stored], pax_adt: 2, pax_chd: 0, pax_inf: 0 },
  known,
  openedAt,
};

describe('an offer that starts from an earlier one', () => {
  const input = inputOfOffer(stored);
  const write = (changes: Partial<typeof input> = {}) =>
    writtenOffer({ ...input, ...changes }, context);

  it('has its flights, seats, prices and conditions to the satang, and deadlines of its own', () => {
    const { segments, lines, conditions, seats, totalSatang, marginSatang } = stored;
    expect(write()).toMatchObject({
      segments,
      lines,
      conditions,
      seats,
      totalSatang,
      marginSatang,
    });
    expect(write()).toMatchObject({
      validUntil: '2026-11-28T18:00:00+07:00',
      holdExpiresAt: '2026-11-29T18:00:00+07:00',
      namesDueAt: '2027-02-12T18:00:00+07:00',
      depositSatang: 1_080_000,
    });
  });

  it('keeps the kind of a condition whose text is the same', () => {
    expect(write({ conditions: 'At least 16 people\n No refund ' }).conditions).toEqual([
      { kind: 'note', text: 'At least 16 people' },
      { kind: 'refund', text: 'No refund' },
    ]);
  });

  it('needs no day for a deposit of nothing', () => {
    expect(write({ depositSatang: 0, deadlines: { depositDueAt: 'T' } })).toMatchObject({
      depositSatang: 0,
      depositDueAt: '2026-11-29T18:00:00+07:00',
    });
  });

  it('has no margin while the cost is not known', () => {
    expect(write({ costSatang: null }).marginSatang).toBeNull();
  });
});

it('adds up only lines that have their numbers', () => {
  const input = inputOfOffer(stored);
  const lines = [...input.lines, { ...input.lines[0], label: '', count: 1, priceSatang: null }];
  expect(sumsOf({ ...input, lines: lines as typeof input.lines }).totalSatang).toBe(5_350_100);
});

it('moves the deadlines that were not set with the first departure', () => {
  const input = inputOfOffer(stored);
  const segments = input.segments.map((flight) => ({ ...flight, day: '2026-12-02', departs: '' }));
  const deadlines = { validUntil: '2026-11-27T09:00' };
  expect(termsOf({ ...input, segments, deadlines }, context).deadlines).toMatchObject({
    validUntil: '2026-11-27T09:00',
    balanceDueAt: '2026-11-29T18:00',
  });
});
