import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { bankCodes, bankName, trueMoney } from './banks.ts';
import { crc16, readTags, writeTag } from './emv-qr.ts';
import { parseSlipQr } from './slip-qr.ts';

/** A text with its CRC. */
const sealed = (text: string) => `${text}9104${crc16(`${text}9104`)}`;
const inner = (bank: string, reference: string) =>
  writeTag('00', '000001') + writeTag('01', bank) + writeTag('02', reference);
const slip = (bank: string, reference: string) =>
  sealed(writeTag('00', inner(bank, reference)) + writeTag('51', 'TH'));

const reference = '0002123123121200011';
const longSlip = (length: number) => {
  const whole = writeTag('00', inner('002', reference));
  const four = ['52', '53', '54', '55'].map((tag) => writeTag(tag, 'x'.repeat(99))).join('');
  return sealed(whole + four + writeTag('56', 'x'.repeat(length - 468)));
};

describe('the QR of a slip', () => {
  // The first is a published one, the others are those of promptparse 1.6.0.
  it.each([
    ['004000060000010103002021900021231231212000115102TH91049C30', '002', '0002123123121200011'],
    ['0041000600000101030140220202612150000000000855102TH910407B2', '014', '20261215000000000085'],
    ['00480002010102010203P2P0313TXN012345678904082501202591048cf9', trueMoney, 'TXN0123456789'],
  ])('%s names bank and reference', (text, bank, expected) => {
    expect(parseSlipQr(text)).toEqual({ bank, reference: expected });
  });

  it('is read without the zeros its CRC begins with, and with letters of either case', () => {
    const text = '0041000600000101030140220202612150000000000855102TH9104';
    const expected = { bank: '014', reference: '20261215000000000085' };
    for (const crc of ['07B2', '7B2', '07b2']) expect(parseSlipQr(text + crc)).toEqual(expected);
    expect(parseSlipQr(`${text}B2`)).toBeNull();
    expect(parseSlipQr(longSlip(512))?.reference).toBe(reference);
    expect(parseSlipQr(slip('004', '016abcDEF9'))).toEqual({
      bank: '004',
      reference: '016ABCDEF9',
    });
  });

  const within = writeTag('00', inner('002', reference));
  test.each<[string, string]>([
    ['nothing', ''],
    ['a wrong CRC', `${within}5102TH91049C31`],
    ['no CRC', `${within}5102TH`],
    [
      'another QR of payments',
      sealed('00020101021129370016A000000677010111011300668123456785802TH'),
    ],
    ['an address', 'https://example.com/?00=9104'],
    ['a negative length', sealed(`${within}51-4TH`)],
    ['a negative length inside', sealed(writeTag('00', '0006000001010300202-4'))],
    ['a length past the end', sealed(`${within}5199TH`)],
    ['a length past the end inside', sealed(writeTag('00', '000600000101030020299AB'))],
    ['a length of signs and spaces', sealed(`${within}51 2TH`)],
    ['a repeated tag', sealed(within + within)],
    ['a repeated tag inside', sealed(writeTag('00', inner('002', 'A1') + writeTag('02', 'B2')))],
    ['a bank that is no code', slip('0A2', reference)],
    ['no reference', slip('002', '')],
    ['a long reference', slip('002', 'A'.repeat(26))],
    ['a reference of other signs', slip('002', "0002' or 1=1")],
    ['a reference of other letters', slip('002', '๐๑๒๓')],
    ['another kind', sealed(writeTag('00', writeTag('00', '000002') + writeTag('01', '002')))],
    ['513 characters', longSlip(513)],
    ['a nest of itself', sealed(writeTag('00', within))],
  ])('is not found in %s', (_name, text) => {
    expect(parseSlipQr(text)).toBeNull();
  });

  it('is bounded for every text, whatever a CRC vouches for', () => {
    const piece = fc.oneof(
      fc
        .uint8Array({ min: 32, max: 126, maxLength: 12 })
        .map((units) => String.fromCharCode(...units)),
      fc.constantFrom('00', '9104', '0006000001', '-4', '0000', '99', within),
    );
    const text = fc.oneof(
      fc.uint16Array({ maxLength: 60 }).map((units) => String.fromCharCode(...units)),
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
      fc.array(piece, { maxLength: 8 }).map((pieces) => sealed(pieces.join(''))),
      fc
        .array(piece, { maxLength: 6 })
        .map((pieces) => sealed(writeTag('00', pieces.join('').slice(0, 99)))),
    );
    fc.assert(
      fc.property(text, (given) => {
        const tags = readTags(given);
        const written = Array.from(tags ?? [], ([tag, value]) => writeTag(tag, value)).join('');
        expect(written).toBe(tags === null ? '' : given);
        const found = parseSlipQr(given);
        if (found === null) return;
        expect(given.length).toBeLessThanOrEqual(512);
        expect(found.bank).toMatch(/^(?:\d{3}|TrueMoney)$/);
        expect(found.reference).toMatch(/^[\dA-Z]{1,25}$/);
      }),
    );
  });

  it('is read back for every bank and reference', () => {
    const upper = fc.stringMatching(/^[\dA-Z]{1,25}$/);
    fc.assert(
      fc.property(fc.constantFrom(...bankCodes), upper, (bank, given) => {
        expect(parseSlipQr(slip(bank, given))).toEqual({ bank, reference: given });
      }),
    );
  });
});

it('banks have their names in both languages, and an unknown one its code', () => {
  expect([bankName('004', 'en'), bankName('004', 'th')]).toEqual(['Kasikornbank', 'ธนาคารกสิกรไทย']);
  expect([bankName(trueMoney, 'th'), bankName('099', 'th')]).toEqual(['ทรูมันนี่', '099']);
  expect(bankCodes).toHaveLength(23);
  expect(bankCodes.filter((code) => bankName(code, 'en') === code)).toEqual([]);
});
