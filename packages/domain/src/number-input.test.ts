import { describe, expect, it } from 'vitest';
import {
  kilogramText,
  parseGrams,
  parseSatang,
  parseSignedSatang,
  parseWholeNumber,
  satangText,
} from './number-input.ts';

describe('an amount of baht', () => {
  it.each([
    ['1234', 123_400],
    ['1,234.50', 123_450],
    ['1234.5', 123_450],
    ['฿28,600', 2_860_000],
    ['thb 28 600', 2_860_000],
    ['๑,๒๓๔.๕๐ บาท', 123_450],
    ['0', 0],
    ['0.01', 1],
    ['1.10', 110],
    ['999999999999.99', 99_999_999_999_999],
  ])('is read from %s', (text, satang) => {
    expect(parseSatang(text)).toBe(satang);
  });

  it.each([
    '',
    '-1',
    '1.234',
    '12,34',
    '1,2345',
    '1,234,56',
    '.5',
    '1.',
    '1e3',
    '฿',
    'abc',
    '1.2.3',
  ])('is not read from %j', (text) => {
    expect(parseSatang(text)).toBeUndefined();
  });

  it('is written so that it is read as the same', () => {
    expect([0, 1, 110, 123_400, 123_450, 2_860_000].map(satangText)).toEqual([
      '0',
      '0.01',
      '1.10',
      '1,234',
      '1,234.50',
      '28,600',
    ]);
    for (const satang of [0, 5, 99, 100, 10_000_000_001]) {
      expect(parseSatang(satangText(satang))).toBe(satang);
    }
  });
});

it.each([
  ['-2,500', -250_000],
  ['−฿2,500.50', -250_050],
  [' – 12 ', -1200],
  ['-0', 0],
  ['2,500', 250_000],
  ['--1', undefined],
  ['1-', undefined],
  ['-', undefined],
])('an amount that may be below zero: %j', (text, satang) => {
  expect(parseSignedSatang(text)).toBe(satang);
  if (satang !== undefined) expect(parseSignedSatang(satangText(satang))).toBe(satang);
});

it('a number of things is whole, in digits of either script', () => {
  expect(['12', ' 3 ', '๑๒', '0', '1,000'].map(parseWholeNumber)).toEqual([12, 3, 12, 0, 1000]);
  expect(['', '-1', '1.5', '1,00', '1,000.5', 'two'].map(parseWholeNumber).filter(Boolean)).toEqual(
    [],
  );
});

it('a weight is read in kilograms and kept in grams', () => {
  const typed = ['1', '1.5', ' 0.25 kg', '๒.๐๐๕'];
  expect(typed.map(parseGrams)).toEqual([1000, 1500, 250, 2005]);
  expect(['', '-1', '1.2345', '1,5', 'kg'].map(parseGrams).filter(Boolean)).toEqual([]);
  expect([1000, 250, 2005].map(kilogramText)).toEqual(['1', '0.25', '2.005']);
});
