import { expect, it } from 'vitest';
import { listText } from './list-text.ts';

it('a list has commas in English and spaces in Thai', () => {
  expect(listText(['Best', 'Cheapest'], 'en')).toBe('Best, Cheapest');
  expect(listText(['คุ้มที่สุด', 'ถูกที่สุด'], 'th')).toBe('คุ้มที่สุด ถูกที่สุด');
  expect(listText([], 'th')).toBe('');
});
