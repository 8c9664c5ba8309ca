import { describe, expect, test } from 'vitest';
import {
  canChoose,
  isInStock,
  needsDetailPage,
  priceOf,
  searchProducts,
  shownVariant,
  sortedByPrice,
  stockOf,
  valuesOf,
  variantOf,
  type Variant,
} from './catalog.ts';

const variant = (id: string, price: number, sale: number | null = null): Variant => ({
  id,
  title: id,
  image_url: null,
  sku: null,
  price_in_cents: price,
  sale_price_in_cents: sale,
  currency: 'eur',
  currency_info: { code: 'eur', name: 'Euro', symbol: '€', template: '€$1', decimal_digits: 2 },
  price_formatted: '',
  sale_price_formatted: null,
  manage_inventory: true,
  weight: null,
  options: [],
  inventory_quantity: 5,
});

describe('the variant a card shows', () => {
  const variants = [variant('dear', 900), variant('cheap', 500), variant('on sale', 800, 400)];

  test.each([null, 'lowest_price_first'])(
    'is the one that costs least now, where the selection is %s',
    (selection) => {
      expect(shownVariant({ site_product_selection: selection, variants })?.id).toBe('on sale');
    },
  );

  test('is the first of equals', () => {
    const equal = [variant('a', 300), variant('b', 900, 300)];
    expect(shownVariant({ site_product_selection: null, variants: equal })?.id).toBe('a');
  });

  test('is the first where the selection is another', () => {
    expect(shownVariant({ site_product_selection: 'other', variants })?.id).toBe('dear');
  });

  test('is none where there are none', () => {
    expect(shownVariant({ site_product_selection: null, variants: [] })).toBeUndefined();
  });
});

describe('products by price', () => {
  const inCurrency = (one: Variant, currency: string): Variant => ({ ...one, currency });
  const one = (id: string, variants: readonly Variant[]) => ({
    id,
    site_product_selection: null,
    variants,
  });
  const products = [
    one('euro 5', [variant('a', 500)]),
    one('nothing', []),
    one('baht 300', [inCurrency(variant('b', 30_000), 'THB')]),
    one('euro 4', [variant('c', 900, 400)]),
    one('baht 2', [inCurrency(variant('d', 200), 'thb')]),
  ];
  const ids = (direction: 'up' | 'down') => sortedByPrice(products, direction).map(({ id }) => id);

  test('stand in a group for each currency, never ordered across them', () => {
    expect(ids('up')).toEqual(['euro 4', 'euro 5', 'baht 2', 'baht 300', 'nothing']);
    expect(ids('down')).toEqual(['euro 5', 'euro 4', 'baht 300', 'baht 2', 'nothing']);
  });

  test('show the cheapest variant of one currency', () => {
    const mixed = [variant('dear', 900), inCurrency(variant('baht', 100), 'thb')];
    expect(shownVariant({ site_product_selection: null, variants: mixed })?.id).toBe('dear');
  });
});

describe('a search of products', () => {
  const products = [
    { title: 'Wat Arun Mug', subtitle: 'Stoneware · แก้วเซรามิก' },
    { title: 'CAFÉ 50%', subtitle: null },
    { title: 'ป้ายกระเป๋า', subtitle: '' },
  ];
  const found = (text: string) => searchProducts(products, text).map(({ title }) => title);

  test.each([
    ['wat ARUN', 'Wat Arun Mug'],
    ['แก้ว เซรามิก', 'Wat Arun Mug'],
    ['ｍｕｇ', 'Wat Arun Mug'],
    ['café', 'CAFÉ 50%'],
    ['50%', 'CAFÉ 50%'],
    ['ป้าย กระเป๋า', 'ป้ายกระเป๋า'],
  ])('finds %s in any case and width, with spaces or without', (text, title) => {
    expect(found(text)).toEqual([title]);
  });

  test('takes no character for a wildcard, and everything for nothing', () => {
    expect(found('m_g')).toEqual([]);
    expect(found('%')).toEqual(['CAFÉ 50%']);
    expect(found('  ')).toHaveLength(3);
  });
});

test('a sale of nothing costs nothing', () => {
  expect(priceOf(variant('gift', 500, 0))).toBe(0);
  expect(priceOf(variant('plain', 500))).toBe(500);
});

test.each([
  [1, false, false],
  [2, false, true],
  [1, true, true],
])('%i variants and a field that must be filled (%s): own page %s', (count, asked, expected) => {
  const variants = Array.from({ length: count }, (_, index) => variant(String(index), 1));
  const custom_fields = [{ id: 'name', title: 'Name', is_required: asked }];
  expect(needsDetailPage({ variants, custom_fields })).toBe(expected);
});

test.each([
  [true, 3, 3],
  [true, 0, 0],
  [true, null, 0],
  [true, -4, 0],
  [false, 3, null],
  [false, null, null],
])('managed %s with %s in stock: %s can be had', (manage_inventory, inventory_quantity, left) => {
  expect(stockOf({ manage_inventory, inventory_quantity })).toBe(left);
});

describe('a choice', () => {
  const of = (id: string, colour: string, size: string, left = 1): Variant => ({
    ...variant(id, 1),
    inventory_quantity: left,
    options: [
      { id: `${id}-c`, option_id: 'colour', variant_id: id, value: colour },
      { id: `${id}-s`, option_id: 'size', variant_id: id, value: size },
    ],
  });
  const product = {
    variants: [of('a', 'ink', 'S'), of('b', 'ink', 'M', 0), of('c', 'cream', 'S')],
  };

  test('names one variant', () => {
    expect(variantOf(product, { colour: 'cream', size: 'S' })?.id).toBe('c');
    expect(variantOf(product, { colour: 'cream', size: 'M' })).toBeUndefined();
  });

  test('is between values that come once, in order', () => {
    expect(valuesOf(product, 'colour')).toEqual(['ink', 'cream']);
    expect(valuesOf(product, 'size')).toEqual(['S', 'M']);
  });

  test('cannot be of what does not exist or is sold out', () => {
    const choice = { colour: 'ink', size: 'S' };
    expect(canChoose(product, choice, 'colour', 'cream')).toBe(true);
    expect(canChoose(product, choice, 'size', 'M')).toBe(false);
    expect(canChoose(product, { colour: 'cream', size: 'S' }, 'size', 'M')).toBe(false);
  });

  test('may be of a value that is in stock with other values only', () => {
    const apart = {
      variants: [of('a', 'cream', 'S'), of('b', 'red', 'XL'), of('c', 'red', 'M', 0)],
    };
    expect(canChoose(apart, { colour: 'cream', size: 'S' }, 'size', 'XL')).toBe(false);
    expect(isInStock(apart, 'size', 'XL')).toBe(true);
    expect(isInStock(apart, 'size', 'M')).toBe(false);
  });
});
