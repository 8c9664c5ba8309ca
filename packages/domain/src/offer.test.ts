import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkOffer } from './offer-check.ts';
import {
  hasRequestedSeats,
  offerSums,
  type Offer,
  type OfferLine,
  type OfferSegment,
} from './offer.ts';
import type { PassengerNumbers } from './passenger-age.ts';

const now = new Date('2026-11-25T05:00:00Z');
const requested: PassengerNumbers = { adult: 20, child: 2, infant: 1 };
const out: OfferSegment = {
  airline: 'TG',
  flightNumber: '642',
  origin: 'BKK',
  destination: 'NRT',
  departure: { local: '2027-01-10T23:55', zone: 'Asia/Bangkok' },
  arrival: { local: '2027-01-11T07:40', zone: 'Asia/Tokyo' },
  cabin: 'economy',
  baggage: '30 kg',
};
const back: OfferSegment = {
  ...out,
  flightNumber: '643',
  origin: 'NRT',
  destination: 'BKK',
  departure: { local: '2027-01-17T12:00', zone: 'Asia/Tokyo' },
  arrival: { local: '2027-01-17T17:05', zone: 'Asia/Bangkok' },
};
const fare = (type: OfferLine['type'], count: number, priceSatang: number, taxSatang = 0) => ({
  label: 'Fare',
  type,
  count,
  priceSatang,
  taxSatang,
});
const valid: Offer = {
  segments: [out, back],
  seats: requested,
  seatsReason: '',
  lines: [
    fare('adult', 20, 1_500_000, 250_000),
    fare('child', 2, 1_200_000, 250_000),
    fare('infant', 1, 150_000),
    { ...fare('adult', 5, 90_000), label: 'Extra baggage' },
  ],
  totalSatang: 38_500_000,
  depositSatang: 5_000_000,
  conditions: [{ kind: 'note', text: 'Names can be changed until 7 days before departure.' }],
  validUntil: '2026-11-28T10:00:00Z',
  holdExpiresAt: '2026-11-30T10:00:00+07:00',
  depositDueAt: '2026-11-30T03:00:00.000Z',
  balanceDueAt: '2026-12-20T10:00:00Z',
  namesDueAt: '2027-01-03T10:00:00Z',
};
const found = (changes: Partial<Offer>) =>
  checkOffer({ ...valid, ...changes }, requested, now).map(({ code, field }) =>
    [code.replace('offer.', ''), field].join(' '),
  );
const withLines = (...lines: readonly OfferLine[]) =>
  found({ lines, totalSatang: offerSums(lines, requested).totalSatang });

describe('the sums of an offer', () => {
  it('keep taxes apart, and divide by all persons', () => {
    expect(offerSums(valid.lines, valid.seats)).toEqual({
      priceSatang: 33_000_000,
      taxSatang: 5_500_000,
      totalSatang: 38_500_000,
      perPersonSatang: 1_673_913,
    });
  });

  it('have nothing per person without seats', () => {
    expect(offerSums([], { adult: 0, child: 0, infant: 0 })).toEqual({
      priceSatang: 0,
      taxSatang: 0,
      totalSatang: 0,
      perPersonSatang: null,
    });
  });

  const count = fc.integer({ min: 1, max: 300 });
  const amount = fc.integer({ min: 0, max: 10_000_000_000 });
  const lines = fc.array(
    fc.record({
      label: fc.constant('Fare'),
      type: fc.constantFrom('adult', 'child', 'infant', null),
      count,
      priceSatang: amount,
      taxSatang: amount,
    }),
    { maxLength: 50 },
  );

  it('are exact, and the same in any order', () => {
    fc.assert(
      fc.property(lines, (some) => {
        const { totalSatang } = offerSums(some, requested);
        const exact = some.reduce(
          (total, line) =>
            total + BigInt(line.count) * (BigInt(line.priceSatang) + BigInt(line.taxSatang)),
          0n,
        );
        expect(BigInt(totalSatang)).toBe(exact);
        expect(offerSums(some.toReversed(), requested).totalSatang).toBe(totalSatang);
      }),
    );
  });

  it('per person are within half a satang of the share', () => {
    fc.assert(
      fc.property(lines, count, (some, adult) => {
        const sums = offerSums(some, { adult, child: 0, infant: 0 });
        const difference = (sums.perPersonSatang ?? 0) * adult - sums.totalSatang;
        expect(Math.abs(difference) * 2).toBeLessThanOrEqual(adult);
      }),
    );
  });
});

