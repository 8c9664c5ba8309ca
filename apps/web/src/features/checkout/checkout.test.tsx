import { File as NodeFile } from 'node:buffer';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { useCart } from '#entities/store/cart-store.ts';
import { addItem, clearCart, loadCart } from '#entities/store/cart.ts';
import { readCurrentProducts } from '#entities/store/store-data.ts';
import { credentialsOf, withFeatures } from '#testing/backend.ts';
import { setField } from '#testing/fields.ts';
import { callFunction } from '#testing/group-requests.ts';
import { fan, moveOrder, parcel } from '#testing/orders.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { placeOrder } from './checkout-data.ts';
import english from '../../../public/locales/en/checkout.json';
import englishOrders from '../../../public/locales/en/orders.json';
import englishPayments from '../../../public/locales/en/payments.json';
import englishRefunds from '../../../public/locales/en/refunds.json';
import thai from '../../../public/locales/th/checkout.json';
import thaiOrders from '../../../public/locales/th/orders.json';
import thaiPayments from '../../../public/locales/th/payments.json';
import thaiRefunds from '../../../public/locales/th/refunds.json';

const { backend, features, sql } = withFeatures(['bookings', 'payments', 'shop']);
const texts = { en: english, th: thai };
const orderTexts = { en: englishOrders, th: thaiOrders };
const paymentTexts = { en: englishPayments, th: thaiPayments };
const refundTexts = { en: englishRefunds, th: thaiRefunds };
const filled = (text: string, amount: string) => text.replace('{{amount}}', amount);

beforeAll(async () => {
  const form = await new Response(new URLSearchParams()).formData();
  // The files of jsdom cannot be sent by Node.
  vi.stubGlobal('FormData', form.constructor);
});

beforeEach(async () => {
  await sql(`begin; set local session_replication_role = replica;
    delete from public.bkk_refunds; delete from public.bkk_slips; delete from public.bkk_order_lines; delete from public.bkk_orders; commit`);
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

async function open(language: 'en' | 'th' = 'en', as: 'member' | null = 'member') {
  const rendered = await renderApp({
    path: '/checkout',
    ...(as && { as }),
    language,
    features,
  });
  await act(async () => {
    loadCart();
    await fillCart();
  });
  await screen.findByRole('heading', { name: texts[language].contact.title });
  return rendered;
}

const slipFile = () =>
  new NodeFile(['%PDF-1.4\n%%EOF'], 'slip.pdf', { type: 'application/pdf' }) as unknown as File;

/** The tab is looked at again, which reads what a guest sees without waiting for the next time. */
const lookAgain = () =>
  act(async () => {
    window.dispatchEvent(new Event('visibilitychange'));
    await Promise.resolve();
  });

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
    await waitFor(() => expect(router.state.location.pathname).toBe('/success'));
    expect(screen.getByText(/nattaya@bkksiam\.example/)).toBeTruthy();
    expect(screen.getByText(filled(text.placed.pay, baht('750')))).toBeTruthy();
    await user.click(screen.getByRole('link', { name: text.placed.payNow }));
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
  await waitFor(() => expect(router.state.location.pathname).toBe('/success'));
  expect(await orders()).toMatchObject([{ total: 60_000, method: 'pickup', address: null }]);
});

it('is paid from credit at once', async () => {
  const { user, router } = await open();
  await user.click(screen.getByRole('radio', { name: /^Pick up/ }));
  await user.click(screen.getByRole('radio', { name: /^Credit, you have THB 12,450/ }));
  setField('phone', '080 000 0045');
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Place order, THB 640' }));
  expect(await screen.findByText('Paid with credit, THB 640')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: english.placed.seeOrder }));
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/orders\/ORD-\w{8}$/));
  expect(await orders()).toMatchObject([{ status: 'PAID', total: 64_000 }]);
});

