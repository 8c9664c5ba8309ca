import { useQuery } from '@tanstack/react-query';
import { Pencil, SlidersHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { routeStops } from '@bkksiam/domain/journey-legs';
import { passengerTotal } from '@bkksiam/domain/passenger-age';
import type { Trip } from '@bkksiam/domain/trip';
import { dayParts, weekdayText } from '@bkksiam/domain/weekday-text';
import { usePassengersText } from '#entities/search/passengers-text.ts';
import { airportsQuery, useAirportName } from '#entities/airport/airport-data.ts';
import { FlightWay } from '#drawings/flight.tsx';
import { RiverLine } from '#drawings/river.tsx';
import { pages } from '#pages.ts';
import { useLanguage } from '#platform/i18n.ts';
import { buttonClass, IconButton, iconButtonClass } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';

function Codes({ trip }: { readonly trip: Trip }) {
  const stops = routeStops(trip.legs);
  const isLong = stops.length > 2;
  return (
    <p
      aria-hidden
      className={`flex flex-wrap items-center gap-x-2 leading-tight font-strong whitespace-nowrap md:gap-x-3 ${isLong ? 'text-md md:text-xl' : 'text-lg md:text-3xl'}`}
    >
      {stops.map((code, index) => (
        <span key={index} className="inline-flex items-center gap-2 md:gap-3">
          {index > 0 &&
            (isLong ? (
              <span className="text-gold">→</span>
            ) : (
              <FlightWay className="h-4 w-10 flex-none text-gold md:h-7 md:w-19" />
            ))}
          {code}
        </span>
      ))}
    </p>
  );
}

/** The days of a trip without year and weekday: '18 Dec – 22 Dec'. */
function useShortDays(): (trip: Trip) => string {
  const language = useLanguage();
  return ({ legs }) => {
    const days = [legs[0].day, legs.at(-1)?.day ?? legs[0].day];
    const texts = days.map((day) => dayParts(day, language)?.dayAndMonth ?? day);
    return [...new Set(texts)].join(' – ');
  };
}

function Facts({ trip, shown }: { readonly trip: Trip; readonly shown: boolean }) {
  const { t } = useTranslation(['flights', 'common']);
  const language = useLanguage();
  const shortDays = useShortDays();
  const passengersText = usePassengersText();
  const { tripType, legs, passengers } = trip;
  const day = (index: number) => weekdayText(legs[index]?.day ?? '', language, true) ?? '';
  const facts = [
    ...(tripType === 'multicity'
      ? [{ label: t('summary.days'), text: shortDays(trip) }]
      : [{ label: t('summary.out'), text: day(0) }]),
    ...(tripType === 'roundtrip' ? [{ label: t('summary.back'), text: day(1) }] : []),
    {
      label: t('common:field.passengers'),
      text: passengersText(passengers),
    },
    { label: t('common:search.cabinLabel'), text: t(`common:search.cabin.${trip.cabin}`) },
  ];
  return (
    <dl
      className={classNames(
        'flex flex-wrap gap-x-6 gap-y-2 max-md:hidden roomy:gap-x-8',
        !shown && 'invisible',
      )}
    >
      {facts.map(({ label, text }) => (
        <div key={label}>
          <dt className="text-xs text-on-night-2">{label}</dt>
          <dd className="num font-strong whitespace-nowrap">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface SummaryBarProps {
  readonly trip: Trip;
  /** Opens the filters; undefined while there are none. */
  readonly onFilters: (() => void) | undefined;
  /** How many filters are chosen. */
  readonly filters?: number;
}

/** What was searched, with the way to change it; on phones a bar that stays. */
export function SummaryBar({ trip, onFilters, filters = 0 }: SummaryBarProps) {
  const { t } = useTranslation(['flights', 'common']);
  const shortDays = useShortDays();
  const { data: known, isPending } = useQuery(airportsQuery());
  const stops = routeStops(trip.legs).map(useAirportName(known));
  const edit = t('summary.edit');
  const night = 'text-on-night hover:bg-night-2';
  return (
    <div className="on-river sticky top-0 z-10 bg-night text-on-night md:static print:static">
      <div className="wrap flex min-h-16 items-center gap-x-6 gap-y-4 py-2 md:min-h-28 md:flex-wrap md:py-5 roomy:gap-x-8">
        <div className="min-w-0">
          <h1 className="text-sm leading-normal font-mid tracking-normal text-on-night-2 max-md:sr-only">
            {t(`summary.${trip.tripType}`, {
              route: stops.join(' – '),
              from: stops[0],
              to: stops[1],
            })}
          </h1>
          <Codes trip={trip} />
          <p className="num text-xs text-on-night-2 md:hidden">
            {shortDays(trip)} ·{' '}
            {t('common:passengers.total', { count: passengerTotal(trip.passengers) })}
          </p>
        </div>
        {/* The names of the airports move them. */}
        <Facts trip={trip} shown={!isPending} />
        <Link
          to={pages.search.href()}
          className={buttonClass({ tone: 'night', size: 'sm', className: 'ml-auto max-md:hidden' })}
        >
          <Pencil className="size-4.5" strokeWidth={1.8} />
          {edit}
        </Link>
        <div className="ml-auto flex flex-none md:hidden">
          <Link to={pages.search.href()} aria-label={edit} className={iconButtonClass(night)}>
            <Pencil className="size-5" strokeWidth={1.8} />
          </Link>
          {/* Keeps its place until there are filters. */}
          <IconButton
            label={filters > 0 ? t('filter.chosen', { count: filters }) : t('filter.title')}
            aria-haspopup="dialog"
            onClick={onFilters}
            className={onFilters ? `relative ${night}` : 'invisible'}
          >
            <SlidersHorizontal className="size-5" strokeWidth={1.8} />
            {filters > 0 && (
              <span
                aria-hidden
                className="num absolute top-0.5 right-0 min-w-5 rounded-pill bg-gold px-1 text-center text-xs leading-5 font-strong text-on-gold"
              >
                {filters}
              </span>
            )}
          </IconButton>
        </div>
      </div>
      <RiverLine className="h-9 w-full max-md:hidden" />
    </div>
  );
}
