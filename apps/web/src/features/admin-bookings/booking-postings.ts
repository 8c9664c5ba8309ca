import { existsWith, pages } from '#pages.ts';
import { callData } from '#platform/data-api.ts';
import { settings } from '#platform/env.ts';

/** What the books say of a payment. */
export interface Posting {
  readonly kind: string;
  /** The change of the member's credit: a part that came from it is negative, a surplus positive. */
  readonly creditSatang: number;
}

/** The feature `payments` on a booking. */
export interface BookingPostings {
  readonly ofPayment: ReadonlyMap<string, Posting>;
  /** The id of a slip that waits for its review; null for none. */
  readonly waitingSlip: string | null;
}

const none: BookingPostings = { ofPayment: new Map(), waitingSlip: null };

/** Nothing is asked without the feature. */
export async function selectPostings(id: string, signal: AbortSignal): Promise<BookingPostings> {
  if (!existsWith(settings().features, pages.adminSlips)) return none;
  const [postings, slips] = await Promise.all([
    callData((client) =>
      client
        .from('bkk_credit_postings')
        .select('payment_id, kind, credit_satang')
        .eq('booking_id', id)
        .not('payment_id', 'is', null)
        .abortSignal(signal),
    ),
    callData((client) =>
      client
        .from('bkk_slips')
        .select('slip_id')
        .eq('booking_id', id)
        .eq('status', 'WAITING')
        .order('created_at')
        .limit(1)
        .abortSignal(signal),
    ),
  ]);
  const ofPayment = postings.flatMap(({ payment_id: payment, kind, credit_satang: creditSatang }) =>
    payment === null ? [] : [[payment, { kind, creditSatang }] as const],
  );
  return { ofPayment: new Map(ofPayment), waitingSlip: slips[0]?.slip_id ?? null };
}
