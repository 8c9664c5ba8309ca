import type { BookingData } from './mail-data.ts';
import type { WriteParts, Writing } from './mail-writer.ts';

interface BookingWriting extends Writing {
  readonly booking: BookingData;
}

/** The mails that may ask for money. */
const asking: ReadonlySet<string> = new Set([
  'booking.hold_placed',
  'booking.priced',
  'booking.hold_reminder',
  'booking.hold_extended',
  'booking.confirmed',
  'booking.payment_received',
  'booking.payment_reversed',
  'booking.deposit_refused',
  'booking.review_ended',
]);

/** Whether the next step of the member is a payment. While a slip is checked it is not, nor where names are due first. */
function isPaymentNext(booking: BookingData): boolean {
  const { status, total_satang: total, paid_satang: paid, review_until: reviewUntil } = booking;
  if (!booking.can_pay || total === null || paid >= total || reviewUntil !== null) return false;
  if (status !== 'CONFIRMED') return status === 'HOLD' || status === 'DEPOSIT_PENDING';
  const { has_all_names: hasNames, names_due_at: names, balance_due_at: balance } = booking;
  return hasNames || (names ?? Infinity) >= (balance ?? Infinity);
}

const toPayment =
  (write: WriteParts<BookingWriting>): WriteParts<BookingWriting> =>
  (writing) => {
    const parts = write(writing);
    const { booking, texts } = writing;
    return isPaymentNext(booking)
      ? { ...parts, action: texts.pay, path: `/booking/${booking.reference}/pay` }
      : parts;
  };

/** Lets the button of mails that ask for money lead to the screen that takes it. */
export function leadToPayment(
  mails: Readonly<Record<string, WriteParts<BookingWriting>>>,
): Readonly<Record<string, WriteParts<BookingWriting>>> {
  return Object.fromEntries(
    Object.entries(mails).map(([event, write]) => [
      event,
      asking.has(event) ? toPayment(write) : write,
    ]),
  );
}