describe('the segments of an offer', () => {
  it('may be any number from one', () => {
    expect(found({})).toEqual([]);
    expect(found({ segments: [out] })).toEqual([]);
    expect(found({ segments: [] })).toEqual(['no_segments segments']);
    expect(found({ segments: Array.from({ length: 13 }, () => out) })).toEqual([
      'too_many_segments segments',
    ]);
  });

  it('have a flight and two airports', () => {
    expect(found({ segments: [{ ...out, airline: '3K', flightNumber: '1A' }] })).toEqual([]);
    expect(found({ segments: [{ ...out, airline: 'THA', flightNumber: '' }] })).toEqual([
      'segment_flight segments.0.airline',
      'segment_flight segments.0.flightNumber',
    ]);
    expect(found({ segments: [out, { ...back, origin: 'nrt', destination: '' }] })).toEqual([
      'segment_airports segments.1.origin',
      'segment_airports segments.1.destination',
    ]);
    expect(found({ segments: [{ ...out, destination: 'BKK' }] })).toEqual([
      'segment_airports segments.0.destination',
    ]);
  });

  it('have valid local times', () => {
    const departure = { local: '2027-01-32T10:00', zone: 'Asia/Bangkok' };
    expect(found({ segments: [{ ...out, departure }] })).toEqual([
      'segment_time segments.0.departure',
    ]);
    const arrival = { local: '2027-01-11T07:40', zone: 'Nowhere' };
    expect(found({ segments: [{ ...out, arrival }, back] })).toEqual([
      'segment_time segments.0.arrival',
    ]);
  });

  it('depart within 400 days', () => {
    const on = (day: string) => ({
      ...out,
      departure: { ...out.departure, local: `${day}T10:00` },
      arrival: { ...out.arrival, local: `${day}T20:00` },
    });
    expect(found({ segments: [on('2570-01-11')] })).toContain('other_year segments.0.departure');
    expect(found({ segments: [on('2028-01-11')] })).toContain('too_late segments.0.departure');
  });

  it('arrive after they depart, whatever their local times', () => {
    const eastward: OfferSegment = {
      ...out,
      departure: { local: '2027-01-11T19:00', zone: 'Pacific/Auckland' },
      arrival: { local: '2027-01-11T04:45', zone: 'Pacific/Honolulu' },
    };
    expect(found({ segments: [eastward] })).toEqual([]);
    const tooEarly = { local: '2027-01-11T01:55', zone: 'Asia/Tokyo' };
    expect(found({ segments: [{ ...out, arrival: tooEarly }] })).toEqual([
      'segment_arrival segments.0.arrival',
    ]);
  });

  it('follow each other in time', () => {
    const departing = (local: string) => [
      out,
      { ...back, departure: { local, zone: 'Asia/Tokyo' } },
    ];
    expect(found({ segments: departing('2027-01-11T07:40') })).toEqual([]);
    expect(found({ segments: departing('2027-01-11T07:39') })).toEqual([
      'segment_order segments.1.departure',
    ]);
  });
});

describe('the seats of an offer', () => {
  const fewer = { adult: 18, child: 2, infant: 1 };

  it('are those of the request, or differ for a reason', () => {
    expect(hasRequestedSeats(requested, { ...requested })).toBe(true);
    expect(hasRequestedSeats(fewer, requested)).toBe(false);
    const lines = [fare('adult', 18, 1), fare('child', 2, 1), fare('infant', 1, 1)];
    const changes = { seats: fewer, lines, totalSatang: 21, depositSatang: 0 };
    expect(found({ ...changes, seatsReason: ' ' })).toEqual(['seats_reason seatsReason']);
    expect(found({ ...changes, seatsReason: 'The flight has 18 seats left.' })).toEqual([]);
  });

  it('are numbers up to 300 together', () => {
    const seats = (adult: number, child = 0) =>
      found({ seats: { adult, child, infant: 0 }, seatsReason: 'x' }).filter((one) =>
        /seat_number|no_seats/.test(one),
      );
    expect(seats(0)).toEqual(['no_seats seats']);
    expect(seats(1.5, -1)).toEqual(['seat_number seats.adult', 'seat_number seats.child']);
    expect(seats(299, 2)).toEqual(['seat_number seats']);
    expect(seats(299, 1)).toEqual([]);
  });
});

