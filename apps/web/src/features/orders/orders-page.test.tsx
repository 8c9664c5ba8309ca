import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { withFeatures } from '#testing/backend.ts';
import { fan, forgetOrders, moveOrder, parcel, placeOrder } from '#testing/orders.ts';
import { renderApp } from '#testing/render-app.tsx';
import common from '../../../public/locales/en/common.json';
import english from '../../../public/locales/en/orders.json';
import thai from '../../../public/locales/th/orders.json';

const { backend, features, sql } = withFeatures(['bookings', 'payments', 'shop']);

beforeEach(() => forgetOrders(backend()));

it('lists the orders, newest first, with the next step of each', async () => {
  const sent = await placeOrder(backend(), { pay: 'credit' });
  await moveOrder(backend(), sent, 'pack');
  await moveOrder(backend(), sent, 'ship', parcel);
  const placed = await placeOrder(backend(), { lines: [fan], seen_delivery_satang: 6000 });
  await renderApp({ path: '/orders', as: 'member', language: 'th', features });
  const table = await screen.findByRole('table');
  const [first, second] = within(table).getAllByRole('row').slice(1);
  expect(first?.textContent).toContain(placed.number);
  expect(first?.textContent).toContain('Palm Fan × 2');
  expect(first?.textContent).toContain('฿420');
  expect(first?.textContent).toContain(thai.status.PLACED);
  const links = (row: HTMLElement | undefined, name: string) =>
    within(row ?? table)
      .getAllByRole('link', { name: new RegExp(name) })
      .map((link) => link.getAttribute('href'));
  expect(links(first, thai.pay)[0]).toBe(`/orders/${placed.number}/pay`);
  expect(second?.textContent).toContain('อีก 1 รายการ');
  expect(links(second, thai.follow)[0]).toBe(parcel.tracking_url);
  expect(links(second, sent.number)[0]).toBe(`/orders/${sent.number}`);
});

it('has pages, and shows a change without a reload', async () => {
  const first = await placeOrder(backend(), { lines: [{ ...fan, quantity: 1 }] });
  await sql(
    `insert into public.bkk_orders (number, user_id, is_guest, request_key, status, language, method, weight_grams, items_satang,
      delivery_satang, ended_at, created_at)
    select 'ORD-' || translate(lpad(n::text, 8, '2'), '01', 'AB'), user_id, false, gen_random_uuid(), 'CANCELLED', 'en', 'pickup', 0, 100, 0, now(),
      now() - n * interval '1 hour'
    from generate_series(1, 20) as n, public.bkk_orders as known where known.order_id = $1`,
    [first.order_id],
  );
  const { user } = await renderApp({ path: '/orders', as: 'member', language: 'en', features });
  const table = await screen.findByRole('table');
  expect(within(table).getAllByRole('row')).toHaveLength(21);
  await moveOrder(backend(), first, 'cancel', { note: 'Sold out' });
  await waitFor(() => expect(within(table).getAllByText('CANCELLED')).toHaveLength(20));
  await user.click(screen.getByRole('link', { name: common.pagination.next }));
  await screen.findByText('21–21 of 21');
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(2);
});

it('says that there are none, and stays the page of today without the feature', async () => {
  const { unmount } = await renderApp({ path: '/orders', as: 'newMember', features });
  expect(await screen.findByText(common.members.orders.empty)).toBeTruthy();
  expect(screen.getByText(english.list.text)).toBeTruthy();
  unmount();
  await renderApp({ path: '/orders', as: 'newMember' });
  expect(await screen.findByText(common.members.orders.text)).toBeTruthy();
  expect(screen.getByText(common.members.orders.empty)).toBeTruthy();
});
