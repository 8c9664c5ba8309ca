import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { useCart } from '#entities/store/cart-store.ts';
import { addItem, clearCart, loadCart } from '#entities/store/cart.ts';
import { readCurrentProducts } from '#entities/store/store-data.ts';
import { withFeatures } from '#testing/backend.ts';
import { setField } from '#testing/fields.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import english from '../../../public/locales/en/checkout.json';
import thai from '../../../public/locales/th/checkout.json';

const { backend, features, sql } = withFeatures(['bookings', 'payments', 'shop']);
const texts = { en: english, th: thai };
const filled = (text: string, amount: string) => text.replace('{{amount}}', amount);

beforeEach(async () => {
  await sql(`begin; set local session_replication_role = replica;
    delete from public.bkk_orders; delete from public.bkk_order_lines; commit`);
  await sql(`update public.bkk_product_variants set price_in_cents = 32000, sale_price_in_cents = null,
    inventory_quantity = 5, weight = 200 where product_id = 'holiday-tag'`);
});

/** Two tags of 320 baht each, as the store has them. */
async function fillCart(): Promise<void> {
  act(clearCart);
  const product = (await readCurrentProducts(['holiday-tag'])).get('holiday-tag');
  const variant = product?.variants[0];
  if (!product || variant === undefined) throw new Error('there is no such product');
  await act(() => addItem(product, variant, 2));
}

async function open(language: 'en' | 'th' = 'en') {
  const rendered = await renderApp({ path: '/checkout', as: 'member', language, features });
  await act(async () => {
    loadCart();
    await fillCart();
  });
  await screen.findByRole('heading', { name: texts[language].contact.title });
  return rendered;
}

const orders = () =>
  sql(`select number, status, total_satang::int as total, method, address, name, phone, language
    from public.bkk_orders order by created_at`);

/** Finds the sub-district, which fills in the rest of the address. */
async function findPlace(
  user: Awaited<ReturnType<typeof open>>['user'],
  typed: string,
  language: 'en' | 'th',
) {
  setField('line', '88/8 Soi Tuayang 4');
  const finder = screen.getByRole('combobox', { name: texts[language].address.find });
  await user.click(finder);
  await user.keyboard(typed);
  const options = await screen.findAllByRole('option', {}, { timeout: 10_000 });
  const [first] = options;
  if (first === undefined) throw new Error('no place was found');
  await user.click(first);
}

describe.each(languagesInTest('th'))('the checkout in %s', (language) => {
  const text = texts[language];
  const baht = (amount: string) => (language === 'th' ? `฿${amount}` : `THB ${amount}`);

  it('shows the total first, fills in the address by its code, and places the order for the payment', async () => {
    const { user, router } = await open(language);
    expect(screen.getAllByText(baht('700')).length).toBeGreaterThan(0);
    await findPlace(user, '10500 สีลม', language);
    const district = screen.getByRole<HTMLInputElement>('textbox', { name: text.address.district });
    expect(district.value).toBe(language === 'th' ? 'บางรัก' : 'Bang Rak');
    setField('phone', '080 000 0045');
    const submit = screen.getByRole('button', { name: filled(text.submit, baht('700')) });
    await user.click(submit);
    expect(await screen.findByText(text.problem.checkout.terms)).toBeTruthy();
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('radio', { name: new RegExp(`^${text.delivery.express}`) }));
    await user.click(screen.getByRole('button', { name: filled(text.submit, baht('750')) }));
    await waitFor(() =>
      expect(router.state.location.pathname).toMatch(/^\/orders\/ORD-\w{8}\/pay$/),
    );
    expect(await orders()).toMatchObject([
      {
        status: 'PLACED',
        total: 75_000,
        method: 'express',
        phone: '+66800000045',
        language,
        address: { country: 'TH', postal_code: '10500' },
      },
    ]);
    expect(useCart.getState().count).toBe(0);
  });
});

it('says what has changed meanwhile, and places nothing until it is seen', async () => {
  const { user, router } = await open();
  await user.click(screen.getByRole('radio', { name: /^Pick up/ }));
  setField('phone', '080 000 0045');
  await user.click(screen.getByRole('checkbox'));
  await sql(`update public.bkk_product_variants set price_in_cents = 30000, inventory_quantity = 3
    where product_id = 'holiday-tag'`);
  await user.click(screen.getByRole('button', { name: 'Place order, THB 640' }));
  expect(await screen.findByText(/The price is THB 300 now/)).toBeTruthy();
  expect(await orders()).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Place order, THB 600' }));
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/orders\//));
  expect(await orders()).toMatchObject([{ total: 60_000, method: 'pickup', address: null }]);
});

it('is paid from credit at once', async () => {
  const { user, router } = await open();
  await user.click(screen.getByRole('radio', { name: /^Pick up/ }));
  await user.click(screen.getByRole('radio', { name: /^Credit, you have THB 12,450/ }));
  setField('phone', '080 000 0045');
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Place order, THB 640' }));
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/orders\/ORD-\w{8}$/));
  expect(await orders()).toMatchObject([{ status: 'PAID', total: 64_000 }]);
});

it('is not there without the feature', async () => {
  await backend().database.sql(`select bkk_internal.set_features('{bookings,payments}')`);
  await renderApp({ path: '/checkout', as: 'member', language: 'en', features: [] });
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
  expect(screen.queryByText(english.contact.title)).toBeNull();
});
