import type { BookingFields } from '@bkksiam/domain/booking';
import { normalizePhone } from '@bkksiam/domain/phone';
import { callData } from '#platform/data-api.ts';

/** A booking that the server keeps. */
export interface Hold {
  readonly booking_id: string;
  readonly reference: string;
  readonly hold_expires_at: string;
}

interface HoldRequest extends BookingFields {
  readonly flightId: string;
  readonly slipName: string | null;
  readonly key: string;
}

/**
 * Places a hold; repeating a key gives the first one.
 *
 * @throws {AppError}
 */
export async function placeHold({ key, flightId, slipName, ...fields }: HoldRequest) {
  const { data } = await callData((client) =>
    client.rpc('bkk_hold_booking', {
      p_request_key: key,
      p_flight_id: flightId,
      p_passengers: fields.passengers.map(({ firstName, lastName }) => ({
        first_name: firstName,
        last_name: lastName,
      })),
      p_email: fields.contact.email,
      p_phone: normalizePhone(fields.contact.phone),
      p_notes: fields.notes,
      ...(slipName !== null && { p_slip_name: slipName }),
    }),
  );
  // The function's comment says its shape.
  return data as unknown as Hold;
}
