import { expect, it } from 'vitest';
import { parseReceiptNumber } from './receipt.ts';

it.each([
  ['RT2026-000418', 'RT2026-000418'],
  [' iv 2569-418', 'IV2026-000418'],
  ['cn2026000007', 'CN2026-000007'],
  ['RT๒๕๖๙–๔๑๘', 'RT2026-000418'],
  ['418', null],
  ['RT2026-0', null],
  ['BKK-7QM4K2TX', null],
])('%s is read as the receipt %s', (typed, number) => {
  expect(parseReceiptNumber(typed)).toBe(number);
});
