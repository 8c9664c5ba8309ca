import { useTranslation } from 'react-i18next';
import { calendarDayText } from '@bkksiam/domain/date-text';
import { airportName, type AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import { MemberPageHeading } from '#entities/member-page/member-page.tsx';
import { Passengers } from '#entities/request/request-parts.tsx';
import { CopyableText } from '#platform/copy-text.tsx';
import { useLanguage } from '#platform/i18n.ts';
import { useStatus } from '#platform/status.ts';
import { Phrases } from '#ui/phrases.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { leftToPay, type Booking } from './booking-data.ts';

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

/** The name of an airport in the language on screen; its code while the names are not known. */
export function useAirportName(known: AirportsAndAirlines | undefined): (code: string) => string {
  const language = useLanguage();
  return (code) => {
    const airport = known?.airports.get(code);
    return airport === undefined ? code : airportName(airport, language);
  };
}

/** The days of a journey; undefined where no flight is known. */
export function useDaysText(): (booking: Booking) => string | undefined {
  const language = useLanguage();
  return ({ departs_on: from, returns_on: to }) => {
    if (from === null) return undefined;
    const days = [...new Set([from, to ?? from])];
    return days.map((day) => calendarDayText(day, language) ?? day).join(' – ');
  };
}

/** Route, days and people. A hold has no route and no days before the agency knows its flight. */
function Facts({ booking, known }: BookingProps) {
  const { t } = useTranslation(['bookings', 'common']);
  const nameOf = useAirportName(known);
  const days = useDaysText()(booking);
  const { reference, origin, destination } = booking;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-6 text-sm text-ink-2">
      <span className="inline-flex items-center gap-x-1.5">
        {t('booking')} <CopyReference reference={reference} />
      </span>
      {origin !== null && destination !== null ? (
        <span>
          <Phrases
            text={t('common:dashboard.routeText', {
              origin: nameOf(origin),
              destination: nameOf(destination),
            })}
          />
        </span>
      ) : (
        <span>{t('route', { route: '—' })}</span>
      )}
      <span className="num whitespace-nowrap">{days ?? t('days', { days: '—' })}</span>
      <span className="num">
        <Passengers quote={booking} />
      </span>
    </p>
  );
}

/** Route, status with its meaning, reference, names of the airports, days and people. */
export function BookingHeading(props: BookingProps) {
  const { t } = useTranslation(['bookings', 'common']);
  const { booking } = props;
  const { origin, destination, status } = booking;
  const shown = useStatus()('booking', status, leftToPay(booking) === 0);
  return (
    <MemberPageHeading
      route={origin !== null && destination !== null ? { origin, destination } : undefined}
      title={t('title')}
      chip={<StatusChip {...shown} show="beside" />}
    >
      <Facts {...props} />
    </MemberPageHeading>
  );
}
