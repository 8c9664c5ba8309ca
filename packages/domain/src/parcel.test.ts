import { expect, test } from 'vitest';
import { checkCarrier, checkParcelNumber, checkParcelNumbers, parcelLink } from './parcel.ts';

test.each([
  ['https://ems.example/{number}', 'EX 4417/0TH', 'https://ems.example/EX4417%2F0TH'],
  ['https://ems.example/EX1', 'EX1', 'https://ems.example/EX1'],
  ['', 'EX1', ''],
])('the link %j to the parcel %j is %j', (link, number, expected) => {
  expect(parcelLink(link, number)).toBe(expected);
});

test.each([
  [{ carrier: 'EMS', link: '' }, {}],
  [
    { carrier: '', link: 'http://ems.example' },
    { carrier: 'parcel.carrier', link: 'parcel.link' },
  ],
  [
    { carrier: 'x'.repeat(61), link: 'javascript:alert(1)' },
    { carrier: 'parcel.too_long', link: 'parcel.link' },
  ],
  [{ carrier: 'EMS', link: `https://${'x'.repeat(450)}` }, {}],
  [{ carrier: 'EMS', link: `https://{number}${'x'.repeat(450)}` }, { link: 'parcel.too_long' }],
])('the carrier and link %j have the problems %j', (input, expected) => {
  const codes = Object.entries(checkCarrier(input)).map(([name, { code }]) => [name, code]);
  expect(Object.fromEntries(codes)).toEqual(expected);
});

test('each of several parcels has a number of its own', () => {
  const numbers = ['EX 1', '', 'ex1', 'EX2', 'x'.repeat(61)];
  expect(checkParcelNumbers(numbers).map((problem) => problem?.code)).toEqual([
    undefined,
    'parcel.number',
    'parcel.twice',
    undefined,
    'parcel.too_long',
  ]);
  expect(checkParcelNumber('')).toBeNull();
});
