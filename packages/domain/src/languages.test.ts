import { expect, it } from 'vitest';
import { languageOfText, languageStorageKey, toLanguage } from './languages.ts';

it.each([
  ['th', 'th'],
  ['th-TH', 'th'],
  ['TH', 'th'],
  ['en-GB', 'en'],
  ['de', 'en'],
  ['thx', 'en'],
  [undefined, 'en'],
] as const)('reads %s as %s', (tag, language) => {
  expect(toLanguage(tag)).toBe(language);
});

it('remembers the choice under the product key', () => {
  expect(languageStorageKey).toBe('bkksiam-language');
});

it('detects Thai by its characters', () => {
  expect(['New gate', 'ประตูใหม่', 'Gate 7 ใหม่', ''].map(languageOfText)).toEqual([
    'en',
    'th',
    'th',
    'en',
  ]);
});
