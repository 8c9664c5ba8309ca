import { expect, it } from 'vitest';
import { bangkokDay, bangkokIso, bangkokLocal } from './bangkok.ts';

it('a time of Bangkok is seven hours ahead of its stored time, on its own day', () => {
  const instant = Date.parse('2026-12-05T18:30:59Z');
  expect(bangkokLocal(instant)).toBe('2026-12-06T01:30');
  expect(bangkokLocal('2026-12-05T18:30:59Z')).toBe('2026-12-06T01:30');
  expect(bangkokDay(instant)).toBe('2026-12-06');
  expect(bangkokIso('2026-12-06T01:30')).toBe('2026-12-05T18:30:00.000Z');
});

it('what is no time has none', () => {
  expect([bangkokLocal(Number.NaN), bangkokDay('soon')]).toEqual(['', '']);
  expect([bangkokIso(''), bangkokIso('2026-12-06T'), bangkokIso('2026-02-30T09:00')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
