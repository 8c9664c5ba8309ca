import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { FlightOffer } from '@bkksiam/domain/flight-offer';
import { passengerTotal } from '@bkksiam/domain/passenger-age';
import { shiftTrip, tripProblem, tripText, type Trip } from '@bkksiam/domain/trip';
import { dayParts } from '@bkksiam/domain/weekday-text';
import { flightDaysQuery } from '#entities/offer/flight-data.ts';
import { useToday } from '#entities/search/today.ts';
import { pages } from '#pages.ts';
import { useBaht } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { DayStrip } from '#ui/parts/day-strip.tsx';

const shifts = [-2, -1, 0, 1, 2];

/** The trip on another day, with its lowest total. */
export interface NearDay {
  readonly trip: Trip;
  /** Null where it is not known. */
  readonly totalSatang: number | null;
}

/** The trip two days before to two days after, the searched days in the middle. */
export function useNearDays(trip: Trip): readonly NearDay[] {
  const { data } = useQuery(flightDaysQuery(trip));
  const today = useToday() ?? '';
  return shifts.map((days, index) => {
    const near = shiftTrip(trip, days);
    const isOver = tripProblem(near, today) !== undefined;
    return { trip: near, totalSatang: isOver ? null : (data?.[index] ?? null) };
  });
}

/** The address of the results of a trip. */
export const tripAddress = (trip: Trip) => `${pages.results.href()}?trip=${tripText(trip)}`;

/** The same results of another day: order and filters stay, chosen legs do not. */
function useAddressOf(): (trip: Trip) => string {
  const [params] = useSearchParams();
  return (trip) => {
    const next = new URLSearchParams(params);
    next.set('trip', tripText(trip));
    next.delete('legs');
    next.delete('open');
    next.delete('shown');
    return `?${next.toString()}`;
  };
}

export interface NearDaysProps {
  readonly trip: Trip;
  /** What is found on the searched days: its lowest total is shown. */
  readonly offers: readonly FlightOffer[];
}

/** The days around the searched ones with their lowest totals, as links. */
export function NearDays({ trip: searched, offers }: NearDaysProps) {
  const { t } = useTranslation('flights');
  const language = useLanguage();
  const baht = useBaht();
  const addressOf = useAddressOf();
  const today = useToday() ?? '';
  const days = useNearDays(searched);
  const priced = days.map(({ trip, totalSatang }) => {
    const found = trip.legs[0].day === searched.legs[0].day ? offers : [];
    const totals = found.map((offer) => offer.totalSatang);
    return { trip, satang: totals.length > 0 ? Math.min(...totals) : totalSatang };
  });
  const lowest = Math.min(...priced.flatMap(({ satang }) => satang ?? []));
  const shortText = (day: string) => {
    const parts = dayParts(day, language);
    return parts ? `${parts.weekday} ${parts.date}` : day;
  };
  const byDay = new Map(priced.map(({ trip }) => [trip.legs[0].day, trip]));
  return (
    <DayStrip
      label={t('days.label')}
      selected={searched.legs[0].day}
      days={priced.map(({ trip, satang }) => {
        const { day } = trip.legs[0];
        return {
          key: day,
          text: shortText(day),
          ...(satang !== null && {
            price: baht(satang).replace('THB ', ''),
            isLowest: satang === lowest,
          }),
        };
      })}
      note={t(searched.tripType === 'oneway' ? 'days.note' : 'days.noteOfTrip', {
        count: passengerTotal(searched.passengers),
      })}
      link={(day, { children, ...link }) => {
        const trip = byDay.get(day);
        return trip === undefined || tripProblem(trip, today) ? (
          <span className={link.className}>{children}</span>
        ) : (
          <Link to={addressOf(trip)} preventScrollReset {...link}>
            {children}
          </Link>
        );
      }}
      texts={{ lowest: t('days.lowest'), noPrice: t('days.noPrice') }}
    />
  );
}
