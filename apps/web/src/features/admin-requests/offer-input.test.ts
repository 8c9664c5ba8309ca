import { describe, expect, it } from 'vitest';
import type { AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import type { AgencyOffer } from './group-requests-data.ts';
import { inputOfOffer, sentOffer, sumsOf, termsOf } from './offer-input.ts';

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
  sent_at: '2026-11-20T03:00:00Z',
  answered_at: null,
  answer: null,
  segments: [
    {
      airline: 'TG',
      number: '682',
      origin: 'BKK',
      destination: 'NRT',
      departs_at: '2027-02-26T23:45',
      departs_zone: 'Asia/Bangkok',
      arrives_at: '2027-02-27T07:40',
      arrives_zone: 'Asia/Tokyo',
      cabin: 'premium_economy',
      baggage: '30 kg',
    },
  ],
  pax_adt: 2,
  pax_chd: 0,
  pax_inf: 0,
  seats_reason: null,
  lines: [{ label: 'Fare', type: 'adult', count: 2, price_satang: 2_190_050, tax_satang: 485_000 }],
  total_satang: 5_350_100,
  conditions: [{ kind: 'refund', text: 'No refund' }],
  valid_until: '2026-11-22T11:00:00Z',
  hold_expires_at: '2026-11-23T11:00:00Z',
  deposit_satang: 100,
  deposit_due_at: '2026-11-23T11:00:00Z',
  balance_due_at: null,
  names_due_at: null,
  margin_satang: 350_100,
  internal_notes: null,
};

describe('an offer that starts from an earlier one', () => {
  const input = inputOfOffer(stored);
  const send = (changes: Partial<typeof input> = {}) =>
    sentOffer({ ...input, ...changes }, known, openedAt, [stored]);

  it('has its flights, seats, prices and conditions to the satang, and deadlines of its own', () => {
    const { segments, lines, conditions, pax_adt, total_satang, margin_satang } = stored;
    expect(send()).toMatchObject({ lines, conditions, pax_adt, total_satang, margin_satang });
    // The server finds the zones by the airports.
    const { departs_zone, arrives_zone, ...flight } = { ...segments[0] };
    expect([departs_zone, arrives_zone]).toEqual(['Asia/Bangkok', 'Asia/Tokyo']);
    expect(send().segments).toEqual([flight]);
    expect(send()).toMatchObject({
      valid_until: '2026-11-28T18:00:00+07:00',
      hold_expires_at: '2026-11-29T18:00:00+07:00',
      names_due_at: '2027-02-12T18:00:00+07:00',
      deposit_satang: 1_080_000,
    });
  });

  it('keeps the kind of a condition whose text is the same', () => {
    expect(send({ conditions: 'At least 16 people\n No refund ' }).conditions).toEqual([
      { kind: 'note', text: 'At least 16 people' },
      { kind: 'refund', text: 'No refund' },
    ]);
  });

  it('needs no day for a deposit of nothing', () => {
    expect(send({ depositSatang: 0, deadlines: { depositDueAt: 'T' } })).toMatchObject({
      deposit_satang: 0,
      deposit_due_at: '2026-11-29T18:00:00+07:00',
    });
  });

  it('has no margin while the cost is not known', () => {
    expect(send({ costSatang: null }).margin_satang).toBeNull();
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
  expect(termsOf({ ...input, segments, deadlines }, known, openedAt).deadlines).toMatchObject({
    validUntil: '2026-11-27T09:00',
    balanceDueAt: '2026-11-29T18:00',
  });
});
