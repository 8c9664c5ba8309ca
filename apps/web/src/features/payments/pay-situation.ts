import { isShort, type AmountDue } from '@bkksiam/domain/amount-due';
import type { Slip } from '#entities/payment/slip-data.ts';
import { hasEnded, type Payable } from './payable.ts';

/** What the screen of a payment says, with the slip that it is about. */
export type Situation =
  | { readonly kind: 'due'; readonly due: AmountDue }
  | { readonly kind: 'short' | 'refused'; readonly due: AmountDue; readonly slip: Slip }
  | { readonly kind: 'waiting'; readonly slip: Slip }
  /** Nothing is left to pay. */
  | { readonly kind: 'paid'; readonly slip: Slip | undefined }
  /** It ended: what was paid for it becomes credit. */
  | { readonly kind: 'ended'; readonly slip: Slip | undefined }
  | { readonly kind: 'unpriced' };

/** A rejection counts while the amount is the same: what the member did after it changed that. */
const isRefusedFor = (slip: Slip, due: AmountDue) =>
  slip.status === 'REFUSED' && (slip.due_satang === null || slip.due_satang === due.satang);

/**
 * @param slips of what is paid for, newest first
 * @param sendsAnother the member sends another slip while one waits
 */
export function situationOf(
  payable: Payable,
  slips: readonly Slip[],
  sendsAnother: boolean,
): Situation {
  const [slip] = slips;
  const waiting = slips.find(({ status }) => status === 'WAITING');
  if (waiting && !sendsAnother) return { kind: 'waiting', slip: waiting };
  if (hasEnded(payable)) return { kind: 'ended', slip };
  const { due, totalSatang } = payable;
  if (totalSatang === null) return { kind: 'unpriced' };
  if (due === null) return { kind: 'paid', slip };
  if (slip && isShort(slip, due)) return { kind: 'short', due, slip };
  if (slip && isRefusedFor(slip, due)) return { kind: 'refused', due, slip };
  return { kind: 'due', due };
}