describe('the lines of an offer', () => {
  const others = [fare('child', 2, 1_200_000), fare('infant', 1, 0)];

  it('may share the seats of a type, and have fees of the group', () => {
    expect(
      withLines(
        fare('adult', 12, 1_500_000),
        fare('adult', 8, 1_700_000),
        ...others,
        fare(null, 1, 50_000),
      ),
    ).toEqual([]);
  });

  it('price every seat', () => {
    expect(withLines(fare('adult', 19, 1_500_000), ...others)).toEqual([
      'unpriced_seats seats.adult',
    ]);
    expect(found({ lines: [], totalSatang: 0, depositSatang: 0 })).toEqual(['no_lines lines']);
    const line = fare('adult', 20, 1);
    expect(withLines(...Array.from({ length: 51 }, () => line))).toContain('too_many_lines lines');
  });

  it('have a label, a count within the seats, and amounts in whole satang', () => {
    expect(withLines({ ...fare('adult', 20, 1_500_000), label: ' ' }, ...others)).toEqual([
      'line_label lines.0.label',
    ]);
    expect(withLines(fare('adult', 21, 1_500_000), ...others)).toEqual([
      'line_count lines.0.count',
    ]);
    expect(withLines(fare('adult', 20, 1_500_000), ...others, fare(null, 0, 1))).toEqual([
      'line_count lines.3.count',
    ]);
    expect(withLines(fare('adult', 20, 1_500_000.5, -1), ...others)).toContain(
      'line_amount lines.0.priceSatang',
    );
    expect(withLines(fare('adult', 20, 1_500_000, -1), ...others)).toEqual([
      'line_amount lines.0.taxSatang',
    ]);
    expect(withLines(fare('adult', 20, 10_000_000_001), ...others)).toEqual([
      'line_amount lines.0.priceSatang',
    ]);
  });

  it('are below zero for a discount of the whole group alone', () => {
    const fares = [fare('adult', 20, 1_500_000), ...others];
    expect(withLines(...fares, fare(null, 1, -250_000))).toEqual([]);
    expect(withLines(...fares, fare(null, 1, -10_000_000_001))).toContain(
      'line_amount lines.3.priceSatang',
    );
    expect(withLines(fare('adult', 20, -1), ...others)).toContain(
      'line_amount lines.0.priceSatang',
    );
  });

  it('add up to the total', () => {
    expect(found({ totalSatang: 38_500_001 })).toEqual(['total totalSatang']);
    expect(found({ totalSatang: 38_499_999 })).toEqual(['total totalSatang']);
  });
});

describe('the deposit of an offer', () => {
  it('is nothing to the total', () => {
    expect(found({ depositSatang: 0, depositDueAt: null })).toEqual([]);
    expect(found({ depositSatang: 38_500_000, balanceDueAt: null })).toEqual([]);
    for (const depositSatang of [-1, 38_500_001, 0.5, Number.NaN]) {
      expect(found({ depositSatang })).toEqual(['deposit depositSatang']);
    }
  });
});

describe('the deadlines of an offer', () => {
  it('are times with a zone, needed where there is an amount', () => {
    expect(found({ depositDueAt: null, balanceDueAt: null })).toEqual([
      'deadline depositDueAt',
      'deadline balanceDueAt',
    ]);
    expect(found({ validUntil: 'soon', holdExpiresAt: '2026-11-30T10:00:00' })).toEqual([
      'deadline validUntil',
      'deadline holdExpiresAt',
    ]);
    expect(found({ namesDueAt: '', depositDueAt: '2026-11-31T05:00:00Z' })).toEqual([
      'deadline depositDueAt',
      'deadline namesDueAt',
    ]);
    expect(found({ depositSatang: 0, depositDueAt: 'never' })).toEqual(['deadline depositDueAt']);
  });

  it('leave time to answer, within the time the seats are held', () => {
    expect(found({ validUntil: '2026-11-25T05:00:00Z' })).toEqual(['valid_in_past validUntil']);
    expect(found({ validUntil: '2026-11-25T05:00:01Z' })).toEqual([]);
    expect(found({ validUntil: '2026-11-30T03:00:00Z' })).toEqual([]);
    expect(found({ validUntil: '2026-11-30T03:00:01Z' })).toEqual(['valid_after_hold validUntil']);
    expect(found({ depositDueAt: '2026-11-30T03:00:01Z' })).toEqual([
      'deposit_due_after_hold depositDueAt',
    ]);
    expect(found({ depositDueAt: '2026-11-28T09:59:59Z' })).toEqual([
      'deposit_due_before_answer depositDueAt',
    ]);
  });

  it('end the hold before the first departure', () => {
    expect(found({ holdExpiresAt: '2027-01-10T16:54:59Z' })).toEqual([]);
    expect(found({ holdExpiresAt: '2027-01-10T16:55:00Z' })).toEqual([
      'hold_after_departure holdExpiresAt',
    ]);
  });

  it('of balance and names are before the first departure, in its zone', () => {
    // The flight departs at 16:55 in UTC.
    const [before, at] = ['2027-01-10T16:54:59Z', '2027-01-10T16:55:00Z'];
    expect(found({ balanceDueAt: before, namesDueAt: before })).toEqual([]);
    expect(found({ balanceDueAt: at, namesDueAt: at })).toEqual([
      'balance_due_after_departure balanceDueAt',
      'names_due_after_departure namesDueAt',
    ]);
  });
});
