import { expect, it } from 'vitest';
import { foldText } from './fold-text.ts';
import { foldTextCases } from './fold-text-cases.ts';

it.each(Object.entries(foldTextCases))('texts that look the same fold to %j', (folded, texts) => {
  expect(texts.map(foldText)).toEqual(texts.map(() => folded));
  expect(foldText(folded)).toBe(folded);
});

it.each([
  ['a tone', 'เสือ', 'เสื่อ'],
  ['a vowel', 'ปู', 'ปุ'],
  ['a letter', 'Da Nang', 'Da Lat'],
  ['a digit', 'BKK-2', 'BKK-3'],
  ['a space inside', 'ann a', 'anna'],
])('%s tells two texts apart', (_, one, other) => {
  expect(foldText(one)).not.toBe(foldText(other));
});
