import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addToCart,
  countOf,
  quantityOf,
  setQuantity,
  totalsOf,
  type Cart,
  type CartItem,
} from './cart.ts';

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

  test('takes exactly what is left, and says how many when it would be more', () => {
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

  test('keeps what was filled in for each', () => {
    const named = (name: string): CartItem => ({ ...item('a'), answers: { Name: [name] } });
    const cart = added(
      added(added([], named('Nok'), null), named('Lek'), null),
      named('Nok'),
      null,
    );
    expect(cart).toMatchObject([{ quantity: 3, answers: { Name: ['Nok', 'Lek'] } }]);
    expect(cart[0]?.variant.id).toBe('a');
    expect(added([], item('b'), null)[0]).not.toHaveProperty('answers');
  });

  test('has no limit where the stock is not managed', () => {
    expect(quantityOf(added([], item('a', 1_000_000), null), 'a')).toBe(1_000_000);
  });
});

describe('a changed quantity', () => {
  const cart = [item('a', 5), item('b', 1)];

  test.each([0, -1])('of %i removes the line', (quantity) => {
    expect(setQuantity(cart, 'a', quantity, 5)).toEqual({ cart: [cart[1]] });
  });

  test('may be raised to what is left and no further', () => {
    expect(setQuantity(cart, 'a', 6, 6)).toMatchObject({ cart: [{ quantity: 6 }, {}] });
    expect(setQuantity(cart, 'a', 7, 6)).toMatchObject({ problem: { values: { left: 6 } } });
  });

  test('may be lowered although less is left', () => {
    expect(setQuantity(cart, 'a', 4, 0)).toMatchObject({ cart: [{ quantity: 4 }, {}] });
  });

  test('of what is not there changes nothing', () => {
    expect(setQuantity(cart, 'c', 4, 9)).toEqual({ cart });
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

const step = fc.record({
  kind: fc.constantFrom('add', 'set', 'stock'),
  id: fc.constantFrom('a', 'b', 'c', 'd'),
  quantity: fc.integer({ min: -2, max: 12 }),
  stock: fc.option(fc.nat(10)),
});

test('any sequence leaves what a plain list of numbers would say', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let cart: Cart = [];
      const model = new Map<string, number>();
      const stocks = new Map<string, number | null>();
      for (const { kind, id, quantity, stock } of steps) {
        const left = stocks.get(id) ?? null;
        const had = model.get(id) ?? 0;
        if (kind === 'stock') {
          stocks.set(id, stock);
          continue;
        }
        const wanted = kind === 'add' ? had + Math.max(1, quantity) : quantity;
        const change =
          kind === 'add'
            ? addToCart(cart, item(id, Math.max(1, quantity)), left)
            : setQuantity(cart, id, quantity, left);
        const absent = kind === 'set' && had === 0;
        const allowed = absent || wanted <= had || left === null || wanted <= left;
        expect('cart' in change).toBe(allowed);
        if ('cart' in change) cart = change.cart;
        if (allowed && !absent && wanted > 0) model.set(id, wanted);
        if (allowed && wanted <= 0) model.delete(id);
        const lines = cart.map((line) => [line.variant.id, line.quantity]);
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
