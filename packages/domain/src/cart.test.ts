import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addToCart,
  countOf,
  lineKey,
  quantityOf,
  setQuantity,
  totalsOf,
  withCurrentPrices,
  type Cart,
  type CartItem,
} from './cart.ts';
import type { Product, Variant } from './catalog.ts';

function item(id: string, quantity = 1, price = 100, currency = 'eur'): CartItem {
  return {
    product: { id: `product-${id}`, title: `Product ${id}`, thumbnail: null },
    variant: {
      id,
      title: `Variant ${id}`,
      image_url: null,
      sku: null,
      price_in_cents: price,
      sale_price_in_cents: null,
      currency,
      currency_info: { code: currency, name: '', symbol: '', template: '$1', decimal_digits: 2 },
      price_formatted: '',
      sale_price_formatted: null,
      manage_inventory: true,
      weight: null,
      options: [],
      inventory_quantity: null,
    },
    quantity,
  };
}

function named(id: string, name: string, quantity = 1): CartItem {
  return { ...item(id, quantity), answers: { Name: [name] } };
}

function added(cart: Cart, one: CartItem, stock: number | null): Cart {
  const change = addToCart(cart, one, stock);
  if ('problem' in change) throw new Error(change.problem.code);
  return change.cart;
}

describe('adding to the cart', () => {
  test('merges by variant and keeps the order of the lines', () => {
    const cart = added(added(added([], item('a'), null), item('b'), null), item('a', 2), null);
    expect(cart.map(({ variant, quantity }) => [variant.id, quantity])).toEqual([
      ['a', 3],
      ['b', 1],
    ]);
  });

  test('accepts the exact stock, and reports the stock beyond it', () => {
    const cart = added([], item('a', 3), 3);
    expect(addToCart(cart, item('a'), 3)).toEqual({
      problem: {
        code: 'cart.not_enough_stock',
        values: { product: 'Product a', variant: 'Variant a', left: 3 },
      },
    });
    expect(addToCart([], item('a'), 0)).toMatchObject({ problem: { values: { left: 0 } } });
  });

  test('of another variant is not limited by this one`s stock', () => {
    const cart = added([], item('a', 3), 3);
    expect(addToCart(cart, item('b'), 1)).toHaveProperty('cart');
  });

  test('merges only lines whose custom fields are equal', () => {
    const lines = [named('a', 'Nok'), named('a', 'Lek'), named('a', 'Nok'), item('a')];
    const cart = lines.reduce<Cart>((before, line) => added(before, line, null), []);
    expect(cart.map(({ quantity, answers }) => [quantity, answers?.Name])).toEqual([
      [2, ['Nok']],
      [1, ['Lek']],
      [1, undefined],
    ]);
    expect(quantityOf(cart, 'a')).toBe(4);
  });

  test('counts all lines of a variant against its stock', () => {
    const cart = added(added([], named('a', 'Nok', 2), 3), named('a', 'Lek'), 3);
    expect(addToCart(cart, named('a', 'Fah'), 3)).toMatchObject({
      problem: { values: { left: 3 } },
    });
    expect(setQuantity(cart, lineKey(named('a', 'Lek')), 2, 3)).toHaveProperty('problem');
    expect(setQuantity(cart, lineKey(named('a', 'Lek')), 2, 4)).toHaveProperty('cart');
  });

  test('ignores the order in which custom fields were filled in', () => {
    const one = { ...item('a'), answers: { Name: ['Nok'], Color: ['red'] } };
    const other = { ...item('a'), answers: { Color: ['red'], Name: ['Nok'] } };
    expect(added([one], other, null)).toMatchObject([{ quantity: 2 }]);
    expect(lineKey({ ...item('a'), answers: {} })).toBe(lineKey(item('a')));
  });

  test('has no limit where the stock is not managed', () => {
    expect(quantityOf(added([], item('a', 1_000_000), null), 'a')).toBe(1_000_000);
  });
});

describe('a changed quantity', () => {
  const cart = [item('a', 5), item('b', 1)];

  test.each([0, -1])('of %i removes the line', (quantity) => {
    expect(setQuantity(cart, lineKey(item('a')), quantity, 5)).toEqual({ cart: [cart[1]] });
  });

  test('may be raised to what is left and no further', () => {
    expect(setQuantity(cart, lineKey(item('a')), 6, 6)).toMatchObject({
      cart: [{ quantity: 6 }, {}],
    });
    expect(setQuantity(cart, lineKey(item('a')), 7, 6)).toMatchObject({
      problem: { values: { left: 6 } },
    });
  });

  test('may be lowered although less is left', () => {
    expect(setQuantity(cart, lineKey(item('a')), 4, 0)).toMatchObject({
      cart: [{ quantity: 4 }, {}],
    });
  });

  test('of what is not there changes nothing', () => {
    expect(setQuantity(cart, lineKey(item('c')), 4, 9)).toEqual({ cart });
  });
});

