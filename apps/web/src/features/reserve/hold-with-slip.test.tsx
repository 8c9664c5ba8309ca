import { File as NodeFile } from 'node:buffer';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withFeatures } from '#testing/backend.ts';
import { addFlights, flightDay } from '#testing/flights.ts';
import { fieldNamed, setField } from '#testing/fields.ts';
import { blockRequests } from '#testing/network.ts';
import { renderApp } from '#testing/render-app.tsx';
import payments from '../../../public/locales/en/payments.json';

const { backend, features, sql } = withFeatures(['bookings', 'flights', 'payments']);

beforeAll(() =>
  addFlights(backend(), [{ number: '108', times: 'BKK 08:05 CNX 09:25', baht: 2000, seats: 9 }]),
);

/** The files of jsdom are its own: Node sends those of Node alone. */
beforeEach(async () => {
  const form = await new Response(new URLSearchParams()).formData();
  vi.stubGlobal('FormData', form.constructor);
  vi.stubGlobal('File', NodeFile);
  localStorage.clear();
});

/** Holds own seats with a slip; the address is the payment's then. */
async function holdWithSlip() {
  const [fare] = await sql('select fare_id from public.bkk_flight_fares');
  const id = `own-1-0-0_${String(fare?.fare_id)}.${flightDay.replaceAll('-', '')}`;
  const app = await renderApp({ path: `/booking/${id}`, as: 'newMember', features });
  await waitFor(() => fieldNamed('contact.phone'));
  setField('passengers.0.firstName', 'Malee');
  setField('passengers.0.lastName', 'Srisuk');
  setField('contact.phone', '081 234 5678');
  const file = new NodeFile(['%PDF-1.4\n%%EOF'], 'slip.pdf', { type: 'application/pdf' });
  fireEvent.change(fieldNamed('slip'), { target: { files: [file] } });
  fireEvent.click(screen.getAllByRole('button', { name: /THB/ })[0] ?? document.body);
  await waitFor(() =>
    expect(app.router.state.location.pathname).toMatch(/^\/booking\/BKK-.*\/pay$/),
  );
  return app;
}

it('a slip is sent for what is due, and the payment opens with its review', async () => {
  await holdWithSlip();
  expect(await screen.findByText(payments.waiting.title)).toBeTruthy();
  expect(
    await sql(`select slip.typed_satang = booking.total_satang as is_all, booking.status
      from bkk_slips as slip join bkk_bookings as booking using (booking_id)`),
  ).toEqual([{ is_all: true, status: 'DEPOSIT_PENDING' }]);
});

it('a slip that could not be sent is chosen in the payment, which says why', async () => {
  await sql('begin; set local session_replication_role = replica; delete from bkk_slips; commit');
  const unblock = blockRequests('attach-slip');
  const { user } = await holdWithSlip();
  expect(await screen.findByText(payments.failure.network)).toBeTruthy();
  expect(screen.getByText('slip.pdf')).toBeTruthy();
  unblock();
  await user.click(screen.getByRole('button', { name: /^Send slip for THB/ }));
  expect(await screen.findByText(payments.waiting.title)).toBeTruthy();
  expect(await sql('select count(*)::int as n from bkk_slips')).toEqual([{ n: 1 }]);
});
