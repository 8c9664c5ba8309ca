import { useTranslation } from 'react-i18next';
import { legsOf } from '@bkksiam/domain/journey-legs';
import { paidShare } from '@bkksiam/domain/booking-status';
import { useStopsName, type AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import { MemberPageHeading, useDaysText } from '#entities/member-page/member-page-heading.tsx';
import { Passengers } from '#entities/request/request-parts.tsx';
import { CopyableText } from '#platform/copy-text.tsx';
import { useStatus } from '#platform/status.ts';
import { Phrases } from '#ui/phrases.tsx';
import { stopsOf, type Booking } from './booking-data.ts';

export interface BookingProps {
  readonly booking: Booking;
  readonly known: AirportsAndAirlines | undefined;
}

/** The reference, which a press copies. */
function CopyReference({ reference }: { readonly reference: string }) {
  const { t } = useTranslation('bookings');
  return (
    <CopyableText
      text={reference}
      label={t('copy', { reference })}
      done={{ title: 'bookings:copied', values: { reference } }}
      className="-mx-1 min-h-11 px-1 font-strong text-ink pointer-fine:min-h-8"
    />
  );
}

/** The days on which the first and the last leg of a booking depart; undefined while no flight is known. */
export function useBookingDays(): (booking: Booking) => string | undefined {
  const daysText = useDaysText();
  return ({ segments, departs_on: day }) => {
    const legs = legsOf(segments);
    const from = legs[0]?.day ?? day;
    return from === null ? undefined : daysText(from, legs.at(-1)?.day ?? from);
  };
}

/** Route, status with its meaning, reference, names of the airports, days and people. */
export function BookingHeading({ booking, known }: BookingProps) {
  const { t } = useTranslation('bookings');
  const stopsName = useStopsName(known);
  const days = useBookingDays()(booking);
  const stops = stopsOf(booking);
  const route = stopsName(stops);
  return (
    <MemberPageHeading
      stops={stops}
      title={stops.length > 0 ? route : t('title')}
      status={useStatus()('booking', booking.status, paidShare(booking))}
      facts={[
        <span key="reference" className="inline-flex items-center gap-x-1.5">
          {t('booking')} <CopyReference reference={booking.reference} />
        </span>,
        stops.length > 0 ? <Phrases key="route" text={route} /> : t('route', { route: '—' }),
        days ?? t('days', { days: '—' }),
        <Passengers key="people" quote={booking} />,
      ]}
    />
  );
}
