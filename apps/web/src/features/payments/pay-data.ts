import { queryOptions } from '@tanstack/react-query';
import { amountDue } from '@bkksiam/domain/amount-due';
import { parseBookingReference } from '@bkksiam/domain/booking-reference';
import { requestKeys } from '#entities/request/request-data.ts';
import { pages } from '#pages.ts';
import { callData } from '#platform/data-api.ts';
import type { Client } from '#platform/supabase.ts';
import type { Payable } from './payable.ts';

const columns =
  `booking_id, reference, status, version, origin, destination, departs_on, returns_on, pax_adt, pax_chd, pax_inf, total_satang,
  deposit_satang, paid_satang, hold_expires_at, deposit_due_at, balance_due_at` as const;

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const ownBookings = (client: Client, userId: string) =>
  client.from('bkk_bookings').select(columns).eq('user_id', userId);

type StoredBooking = Awaited<ReturnType<typeof selectBookings>>[number];

function toPayable(booking: StoredBooking): Payable {
  const { booking_id: id, reference, status, version, hold_expires_at: end } = booking;
  const { deposit_due_at: due, balance_due_at: balance } = booking;
  const isUnconfirmed = status === 'HOLD' || status === 'DEPOSIT_PENDING';
  return {
    kind: 'booking',
    id,
    reference,
    href: pages.memberBooking.href(reference),
    isGuests: false,
    version,
    totalSatang: booking.total_satang,
    paidSatang: booking.paid_satang,
    due: amountDue(booking),
    deadline: isUnconfirmed ? (due ?? end) : balance,
    isOver: status === 'EXPIRED' || status === 'CANCELLED',
    endsAt: status === 'HOLD' ? end : null,
    trip: booking,
    pieces: null,
  };
}

/** What is to pay for a booking of the member, by its reference or its id; null if they have none of it. */
export function payableQuery(userId: string, typed: string) {
  const reference = parseBookingReference(typed);
  const [column, value] = reference === null ? ['booking_id', typed] : ['reference', reference];
  return queryOptions({
    queryKey: [...requestKeys.ofMember(userId), 'payable', value],
    queryFn: async ({ signal }): Promise<Payable | null> => {
      if (reference === null && !uuid.test(typed)) return null;
      const booking = await callData((client) =>
        ownBookings(client, userId).eq(column, value).abortSignal(signal).maybeSingle(),
      );
      return booking && toPayable(booking);
    },
  });
}

// Those that changed last: a member has few bookings that are not paid.
const newestBookings = 200;

function selectBookings(userId: string, signal: AbortSignal) {
  return callData((client) =>
    ownBookings(client, userId)
      .in('status', ['HOLD', 'DEPOSIT_PENDING', 'CONFIRMED', 'TICKETED'])
      .not('total_satang', 'is', null)
      .order('updated_at', { ascending: false })
      .limit(newestBookings)
      .abortSignal(signal),
  );
}

/** The bookings of the member that have a price and have not ended. */
export function payablesQuery(userId: string) {
  return queryOptions({
    queryKey: [...requestKeys.ofMember(userId), 'payables'],
    queryFn: async ({ signal }) => (await selectBookings(userId, signal)).map(toPayable),
  });
}
