import { useQuery } from '@tanstack/react-query';
import { RefundCard } from '#entities/refund/refund-card.tsx';
import { refundsQuery, type Refund } from '#entities/refund/refund-data.ts';
import { requestKeys } from '#entities/request/request-data.ts';
import type { Booking } from './booking-data.ts';
import { takesPayments } from './last-slip.tsx';

/** The refund of a cancelled booking; undefined without one, and without the feature of payments. */
export function useRefund(userId: string, booking: Booking): Refund | undefined {
  const isEnabled = takesPayments() && booking.status === 'CANCELLED';
  const { data = [] } = useQuery({ ...refundsQuery(userId), enabled: isEnabled });
  return isEnabled ? data.find(({ booking_id: of }) => of === booking.booking_id) : undefined;
}

/** What a cancelled booking gives back, and where it goes. */
export function BookingRefund({
  userId,
  booking,
}: {
  readonly userId: string;
  readonly booking: Booking;
}) {
  const refund = useRefund(userId, booking);
  if (refund === undefined) return null;
  return (
    <RefundCard
      userId={userId}
      refund={refund}
      events={booking.events}
      bookings={requestKeys.ofMember(userId)}
    />
  );
}
