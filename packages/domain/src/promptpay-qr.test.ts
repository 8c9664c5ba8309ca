import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { crc16, readTags } from './emv-qr.ts';
import type { PromptPayId } from './promptpay-id.ts';
import { promptPayText, readPromptPay } from './promptpay-qr.ts';

// promptparse 1.6.0 writes the same tags with the country before the currency.
test.each<[PromptPayId, number, account: string, amount: string]>([
  [{ kind: 'phone', id: '0812345678' }, 629_000, '01130066812345678', '6290.00'],
  [{ kind: 'tax_id', id: '1101400123451' }, 123_450, '02131101400123451', '1234.50'],
  [{ kind: 'ewallet', id: '004123456789012' }, 1, '0315004123456789012', '0.01'],
])('a PromptPay QR names payee and amount: %j, %i satang', (to, satang, account, amount) => {
  expect(readPromptPay(promptPayText(to, satang))).toEqual({ to, satang });
  const tags = readTags(promptPayText(to, satang));
  expect(Object.fromEntries(tags ?? [])).toMatchObject({
    '00': '01',
    '01': '12',
    '29': `0016A000000677010111${account}`,
    '53': '764',
    '54': amount,
    '58': 'TH',
  });
});

it('ends with the CRC of all that is before it, whatever the amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000_000 }), (satang) => {
      const text = promptPayText({ kind: 'phone', id: '0812345678' }, satang);
      expect(text.slice(-4)).toBe(crc16(text.slice(0, -4)));
      expect(Math.round(Number(readTags(text)?.get('54')) * 100)).toBe(satang);
    }),
  );
});

test.each([
  ['', 'nothing'],
  ['0041000600000101030040220014242082547BPM049885102TH910417DF', 'a slip'],
  [promptPayText({ kind: 'phone', id: '0812345678' }, 100).replace('1.00', '9.00'), 'a wrong CRC'],
])('a text that is no PromptPay QR is not read as one: %s (%s)', (text) => {
  expect(readPromptPay(text)).toBeNull();
});
