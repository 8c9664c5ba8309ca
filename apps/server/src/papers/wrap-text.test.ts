import { expect, it } from 'vitest';
import { wrapText } from './wrap-text.ts';

const byCharacters = (text: string) => text.length;

it.each([
  ['a text that fits', 'Adult fare', ['Adult fare']],
  ['Latin at its spaces', 'Extra baggage, adult', ['Extra', 'baggage,', 'adult']],
  ['Thai between its words', 'ค่าโดยสารผู้ใหญ่', ['ค่าโดยสาร', 'ผู้ใหญ่']],
  ['a name at its slash', 'ใบเสร็จรับเงิน/ใบกำกับภาษี', ['ใบเสร็จรับ', 'เงิน/ใบ', 'กำกับภาษี']],
  ['no repetition mark at the start of a line', 'ที่ยาวมาก ๆ', ['ที่ยาว', 'มาก\u00a0ๆ']],
  ['a postal code with its province', 'แขวงสีลม ตาก 10500', ['แขวงสีลม', 'ตาก\u00a010500']],
  ['what is wider than a line between its letters', '0000000000012', ['0000000000', '012']],
  ['nothing', '', ['']],
])('breaks %s', (_, text, lines) => {
  expect(wrapText(text, 10, byCharacters)).toEqual(lines);
});
