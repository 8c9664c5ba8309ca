import { describe, expect, test } from 'vitest';
import { amountDue, isShort, type AmountDue, type ReviewedSlip } from './amount-due.ts';

describe('what is due for a booking', () => {
  const deposit = { total_satang: 900, deposit_satang: 300 };
  const atOnce = { total_satang: 900, deposit_satang: 900 };
  test.each([
    ['HOLD', deposit, 0, { kind: 'deposit', satang: 300 }],
    ['DEPOSIT_PENDING', deposit, 100, { kind: 'deposit', satang: 200 }],
    ['CONFIRMED', deposit, 300, { kind: 'balance', satang: 600 }],
    ['TICKETED', deposit, 899, { kind: 'balance', satang: 1 }],
    ['CONFIRMED', deposit, 900, null],
    ['HOLD', atOnce, 0, { kind: 'all', satang: 900 }],
    ['DEPOSIT_PENDING', atOnce, 100, { kind: 'balance', satang: 800 }],
    ['HOLD', { total_satang: null, deposit_satang: null }, 0, null],
    ['EXPIRED', deposit, 0, null],
    ['CANCELLED', deposit, 100, null],
  ] as const)('%s %j, paid %i: %j', (status, price, paid, due) => {
    expect(amountDue({ status, ...price, paid_satang: paid })).toEqual(due);
  });
});

describe('an accepted slip is short', () => {
  const slip: ReviewedSlip = {
    status: 'ACCEPTED',
    due_satang: 300,
    credit_satang: 0,
    accepted_satang: 200,
  };
  test.each<[string, Partial<ReviewedSlip>, AmountDue | null, boolean]>([
    ['of a deposit', {}, { kind: 'deposit', satang: 100 }, true],
    ['of a balance', {}, { kind: 'balance', satang: 100 }, true],
    ['no more once the rest is paid', {}, null, false],
    [
      'not with the balance after it',
      { accepted_satang: 300 },
      { kind: 'balance', satang: 600 },
      false,
    ],
    [
      'not where credit paid the rest',
      { credit_satang: 100 },
      { kind: 'balance', satang: 100 },
      false,
    ],
    ['where the credit was gone', { credit_satang: 100 }, { kind: 'deposit', satang: 100 }, true],
    ['not of another amount', {}, { kind: 'balance', satang: 600 }, false],
    [
      'not before its review',
      { status: 'WAITING', accepted_satang: null },
      { kind: 'all', satang: 100 },
      false,
    ],
    ['not of a booking without a price', { due_satang: null }, { kind: 'all', satang: 100 }, false],
  ])('%s', (_name, changes, due, expected) => {
    expect(isShort({ ...slip, ...changes }, due)).toBe(expected);
  });
});
