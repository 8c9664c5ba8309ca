import type { TestBackend } from '@bkksiam/server/testing/test-backend';
import type { Viewer } from './backend.ts';
import { callFunction, hoursFromNow, placeRequest, sendOffer } from './group-requests.ts';

interface BookingResult {
  readonly booking_id: string;
  readonly reference: string;
}

/** Holds seats of two adults and a child as the member, without a flight that the product knows. */
export async function holdBooking(
  backend: TestBackend,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<BookingResult> {
  const result = await callFunction(backend, 'member', 'bkk_hold_booking', {
    p_request_key: crypto.randomUUID(),
    p_flight_id: 'flight-1',
    p_passengers: [
      { first_name: 'Nattaya', last_name: 'Wongthai', birth_date: '1988-03-14' },
      { first_name: 'Krit', last_name: 'Wongthai' },
      { first_name: 'Ploy', last_name: 'Wongthai', type: 'child', birth_date: '2017-05-30' },
    ],
    p_email: 'nattaya@bkksiam.example',
    p_phone: '+66812345678',
    p_notes: 'Window seats',
    ...changes,
  });
  return result as BookingResult;
}

/** The booking of an accepted offer for two adults and a child to Tokyo and back: THB 80,250, deposit THB 20,000. */
export async function acceptedBooking(
  backend: TestBackend,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<BookingResult> {
  const id = await placeRequest(backend, 'member');
  await sendOffer(backend, id, {
    pax_adt: 2,
    pax_chd: 1,
    seats_reason: 'A smaller group',
    lines: [
      {
        label: 'Adult fare',
        type: 'adult',
        count: 2,
        price_satang: 2_190_000,
        tax_satang: 485_000,
      },
      {
        label: 'Child fare',
        type: 'child',
        count: 1,
        price_satang: 2_190_000,
        tax_satang: 485_000,
      },
    ],
    total_satang: 8_025_000,
    deposit_satang: 2_000_000,
    ...changes,
  });
  const accepted = await callFunction(backend, 'member', 'bkk_accept_offer', {
    p_quote_id: id,
    p_version: 2,
  });
  return accepted as BookingResult;
}

/** Calls a function of bookings as a user, with the version that the booking has. */
export async function bookingAction(
  backend: TestBackend,
  caller: Exclude<Viewer, 'visitor'>,
  name: string,
  { booking_id: id }: BookingResult,
  args: Readonly<Record<string, unknown>> = {},
): Promise<unknown> {
  const [row] = await backend.database.sql<{ version: number }>(
    'select version from public.bkk_bookings where booking_id = $1',
    [id],
  );
  return callFunction(backend, caller, name, {
    p_booking_id: id,
    p_version: row?.version,
    ...args,
  });
}

/** Records a payment of so many satang, as an admin. */
export async function recordPayment(
  backend: TestBackend,
  booking: BookingResult,
  satang: number,
): Promise<void> {
  await bookingAction(backend, 'admin', 'bkk_admin_record_payment', booking, {
    p_amount_satang: satang,
    p_received_at: hoursFromNow(0),
    p_bank_reference: '2612-0098',
    p_note: 'Counter',
    p_idempotency_key: crypto.randomUUID(),
  });
}

/** Sets columns of a booking, bypassing the triggers. */
export async function putBooking(
  backend: TestBackend,
  { booking_id: id }: BookingResult,
  changes: string,
): Promise<void> {
  await backend.database.sql(`begin; set local session_replication_role = replica;
    update public.bkk_bookings set ${changes} where booking_id = '${id}'; commit`);
}
