import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paidShare } from '@bkksiam/domain/booking-status';
import { seatsOf, type Departure } from '@bkksiam/domain/departures';
import type { OwnFare } from '@bkksiam/domain/own-flight';
import { weekdayText } from '@bkksiam/domain/weekday-text';
import { Passengers as PassengerCounts } from '#entities/request/request-parts.tsx';
import { pages } from '#pages.ts';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { useLanguage } from '#platform/i18n.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { useStatus } from '#platform/status.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { DepartureForm } from './departure-form.tsx';
import { setDepartures, useFlightsReload } from './flight-actions.ts';
import { FlightFailure } from './flight-failure.tsx';
import { departureQuery, flightKey, type SeatBooking } from './flights-data.ts';

interface DayProps {
  readonly day: string;
  readonly fares: readonly OwnFare[];
  /** Of all fares on the day. */
  readonly departures: readonly Departure[];
}

/** The seats by fare. */
function FareSeats({ fares, departures }: DayProps) {
  const { t } = useTranslation('adminFlights');
  const head = 'px-1 py-1 text-right font-mid text-ink-2';
  const cell = 'num border-t border-line px-1 py-1.5 text-right';
  const nameOf = (id: number) => fares.find((fare) => fare.fare_id === id)?.name ?? String(id);
  return (
    <table aria-label={t('day.seats')} className="w-full border-collapse text-sm">
      <thead className="text-xs">
        <tr>
          <th scope="col" className="py-1 text-left font-mid text-ink-2">
            {t('field.name')}
          </th>
          {(['total', 'held', 'sold', 'free'] as const).map((part) => (
            <th key={part} scope="col" className={head}>
              {t(`seats.${part}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {departures.map((departure) => {
          const seats = seatsOf([departure]);
          return (
            <tr key={departure.fare_id}>
              <th
                scope="row"
                className="border-t border-line py-1.5 pr-2 text-left font-mid wrap-anywhere"
              >
                {nameOf(departure.fare_id)}
                {seats.isClosed && (
                  <span className="block text-xs text-ink-2">{t('calendar.closed')}</span>
                )}
              </th>
              <td className={cell}>{seats.total}</td>
              <td className={cell}>{seats.held}</td>
              <td className={cell}>{seats.sold}</td>
              <td className={`${cell} font-strong`}>{seats.free}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Closes the departure with all its fares, or opens it again. */
function SaleSwitch({ day, departures }: DayProps) {
  const { t } = useTranslation('adminFlights');
  const reload = useFlightsReload();
  const { isClosed } = seatsOf(departures);
  const { mutate, isPending, error } = useMutation({
    mutationKey: [...flightKey, 'close'],
    mutationFn: (closes: boolean) =>
      setDepartures({
        p_fare_ids: departures.map(({ fare_id: id }) => id),
        p_first_day: day,
        p_last_day: day,
        p_weekdays: null,
        p_total: null,
        p_is_closed: closes,
      }),
    onSuccess: (_count, closes) =>
      showToast({ title: closes ? 'adminFlights:day.closed' : 'adminFlights:day.opened' }),
    onSettled: reload,
  });
  return (
    <>
      <Button
        size="sm"
        tone="secondary"
        busy={isPending}
        onClick={() => mutate(!isClosed)}
        className="justify-self-start"
      >
        {t(isClosed ? 'day.open' : 'day.close')}
      </Button>
      <FlightFailure error={error} />
    </>
  );
}

function Booking({ booking: { booking, state } }: { readonly booking: SeatBooking }) {
  const { t } = useTranslation('adminFlights');
  const status = useStatus()('booking', booking.status, paidShare(booking));
  const named = booking.passengers.toSorted((one, other) => one.position - other.position);
  return (
    <li className="grid gap-1 border-t border-line py-2 first:border-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Link
          to={`${pages.adminBookings.href()}?show=all&booking=${booking.booking_id}`}
          className="num inline-flex min-h-9 items-center font-strong text-teal underline pointer-coarse:min-h-11"
        >
          {booking.reference}
        </Link>
        <StatusChip {...status} show="hidden" small />
      </div>
      <p className="text-xs text-ink-2">
        <PassengerCounts quote={booking} /> · {t(`seatState.${state as 'held'}`)}
      </p>
      <ul>
        {named.map(({ position, first_name: first, last_name: last, type }) => (
          <li key={position} className="flex justify-between gap-3">
            <span className="wrap-anywhere" translate="no">
              {last === null ? t('day.unnamed', { number: position }) : `${last} ${first ?? ''}`}
            </span>
            <span className="text-ink-2">{t(`type.${type as 'adult'}`)}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}

function Passengers({ day, departures }: DayProps) {
  const { t } = useTranslation('adminFlights');
  const query = useQuery(
    departureQuery(
      departures.map(({ fare_id: id }) => id),
      day,
    ),
  );
  return (
    <div>
      <h4 className="font-head">{t('day.passengers')}</h4>
      {query.data?.length === 0 && <p className="text-ink-2">{t('day.noPassengers')}</p>}
      <ul>
        {query.data?.map((booking) => (
          <Booking
            key={`${booking.booking.booking_id} ${String(booking.fare_id)}`}
            booking={booking}
          />
        ))}
      </ul>
      <QueryFallback query={query} failed={t('day.failed')}>
        <Skeleton className="h-16" />
      </QueryFallback>
    </div>
  );
}

/** A departure: its seats by fare, who has them, and what can be changed. */
export function DepartureDay(props: DayProps) {
  const { day, fares, departures } = props;
  const { t } = useTranslation('adminFlights');
  const language = useLanguage();
  return (
    <section aria-labelledby="departure" className="grid gap-3">
      <h3 id="departure" className="text-md font-head tracking-normal">
        {weekdayText(day, language)}
      </h3>
      {departures.length === 0 ? (
        <p className="text-ink-2">{t('day.none')}</p>
      ) : (
        <>
          <FareSeats {...props} />
          {day >= bangkokToday() && (
            <>
              <SaleSwitch {...props} />
              <details>
                <summary className="flex min-h-11 cursor-pointer items-center font-mid text-teal">
                  {t('day.change')}
                </summary>
                <DepartureForm key={day} fares={fares} days={[day, day]} isOneDay />
              </details>
            </>
          )}
          <Passengers {...props} />
        </>
      )}
    </section>
  );
}
