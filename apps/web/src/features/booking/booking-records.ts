import { isBooking, type Booking } from '@bkksiam/domain/booking';
import { localSlot } from '#platform/local-store.ts';

const slot = localSlot<readonly Booking[]>('bookings', (stored) =>
  Array.isArray(stored) && stored.every(isBooking) ? stored : undefined,
);

/** Keeps a booking on this device, after the earlier ones (spec §3). False when the browser would not keep it. */
export function keepBooking(booking: Booking): boolean {
  return slot.write([...(slot.read() ?? []), booking]);
}
