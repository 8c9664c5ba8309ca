import { parseBirthDate } from '@bkksiam/domain/birth-date';
import type { BookingFields, Passenger } from '@bkksiam/domain/booking';
import type { PassengerType } from '@bkksiam/domain/passenger-age';
import { normalizePhone } from '@bkksiam/domain/phone';
import { callData } from '#platform/data-api.ts';

/** A booking that the server keeps. */
export interface Hold {
  readonly booking_id: string;
  readonly reference: string;
  readonly hold_expires_at: string;
}

/** A passenger of a hold; an adult without a type. */
interface HeldPassenger extends Passenger {
  readonly type?: PassengerType | undefined;
  /** As typed. */
  readonly birthDate?: string | undefined;
}

interface HoldRequest extends Omit<BookingFields, 'passengers'> {
  readonly passengers: readonly HeldPassenger[];
  readonly flightId: string;
  /** What the member agrees to pay; undefined where the flight has no price. */
  readonly totalSatang: number | undefined;
  readonly slipName: string | null;
  readonly key: string;
}

/**
 * Places a hold; repeating a key gives the first one.
 *
 * @throws {AppError} with the code `conflict` where the seats are gone or cost another total
 */
export async function placeHold({ key, flightId, slipName, totalSatang, ...fields }: HoldRequest) {
  const { data } = await callData((client) =>
    client.rpc('bkk_hold_booking', {
      p_request_key: key,
      p_flight_id: flightId,
      p_passengers: fields.passengers.map(({ firstName, lastName, type, birthDate = '' }) => ({
        first_name: firstName,
        last_name: lastName,
        ...(type !== undefined && { type, birth_date: parseBirthDate(birthDate) ?? null }),
      })),
      p_email: fields.contact.email,
      p_phone: normalizePhone(fields.contact.phone),
      p_notes: fields.notes,
      ...(slipName !== null && { p_slip_name: slipName }),
      ...(totalSatang !== undefined && { p_expected_total_satang: totalSatang }),
    }),
  );
  // The function's comment says its shape.
  return data as unknown as Hold;
}
