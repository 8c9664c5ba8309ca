import { expect, it } from 'vitest';
import { parseProductTable, writeProductTable } from './product-table.ts';
import {
  emptyProduct,
  emptyVariant,
  type ProductInput,
  type StoredProduct,
} from './product-input.ts';

const bag: ProductInput = {
  ...emptyProduct,
  id: 'bag',
  title: 'Bag, large',
  title_th: 'กระเป๋า',
  description: '=A1\nTwo lines with “<b>markup</b>”.',
  collections: 'bags new',
  position: 3,
  images: [{ url: '/bag.webp', alt: 'A bag', alt_th: '' }],
  options: [
    {
      id: 'colour',
      title: 'Colour',
      title_th: 'สี',
      values: [
        { value: 'Red', value_th: 'แดง' },
        { value: 'Blue', value_th: 'น้ำเงิน' },
      ],
    },
  ],
  variants: [
    {
      ...emptyVariant,
      id: 'bag-red',
      options: { colour: 'Red' },
      sku: 'B-1',
      price_in_cents: 99_050,
    },
    {
      ...{ ...emptyVariant, id: 'bag-blue', options: { colour: 'Blue' }, price_in_cents: 120_000 },
      ...{ sale_price_in_cents: 100_000, manage_inventory: false, weight: 250 },
    },
  ],
};
const stored: StoredProduct = {
  version: 2,
  state: 'PUBLISHED',
  product: bag,
  stock: new Map([['bag-red', { free: 4, reserved: 1, sold: 2 }]]),
};
const file = writeProductTable([stored]).join('');
const errorsOf = (text: string) =>
  parseProductTable(text, [stored]).errors.map(
    ({ line, column, problem }) => `${String(line)} ${String(column)} ${problem.code}`,
  );

it('reads an exported file as unchanged, and as the same product where it is new', () => {
  expect(parseProductTable(file, [stored])).toMatchObject({
    errors: [],
    items: [{ line: 2, change: 'unchanged', product: bag }],
  });
  const { items, errors } = parseProductTable(file, []);
  expect(errors).toEqual([]);
  expect(items[0]?.product).toMatchObject({ title: bag.title, description: bag.description });
  expect(items[0]?.product.options).toEqual([{ ...bag.options[0], id: 'option-1' }]);
  // Pictures are not in the file, and the stock is the first one.
  expect(items[0]?.product.images).toEqual([]);
  expect(items[0]?.product.variants.map((one) => one.inventory_quantity)).toEqual([4, null]);
});

it('changes what the file names, and keeps pictures, the stock and variants of other lines', () => {
  const { items, errors } = parseProductTable(
    'product_id,title,variant_id,option_1,value_1,price\nbag,Bag,bag-red,Colour,Red,800\n',
    [stored],
  );
  expect(errors).toEqual([]);
  expect(items[0]).toMatchObject({ change: 'changed', stored });
  const { product } = items[0] ?? { product: emptyProduct };
  expect(product.options[0]?.values.map(({ value }) => value)).toEqual(['Red', 'Blue']);
  expect(product).toMatchObject({ title: 'Bag', title_th: 'กระเป๋า', images: bag.images });
  expect(product.variants.map(({ id, price_in_cents: price }) => [id, price])).toEqual([
    ['bag-red', 80_000],
    ['bag-blue', 120_000],
  ]);
});

it.each([
  ['product_id,price\nbag,1', '1 null table.header'],
  ['product_id,title,price\nbag,Bag,much', '2 price table.value'],
  ['product_id,title,price\n,Bag,1', '2 product_id product.id'],
  ['product_id,title,price,sale_price\nnew,Bag,10,20', '2 sale_price product.sale_price'],
  ['product_id,title,title_th,price\nnew,Bag,Bag,10', '2 title_th product.english_in_thai'],
  [
    'product_id,title,price,option_1,value_1\nnew,Bag,1,Size,S\nnew,Box,1,Size,M',
    '3 title product_table.differs',
  ],
])('says what is wrong in %j', (text, error) => {
  expect(errorsOf(text)).toEqual([error]);
});
