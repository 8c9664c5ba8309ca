import { expect, it } from 'vitest';
import { countryCodes, regionOf } from './countries.ts';

it('names every country in both languages', () => {
  for (const language of ['en', 'th']) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    const nameless = countryCodes.filter((code) => names.of(regionOf(code) ?? 'ZZ') === undefined);
    expect(nameless).toEqual([]);
  }
  expect(new Set(countryCodes.map(regionOf)).size).toBe(countryCodes.length);
  expect([regionOf('THA'), regionOf('DEU'), regionOf('XXB')]).toEqual(['TH', 'DE', undefined]);
});
