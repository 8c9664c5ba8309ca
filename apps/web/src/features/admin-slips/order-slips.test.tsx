import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { withFeatures } from '#testing/backend.ts';
import { placeOrder } from '#testing/orders.ts';
import { renderApp } from '#testing/render-app.tsx';
import { sendSlip } from '#testing/slips.ts';
import english from '../../../public/locales/en/adminSlips.json';
import orders from '../../../public/locales/en/orders.json';

const { backend, features, sql } = withFeatures(['bookings', 'payments', 'shop']);

it('of an order name it, and pay it in full', async () => {
  const order = await placeOrder(backend());
  await sendSlip(backend(), { order, satang: 111_000, reference: '2026112800000001' });
  const path = `/admin/slips?q=${order.number.replace('-', '').toLowerCase()}`;
  const { user } = await renderApp({ path, as: 'admin', language: 'en', features });
  await user.click(await screen.findByRole('link', { name: order.number }));
  const pane = within(await screen.findByRole('region', { name: english.one }));
  await pane.findByRole('form', { name: english.decide.title });
  expect(pane.getByText('PLACED')).toBeTruthy();
  expect(pane.getByText(orders.status.CHECKING)).toBeTruthy();
  expect(pane.getByText('THB 1,110')).toBeTruthy();
  expect(pane.getByText(english.order.after.full)).toBeTruthy();
  expect(pane.queryByRole('link', { name: english.openBooking })).toBeNull();
  await user.click(pane.getByRole('button', { name: /^Accept THB 1,110/ }));
  const done = `THB 1,110 accepted, ${order.number}`;
  expect(await screen.findByText(done)).toBeTruthy();
  const [row] = await sql('select status from public.bkk_orders where order_id = $1', [
    order.order_id,
  ]);
  expect(row).toEqual({ status: 'PAID' });
});
