import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bookingStatuses,
  bookingTransitions,
  hasBookingEnded,
  isOpenBooking,
  statusForPayments,
  waitsForPayment,
} from './booking-status.ts';
import { allowedVerbs, isTransition } from './status-transition.ts';
import { statusesOf } from './statuses.ts';

const pairs = () => [...new Set(bookingTransitions.map(({ from, to }) => `${from} ${to}`))].sort();

describe('the transitions of a booking', () => {
  it('have a look for each of their statuses', () => {
    expect([...bookingStatuses]).toEqual(statusesOf('booking'));
  });

  it('are these and no others', () => {
    expect(pairs()).toEqual([
      'CONFIRMED CANCELLED',
      'CONFIRMED DEPOSIT_PENDING',
      'CONFIRMED TICKETED',
      'DEPOSIT_PENDING CANCELLED',
      'DEPOSIT_PENDING CONFIRMED',
      'DEPOSIT_PENDING HOLD',
      'HOLD CANCELLED',
      'HOLD CONFIRMED',
      'HOLD DEPOSIT_PENDING',
      'HOLD EXPIRED',
    ]);
  });

  it('are listed once each, and always change the status', () => {
    const keys = bookingTransitions.map((row) => Object.values(row).join(' '));
    expect(new Set(keys).size).toBe(keys.length);
    expect(bookingTransitions.filter(({ from, to }) => from === to)).toEqual([]);
  });

  it('leave exactly the open statuses', () => {
    const left = bookingStatuses.filter((status) =>
      bookingTransitions.some(({ from }) => from === status),
    );
    expect(left).toEqual(['HOLD', 'DEPOSIT_PENDING', 'CONFIRMED']);
    expect(bookingStatuses.filter(isOpenBooking)).toEqual(left);
    expect(bookingStatuses.filter(hasBookingEnded)).toEqual(['EXPIRED', 'CANCELLED']);
  });

  it('let a member pay, send a slip or cancel before a payment, and the system only end a hold or a review', () => {
    const verbs = (by: 'member' | 'system') =>
      bookingStatuses.map((status) => allowedVerbs(bookingTransitions, status, by).join());
    expect(verbs('member')).toEqual([
      'attach_slip,pay_with_credit,cancel',
      'pay_with_credit,cancel',
      '',
      '',
      '',
      '',
    ]);
    expect(verbs('system')).toEqual(['expire,cancel', 'end_review', '', '', '', '']);
  });

  it('name a verb once, whatever it leads to', () => {
    expect(allowedVerbs(bookingTransitions, 'HOLD', 'admin')).toEqual([
      'record_payment',
      'set_price',
      'cancel',
    ]);
    expect(allowedVerbs(bookingTransitions, 'constructor', 'admin')).toEqual([]);
  });
});

describe('the status for what is paid', () => {
  it.each([
    ['HOLD', 0, 0, 'CONFIRMED'],
    ['HOLD', 100, 100, 'CONFIRMED'],
    ['HOLD', 100, 99, 'DEPOSIT_PENDING'],
    ['HOLD', 100, 0, 'HOLD'],
    ['HOLD', null, 5, 'DEPOSIT_PENDING'],
    ['HOLD', null, 0, 'HOLD'],
    ['DEPOSIT_PENDING', 100, 100, 'CONFIRMED'],
    ['DEPOSIT_PENDING', 100, 0, 'DEPOSIT_PENDING'],
    ['CONFIRMED', 100, 99, 'DEPOSIT_PENDING'],
    ['CONFIRMED', 100, 100, 'CONFIRMED'],
    ['TICKETED', 100, 0, 'TICKETED'],
    ['EXPIRED', 100, 100, 'EXPIRED'],
    ['CANCELLED', 0, 100, 'CANCELLED'],
  ] as const)('from %s with a deposit of %s and %s paid is %s', (from, deposit, paid, to) => {
    expect(statusForPayments(from, { depositSatang: deposit, paidSatang: paid })).toBe(to);
  });

  it('is reached by a payment, a reversal or a price of the table, and stays until the next', () => {
    const amounts = fc.record({
      depositSatang: fc.option(fc.nat(300)),
      paidSatang: fc.nat(300),
    });
    fc.assert(
      fc.property(fc.constantFrom(...bookingStatuses), amounts, (from, paid) => {
        // A booking is confirmed only once it has a deposit.
        fc.pre(from !== 'CONFIRMED' || paid.depositSatang !== null);
        const to = statusForPayments(from, paid);
        const verbs = ['record_payment', 'reverse_payment', 'set_price'];
        const fits = verbs.some((verb) =>
          isTransition(bookingTransitions, { from, verb, by: 'admin', to }),
        );
        expect(fits || to === from).toBe(true);
        expect(statusForPayments(to, paid)).toBe(to);
      }),
    );
  });
});

describe('the member', () => {
  it.each([
    ['HOLD', null, 0, false],
    ['HOLD', 100, 0, true],
    ['DEPOSIT_PENDING', 100, 0, false],
    ['DEPOSIT_PENDING', 100, 10, true],
    ['DEPOSIT_PENDING', null, 10, false],
    ['CONFIRMED', 100, 20, true],
    ['CONFIRMED', 100, 100, false],
    ['TICKETED', 100, 20, false],
    ['EXPIRED', 100, 0, false],
  ])(
    'of a booking that is %s, with a total of %s and %s paid, has to pay: %s',
    (status, total, paid, expected) => {
      expect(waitsForPayment({ status, total_satang: total, paid_satang: paid })).toBe(expected);
    },
  );
});
