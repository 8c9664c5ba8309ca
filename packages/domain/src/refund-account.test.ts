import { describe, expect, it } from 'vitest';
import { accountDigits, refundAccountProblems } from './refund-account.ts';

const account = { bank: '004', name: 'Nattaya Wongthai', number: '123-4-56789-0' };

describe('the bank account of a refund', () => {
  it('is right with the spaces and dashes that banks print', () => {
    expect(refundAccountProblems(account)).toEqual({});
    expect(refundAccountProblems({ ...account, number: '0 20123 456789' })).toEqual({});
    expect(accountDigits(' 123-4 56789-0 ')).toBe('1234567890');
  });

  it.each([
    ['bank', '', 'refund.bank'],
    ['bank', 'TrueMoney', 'refund.bank'],
    ['bank', '999', 'refund.bank'],
    ['name', ' ', 'refund.name'],
    ['name', 'n'.repeat(101), 'refund.name_too_long'],
    ['number', '12-345', 'refund.number'],
    ['number', '1'.repeat(21), 'refund.number'],
    ['number', '12345678x', 'refund.number'],
  ])('names the problem of the %s %j', (field, value, code) => {
    expect(refundAccountProblems({ ...account, [field]: value })).toMatchObject({
      [field]: { code },
    });
  });
});
