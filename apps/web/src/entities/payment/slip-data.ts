import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { callFunction } from '#platform/call-function.ts';
import { callData } from '#platform/data-api.ts';
import { paymentKeys } from './payment-keys.ts';

// The page shows the last one of a booking or an order; older ones are among the movements.
const newestSlips = 100;

function selectSlips(userId: string, signal: AbortSignal) {
  return callData((client) =>
    client
      .from('bkk_slips')
      .select(
        `slip_id, booking_id, order_id, status, due_satang, typed_satang, credit_satang, payer_name, content_type, reading, bank_code, trans_ref,
        created_at, reviewed_at, accepted_satang, surplus_satang, missing_satang, reason, note`,
      )
      .eq('user_id', userId)
      .order('created_at', { ascending: false })
      .limit(newestSlips)
      .abortSignal(signal),
  );
}

/** A slip of the member and its review. */
export type Slip = Awaited<ReturnType<typeof selectSlips>>[number];

/** What a slip pays for. */
export function slipKind({
  booking_id: booking,
  order_id: order,
}: Pick<Slip, 'booking_id' | 'order_id'>) {
  if (booking !== null) return 'booking';
  return order === null ? 'topUp' : 'order';
}

/** The slips of the member, newest first: of bookings, of orders, and of top-ups. */
export function slipsQuery(userId: string) {
  return queryOptions({
    queryKey: paymentKeys.slips(userId),
    queryFn: ({ signal }) => selectSlips(userId, signal),
  });
}

/** A slip that is sent: the file, and what the member typed of the transfer. */
export interface SentSlip {
  readonly file: File;
  /** Repeating it gives the slip that was sent with it. */
  readonly requestKey: string;
  /** What it pays for; null for a top-up, and for the order of a guest's link. */
  readonly subject: { readonly kind: 'booking' | 'order'; readonly id: string } | null;
  /** Of a guest's link. */
  readonly linkToken: string | null;
  readonly amountSatang: number;
  readonly creditSatang: number;
  readonly payerName: string;
}

const answerSchema = z.object({ slip_id: z.string(), status: z.string() });

/**
 * Sends a slip to the function that checks and stores it.
 *
 * @throws {AppError} its reason is the code of the function, such as `too_many_slips`
 */
export async function sendSlip(slip: SentSlip): Promise<z.infer<typeof answerSchema>> {
  const body = new FormData();
  body.set('file', slip.file, slip.file.name);
  body.set('request_key', slip.requestKey);
  if (slip.subject !== null) body.set(`${slip.subject.kind}_id`, slip.subject.id);
  if (slip.linkToken !== null) body.set('token', slip.linkToken);
  body.set('amount_satang', String(slip.amountSatang));
  body.set('credit_satang', String(slip.creditSatang));
  body.set('payer_name', slip.payerName);
  return answerSchema.parse(await callFunction('attach-slip', body));
}
