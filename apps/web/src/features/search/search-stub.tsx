import { useTranslation } from 'react-i18next';
import { usedLegs, type FlightSearch } from '@bkksiam/domain/flight-search';
import { nightsAway } from '@bkksiam/domain/flight-search-check';
import { FlightWay } from '#drawings/flight.tsx';
import { useListText } from '#platform/formats.ts';
import { Button } from '#ui/button.tsx';

/** The route: both ends, or every stop of a multi-city trip; until there is one, what to do. */
function Route({ search }: { readonly search: FlightSearch }) {
  const { t } = useTranslation();
  const [{ origin, destination }] = search.legs;
  const legs = usedLegs(search);
  const stops = [origin, ...legs.map((leg) => leg.destination)].filter((code) => code !== null);
  if (stops.length < 2) {
    const missing = origin === null ? 'origin' : 'destination';
    return <p>{t(stops.length === 0 ? 'search.chooseRoute' : `search.missing.${missing}`)}</p>;
  }
  if (legs.length === 1) {
    return (
      <p className="flex items-center justify-between gap-3 text-2xl leading-tight font-strong whitespace-nowrap">
        <span>{origin}</span>
        <FlightWay className="h-7 w-24 flex-none text-gold-ink" />
        <span>{destination}</span>
      </p>
    );
  }
  return (
    <p className="flex flex-wrap gap-x-2 gap-y-1 text-xl leading-tight font-strong">
      {stops.map((code, index) => (
        <span key={index} className="flex gap-2">
          {index > 0 && (
            <span aria-hidden className="text-gold-ink">
              →
            </span>
          )}
          {code}
        </span>
      ))}
    </p>
  );
}

/** The stub of the boarding pass: route, summary and submit button. */
export function SearchStub({
  search,
  isWaiting,
}: {
  readonly search: FlightSearch;
  readonly isWaiting: boolean;
}) {
  const { t } = useTranslation();
  const list = useListText();
  const nights = nightsAway(search);
  const summary = [
    t('passengers.total', { count: Number(search.passengers) }),
    t(`search.cabin.${search.cabin}`),
    ...(nights === undefined ? [] : [t('unit.nights', { count: nights })]),
  ];
  return (
    <>
      <div>
        <div className="flex min-h-8 items-center font-mid *:flex-1">
          <Route search={search} />
        </div>
        <p className="mt-2 text-sm text-ink-2">{list(summary)}</p>
      </div>
      <div className="lg:sticky lg:bottom-6">
        <Button type="submit" size="lg" wide busy={isWaiting} busyText={t('search.busy')}>
          {t('nav.searchFlights')}
        </Button>
        <p className="mt-3 text-center text-xs text-ink-2">{t('search.noAccount')}</p>
      </div>
    </>
  );
}
