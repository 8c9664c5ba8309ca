import * as z from 'zod/mini';
import { parseBirthDate } from '@bkksiam/domain/birth-date';
import type { BookingFields } from '@bkksiam/domain/booking';
import type { AirlinePassenger } from '@bkksiam/domain/airline-passenger';
import type { FlightOffer } from '@bkksiam/domain/flight-offer';
import { normalizePassengerName } from '@bkksiam/domain/passenger-name';
import type { PassengerNumbers, PassengerType } from '@bkksiam/domain/passenger-age';
import { existsWith, pages } from '#pages.ts';
import { callFunction } from '#platform/call-function.ts';
import { callJson } from '#platform/call-json.ts';
import { callData } from '#platform/data-api.ts';
import { settings } from '#platform/env.ts';
import { internationalPhone } from '#platform/phone-number.ts';

const text = z.string();
const holdSchema = z.object({ booking_id: text, reference: text, hold_expires_at: text });
const askedSchema = z.object({ quote_id: text });

/** A booking that the server keeps. */
export type Hold = z.infer<typeof holdSchema>;

/** A request that the agency has instead, if an airline holds no seats. */
export type AskedAgency = z.infer<typeof askedSchema>;

/** A passenger of a hold; an adult without a type. */
interface HeldPassenger extends AirlinePassenger {
  readonly type?: PassengerType | undefined;
}

/** A form that is sent. */
export interface HoldRequest extends Omit<BookingFields, 'passengers'> {
  readonly passengers: readonly HeldPassenger[];
  readonly slipName: string | null;
  readonly key: string;
}

/** An offer that is booked: its passengers are fixed by the search. */
export interface BookedOffer {
  readonly passengers: PassengerNumbers;
  /** The local day of the last departure; undefined for own seats, which need fewer details of their passengers. */
  readonly airlineLastDay?: string;
  /** Holds its seats. The error has the code `conflict` if the page itself says what has changed. */
  readonly place: (request: HoldRequest) => Promise<Hold | AskedAgency>;
}

/** Whether the server keeps bookings; without the feature only this browser does (spec §7). */
export const isHeldByServer = () => existsWith(settings().features, pages.hold);

interface SeatsRequest extends HoldRequest {
  readonly flightId: string;
  /** What the member agrees to pay; undefined for a flight without a price. */
  readonly totalSatang?: number;
}

/**
 * Places a hold; repeating a key gives the first one.
 *
 * @throws {AppError} with the code `conflict` if the seats are gone or cost another total
 */
export async function placeHold(request: SeatsRequest): Promise<Hold> {
  const { key, flightId, slipName, totalSatang, ...fields } = request;
  return callJson(holdSchema, (client) =>
    client.rpc('bkk_hold_booking', {
      p_request_key: key,
      p_flight_id: flightId,
      p_passengers: fields.passengers.map(({ firstName, lastName, type, birthDate = '' }) => ({
        first_name: firstName,
        last_name: lastName,
        ...(type !== undefined && { type, birth_date: parseBirthDate(birthDate) ?? null }),
      })),
      p_email: fields.contact.email,
      p_phone: internationalPhone(fields.contact.phone) ?? '',
      p_notes: fields.notes,
      ...(slipName !== null && { p_slip_name: slipName }),
      ...(totalSatang !== undefined && { p_expected_total_satang: totalSatang }),
    }),
  );
}

/**
 * Holds an airline's offer at its total; repeating a key gives the first hold.
 *
 * @throws {AppError} with the code of the function `hold-flight`
 */
export async function placeAirlineHold(
  { id, totalSatang }: FlightOffer,
  { key, passengers, contact, notes }: HoldRequest,
): Promise<Hold | AskedAgency> {
  const answer = await callFunction('hold-flight', {
    offer_id: id,
    request_key: key,
    expected_total_satang: totalSatang,
    passengers: passengers.map(({ type, title, gender, firstName, lastName, birthDate = '' }) => ({
      type,
      title,
      gender,
      first_name: normalizePassengerName(firstName),
      last_name: normalizePassengerName(lastName),
      birth_date: parseBirthDate(birthDate),
    })),
    email: contact.email,
    phone: internationalPhone(contact.phone),
    notes,
  });
  return z.union([holdSchema, askedSchema]).parse(answer);
}

/** Asks the agency for an airline's offer; repeating a key gives the id of the first request. */
export async function askForOffer(offerId: string, key: string, notes: string): Promise<string> {
  return callData((client) =>
    client.rpc('bkk_request_flight_offer', {
      p_request_key: key,
      p_offer_id: offerId,
      p_notes: notes,
    }),
  );
}
