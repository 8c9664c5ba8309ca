import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { findPlaces } from '@bkksiam/domain/thai-address';
import { thaiPlacesQuery } from './thai-places.ts';

it('names places in English where the package has all letters of the name, and else in Thai', async () => {
  const places = await new QueryClient().query(thaiPlacesQuery());
  const namesIn = (postalCode: string) =>
    findPlaces(places, postalCode, 20).map(({ subDistrict, district }) =>
      [subDistrict.en, district.en].join(', '),
    );
  expect(namesIn('10500')).toEqual([
    'Bang Rak, Bang Rak',
    'Ma Phrueta Ram, Bang Rak',
    'สีลม, Bang Rak',
    'สี่พระยา, Bang Rak',
    'สุริยวงศ์, Bang Rak',
    'Wang Mai, Pathum Wan',
  ]);
  expect(namesIn('10120')).toContain('Thung Mamek, Sathon');
  expect(namesIn('50200')).toEqual([
    'Phra Sing, Mueang Chiang Mai',
    'Si Phum, Mueang Chiang Mai',
    'Suthep, Mueang Chiang Mai',
  ]);
});
