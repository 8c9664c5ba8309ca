import { File as NodeFile } from 'node:buffer';
import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { withFeatures } from '#testing/backend.ts';
import { callFunction } from '#testing/group-requests.ts';
import { headingHasFocus, testMemberPage } from '#testing/member-page.ts';
import { fan, forgetOrders, placeOrder, sleeve } from '#testing/orders.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import orders from '../../../public/locales/en/orders.json';
import english from '../../../public/locales/en/payments.json';
import thai from '../../../public/locales/th/payments.json';

const { backend, features, sql } = withFeatures(['bookings', 'payments', 'shop']);
const texts = { en: english, th: thai };

beforeAll(async () => {
  await sql(`update public.bkk_agency set bank_code = '004', bank_account_name = 'BKK Siam',
    bank_account_number = '1234567890', promptpay_kind = 'phone', promptpay_id = '0812345678'`);
  const form = await new Response(new URLSearchParams()).formData();
  // The files of jsdom cannot be sent by Node.
  vi.stubGlobal('FormData', form.constructor);
});

beforeEach(() => forgetOrders(backend()));

const open = (path: string, language: 'en' | 'th' = 'en') =>
  renderApp({ path, as: 'member', language, features });

const region = async (name: string) => within(await screen.findByRole('region', { name }));

const slipFile = () =>
  new NodeFile(['%PDF-1.4\n%%EOF'], 'slip.pdf', { type: 'application/pdf' }) as unknown as File;

const slips = () => sql('select * from public.bkk_slips order by created_at');

const review = (changes: Readonly<Record<string, unknown>>) =>
  slips().then((rows) =>
    callFunction(backend(), 'admin', 'bkk_admin_review_slip', {
      p_slip_id: rows.at(-1)?.slip_id,
      p_amount_satang: null,
      p_received_at: null,
      p_reason: null,
      p_note: null,
      p_idempotency_key: crypto.randomUUID(),
      ...changes,
    }),
  );

const creditOf = async () => {
  const [row] = await sql(
    `select (balance * 100)::int as satang from public.bkk_credit_accounts
     join auth.users on id = user_id where email = 'nattaya@bkksiam.example'`,
  );
  return Number(row?.satang);
};

describe.each(languagesInTest('th'))('the payment of an order in %s', (language) => {
  const text = texts[language];
  const baht = (amount: string) => (language === 'th' ? `฿${amount}` : `THB ${amount}`);

  it('asks for all of it by QR with the number of the order, and by values to copy', async () => {
    const { number } = await placeOrder(backend());
    const { router } = await open(`/orders/${number.toLowerCase()}/pay`, language);
    const due = await region(text.amountDue);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(text.order.heading.all);
    expect(router.state.location.pathname).toBe(`/orders/${number}/pay`);
    const memo = number.replace('-', '');
    expect(due.getByRole('img', { name: new RegExp(`${baht('1,110')}.*${memo}`) })).toBeTruthy();
    for (const value of [baht('1,110'), memo, '081-234-5678', '123-4-56789-0'])
      expect(due.getAllByText(value).length).toBeGreaterThan(0);
  });
});

it('takes a part from credit with a slip, and says why one was refused', async () => {
  const lines = [
    { ...fan, quantity: 32 },
    { ...sleeve, quantity: 10 },
  ];
  const order = await placeOrder(backend(), { lines, seen_delivery_satang: 10_000 });
  const credit = await creditOf();
  expect(credit).toBe(1_245_000);
  const { user } = await open(`/orders/${order.number}/pay`);
  const send = async () => {
    await user.upload(await screen.findByLabelText(/Choose .*slip/), slipFile());
    await user.click(screen.getByRole('button', { name: /^Send slip for/ }));
    await screen.findByText(english.waiting.title);
  };
  await send();
  await user.click(screen.getByRole('link', { name: /^Order / }));
  expect(await screen.findByRole('heading', { name: orders.heading.CHECKING })).toBeTruthy();
  await review({ p_accept: false, p_reason: 'unreadable', p_note: 'The date is cut off.' });
  expect(await screen.findByRole('heading', { name: orders.heading.PLACED })).toBeTruthy();
  // Above the amount, and in the history.
  expect(screen.getAllByText(/The date is cut off\./)).toHaveLength(2);
  await user.click((await region(orders.card.PLACED)).getByRole('link', { name: orders.pay }));
  await user.click(await screen.findByRole('button', { name: english.again.show }));
  await user.click(screen.getByRole('button', { name: 'Use THB 12,450 of credit' }));
  expect(screen.getByRole('img', { name: /THB 310/ })).toBeTruthy();
  await send();
  expect((await slips()).at(-1)).toMatchObject({
    order_id: order.order_id,
    booking_id: null,
    typed_satang: '31000',
    credit_satang: '1245000',
  });
  const received = new Date().toISOString();
  await review({ p_accept: true, p_amount_satang: 31_000, p_received_at: received });
  expect(await screen.findByRole('heading', { name: english.heading.paid })).toBeTruthy();
  expect(screen.getByText(english.order.paid.text)).toBeTruthy();
  const [row] = await sql('select status from public.bkk_orders where order_id = $1', [
    order.order_id,
  ]);
  expect(row).toEqual({ status: 'PAID' });
  expect(await creditOf()).toBe(0);
  await callFunction(backend(), 'admin', 'bkk_admin_change_credit', {
    p_user_id: (await sql(`select id from auth.users where email = 'nattaya@bkksiam.example'`))[0]
      ?.id,
    p_amount_satang: credit,
    p_note: 'Given back',
    p_idempotency_key: crypto.randomUUID(),
  });
});

it('is due among the payments, is paid from credit after a second press, and is a movement', async () => {
  const { number } = await placeOrder(backend());
  const { user } = await open('/dashboard/payments');
  const list = await region('Due, 1 payment');
  expect(list.getByText('3 items')).toBeTruthy();
  await user.click(list.getByRole('link', { name: `Pay ${number}` }));
  const before = await creditOf();
  await user.click(await screen.findByRole('button', { name: english.credit.pay }));
  await user.click(screen.getByRole('button', { name: 'Pay THB 1,110 with credit' }));
  expect(await screen.findByRole('heading', { name: english.heading.paid })).toBeTruthy();
  await headingHasFocus();
  expect(await creditOf()).toBe(before - 111_000);
  await user.click(screen.getByRole('link', { name: /Payments/ }));
  const link = await screen.findByRole('link', { name: number });
  expect(link.getAttribute('href')).toBe(`/orders/${number}`);
  expect(link.closest('tr')?.textContent).toContain(english.movement.credit);
  expect(screen.getByText(english.nothingDue)).toBeTruthy();
});

it('asks for nothing once the order is cancelled, and takes a late slip', async () => {
  const order = await placeOrder(backend());
  await callFunction(backend(), 'member', 'bkk_cancel_order', {
    p_order_id: order.order_id,
    p_version: 1,
    p_reason: null,
  });
  const { user } = await open(`/orders/${order.number}/pay`);
  expect(await screen.findByText(english.order.ended.title)).toBeTruthy();
  expect(screen.queryByRole('img', { name: /PromptPay/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: english.attach.title }));
  expect(screen.getByLabelText(english.attach.choose)).toBeTruthy();
});

describe('the page of a payment', () => {
  testMemberPage({
    features,
    pathOf: (id) => `/orders/${id}/pay`,
    unknown: ['ORD-AAAA2222', 'x'],
    place: async () => (await placeOrder(backend())).number,
    none: orders.none,
  });
});
