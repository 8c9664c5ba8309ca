import type { TestBackend } from '@bkksiam/server/testing/test-backend';
import { acceptedBooking, bookingAction, putBooking, recordPayment } from './bookings.ts';
import { callFunction } from './group-requests.ts';

export interface OpenedRefund {
  readonly refund_id: string;
  readonly booking_id: string;
  readonly reference: string;
}

/** The refund of a cancelled booking of three travellers, each of whom loses THB 1,500 by its conditions. */
export async function openRefund(
  backend: TestBackend,
  payments: readonly number[],
): Promise<OpenedRefund> {
  const booking = await acceptedBooking(backend);
  const rule = { is_allowed: true, fee_satang: 150_000, until_hours: null };
  await putBooking(
    backend,
    booking,
    `conditions = '${JSON.stringify([{ kind: 'refund', text: '', rules: [rule] }])}'`,
  );
  for (const satang of payments) await recordPayment(backend, booking, satang);
  await bookingAction(backend, 'admin', 'bkk_admin_cancel_booking', booking, {
    p_reason: 'You asked us to.',
  });
  const [row] = await backend.database.sql<{ refund_id: string }>(
    'select refund_id from public.bkk_refunds where booking_id = $1',
    [booking.booking_id],
  );
  return { ...booking, refund_id: row?.refund_id ?? '' };
}

/** Decides a refund as an admin, with a note that its member reads. */
export const decideRefund = (backend: TestBackend, { refund_id: id }: OpenedRefund, fee: number) =>
  callFunction(backend, 'admin', 'bkk_admin_decide_refund', {
    p_refund_id: id,
    p_fee_satang: fee,
    p_note: 'THB 1,500 for each of you',
    p_idempotency_key: crypto.randomUUID(),
  });

/** The columns of a refund. */
export async function refundOf(
  backend: TestBackend,
  { refund_id: id }: OpenedRefund,
): Promise<Readonly<Record<string, unknown>>> {
  const [row] = await backend.database.sql(
    'select * from public.bkk_refunds where refund_id = $1',
    [id],
  );
  return row ?? {};
}
