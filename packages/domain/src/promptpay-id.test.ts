import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parsePromptPayId } from './promptpay-id.ts';
import { isThaiId } from './thai-id.ts';

describe('a PromptPay id', () => {
  it.each([
    '0812345678',
    ' 081-234-5678 ',
    '081 234 5678',
    '+66812345678',
    '+66 81 234 5678',
    '+66 (0)81 234 5678',
    '66812345678',
    '0066812345678',
    '๐๘๑๒๓๔๕๖๗๘',
    '081‑234‑5678\u200b',
  ])('%s is a phone', (text) => {
    expect(parsePromptPayId(text)).toEqual({ kind: 'phone', id: '0812345678' });
  });

  it.each([
    ['1-1014-00123-45-1', 'tax_id', '1101400123451'],
    ['0107537001757', 'tax_id', '0107537001757'],
    ['0041 2345 6789 012', 'ewallet', '004123456789012'],
  ])('%s is a %s', (text, kind, id) => {
    expect(parsePromptPayId(text)).toEqual({ kind, id });
  });

  test.each([
    ['', 'promptpay.format'],
    ['me@example.com', 'promptpay.format'],
    ['08123456789', 'promptpay.format'],
    ['1'.repeat(16), 'promptpay.format'],
    ['08123456x8', 'promptpay.format'],
    ['021234567', 'promptpay.phone'],
    ['0212345678', 'promptpay.phone'],
    ['+6591234567', 'promptpay.phone'],
    ['+66 2 123 4567', 'promptpay.phone'],
    ['1101400123456', 'promptpay.tax_id'],
  ])('is not %j: %s', (text, code) => {
    expect(parsePromptPayId(text)).toEqual({ code });
  });

  it('is its digits or a problem, whatever is typed', () => {
    const typed = fc.oneof(fc.string(), fc.stringMatching(/^\+?[\d -]{0,18}$/));
    fc.assert(
      fc.property(typed, (text) => {
        const parsed = parsePromptPayId(text);
        if ('code' in parsed) return;
        const length = { phone: 10, tax_id: 13, ewallet: 15 }[parsed.kind];
        expect(parsed.id).toMatch(new RegExp(`^\\d{${String(length)}}$`));
        expect(parsePromptPayId(parsed.id)).toEqual(parsed);
      }),
    );
  });
});

describe('the number of a citizen or taxpayer', () => {
  it('has one check digit that fits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{12}$/), (first) => {
        const fitting = Array.from('0123456789').filter((digit) => isThaiId(first + digit));
        expect(fitting).toHaveLength(1);
      }),
    );
  });

  it.each(['', '110140012345', '11014001234555', '๑๑๐๑๔๐๐๑๒๓๔๕๑', '1-1014-00123-45-1'])(
    'is 13 Arabic digits, not %j',
    (text) => {
      expect(isThaiId(text)).toBe(false);
    },
  );
});
