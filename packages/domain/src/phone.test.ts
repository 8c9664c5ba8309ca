import { expect, it } from 'vitest';
import { normalizePhone } from './phone.ts';

it.each([
  [' 081 234 5678 ', '081 234 5678'],
  ['๐๘๑-๒๓๔-๕๖๗๙', '081-234-5679'],
  ['+66 2 ๐๐๐', '+66 2 000'],
  ['', ''],
  ['\u202a+66 81 234 5678\u202c', '+66 81 234 5678'],
  ['ต่อ 12', 'ต่อ 12'],
])('tidies %j to %j', (typed, tidy) => {
  expect(normalizePhone(typed)).toBe(tidy);
});
