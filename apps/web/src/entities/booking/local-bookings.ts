import * as z from 'zod/mini';
import type { Booking } from '@bkksiam/domain/booking';
import { localValue } from '#platform/local-store.ts';

const text = z.string();
// Loose: a field that a later version adds is preserved.
const bookingSchema = z.looseObject({
  id: text,
  flightId: text,
  userId: text,
  passengers: z.array(z.looseObject({ firstName: text, lastName: text })),
  contact: z.looseObject({ email: text, phone: text }),
  notes: text,
  status: z.enum(['HOLD', 'DEPOSIT_PENDING']),
  holdExpiry: text,
  createdAt: text,
  paymentSlipName: z.nullable(text),
  serverId: z.optional(text),
  isDismissed: z.optional(z.boolean()),
});

const storedBookings = localValue<readonly Booking[]>(
  'bookings',
  (stored) => z.safeParse(z.array(bookingSchema), stored).data,
);

/** The bookings stored in this browser (spec §3), of all its members. */
export function localBookings(): readonly Booking[] {
  return storedBookings.read() ?? [];
}

/** Stores a booking after the others. False if the browser does not keep it. */
export function addLocalBooking(booking: Booking): boolean {
  return storedBookings.write([...localBookings(), booking]);
}

/** Changes a stored booking. False if the browser does not keep it. */
export function changeLocalBooking(
  id: string,
  change: Pick<Booking, 'serverId' | 'isDismissed'>,
): boolean {
  return storedBookings.write(
    localBookings().map((booking) => (booking.id === id ? { ...booking, ...change } : booking)),
  );
}
