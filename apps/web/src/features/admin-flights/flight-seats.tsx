import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { seatsOf, type Departure } from '@bkksiam/domain/departures';
import type { StoredFlight } from '@bkksiam/domain/own-flight';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { DepartureDay } from './departure-day.tsx';
import { DepartureForm } from './departure-form.tsx';
import { monthQuery } from './flights-data.ts';
import { SeatCalendar } from './seat-calendar.tsx';

/** What the figures of the calendar are, and their sums of the month. */
function Legend({ departures }: { readonly departures: readonly Departure[] | undefined }) {
  const { t } = useTranslation('adminFlights');
  const seats = departures && seatsOf(departures);
  const parts = [
    { part: 'total', mark: undefined },
    { part: 'sold', mark: 'bg-teal' },
    { part: 'held', mark: 'bg-gold' },
    { part: 'free', mark: 'bg-line' },
  ] as const;
  return (
    <dl aria-label={t('calendar.sums')} className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {parts.map(({ part, mark }) => (
        <div key={part} className="flex items-center gap-1.5">
          {mark !== undefined && <span aria-hidden className={`size-2.5 rounded-pill ${mark}`} />}
          <dt className="text-ink-2">{t(`seats.${part}`)}</dt>
          <dd className="num min-w-[4ch] font-strong">{seats?.[part]}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The month to begin with: the present one, or that of the first or last departure. */
function firstMonth({ flight: { first_day: first, last_day: last } }: StoredFlight): string {
  const now = bangkokToday();
  if (now < first) return first.slice(0, 7);
  return (now > last ? last : now).slice(0, 7);
}

/** The seats of a flight as a calendar, with the selected day below it. */
export function FlightSeats({ stored }: { readonly stored: StoredFlight }) {
  const { t } = useTranslation('adminFlights');
  const { flight, flight_id: id } = stored;
  const [month, setMonth] = useState(() => firstMonth(stored));
  const [day, setDay] = useState<string>();
  const fareIds = flight.fares.flatMap(({ fare_id: fare }) => fare ?? []);
  const query = useQuery(monthQuery(id, fareIds, month));
  const departures = query.isPlaceholderData ? undefined : query.data;
  return (
    <div className="grid gap-4 *:[section]:border-t *:[section]:border-line *:[section]:pt-4">
      <div className="grid gap-2">
        <SeatCalendar
          month={month}
          onMonth={setMonth}
          departures={departures}
          selected={day}
          onSelect={setDay}
        />
        <Legend departures={departures} />
        {/* Without a place of its own while it loads. */}
        <QueryFallback query={query} failed={t('calendar.failed')} className="absolute">
          {null}
        </QueryFallback>
      </div>
      {day !== undefined && day.startsWith(month) && departures !== undefined && (
        <DepartureDay
          day={day}
          fares={flight.fares}
          departures={departures.filter((departure) => departure.day === day)}
        />
      )}
      <section>
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center font-mid text-teal">
            {t('departure.title')}
          </summary>
          <DepartureForm
            fares={flight.fares}
            days={[
              bangkokToday() > flight.first_day ? bangkokToday() : flight.first_day,
              flight.last_day,
            ]}
            isOneDay={false}
          />
        </details>
      </section>
    </div>
  );
}
