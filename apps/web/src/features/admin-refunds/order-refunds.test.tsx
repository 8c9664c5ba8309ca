import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { withFeatures } from '#testing/backend.ts';
import { moveOrder, placeOrder } from '#testing/orders.ts';
import { renderApp } from '#testing/render-app.tsx';
import english from '../../../public/locales/en/adminRefunds.json';

const { backend, features, sql } = withFeatures(['bookings', 'payments', 'shop']);

it('of an order has no route and no conditions, and is decided as any other', async () => {
  const order = await placeOrder(backend(), { pay: 'credit' });
  await moveOrder(backend(), order, 'cancel', { note: 'The fans are sold out.' });
  const { user } = await renderApp({
    path: `/admin/refunds?q=${order.number}`,
    as: 'admin',
    language: 'en',
    features,
  });
  await user.click(await screen.findByRole('link', { name: order.number }));
  const pane = within(await screen.findByRole('region', { name: english.one }));
  await user.click(await pane.findByRole('button', { name: english.decide.noFee }));
  expect(pane.queryByText(english.conditions)).toBeNull();
  expect(pane.queryByRole('link', { name: english.openBooking })).toBeNull();
  await user.click(pane.getByRole('button', { name: 'Refund THB 1,110' }));
  expect(await pane.findByText('ACCOUNT')).toBeTruthy();
  const [row] = await sql('select amount_satang from public.bkk_refunds where order_id = $1', [
    order.order_id,
  ]);
  expect(row).toEqual({ amount_satang: '111000' });
});
