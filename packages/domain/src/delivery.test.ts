import { describe, expect, it } from 'vitest';
import {
  checkRates,
  deliveryRate,
  deliverySatang,
  deliveryZone,
  type DeliveryRate,
} from './delivery.ts';

const rate = (method: DeliveryRate['method'], upTo: number, satang: number): DeliveryRate => ({
  method,
  zone: 'bangkok',
  up_to_grams: upTo,
  price_satang: satang,
  days_from: 2,
  days_to: 4,
});
const rates = [
  rate('standard', 5000, 10_000),
  rate('standard', 1000, 6000),
  rate('express', 1000, 11_000),
];

describe('the delivery of an order', () => {
  it.each([
    ['TH', '10500', 'bangkok'],
    ['TH', ' 10280', 'bangkok'],
    ['TH', '11000', 'bangkok'],
    ['TH', '12120', 'bangkok'],
    ['TH', '13000', 'thailand'],
    ['TH', '50200', 'thailand'],
    ['DE', '10115', 'abroad'],
  ])('to %s %s is to the zone %s', (country, postalCode, zone) => {
    expect(deliveryZone({ country, postalCode })).toBe(zone);
  });

  it('costs what the lightest step costs that the parcel fits in, the step itself included', () => {
    const costs = [0, 400, 1000, 1001, 5000].map((grams) =>
      deliverySatang(rates, 'standard', 'bangkok', grams),
    );
    expect(costs).toEqual([6000, 6000, 6000, 10_000, 10_000]);
  });

  it('is not offered where there is no rate, and to pick it up costs nothing', () => {
    expect(deliverySatang(rates, 'standard', 'bangkok', 5001)).toBeUndefined();
    expect(deliverySatang(rates, 'express', 'bangkok', 1001)).toBeUndefined();
    expect(deliverySatang(rates, 'standard', 'abroad', 100)).toBeUndefined();
    expect(deliveryRate(rates, 'pickup', 'bangkok', 100)).toBeUndefined();
    expect(deliverySatang(rates, 'pickup', 'abroad', 90_000)).toBe(0);
  });
});

it('the rates of a form are checked one by one, and none is for the weight of another', () => {
  const row = {
    method: 'standard',
    zone: 'abroad',
    grams: 1000,
    satang: 100,
    daysFrom: 7,
    daysTo: 7,
  } as const;
  const codes = checkRates([
    row,
    row,
    { ...row, method: 'express' },
    { ...row, grams: 0, satang: -1, daysFrom: 91, daysTo: null },
    { ...row, grams: null, daysTo: 6 },
  ]).map((problems) => Object.entries(problems).map(([name, { code }]) => `${name} ${code}`));
  expect(codes).toEqual([
    [],
    ['grams rate.twice'],
    [],
    ['grams rate.weight', 'satang rate.price', 'daysFrom rate.days', 'daysTo rate.days'],
    ['grams rate.weight', 'daysTo rate.order'],
  ]);
});
