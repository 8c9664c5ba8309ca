import { describe, expect, it } from 'vitest';
import { findPlaces, searchedPlaces, type ThaiPlace } from './thai-address.ts';

const place = (names: string, postalCode: string): ThaiPlace => {
  const [subDistrict = '', district = '', province = ''] = names.split('|');
  const both = (text: string) => {
    const [en = '', th = ''] = text.split('/');
    return { en, th };
  };
  return {
    subDistrict: both(subDistrict),
    district: both(district),
    province: both(province),
    postalCode,
  };
};
const places = searchedPlaces([
  place('Suriyawong/สุริยวงศ์|Bang Rak/บางรัก|Bangkok/กรุงเทพมหานคร', '10500'),
  place('Si Lom/สีลม|Bang Rak/บางรัก|Bangkok/กรุงเทพมหานคร', '10500'),
  place('Bang Rak/บางรัก|Mueang Trang/เมืองตรัง|Trang/ตรัง', '92000'),
  place('Chong Nonsi/ช่องนนทรี|Yan Nawa/ยานนาวา|Bangkok/กรุงเทพมหานคร', '10120'),
]);
const find = (typed: string, most = 9) =>
  findPlaces(places, typed, most).map(
    ({ subDistrict, postalCode }) => `${subDistrict.en} ${postalCode}`,
  );

describe('a place of Thailand', () => {
  it.each([
    ['105', ['Suriyawong 10500', 'Si Lom 10500']],
    ['สีลม', ['Si Lom 10500']],
    ['แขวงสีลม เขตบางรัก', ['Si Lom 10500']],
    ['ต.บางรัก', ['Bang Rak 92000', 'Suriyawong 10500', 'Si Lom 10500']],
    ['bang rak 10500', ['Suriyawong 10500', 'Si Lom 10500']],
    ['SI LOM', ['Si Lom 10500']],
    ['๑', []],
    ['   ', []],
    ['nowhere', []],
  ])('is found by %s', (typed, expected) => {
    expect(find(typed)).toEqual(expected);
  });

  it('is one of as many as are shown', () => {
    expect(find('1', 2)).toHaveLength(2);
  });
});
