import { useTranslation } from 'react-i18next';
import { paidShare } from '@bkksiam/domain/booking-status';
import { fullName } from '@bkksiam/domain/passenger-name';
import { passengerTotal } from '@bkksiam/domain/passenger-age';
import { useIssuer } from '#entities/agency/use-issuer.ts';
import { useStopsName } from '#entities/airport/airport-data.ts';
import { FlightList } from '#entities/offer/flight-slice.tsx';
import { OfferConditions } from '#entities/offer/offer-parts.tsx';
import { personOf } from '#entities/traveller/traveller-data.ts';
import { useAirlineNames } from '#entities/traveller/one-name.tsx';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { serverNow } from '#platform/server-clock.ts';
import { useStatus } from '#platform/status.ts';
import { PrintSheet } from '#ui/parts/print-sheet.tsx';
import { leftToPay, stopsOf, type Booking } from './booking-data.ts';
import { useBookingDays, type BookingProps } from './booking-heading.tsx';

function Names({ booking }: { readonly booking: Booking }) {
  const { t } = useTranslation('bookings');
  const { passengers } = booking;
  const namesOf = useAirlineNames(passengers.map(personOf));
  const few = passengers.length > 4 ? 'gap-x-8 text-sm sm:columns-2 print:columns-2' : 'text-sm';
  return (
    <ol className={passengers.length > 24 ? 'gap-x-4 text-xs sm:columns-3 print:columns-3' : few}>
      {passengers.map((passenger) => (
        <li key={passenger.position} className="flex break-inside-avoid justify-between gap-3">
          <span>
            <span className="num text-ink-2">{passenger.position}</span>{' '}
            <b className="font-strong">
              {fullName(namesOf(personOf(passenger))).toUpperCase() || t('noName')}
            </b>{' '}
            {passenger.type !== 'adult' && t(`type.${passenger.type}`)}
          </span>
          <span className="num">{passenger.ticket_number}</span>
        </li>
      ))}
    </ol>
  );
}

/** The days, what the status means and the airline's booking code. */
function State({ booking }: { readonly booking: Booking }) {
  const { t } = useTranslation('bookings');
  const days = useBookingDays()(booking);
  const { status, pnr } = booking;
  const { meaning } = useStatus()('booking', status, paidShare(booking));
  return (
    <p className="flex flex-wrap gap-x-6">
      {days !== undefined && <span className="num">{days}</span>}
      <span>{meaning ?? status}</span>
      {pnr !== null && <b className="num font-strong">{t('sheet.pnr', { pnr })}</b>}
    </p>
  );
}

function Price({ booking }: { readonly booking: Booking }) {
  const { t } = useTranslation('bookings');
  const baht = useBaht();
  const left = leftToPay(booking) ?? 0;
  return (
    <p className="num flex flex-wrap gap-x-6 text-sm">
      <b className="font-strong">{baht(booking.total_satang ?? 0)}</b>
      <span>{t('sheet.paid', { paid: baht(booking.paid_satang) })}</span>
      {left > 0 && <span>{t('sheet.left', { left: baht(left) })}</span>}
    </p>
  );
}

/** The sections of an itinerary; those without content are false. */
export function useItinerarySections({ booking, known }: BookingProps) {
  const { t } = useTranslation('bookings');
  const { segments, conditions } = booking;
  return [
    { title: t('sheet.state'), content: <State booking={booking} /> },
    {
      title: t('flights'),
      content: segments.length > 0 && <FlightList segments={segments} names={known} />,
    },
    {
      title: t('sheet.passengers', { count: passengerTotal(booking.seats) }),
      content: <Names booking={booking} />,
    },
    {
      title: t('sheet.price'),
      content: booking.total_satang !== null && <Price booking={booking} />,
    },
    {
      title: t('conditions'),
      content: segments.length + conditions.length > 0 && <OfferConditions offer={booking} />,
    },
  ];
}

/** The title of an itinerary: its airports. */
export function useItineraryTitle(known: BookingProps['known']): (booking: Booking) => string {
  const { t } = useTranslation('bookings');
  const stopsName = useStopsName(known);
  return (booking) => {
    const stops = stopsOf(booking);
    return stops.length > 0 ? stopsName(stops) : t('title');
  };
}

/** The booking on one page of A4, in print only. */
export function ItinerarySheet({ booking, known }: BookingProps) {
  const { t } = useTranslation(['bookings', 'common']);
  const timeText = useBangkokTime();
  return (
    <div aria-hidden className="hidden print:block">
      <PrintSheet
        {...useIssuer()}
        title={useItineraryTitle(known)(booking)}
        reference={booking.reference}
        sections={useItinerarySections({ booking, known })}
        foot={t('sheet.foot', { time: timeText(new Date(serverNow()).toISOString()) })}
      />
    </div>
  );
}
