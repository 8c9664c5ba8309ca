import { expect, it } from 'vitest';
import { internationalPhone, normalizePhone } from './phone.ts';

it.each([
  [' 081 234 5678 ', '081 234 5678'],
  ['๐๘๑-๒๓๔-๕๖๗๙', '081-234-5679'],
  ['+66 2 ๐๐๐', '+66 2 000'],
  ['', ''],
  ['ต่อ 12', 'ต่อ 12'],
])('tidies %j to %j', (typed, tidy) => {
  expect(normalizePhone(typed)).toBe(tidy);
});

it.each([
  ['081 234 5678', '+66812345678'],
  ['๐๘๑-๒๓๔-๕๖๗๙', '+66812345679'],
  ['+66 (0)81 234.5678', '+66812345678'],
  ['0044 20 7946 0000', '+442079460000'],
  ['(02) 000 0142', '+6620000142'],
  ['+4420', undefined],
  ['81 234 5678', undefined],
  ['02 000 0142 ต่อ 12', undefined],
  ['+0812345678', undefined],
  ['', undefined],
])('%j with its country is %j', (typed, number) => {
  expect(internationalPhone(typed)).toBe(number);
});
