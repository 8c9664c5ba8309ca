import { hasBookingEnded } from '@bkksiam/domain/booking-status';
import { slipKind } from '#entities/payment/slip-data.ts';
import { dueOf, type AdminSlip } from './slips-data.ts';

/** What follows from an amount, as the database posts it. */
export type SlipOutcome =
  | { readonly kind: 'topUp' | 'ended' | 'paid' | 'unpriced' }
  | { readonly kind: 'full'; readonly surplus: number }
  /** What is missing of the deposit, or left of the total, after it. */
  | { readonly kind: 'short' | 'left'; readonly missing: number };

/** What is due for the booking or the order of a slip now: the amounts that may be typed. */
function expectedAmounts(slip: AdminSlip): readonly number[] {
  const { total_satang: total, paid_satang: paid } = slip;
  return [
    dueOf(slip)?.satang ?? null,
    total === null || paid === null ? null : total - paid,
  ].filter((amount) => amount !== null);
}

/** Whether what was typed, with the part from credit, is what is due now; true where nothing is. */
export function isTypedDue(slip: AdminSlip): boolean {
  const expected = expectedAmounts(slip);
  return dueOf(slip) === null || expected.includes(slip.typed_satang + slip.credit_satang);
}

/** @param amount what came in, in satang */
export function outcomeOf(slip: AdminSlip, amount: number): SlipOutcome {
  const { booking_status: status, total_satang: total, deposit_satang: deposit } = slip;
  const paid = slip.paid_satang ?? 0;
  if (slipKind(slip) === 'topUp') return { kind: 'topUp' };
  if (status === null || hasBookingEnded(status)) return { kind: 'ended' };
  if (total === null) return { kind: 'unpriced' };
  const left = total - paid;
  if (left <= 0) return { kind: 'paid' };
  const counted = Math.min(amount, left);
  const after = paid + counted + Math.min(slip.credit_satang, left - counted);
  if (after >= total) return { kind: 'full', surplus: amount - counted };
  if (dueOf(slip)?.kind === 'deposit' && deposit !== null && after < deposit)
    return { kind: 'short', missing: deposit - after };
  return { kind: 'left', missing: total - after };
}
