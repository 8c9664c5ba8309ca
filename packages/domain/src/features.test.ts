import { expect, it } from 'vitest';
import { checkFeatures, features } from './features.ts';

it('no feature is on unless it is named', () => {
  expect(checkFeatures([])).toEqual([]);
});

it('gives the named features once, in their order', () => {
  expect(checkFeatures(['requests', 'bookings', 'requests'])).toEqual(['requests', 'bookings']);
  expect(checkFeatures(features)).toEqual(features);
});

it('an unknown name is a problem', () => {
  const problem = { code: 'features.unknown', name: 'teleport' };
  expect(checkFeatures(['bookings', 'teleport'])).toEqual(problem);
});

it('a feature without one it builds on is a problem', () => {
  expect(checkFeatures(['flights', 'shop'])).toEqual({
    code: 'features.incomplete',
    feature: 'flights',
    missing: 'bookings',
  });
});
