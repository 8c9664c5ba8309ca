import { describe, expect, it } from 'vitest';
import {
  checkLanguages,
  checkVariantPrices,
  mostVariants,
  placeVariants,
  variantGrid,
} from './product-editing.ts';

const option = (id: string, ...values: string[]) => ({
  id,
  title: id,
  values: values.map((value) => ({ value })),
});

describe('the variants of a product', () => {
  it('are every combination of the values, in the order of the options', () => {
    expect(variantGrid([option('colour', 'Teal', 'Ink'), option('size', 'S', 'L')])).toEqual([
      { colour: 'Teal', size: 'S' },
      { colour: 'Teal', size: 'L' },
      { colour: 'Ink', size: 'S' },
      { colour: 'Ink', size: 'L' },
    ]);
    expect(variantGrid([])).toEqual([{}]);
  });

  it('are at most 100, of options with values, each once', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => String(index));
    expect(variantGrid([option('a', ...many(10)), option('b', ...many(10))])).toHaveLength(100);
    expect(variantGrid([option('a', ...many(10)), option('b', ...many(11))])).toEqual({
      code: 'product.too_many_variants',
      values: { most: mostVariants },
    });
    for (const empty of [option('a'), option('a', 'S', 'S')])
      expect(variantGrid([empty])).toEqual({
        code: 'product.option_values',
        values: { option: 'a' },
      });
  });

  it('keep their place when values are added, and are left over when theirs are gone', () => {
    const small = { id: 'small', options: { size: 'S', colour: 'Teal' } };
    const large = { id: 'large', options: { size: 'XL', colour: 'Teal' } };
    const old = { id: 'old', options: {} };
    const grid = [
      { colour: 'Teal', size: 'S' },
      { colour: 'Teal', size: 'M' },
    ];
    expect(placeVariants(grid, [large, small, old])).toEqual({
      cells: [
        { options: grid[0], variant: small },
        { options: grid[1], variant: undefined },
      ],
      leftOver: [large, old],
    });
  });
});

describe('the prices of a variant', () => {
  it.each([
    [0, null, undefined],
    [100, 99, undefined],
    [100_000_000, 0, undefined],
    [100_000_001, null, 'product.price'],
    [-1, null, 'product.price'],
    [0.5, null, 'product.price'],
    [100, 100, 'product.sale_price'],
    [100, -1, 'product.sale_price'],
    [0, 0, 'product.sale_price'],
  ])('%d and %s: %s', (price, salePrice, code) => {
    expect(checkVariantPrices(price, salePrice)?.code).toBe(code);
  });
});

describe('a text and the Thai one beside it', () => {
  it.each([
    ['Mug', null, undefined],
    ['แก้ว', null, undefined],
    ['Cable USB-A / USB-C', null, undefined],
    ['350 ml', '350 มล.', undefined],
    ['', 'แก้ว', 'product.text_missing'],
    ['แก้ว', 'แก้ว', 'product.thai_in_english'],
    ['Mug', 'Mug', 'product.english_in_thai'],
    ['Mug / Cup', 'แก้ว', 'product.separator'],
    ['Mug', 'แก้ว · ถ้วย', 'product.separator'],
  ])('%j and %j: %s', (text, thai, code) => {
    expect(checkLanguages(text, thai)?.code).toBe(code);
  });

  it('may have separators in a description, and Thai letters in each line of the Thai one', () => {
    expect(checkLanguages('For tea / coffee.', 'สำหรับชา / กาแฟ\n\nล้างได้', true)).toBeNull();
    expect(checkLanguages('For tea.', 'สำหรับชา\n\nFor tea.', true)?.code).toBe(
      'product.english_in_thai',
    );
  });
});
