import { amountDue, isShort, type AmountDue } from '@bkksiam/domain/amount-due';
import type { Slip } from '#entities/payment/slip-data.ts';
import { hasExpired, type Payable } from './pay-data.ts';

/** What the screen of a payment says, with the slip that it is about. */
export type Situation =
  | { readonly kind: 'due'; readonly due: AmountDue }
  | { readonly kind: 'short' | 'refused'; readonly due: AmountDue; readonly slip: Slip }
  | { readonly kind: 'waiting'; readonly slip: Slip }
  /** Nothing is left to pay. */
  | { readonly kind: 'paid'; readonly slip: Slip | undefined }
  /** The booking ended: what was paid for it becomes credit. */
  | { readonly kind: 'ended'; readonly slip: Slip | undefined }
  | { readonly kind: 'unpriced' };

/** A rejection counts while the amount is the same: what the member did after it changed that. */
const isRefusedFor = (slip: Slip, due: AmountDue) =>
  slip.status === 'REFUSED' && (slip.due_satang === null || slip.due_satang === due.satang);

/**
 * @param slips of the booking, newest first
 * @param sendsAnother the member sends another slip while one waits
 */
export function situationOf(
  booking: Payable,
  slips: readonly Slip[],
  sendsAnother: boolean,
): Situation {
  const [slip] = slips;
  const waiting = slips.find(({ status }) => status === 'WAITING');
  if (waiting && !sendsAnother) return { kind: 'waiting', slip: waiting };
  if (hasExpired(booking) || booking.status === 'CANCELLED') return { kind: 'ended', slip };
  if (booking.total_satang === null) return { kind: 'unpriced' };
  const due = amountDue(booking);
  if (due === null) return { kind: 'paid', slip };
  if (slip && isShort(slip, due)) return { kind: 'short', due, slip };
  if (slip && isRefusedFor(slip, due)) return { kind: 'refused', due, slip };
  return { kind: 'due', due };
}
