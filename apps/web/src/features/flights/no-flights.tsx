import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { searchOfTrip, type Trip } from '@bkksiam/domain/trip';
import { routeStops } from '@bkksiam/domain/journey-legs';
import { shortDayText } from '@bkksiam/domain/weekday-text';
import {
  useAirportName,
  useStopsName,
  type AirportsAndAirlines,
} from '#entities/airport/airport-data.ts';
import { EmptyPicture } from '#drawings/empty-picture.tsx';
import { keepRequestSearch } from '#entities/search/request-search.ts';
import { contactAbout, existsWith, pages } from '#pages.ts';
import { settings } from '#platform/env.ts';
import { useBaht } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { buttonClass } from '#ui/button.tsx';
import { tripAddress, type NearDay } from './near-days.tsx';

/** The same trip from or to another airport of the same city. */
function nearTrips(trip: Trip, known: AirportsAndAirlines | undefined): readonly Trip[] {
  if (known === undefined) return [];
  const { airports } = known;
  const codes = [...new Set(trip.legs.flatMap(({ origin, destination }) => [origin, destination]))];
  return codes.flatMap((code) => {
    const city = airports.get(code)?.city_en;
    const others = [...airports.values()].filter(
      (airport) => city !== undefined && airport.city_en === city && airport.code !== code,
    );
    return others.map((other): Trip => {
      const at = (end: string) => (end === code ? other.code : end);
      const [first, ...rest] = trip.legs.map((leg) => ({
        ...leg,
        origin: at(leg.origin),
        destination: at(leg.destination),
      }));
      return first ? { ...trip, legs: [first, ...rest] } : trip;
    });
  });
}

function NearLinks({
  title,
  links,
}: {
  readonly title: string;
  readonly links: readonly { readonly to: string; readonly text: string }[];
}) {
  if (links.length === 0) return null;
  return (
    <section className="mt-6">
      <h3 className="mb-2 text-md font-strong">{title}</h3>
      <ul className="flex flex-wrap justify-center gap-3">
        {links.map(({ to, text }) => (
          <li key={to}>
            <Link to={to} className={buttonClass({ tone: 'secondary', size: 'sm' })}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NextSteps({ trip, known }: Pick<NoFlightsProps, 'trip' | 'known'>) {
  const { t } = useTranslation();
  const stopsName = useStopsName(known);
  const canRequest = existsWith(settings().features, pages.requestForm);
  const subject = trip
    ? t('search.results.subject', { route: stopsName(routeStops(trip.legs)) })
    : t('nav.searchFlights');
  return (
    <div className="mt-8 flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
      {canRequest && trip && (
        <Link
          to={pages.requestForm.href()}
          onClick={() => keepRequestSearch(searchOfTrip(trip))}
          className={buttonClass()}
        >
          {t('search.results.quote')}
        </Link>
      )}
      <Link
        to={pages.search.href()}
        className={buttonClass({ tone: canRequest && trip ? 'secondary' : 'primary' })}
      >
        {t('search.results.change')}
      </Link>
      <Link to={contactAbout(subject)} className={buttonClass({ tone: 'link' })}>
        {t('nav.contactUs')}
      </Link>
    </div>
  );
}

export interface NoFlightsProps {
  /** Undefined where the address has none. */
  readonly trip: Trip | undefined;
  readonly title: string;
  /** Why there is no flight, and what to do. */
  readonly text: string;
  readonly known?: AirportsAndAirlines | undefined;
  readonly nearDays?: readonly NearDay[];
}

/** Nothing to show: why, with near days and airports, and the ways on. */
export function NoFlights({ trip, title, text, known, nearDays = [] }: NoFlightsProps) {
  const { t } = useTranslation('flights');
  const language = useLanguage();
  const baht = useBaht();
  const nameOf = useAirportName(known);
  return (
    <div className="mx-auto max-w-200 py-8 text-center">
      <EmptyPicture of="results" className="mx-auto h-auto w-72 max-w-full" />
      <div role="status">
        <h2 className="mt-6 text-2xl">{title}</h2>
        <p className="mx-auto mt-3 max-w-[34em] text-balance text-ink-2">{text}</p>
      </div>
      <NearLinks
        title={t('none.nearDays')}
        links={nearDays.flatMap(({ trip: near, totalSatang }) =>
          totalSatang === null
            ? []
            : [
                {
                  to: tripAddress(near),
                  text: `${shortDayText(near.legs[0].day, language) ?? ''} · ${baht(totalSatang)}`,
                },
              ],
        )}
      />
      <NearLinks
        title={t('none.nearAirports')}
        links={(trip ? nearTrips(trip, known) : []).map((near) => ({
          to: tripAddress(near),
          text: routeStops(near.legs).map(nameOf).join(' – '),
        }))}
      />
      <NextSteps trip={trip} known={known} />
    </div>
  );
}