test('totals never mix currencies', () => {
  const cart = [item('a', 2, 150), item('b', 1, 59_000, 'thb'), item('c', 3, 1)];
  expect([...totalsOf(cart)]).toEqual([
    ['eur', 303],
    ['thb', 59_000],
  ]);
  expect(countOf(cart)).toBe(6);
  expect([...totalsOf([])]).toEqual([]);
});

function product(variant: Variant, change: Partial<Product> = {}): Product {
  return {
    id: `product-${variant.id}`,
    title: 'As it is called now',
    subtitle: null,
    ribbon_text: null,
    description: '',
    thumbnail: null,
    price_in_cents: variant.price_in_cents,
    currency: variant.currency,
    purchasable: true,
    order: 0,
    site_product_selection: null,
    images: [],
    options: [],
    variants: [variant],
    collections: [],
    additional_info: [],
    type: { value: 'physical' },
    custom_fields: [],
    related_products: [],
    updated_at: '',
    ...change,
  };
}

describe('the current prices of the store', () => {
  const cart = [item('a', 2, 100), item('b', 1, 50)];
  const now = (price: number, currency = 'eur') => item('a', 1, price, currency).variant;
  const update = (before: Cart, changed: Product | undefined) =>
    withCurrentPrices(before, new Map([['product-a', changed]]));

  test('replace those of the lines, which keep what they cost when they were added', () => {
    const once = update(cart, product(now(120)));
    expect(once).toMatchObject([
      { quantity: 2, before: { cents: 100 }, product: { title: 'As it is called now' } },
      { quantity: 1 },
    ]);
    expect(totalsOf(once)).toEqual(new Map([['eur', 290]]));
    expect(once[1]).toBe(cart[1]);
    expect(update(once, product(now(130)))[0]?.before?.cents).toBe(100);
    expect(update(once, product(now(100)))[0]).not.toHaveProperty('before');
    expect(update(cart, product(now(100)))[0]).not.toHaveProperty('before');
    expect(update(cart, product(now(100, 'thb')))[0]?.before).toMatchObject({ cents: 100 });
  });

  test('are the sale prices where there are some', () => {
    const sale = { ...now(100), sale_price_in_cents: 80 };
    expect(totalsOf(update(cart, product(sale)))).toEqual(new Map([['eur', 210]]));
  });

  test.each([
    ['product is gone', undefined],
    ['variant is gone', product(item('x').variant, { id: 'product-a' })],
    ['product is not for sale', product(now(100), { purchasable: false })],
  ])('leave a line out of the total whose %s', (_what, changed) => {
    const gone = update(cart, changed);
    expect(gone[0]).toMatchObject({ quantity: 2, unavailable: true });
    expect(totalsOf(gone)).toEqual(new Map([['eur', 50]]));
    expect(update(gone, product(now(100)))[0]).not.toHaveProperty('unavailable');
  });
});

const step = fc.record({
  kind: fc.constantFrom('add', 'set', 'stock'),
  id: fc.constantFrom('a', 'b', 'c'),
  name: fc.constantFrom('Nok', 'Lek'),
  quantity: fc.integer({ min: -2, max: 12 }),
  stock: fc.option(fc.nat(10)),
});

test('any sequence leaves what a plain list of numbers would say', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let cart: Cart = [];
      const model = new Map<string, number>();
      const stocks = new Map<string, number | null>();
      for (const { kind, id, name, quantity, stock } of steps) {
        const line = lineKey(named(id, name));
        const left = stocks.get(id) ?? null;
        const had = model.get(line) ?? 0;
        const others = quantityOf(cart, id) - had;
        if (kind === 'stock') {
          stocks.set(id, stock);
          continue;
        }
        const wanted = kind === 'add' ? had + Math.max(1, quantity) : quantity;
        const change =
          kind === 'add'
            ? addToCart(cart, named(id, name, Math.max(1, quantity)), left)
            : setQuantity(cart, line, quantity, left);
        const absent = kind === 'set' && had === 0;
        const allowed = absent || wanted <= had || left === null || others + wanted <= left;
        expect('cart' in change).toBe(allowed);
        if ('cart' in change) cart = change.cart;
        if (allowed && !absent && wanted > 0) model.set(line, wanted);
        if (allowed && wanted <= 0) model.delete(line);
        const lines = cart.map((one) => [lineKey(one), one.quantity]);
        expect(Object.fromEntries(lines)).toEqual(Object.fromEntries(model));
        expect(lines).toHaveLength(model.size);
        const count = [...model.values()].reduce((sum, one) => sum + one, 0);
        expect(countOf(cart)).toBe(count);
        expect(totalsOf(cart).get('eur') ?? 0).toBe(count * 100);
      }
    }),
    { seed: 20_261_121, numRuns: 500 },
  );
});
