import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { findAirlineOffer, holdAirlineOffer, withAirlines } from '#testing/airlines.ts';
import { withFeatures } from '#testing/backend.ts';
import { callFunction } from '#testing/group-requests.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import english from '../../../public/locales/en/adminBookings.json';
import englishOffers from '../../../public/locales/en/offers.json';
import thai from '../../../public/locales/th/adminBookings.json';

const { backend } = await withAirlines();
const { features, sql } = withFeatures(['requests', 'bookings', 'flights'], backend);
const texts = { en: english, th: thai };

const setOrder = (id: string, values: string) =>
  sql(`update public.bkk_supplier_orders set ${values} where booking_id = $1`, [id]);

async function openBooking(id: string, language: 'en' | 'th' = 'en') {
  const path = `/admin/bookings?booking=${id}`;
  const { user } = await renderApp({ path, as: 'admin', language, features });
  const pane = within(await screen.findByRole('region', { name: texts[language].one }));
  const { title } = texts[language].order;
  return { user, order: within(await pane.findByRole('region', { name: title })), pane };
}

async function recordPayment(id: string): Promise<void> {
  const [row] = await sql('select version from public.bkk_bookings where booking_id = $1', [id]);
  await callFunction(backend(), 'admin', 'bkk_admin_record_payment', {
    p_booking_id: id,
    p_version: row?.version,
    p_amount_satang: 2_469_010,
    p_received_at: new Date().toISOString(),
    p_bank_reference: 'KB-1',
    p_note: '',
    p_idempotency_key: crypto.randomUUID(),
  });
}

it('a hold at an airline shows its order, which cannot be paid or extended yet', async () => {
  const { order, pane } = await openBooking(await holdAirlineOffer(backend()));
  expect(order.getByText(english.order.states.held)).toBeTruthy();
  expect(order.getByText('RZPNX8')).toBeTruthy();
  expect(order.getByText(/^ord_/)).toBeTruthy();
  expect(order.getByText('THB 24,690.10')).toBeTruthy();
  expect(order.getByText(english.order.payBy)).toBeTruthy();
  expect(order.getByText(english.order.payLater)).toBeTruthy();
  expect(order.queryByRole('button')).toBeNull();
  expect(pane.queryByRole('button', { name: english.extend.action })).toBeNull();
});

it.each(languagesInTest('th'))(
  'the airline is paid by a press that names the amount and where it comes from, in %s',
  async (language) => {
    const text = texts[language];
    const id = await holdAirlineOffer(backend());
    await recordPayment(id);
    const { user, order } = await openBooking(id, language);
    await user.click(order.getByRole('button', { name: text.payAirline.action }));
    const amount = language === 'th' ? '฿24,690.10' : 'THB 24,690.10';
    const dialog = within(
      await screen.findByRole('dialog', {
        name: text.payAirline.title.replace('{{amount}}', amount),
      }),
    );
    expect(
      dialog.getByText(
        text.payAirline.text
          .replace('{{amount}}', amount)
          .replace('{{paid}}', amount)
          .replace('{{total}}', amount),
      ),
    ).toBeTruthy();
    await user.click(
      dialog.getByRole('button', { name: text.payAirline.confirm.replace('{{amount}}', amount) }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(
      await sql('select state from public.bkk_supplier_orders where booking_id = $1', [id]),
    ).toEqual([{ state: 'paying' }]);
    expect(await order.findByText(text.order.states.paying)).toBeTruthy();
    await setOrder(id, `state = 'paid'`);
    expect(await order.findByText(text.order.states.paid, {}, { timeout: 4000 })).toBeTruthy();
  },
);

it('an order that the airline did not let be paid says so, and can be paid again', async () => {
  const id = await holdAirlineOffer(backend());
  await recordPayment(id);
  await setOrder(id, `last_failure = 'insufficient_balance'`);
  const { order } = await openBooking(id);
  expect(order.getByRole('alert').textContent).toContain('insufficient_balance');
  expect(order.getByRole('button', { name: english.payAirline.action })).toBeTruthy();
});

it('a hold is extended to the deadline of the airline where that is later', async () => {
  const id = await holdAirlineOffer(backend());
  await setOrder(id, `pay_by = now() + interval '80 hours'`);
  const { user, pane } = await openBooking(id);
  await user.click(pane.getByRole('button', { name: english.extend.action }));
  const dialog = within(await screen.findByRole('dialog', { name: english.extend.title }));
  await user.click(dialog.getByRole('button', { name: english.extend.confirm }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [row] = await sql(
    `select round(extract(epoch from hold_expires_at - now()) / 3600)::int as hours from public.bkk_bookings
     where booking_id = $1`,
    [id],
  );
  expect(row?.hours).toBe(80);
});

it('a request for an offer that no airline holds shows that offer', async () => {
  const { id } = await findAirlineOffer(backend(), { isHeld: false });
  const request = await callFunction(backend(), 'member', 'bkk_request_flight_offer', {
    p_request_key: crypto.randomUUID(),
    p_offer_id: id,
    p_notes: 'A window seat',
  });
  await renderApp({ path: `/admin/requests?request=${String(request)}`, as: 'admin', features });
  const attached = within(
    await screen.findByRole('region', { name: englishOffers.attached.title }),
  );
  expect(attached.getByText('08:00')).toBeTruthy();
  expect(attached.getByText('THB 18,500')).toBeTruthy();
  expect(attached.getByText('1 stop')).toBeTruthy();
});
