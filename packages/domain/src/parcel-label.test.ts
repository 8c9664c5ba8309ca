import { expect, test } from 'vitest';
import { labelLines, needsThaiNames, thaiNames } from './parcel-label.ts';

const siLom = {
  country: 'TH',
  line: '88/8 ซอยตัวอย่าง 4',
  sub_district: 'สีลม',
  district: 'บางรัก',
  province: 'กรุงเทพมหานคร',
  postal_code: '10500',
};
const typed = { ...siLom, sub_district: 'Si Lom', district: 'Bang Rak', province: 'Bangkok' };
const place = {
  subDistrict: { en: 'Si Lom', th: 'สีลม' },
  district: { en: 'Bang Rak', th: 'บางรัก' },
  province: { en: 'Bangkok', th: 'กรุงเทพมหานคร' },
  postalCode: '10500',
};
const inThai = ['88/8 ซอยตัวอย่าง 4', 'แขวงสีลม เขตบางรัก', 'กรุงเทพมหานคร 10500'];

const names = { subDistrict: 'สีลม', district: 'บางรัก', province: 'กรุงเทพมหานคร' };

test.each([
  ['of Bangkok', siLom, undefined, inThai],
  [
    'with its prefixes',
    { ...siLom, sub_district: 'แขวงสีลม', district: 'เขต บางรัก' },
    undefined,
    inThai,
  ],
  ['in Latin letters, whose place is known', typed, names, inThai],
  [
    'in Latin letters, whose sub-district is not known',
    typed,
    { district: 'บางรัก', province: 'กรุงเทพมหานคร' },
    ['88/8 ซอยตัวอย่าง 4', 'Si Lom เขตบางรัก', 'กรุงเทพมหานคร 10500'],
  ],
  [
    'in Latin letters, whose place is not known',
    typed,
    undefined,
    ['88/8 ซอยตัวอย่าง 4', 'Si Lom, Bang Rak', 'Bangkok 10500'],
  ],
  [
    'of a province',
    {
      ...siLom,
      sub_district: 'ต.สุเทพ',
      district: 'เมืองเชียงใหม่',
      province: 'จ.เชียงใหม่',
      postal_code: '50200',
    },
    undefined,
    ['88/8 ซอยตัวอย่าง 4', 'ตำบลสุเทพ อำเภอเมืองเชียงใหม่', 'จังหวัดเชียงใหม่ 50200'],
  ],
  [
    'abroad',
    { country: 'DE', line: 'Musterweg 1', city: 'Berlin', postal_code: '10115' },
    undefined,
    ['Musterweg 1', 'Berlin 10115', 'GERMANY'],
  ],
])('the label of an address %s', (_what, address, known, lines) => {
  expect(labelLines(address, known)).toEqual(lines);
});

test('the Thai names of an address are found by its postal code, as far as they agree', () => {
  expect(thaiNames([place], { ...typed, sub_district: 'si-lom' })).toEqual(names);
  const { district, province } = names;
  expect(thaiNames([place], { ...typed, sub_district: 'Surawong' })).toEqual({
    district,
    province,
  });
  expect(thaiNames([place], { ...typed, district: 'Sathon' })).toEqual({ province });
  expect(thaiNames([place], { ...typed, postal_code: '50200' })).toEqual({});
});

test('places in Latin letters within Thailand are looked up', () => {
  expect([siLom, typed, { country: 'DE', line: 'Weg 1' }].map(needsThaiNames)).toEqual([
    false,
    true,
    false,
  ]);
});
