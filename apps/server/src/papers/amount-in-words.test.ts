import { expect, it } from 'vitest';
import { amountInEnglish, amountInThai } from './amount-in-words.ts';

it.each([
  [0, 'ศูนย์บาทถ้วน', 'Zero baht only'],
  [25, 'ยี่สิบห้าสตางค์', 'Twenty-five satang'],
  [1_00, 'หนึ่งบาทถ้วน', 'One baht only'],
  [11_00, 'สิบเอ็ดบาทถ้วน', 'Eleven baht only'],
  [21_00, 'ยี่สิบเอ็ดบาทถ้วน', 'Twenty-one baht only'],
  [101_00, 'หนึ่งร้อยเอ็ดบาทถ้วน', 'One hundred and one baht only'],
  [1_000_001_00, 'หนึ่งล้านเอ็ดบาทถ้วน', 'One million and one baht only'],
  [
    2_521_75,
    'สองพันห้าร้อยยี่สิบเอ็ดบาทเจ็ดสิบห้าสตางค์',
    'Two thousand five hundred and twenty-one baht and seventy-five satang',
  ],
  [20_000_00, 'สองหมื่นบาทถ้วน', 'Twenty thousand baht only'],
  [
    1_234_567_89,
    'หนึ่งล้านสองแสนสามหมื่นสี่พันห้าร้อยหกสิบเจ็ดบาทแปดสิบเก้าสตางค์',
    'One million two hundred and thirty-four thousand five hundred and sixty-seven baht and eighty-nine satang',
  ],
  // The largest price, and decimals that a binary fraction would lose.
  [1_000_000_000_00, 'หนึ่งพันล้านบาทถ้วน', 'One billion baht only'],
  [8_29, 'แปดบาทยี่สิบเก้าสตางค์', 'Eight baht and twenty-nine satang'],
])('%i satang in words', (satang, thai, english) => {
  expect(amountInThai(satang)).toBe(thai);
  expect(amountInEnglish(satang)).toBe(english);
});

it.each([-1, 0.5, Number.NaN])('%d satang has no words', (satang) => {
  expect(() => amountInThai(satang)).toThrow(RangeError);
  expect(() => amountInEnglish(satang)).toThrow(RangeError);
});
