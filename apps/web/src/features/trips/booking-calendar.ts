import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { calendarDayText } from '@bkksiam/domain/date-text';
import type { FlightSegment } from '@bkksiam/domain/flight-offer';
import { clockOf, dayOf, toInstant, type ZonedTime } from '@bkksiam/domain/zoned-time';
import { useAirportName, type AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import { pages } from '#pages.ts';
import { useLanguage } from '#platform/i18n.ts';
import { saveFile } from '#platform/save-file.ts';
import { serverNow } from '#platform/server-clock.ts';
import type { Booking } from './booking-data.ts';

/** The texts of a flight in a calendar. */
function useFlightTexts(booking: Booking, known: AirportsAndAirlines | undefined) {
  const { t } = useTranslation('bookings');
  const language = useLanguage();
  const nameOf = useAirportName(known);
  const timeText = (time: ZonedTime) =>
    t('next.localTime', {
      day: calendarDayText(dayOf(time), language) ?? '',
      time: clockOf(time),
    });
  return ({ airline, flightNumber, origin, destination, ...times }: FlightSegment) => {
    const { reference, pnr } = booking;
    return {
      summary: t('calendar.flight', { flight: `${airline} ${flightNumber}`, origin, destination }),
      location: `${nameOf(origin)} (${origin})`,
      description: [
        t('calendar.times', {
          departs: timeText(times.departure),
          arrives: timeText(times.arrival),
        }),
        t('subject', { reference }),
        ...(pnr === null ? [] : [t('sheet.pnr', { pnr })]),
        new URL(pages.memberBooking.href(reference), window.location.origin).href,
      ].join('\n'),
    };
  };
}

/** Saves the flights of a booking as a calendar file, with the time zones of their airports. */
export function useCalendarDownload(
  booking: Booking,
  known: AirportsAndAirlines | undefined,
): () => void {
  const textsOf = useFlightTexts(booking, known);
  const { mutate } = useMutation({
    mutationKey: ['bookings', 'calendar'],
    async mutationFn() {
      // The same file as in the mail with the tickets.
      const { calendarFile, flightEventId } =
        await import('../../../../../supabase/functions/_shared/messages/calendar-file.ts');
      const events = booking.segments.flatMap((flight, index) => {
        const { departure, arrival } = flight;
        const [start, end] = [toInstant(departure), toInstant(arrival)];
        if (start === undefined || end === undefined) return [];
        return {
          id: flightEventId(booking.booking_id, index + 1),
          start: new Date(start),
          end: new Date(end),
          zones: { start: departure.zone, end: arrival.zone },
          ...textsOf(flight),
        };
      });
      const file = calendarFile(events, new Date(serverNow()));
      saveFile(`${booking.reference}.ics`, new Blob([file], { type: 'text/calendar' }));
    },
    meta: { errorToast: { title: 'bookings:documents.calendarFailed' } },
  });
  return mutate;
}
