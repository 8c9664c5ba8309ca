import * as z from 'zod/mini';
import { airlineDetailProblems, airlineNameProblems } from '@bkksiam/domain/airline-passenger';
import {
  birthDateProblems,
  bookingProblems,
  contactProblems,
  nameProblems,
  type BookingFields,
} from '@bkksiam/domain/booking';
import type { PassengerNumbers } from '@bkksiam/domain/passenger-age';
import { freeSeats } from '@bkksiam/domain/passenger-seats';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { domainCheck } from '#platform/form-schema.ts';
import { internationalPhone } from '#platform/phone-number.ts';
import { isHeldByServer, type BookedOffer } from './hold-data.ts';

/** An error for each empty field. */
const problemsByField = (fields: BookingFields) =>
  Object.fromEntries(
    bookingProblems(fields, isHeldByServer())
      .flatMap((problem) => problem.fields)
      .map((field) => [field, { code: `booking.missing.${field.split('.').at(-1) ?? ''}` }]),
  );

const isPhone = (typed: string) => internationalPhone(typed) !== undefined;

const text = z.string();
const schema = z
  .object({
    passengers: z.array(
      z.object({
        firstName: text,
        lastName: text,
        birthDate: z.optional(text),
        // Of an airline's offer.
        title: z.optional(text),
        gender: z.optional(text),
      }),
    ),
    contact: z.object({ email: text, phone: text }),
    notes: text,
    /** The file of the selected slip, of which the booking stores the name. */
    slip: z.nullable(z.custom<File>()),
    /** Made once for a form: sending it again after a lost answer gives the same hold. */
    key: text,
  })
  .check(domainCheck<BookingFields>(problemsByField));
const holdSchema = schema.check(
  domainCheck<BookingFields>(nameProblems, 'bookings'),
  domainCheck<BookingFields>((fields) => contactProblems(fields, isPhone), 'hold'),
);
const flightSchema = holdSchema.check(
  domainCheck<BookingInput>(
    ({ passengers }) => birthDateProblems(passengers, bangkokToday()),
    'bookings',
  ),
);

export type BookingInput = z.input<typeof schema>;

/** The form of an airline's offer, which wants to know more of its passengers. */
function airlineSchema(passengers: PassengerNumbers, lastDay: string) {
  const types = typesOf(passengers);
  return flightSchema.check(
    domainCheck<BookingInput>((input) => airlineNameProblems(input.passengers), 'bookings'),
    domainCheck<BookingInput>(
      (input) => airlineDetailProblems(input.passengers, types, lastDay),
      'hold',
    ),
  );
}

/** The type of each passenger. */
export const typesOf = (passengers: PassengerNumbers) =>
  freeSeats(passengers).map(({ type }) => type);

/** The schema of the form of an offer, or of a flight without a price. */
export function schemaOf(offer: BookedOffer | undefined) {
  if (offer === undefined) return isHeldByServer() ? holdSchema : schema;
  const { passengers, airlineLastDay } = offer;
  return airlineLastDay === undefined ? flightSchema : airlineSchema(passengers, airlineLastDay);
}
