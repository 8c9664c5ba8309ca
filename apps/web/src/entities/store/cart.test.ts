import { expect, it, vi } from 'vitest';
import type { Product, Variant } from '@bkksiam/domain/catalog';
import { useCart } from './cart-store.ts';
import { addItem, clearCart, loadCart } from './cart.ts';

function thing(id: string): readonly [Product, Variant] {
  const variant: Variant = {
    id,
    title: id,
    image_url: null,
    sku: null,
    price_in_cents: 100,
    sale_price_in_cents: null,
    currency: 'eur',
    currency_info: { code: 'eur', name: '', symbol: '€', template: '€$1', decimal_digits: 2 },
    price_formatted: '',
    sale_price_formatted: null,
    manage_inventory: false,
    weight: null,
    options: [],
    inventory_quantity: null,
  };
  const product: Product = {
    id: `product-${id}`,
    title: id,
    subtitle: null,
    ribbon_text: null,
    description: '',
    thumbnail: null,
    price_in_cents: 100,
    currency: 'eur',
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
  };
  return [product, variant];
}

it('what the browser could not save stays, beside what it had saved before', async () => {
  clearCart();
  await addItem(...thing('a'), 1);
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await addItem(...thing('b'), 1);
  loadCart();
  await addItem(...thing('c'), 1);
  expect(useCart.getState()).toMatchObject({ count: 3, isSaved: false });
  full.mockRestore();
  await addItem(...thing('d'), 1);
  expect(useCart.getState().isSaved).toBe(true);
  expect(JSON.parse(localStorage.getItem('bkksiam-cart') ?? '')).toHaveLength(4);
});

it('two things added at the same moment are both in the cart', async () => {
  clearCart();
  await Promise.all([addItem(...thing('a'), 1), addItem(...thing('b'), 2)]);
  expect(JSON.parse(localStorage.getItem('bkksiam-cart') ?? '')).toMatchObject([
    { variant: { id: 'a' }, quantity: 1 },
    { variant: { id: 'b' }, quantity: 2 },
  ]);
});
