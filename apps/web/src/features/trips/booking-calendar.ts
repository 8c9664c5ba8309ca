import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FlightSegment } from '@bkksiam/domain/flight-offer';
import { toInstant, type ZonedTime } from '@bkksiam/domain/zoned-time';
import { airportsQuery, type AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import { pages } from '#pages.ts';
import { useLanguage } from '#platform/i18n.ts';
import { saveFile } from '#platform/save-file.ts';
import type { Booking } from './booking-data.ts';

const toSeconds = (time: string) => Math.floor(Date.parse(time) / 1000);
const secondsOf = (time: ZonedTime) => (toInstant(time) ?? Number.NaN) / 1000;

const flightOf = ({ airline, flightNumber, departure, arrival, ...route }: FlightSegment) => ({
  number: `${airline} ${flightNumber}`,
  origin: route.origin,
  destination: route.destination,
  departs_local: departure.local,
  departs_zone: departure.zone,
  departs_at: secondsOf(departure),
  arrives_local: arrival.local,
  arrives_zone: arrival.zone,
  arrives_at: secondsOf(arrival),
});

function citiesOf({ segments }: Booking, { airports }: AirportsAndAirlines) {
  const codes = segments.flatMap(({ origin, destination }) => [origin, destination]);
  return Object.fromEntries(
    codes.flatMap((code) => {
      const airport = airports.get(code);
      return airport ? [[code, { en: airport.city_en, th: airport.city_th }]] : [];
    }),
  );
}

/** Saves the flights of a booking as the calendar file that mails have. */
export function useCalendarDownload(booking: Booking): () => void {
  const language = useLanguage();
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: ['bookings', 'calendar'],
    async mutationFn() {
      const { bookingCalendar } =
        await import('../../../../../supabase/functions/_shared/messages/booking-calendar.ts');
      const known = await client.query(airportsQuery());
      const { booking_id: bookingId, reference } = booking;
      const calendar = bookingCalendar(
        {
          ...booking,
          updated_at: toSeconds(booking.updated_at),
          flights: booking.segments.map(flightOf),
          cities: citiesOf(booking, known),
          events: Object.fromEntries(
            booking.events.map(({ event, created_at: at }) => [event, { at: toSeconds(at) }]),
          ),
        },
        {
          bookingId,
          language,
          page: new URL(pages.memberBooking.href(reference), window.location.origin).href,
        },
      );
      if (calendar === undefined) return;
      const { filename, contentType, content } = calendar.file;
      saveFile(filename, new Blob([content], { type: contentType }));
    },
    meta: { errorToast: { title: 'bookings:documents.calendarFailed' } },
  });
  return mutate;
}
