import { transitions, type StatusTransition } from './status-transition.ts';

/** The statuses of a booking in the order of its progress, then those it can end in. */
export const bookingStatuses = [
  'HOLD',
  'DEPOSIT_PENDING',
  'CONFIRMED',
  'TICKETED',
  'EXPIRED',
  'CANCELLED',
] as const;

/** The status of a booking. */
export type BookingStatus = (typeof bookingStatuses)[number];

/** What moves the status of a booking. */
export type BookingVerb =
  | 'record_payment'
  | 'reverse_payment'
  | 'set_price'
  | 'attach_slip'
  | 'pay_with_credit'
  | 'refuse_deposit'
  | 'end_review'
  | 'issue_tickets'
  | 'expire'
  | 'cancel';

const openStatuses = ['HOLD', 'DEPOSIT_PENDING', 'CONFIRMED'] as const;

/** The transitions of a booking. A verb that keeps the status, such as a further payment, is none. */
export const bookingTransitions: readonly StatusTransition<BookingStatus, BookingVerb>[] = [
  ...transitions(['HOLD'], 'record_payment', 'admin', 'DEPOSIT_PENDING'),
  ...transitions(['HOLD', 'DEPOSIT_PENDING'], 'record_payment', 'admin', 'CONFIRMED'),
  ...transitions(['HOLD'], 'attach_slip', 'member', 'DEPOSIT_PENDING'),
  ...transitions(['HOLD'], 'pay_with_credit', 'member', 'DEPOSIT_PENDING'),
  ...transitions(['HOLD', 'DEPOSIT_PENDING'], 'pay_with_credit', 'member', 'CONFIRMED'),
  ...transitions(['CONFIRMED'], 'reverse_payment', 'admin', 'DEPOSIT_PENDING'),
  // A hold without an offer is priced late: what was paid before may reach the deposit.
  ...transitions(['HOLD', 'DEPOSIT_PENDING'], 'set_price', 'admin', 'CONFIRMED'),
  ...transitions(['DEPOSIT_PENDING'], 'refuse_deposit', 'admin', 'HOLD'),
  ...transitions(['DEPOSIT_PENDING'], 'end_review', 'system', 'HOLD'),
  ...transitions(['CONFIRMED'], 'issue_tickets', 'admin', 'TICKETED'),
  ...transitions(['HOLD'], 'expire', 'system', 'EXPIRED'),
  // From the deposit on money is involved, so the agency cancels; a review without a payment is the member's to end.
  ...transitions(['HOLD', 'DEPOSIT_PENDING'], 'cancel', 'member', 'CANCELLED'),
  ...transitions(openStatuses, 'cancel', 'admin', 'CANCELLED'),
  // The airline has cancelled the order of an unpaid hold.
  ...transitions(['HOLD'], 'cancel', 'system', 'CANCELLED'),
];

/** Whether a booking can still change: its seats are held, and it has no ticket yet. */
export function isOpenBooking(status: string): boolean {
  return openStatuses.some((open) => open === status);
}

/** Whether a booking ended without a ticket, so that its request may receive a new offer. */
export function hasBookingEnded(status: string): boolean {
  return status === 'EXPIRED' || status === 'CANCELLED';
}

/** The amounts that decide the status of a booking. */
export interface BookingAmounts {
  /** Null until a hold without an offer is priced. */
  readonly depositSatang: number | null;
  /** All payments less their reversals. */
  readonly paidSatang: number;
}

/** How much of the price of a booking is paid. */
export type PaidShare = 'none' | 'part' | 'all';

/** How much of the price of a stored booking is paid. Without a price a payment is a part. */
export function paidShare({
  total_satang: total,
  paid_satang: paid,
}: {
  readonly total_satang: number | null;
  readonly paid_satang: number | null;
}): PaidShare {
  if (total !== null && (paid ?? 0) >= total) return 'all';
  return (paid ?? 0) > 0 ? 'part' : 'none';
}

/** What decides whether the member of a stored booking has to pay, and until when. */
interface StoredDue {
  readonly status: string;
  readonly total_satang: number | null;
  readonly paid_satang: number | null;
}

/** Whether the member has something to pay. While a payment slip is checked, and before there is a price, they wait. */
export function waitsForPayment(booking: StoredDue): boolean {
  const paid = paidShare(booking);
  const isChecked = booking.status === 'DEPOSIT_PENDING' && paid === 'none';
  return (
    isOpenBooking(booking.status) && booking.total_satang !== null && paid !== 'all' && !isChecked
  );
}

/**
 * The status after a payment, a reversal or a price. A booking that is ticketed or has ended keeps its status: its money
 * needs a decision of the agency.
 */
export function statusForPayments(
  status: BookingStatus,
  { depositSatang, paidSatang }: BookingAmounts,
): BookingStatus {
  if (!isOpenBooking(status)) return status;
  if (depositSatang !== null && paidSatang >= depositSatang) return 'CONFIRMED';
  return status === 'HOLD' && paidSatang <= 0 ? 'HOLD' : 'DEPOSIT_PENDING';
}
