import type { User } from '@supabase/supabase-js';
import { amountDue } from '@bkksiam/domain/amount-due';
import type { ChosenSlip, SlipFailure } from '#entities/payment/chosen-slip.ts';
import { sendSlip } from '#entities/payment/slip-data.ts';
import { toAppError } from '#platform/app-error.ts';
import { callData } from '#platform/data-api.ts';
import { newId } from '#platform/form.ts';
import { fullNameOf } from '#platform/session.ts';
import type { Hold } from './hold-data.ts';

/** What is due for a booking that was just held, in satang; null without a price. */
async function dueSatang({ booking_id: id }: Hold): Promise<number | null> {
  const booking = await callData((client) =>
    client
      .from('bkk_bookings')
      .select('status, total_satang, deposit_satang, paid_satang')
      .eq('booking_id', id)
      .single(),
  );
  return amountDue(booking)?.satang ?? null;
}

function failureOf(error: unknown): SlipFailure {
  const { code, reason, message } = toAppError(error);
  return { code, reason, message };
}

/**
 * Sends the slip of a hold's form for what is due: null once it is sent. Else the screen of the payment opens with it, because
 * sending failed, or because the hold has no price and the member has to say what was paid.
 */
export async function sendHoldSlip(
  user: User,
  hold: Hold,
  file: File,
  fullName: string | null,
): Promise<ChosenSlip | null> {
  const requestKey = newId();
  try {
    const amountSatang = await dueSatang(hold);
    if (amountSatang === null) return { file, requestKey, failure: null };
    await sendSlip({
      file,
      requestKey,
      linkToken: null,
      subject: { kind: 'booking', id: hold.booking_id },
      amountSatang,
      creditSatang: 0,
      payerName: fullName ?? fullNameOf(user) ?? '',
    });
    return null;
  } catch (error) {
    return { file, requestKey, failure: failureOf(error) };
  }
}
