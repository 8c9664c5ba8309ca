import { expect, it } from 'vitest';
import { featureHighlights, travelPackages } from './travel-packages.ts';

it('offers the three packages of the product', () => {
  expect(travelPackages.map(({ id, price, rating }) => [id, price, rating])).toEqual([
    ['tokyo', 25_900, 4.8],
    ['seoul', 22_500, 4.9],
    ['singapore', 18_900, 4.7],
  ]);
  expect(travelPackages.every(({ days, nights }) => nights === days - 1)).toBe(true);
  expect(featureHighlights).toHaveLength(3);
});
