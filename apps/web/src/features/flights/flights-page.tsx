import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { filterOffers, noFilter, sortOffers } from '@bkksiam/domain/flight-offer-list';
import { parseTrip, searchOfTrip, tripProblem, tripText, type Trip } from '@bkksiam/domain/trip';
import { airportsQuery, type AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import { rememberSearch } from '#entities/search/recent-searches.ts';
import { useSearch } from '#entities/search/search-store.ts';
import { useToday } from '#entities/search/today.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { useHydrated } from '#ui/hydrated.ts';
import { FilterPanel, type FilterPanelProps } from '#ui/parts/filter-panel.tsx';
import { chosenOf, filterOf, useFilterGroups } from './flight-filters.ts';
import { NearDays, useNearDays, type NearDay } from './near-days.tsx';
import { NoFlights } from './no-flights.tsx';
import { FailedSources, firstOf, OrderTabs, ResultList } from './result-list.tsx';
import { isNoFilter, readView, writeView, type ResultsView } from './results-address.ts';
import { SummaryBar } from './summary-bar.tsx';
import { useResults } from './use-results.ts';
import '#styles/inner.css';

/** The view in the address, and what changes it in place. */
function useView() {
  const [params, setParams] = useSearchParams();
  const view = useMemo(() => readView(params), [params]);
  const onView = (changes: Partial<ResultsView>) =>
    setParams((before) => writeView(before, changes), { replace: true, preventScrollReset: true });
  return { view, onView };
}

function NothingLeft({ onClear }: { readonly onClear: () => void }) {
  const { t } = useTranslation('flights');
  return (
    <EmptyState
      title={t('none.filteredTitle')}
      text={t('none.filtered')}
      action={
        <Button tone="secondary" onClick={onClear}>
          {t('filter.clearAll')}
        </Button>
      }
    />
  );
}

interface ResultsProps {
  readonly trip: Trip;
  /** The device's local day. */
  readonly today: string;
}

/** Filters, days, order and list of what was found. */
function Found({
  trip,
  today,
  known,
  results: { sources, offers, newCount, showAll },
  days,
  sheet,
}: ResultsProps & {
  readonly known: AirportsAndAirlines | undefined;
  readonly results: ReturnType<typeof useResults>;
  readonly days: readonly NearDay[];
  readonly sheet: NonNullable<FilterPanelProps['sheet']>;
}) {
  const { t } = useTranslation(['flights', 'common']);
  const { view, onView } = useView();
  const { filter } = view;
  // The filters show a press before the list follows.
  const order = useDeferredValue(view.order);
  const listFilter = useDeferredValue(filter);
  const shown = useMemo(
    () => sortOffers(filterOffers(offers, listFilter), order),
    [offers, listFilter, order],
  );
  const firsts = useMemo(() => firstOf(shown), [shown]);
  const groups = useFilterGroups({ offers, filter, trip, names: known }, (satang) =>
    onView({ filter: { ...filter, maxTotalSatang: satang } }),
  );
  return (
    <FilterPanel
      groups={groups}
      chosen={chosenOf(filter)}
      onChange={(chosen) => onView({ filter: filterOf(chosen, filter, trip.legs.length) })}
      sheet={sheet}
      texts={{
        title: t('filter.title'),
        clear: t('filter.clear'),
        close: t('common:action.close'),
        show: t('filter.show', { count: shown.length }),
      }}
    >
      <NearDays days={days} today={today} offers={offers} />
      <OrderTabs firsts={firsts} view={view} onView={onView} />
      <FailedSources sources={sources} />
      <ResultList
        offers={shown}
        firsts={firsts}
        names={known}
        view={view}
        onView={onView}
        sources={sources}
        newCount={newCount}
        onShowNew={showAll}
      />
      {offers.length > 0 && shown.length === 0 && !isNoFilter(filter) && (
        <NothingLeft onClear={() => onView({ filter: noFilter })} />
      )}
    </FilterPanel>
  );
}

function Results({ trip, today }: ResultsProps) {
  const { t } = useTranslation(['flights', 'common']);
  const { data: known } = useQuery(airportsQuery());
  const results = useResults(trip);
  const days = useNearDays(trip, today);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const { sources, offers } = results;
  const isDone = sources.every(({ state }) => state !== 'answering');
  const hasAnswer = sources.some(({ state }) => state === 'answered');
  return (
    <>
      <SummaryBar
        trip={trip}
        onFilters={offers.length > 1 ? () => setSheetOpen(true) : undefined}
      />
      <div className="wrap pt-4 pb-16 md:pt-6">
        {isDone && hasAnswer && offers.length === 0 ? (
          <>
            <FailedSources sources={sources} />
            <NoFlights
              trip={trip}
              known={known}
              nearDays={days}
              title={t('common:search.results.none')}
              text={t('none.text')}
            />
          </>
        ) : (
          <>
            <h2 className="sr-only">{t('results.label')}</h2>
            <Found
              trip={trip}
              today={today}
              known={known}
              results={results}
              days={days}
              sheet={{ open: isSheetOpen, onOpen: setSheetOpen }}
            />
          </>
        )}
      </div>
    </>
  );
}

/** The results of a trip: a search that cannot succeed says so and is not made. */
function TripResults({ trip }: { readonly trip: Trip }) {
  const { t } = useTranslation('flights');
  const text = tripText(trip);
  // The form has what is shown: a shared address is edited as an own search is.
  useEffect(() => {
    const search = searchOfTrip(trip);
    useSearch.setState(search);
    rememberSearch(search);
  }, [trip]);
  const today = useToday() ?? '';
  const problem = tripProblem(trip, today);
  if (problem === undefined) return <Results key={text} trip={trip} today={today} />;
  return (
    <>
      <SummaryBar trip={trip} onFilters={undefined} />
      <div className="wrap pb-16">
        <NoFlights
          trip={trip}
          title={t(`problem.${problem}.title`)}
          text={t(`problem.${problem}.text`)}
        />
      </div>
    </>
  );
}

/**
 * Until hydration: the server does not read the address, whose pages would be too many to keep. Its classes are those of
 * public pages: the styles of this one come with its code.
 */
function Placeholder() {
  const { t } = useTranslation();
  return (
    <div aria-busy="true" data-page-loading>
      <div className="h-16 bg-night lg:h-auto">
        <h1 className="sr-only">{t('search.resultsTitle')}</h1>
        <div className="pt-5 max-lg:hidden">
          <div className="h-32" />
        </div>
      </div>
      <div className="wrap grid gap-4 py-6">
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-56 w-full" />
        <Skeleton className="h-56 w-full" />
      </div>
    </div>
  );
}

export function Component() {
  const { t } = useTranslation(['flights', 'common']);
  const isHydrated = useHydrated();
  const [params] = useSearchParams();
  const given = params.get('trip');
  const trip = useMemo(() => parseTrip(given ?? ''), [given]);
  if (!isHydrated) return <Placeholder />;
  if (trip) return <TripResults trip={trip} />;
  const problem = given === null ? 'empty' : 'unreadable';
  return (
    <div className="wrap py-10">
      <h1 className="text-3xl">{t('common:search.results.title')}</h1>
      <NoFlights
        trip={undefined}
        title={t(`problem.${problem}.title`)}
        text={t(`problem.${problem}.text`)}
      />
    </div>
  );
}
