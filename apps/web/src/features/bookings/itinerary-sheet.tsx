import { useTranslation } from 'react-i18next';
import type { AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import {
  OfferConditions,
  OfferFlights,
  peopleOf,
  useBaht,
  useBangkokTime,
} from '#entities/offer/offer-parts.tsx';
import { serverNow } from '#platform/server-clock.ts';
import { useStatus } from '#platform/status.ts';
import { PrintSheet } from '#ui/parts/print-sheet.tsx';
import { leftToPay, type Booking } from './booking-data.ts';
import { useAirportName, useDaysText } from './booking-heading.tsx';
import { passengersOf, ticketName } from './passenger-parts.tsx';

function Names({ booking }: { readonly booking: Booking }) {
  const { t } = useTranslation('bookings');
  const passengers = passengersOf(booking);
  const columns = passengers.length > 24 ? 'columns-3' : passengers.length > 4 ? 'columns-2' : '';
  return (
    <ol className={`gap-x-8 text-sm ${columns}`}>
      {passengers.map((passenger) => (
        <li key={passenger.position} className="flex break-inside-avoid justify-between gap-3">
          <span>
            <span className="num text-ink-2">{passenger.position}</span>{' '}
            <b className="font-strong">{ticketName(passenger) || t('noName')}</b>{' '}
            {passenger.type !== 'adult' && t(`type.${passenger.type}`)}
          </span>
          <span className="num">{passenger.ticket_number}</span>
        </li>
      ))}
    </ol>
  );
}

/** The booking on one page of A4, in print only. */
export function ItinerarySheet({
  booking,
  known,
}: {
  readonly booking: Booking;
  readonly known: AirportsAndAirlines | undefined;
}) {
  const { t } = useTranslation(['bookings', 'common']);
  const baht = useBaht();
  const timeText = useBangkokTime();
  const nameOf = useAirportName(known);
  const days = useDaysText()(booking);
  const left = leftToPay(booking);
  const status = useStatus()('booking', booking.status, left === 0);
  const { origin, destination, pnr, total_satang: total, paid_satang: paid } = booking;
  const route =
    origin === null || destination === null
      ? t('title')
      : t('common:dashboard.routeText', {
          origin: nameOf(origin),
          destination: nameOf(destination),
        });
  return (
    <div aria-hidden className="hidden print:block">
      <PrintSheet
        brand={t('common:brand')}
        title={route}
        reference={booking.reference}
        sections={[
          {
            title: t('sheet.state'),
            content: (
              <p className="flex flex-wrap gap-x-6">
                {days !== undefined && <span className="num">{days}</span>}
                <span>{status.meaning ?? booking.status}</span>
                {pnr !== null && <b className="num font-strong">{t('sheet.pnr', { pnr })}</b>}
              </p>
            ),
          },
          ...(booking.segments.length > 0
            ? [
                {
                  title: t('flights'),
                  content: <OfferFlights offer={booking} known={known} />,
                },
              ]
            : []),
          {
            title: t('sheet.passengers', { count: peopleOf(booking) }),
            content: <Names booking={booking} />,
          },
          ...(total === null
            ? []
            : [
                {
                  title: t('sheet.price'),
                  content: (
                    <p className="num flex flex-wrap gap-x-6 text-sm">
                      <b className="font-strong">{baht(total)}</b>
                      <span>{t('sheet.paid', { paid: baht(paid) })}</span>
                      {left !== null && left > 0 && (
                        <span>{t('sheet.left', { left: baht(left) })}</span>
                      )}
                    </p>
                  ),
                },
              ]),
          ...(booking.segments.length + booking.conditions.length > 0
            ? [{ title: t('conditions'), content: <OfferConditions offer={booking} /> }]
            : []),
        ]}
        foot={t('sheet.foot', { time: timeText(new Date(serverNow()).toISOString()) })}
      />
    </div>
  );
}
