import { hasBookingEnded } from './booking-status.ts';

/** The amounts of a stored booking. */
export interface StoredAmounts {
  readonly status: string;
  /** Null until a hold without an offer is priced. */
  readonly total_satang: number | null;
  readonly deposit_satang: number | null;
  readonly paid_satang: number;
}

/** What is due for a booking next. */
export interface AmountDue {
  /** `all` is the whole price at once, `balance` what is left of it. */
  readonly kind: 'deposit' | 'all' | 'balance';
  readonly satang: number;
}

/** What the member has to pay next; null for nothing, and while there is no price. As `bkk_internal.due_kind` and `due_satang` in SQL. */
export function amountDue(booking: StoredAmounts): AmountDue | null {
  const { status, total_satang: total, deposit_satang: deposit, paid_satang: paid } = booking;
  if (total === null || paid >= total || hasBookingEnded(status)) return null;
  const isUnconfirmed = status === 'HOLD' || status === 'DEPOSIT_PENDING';
  if (isUnconfirmed && deposit !== null && paid < deposit && deposit < total)
    return { kind: 'deposit', satang: deposit - paid };
  return { kind: paid > 0 ? 'balance' : 'all', satang: total - paid };
}

/** What is known of the last slip of a booking. */
export interface ReviewedSlip {
  readonly status: string;
  /** What was due when it was sent. */
  readonly due_satang: number | null;
  /** The part that was to come from credit. */
  readonly credit_satang: number;
  readonly accepted_satang: number | null;
}

/**
 * Whether an accepted slip left a part of what was due then open.
 *
 * @param due what is due now
 */
export function isShort(slip: ReviewedSlip, due: AmountDue | null): boolean {
  const { due_satang: asked, accepted_satang: accepted, credit_satang: credit } = slip;
  if (slip.status !== 'ACCEPTED' || asked === null || accepted === null || due === null)
    return false;
  const isOpen = due.kind === 'deposit' || accepted + credit < asked;
  // A larger amount is another one, such as the balance after the deposit.
  return isOpen && due.satang <= asked - accepted;
}

/** The limits of a top-up of credit, in satang. */
export const topUpSatang = { min: 2000, max: 20_000_000 } as const;
