import { passengerTypes } from '@bkksiam/domain/passenger-age';
import type { BookedPassenger, Booking } from './booking-data.ts';

/** The passengers of a booking, those without a name too: a booking of an offer has none before they are entered. */
export function passengersOf(booking: Booking): readonly BookedPassenger[] {
  if (booking.passengers.length > 0) return booking.passengers;
  const types = passengerTypes.flatMap((type) =>
    Array.from({ length: booking.seats[type] }, () => type),
  );
  return types.map((type, index) => ({
    position: index + 1,
    first_name: null,
    last_name: null,
    type,
    birth_date: null,
    ticket_number: null,
  }));
}

/** First and last name in the capitals of tickets, which have the last name first. */
export function passengerName({
  first_name: first,
  last_name: last,
}: Pick<BookedPassenger, 'first_name' | 'last_name'>): string {
  return `${first ?? ''} ${last ?? ''}`.trim().toUpperCase();
}
