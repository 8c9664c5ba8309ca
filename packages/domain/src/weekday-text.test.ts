import { expect, it } from 'vitest';
import { dayParts, shortDayText } from './weekday-text.ts';

it.each([
  ['en', { weekday: 'Sat', date: '5', dayAndMonth: '5 Dec' }, 'Sat 5 Dec'],
  ['th', { weekday: 'ส.', date: '5', dayAndMonth: '5 ธ.ค.' }, 'ส. 5 ธ.ค.'],
] as const)('a day has its parts and its short text in %s', (language, parts, text) => {
  expect(dayParts('2026-12-05', language)).toEqual(parts);
  expect(shortDayText('2026-12-05', language)).toBe(text);
});

it('what is no day has none', () => {
  expect([dayParts('', 'en'), shortDayText('2026-13-01', 'en')]).toEqual([undefined, undefined]);
});