describe.each(languagesInTest('th'))('a guest in %s', (language) => {
  const text = texts[language];
  const baht = (amount: string) => (language === 'th' ? `฿${amount}` : `THB ${amount}`);

  it('orders, pays with a slip, sees the review and the receipt, and asks for a refund to an account', async () => {
    const { user, router } = await open(language, null);
    expect(screen.getByText(text.guest.emailHint)).toBeTruthy();
    expect(screen.queryByRole('radio', { name: /Credit|เครดิต/ })).toBeNull();
    setField('name', 'อาทิตย์ <b>');
    setField('phone', '080 000 0045');
    await findPlace(user, '10500 สีลม', language);
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: filled(text.submit, baht('700')) }));
    expect(await screen.findByText(text.problem.checkout.email)).toBeTruthy();
    setField('email', 'arthit@example.com');
    await user.click(screen.getByRole('button', { name: filled(text.submit, baht('700')) }));
    expect(await screen.findByText(text.placed.thanks)).toBeTruthy();
    expect(screen.getByText(/arthit@example\.com/)).toBeTruthy();
    expect(useCart.getState().count).toBe(0);
    expect(await orders()).toMatchObject([{ status: 'PLACED', total: 70_000, name: 'อาทิตย์ <b>' }]);

    await user.click(screen.getByRole('link', { name: text.placed.payNow }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/orders/guest/pay'));
    expect(router.state.location).toMatchObject({
      search: '',
      hash: expect.stringMatching(/^#[\da-f]{64}$/) as string,
    });
    const { attach, sent } = paymentTexts[language];
    await user.upload(await screen.findByLabelText(attach.choose), slipFile());
    await user.click(screen.getByRole('button', { name: filled(attach.sendAmount, baht('700')) }));
    expect(await screen.findByRole('region', { name: sent.title })).toBeTruthy();
    const [slip] = await sql('select slip_id, user_id, payer_name from public.bkk_slips');
    expect(slip).toMatchObject({ user_id: null, payer_name: 'อาทิตย์ <b>' });
    await callFunction(backend(), 'admin', 'bkk_admin_review_slip', {
      ...{ p_slip_id: slip?.slip_id, p_accept: true, p_amount_satang: 70_000 },
      p_received_at: new Date(Date.now() - 60_000).toISOString(),
      ...{ p_reason: null, p_note: null, p_idempotency_key: crypto.randomUUID() },
    });
    await user.click(screen.getByRole('link', { name: /^(Order|คำสั่งซื้อ) ORD-/ }));
    const order = orderTexts[language];
    expect(await screen.findByRole('heading', { name: order.heading.PAID })).toBeTruthy();
    expect(screen.getByText(/^(IV|RT)\d{4}-\d{6}/)).toBeTruthy();
    expect(screen.getByText(/อาทิตย์ <b>/)).toBeTruthy();

    const [row] = await sql('select order_id from public.bkk_orders');
    const placed = { order_id: String(row?.order_id), number: '' };
    await moveOrder(backend(), placed, 'pack');
    await moveOrder(backend(), placed, 'ship', parcel);
    await moveOrder(backend(), placed, 'deliver');
    await lookAgain();
    await screen.findByRole('heading', { name: order.heading.DELIVERED });
    await user.click(screen.getByRole('button', { name: order.return.action }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(order.return.reason), 'Torn');
    await user.click(dialog.getByRole('button', { name: order.return.confirm }));
    expect(await screen.findByText('Torn')).toBeTruthy();
    await moveOrder(backend(), placed, 'take_back');
    const [refund] = await sql('select refund_id from public.bkk_refunds');
    await callFunction(backend(), 'admin', 'bkk_admin_decide_refund', {
      ...{ p_refund_id: refund?.refund_id, p_fee_satang: 0, p_note: null },
      p_idempotency_key: crypto.randomUUID(),
    });
    const refundText = refundTexts[language];
    await lookAgain();
    const bank = await screen.findByLabelText(refundText.account.bank);
    expect(screen.queryByRole('radio')).toBeNull();
    await user.selectOptions(bank, '004');
    setField('name', 'Arthit');
    setField('number', '123-4-56789-0');
    await user.click(screen.getByRole('button', { name: refundText.account.save }));
    expect((await screen.findAllByText(/7890/)).length).toBeGreaterThan(0);
    expect(screen.queryByLabelText(refundText.account.number)).toBeNull();
  });
});

it('offers a guest the sign-in, which leads back with the cart', async () => {
  onlyInWholeSuite();
  const { user, router } = await open('en', null);
  const contact = within(screen.getByRole('region', { name: english.contact.title }));
  await user.click(contact.getByRole('link', { name: 'Sign In' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(router.state.location.state).toEqual({ returnTo: '/checkout' });
  const { email, password } = credentialsOf('member');
  setField('email', email);
  setField('password', password);
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout'));
  expect(await screen.findByDisplayValue('nattaya@bkksiam.example')).toBeTruthy();
  expect(useCart.getState().count).toBe(2);
});

it('cancels an order by the link of a mail', async () => {
  const placed = await placeOrder({
    ...{ request_key: crypto.randomUUID(), is_guest: true, language: 'en', name: 'Arthit' },
    ...{ email: 'arthit@example.com', phone: '+66800000045', method: 'pickup', address: null },
    lines: [{ ...fan, answers: {} }],
    ...{ seen_delivery_satang: 0, pay: 'transfer' },
  });
  if ('changes' in placed) throw new Error(JSON.stringify(placed));
  const { user } = await renderApp({
    path: `/orders/guest#${placed.token ?? ''}`,
    language: 'en',
    features,
  });
  await user.click(await screen.findByRole('button', { name: orderTexts.en.cancel.action }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: orderTexts.en.cancel.confirm }));
  expect(
    await screen.findByRole('heading', { level: 1, name: orderTexts.en.heading.CANCELLED }),
  ).toBeTruthy();
  expect(screen.getByText(orderTexts.en.event.cancelled)).toBeTruthy();
});

it('says that a link is not valid, and mails another one without saying whether there is an order', async () => {
  const { user } = await renderApp({
    path: `/orders/guest/pay#${'a'.repeat(64)}`,
    language: 'en',
    features,
  });
  const { guest, problem } = orderTexts.en;
  expect(await screen.findByRole('heading', { level: 1, name: guest.title })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: guest.ask }));
  expect(await screen.findByText(problem.order.number)).toBeTruthy();
  setField('number', 'ord aaaa 2222');
  setField('email', 'nobody@example.com');
  await user.click(screen.getByRole('button', { name: guest.ask }));
  expect(await screen.findByText(/If there is an order with this number and nobody@/)).toBeTruthy();
});

it('says at /success that there is no order, and empties the cart as specified', async () => {
  await renderApp({ path: '/success', language: 'en', features });
  expect(await screen.findByText(english.placed.none)).toBeTruthy();
  expect(useCart.getState().count).toBe(0);
});

it('is not there without the feature', async () => {
  await backend().database.sql(`select bkk_internal.set_features('{bookings,payments}')`);
  await renderApp({ path: '/checkout', language: 'en', features: [] });
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
  expect(screen.queryByText(english.contact.title)).toBeNull();
});
