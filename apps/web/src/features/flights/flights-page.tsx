import { useQuery } from '@tanstack/react-query';
import { memo, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { earliestToday } from '@bkksiam/domain/calendar-day';
import { choicesOfLeg } from '@bkksiam/domain/flight-legs';
import {
  filterOfLeg,
  filterOffers,
  noFilter,
  sortOffers,
  type OfferFilter,
  type OfferOrder,
} from '@bkksiam/domain/flight-offer-list';
import { parseTrip, searchOfTrip, tripProblem, tripText, type Trip } from '@bkksiam/domain/trip';
import { airportsQuery, type AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import { flightDaysQuery, ownFlightsQuery } from '#entities/offer/flight-data.ts';
import { rememberSearch } from '#entities/search/recent-searches.ts';
import { useSearch } from '#entities/search/search-store.ts';
import { useToday } from '#entities/search/today.ts';
import { pageLoader } from '#platform/page-loader.ts';
import { useSearchChanges } from '#platform/search-params.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback.tsx';
import { FilterPanel, type FilterPanelProps } from '#ui/parts/filter-panel.tsx';
import { chosenOf, filterOf, useFilterGroups } from './flight-filters.ts';
import { NearDays, useNearDays } from './near-days.tsx';
import { NoFlights } from './no-flights.tsx';
import { firstOf } from './result-cards.tsx';
import { FailedSources, OrderTabs, ResultList } from './result-list.tsx';
import { isNoFilter, readView, writeView, type ResultsView } from './results-address.ts';
import { ShareToLine } from '#platform/share-to-line.tsx';
import { SummaryBar } from './summary-bar.tsx';
import { StepHeading } from './step-heading.tsx';
import { useResults } from './use-results.ts';
import { useChosenLegs, useStep, type Step } from './use-step.ts';
import '#styles/inner.css';

/** The view in the address, what changes it in place, and what chooses legs: the way back leads to the leg before. */
function useView() {
  const [params, changeParams] = useSearchChanges();
  const view = useMemo(() => readView(params), [params]);
  const onView = (changes: Partial<ResultsView>) =>
    changeParams((before) => writeView(before, changes), {
      replace: true,
      preventScrollReset: true,
    });
  const onLegs = (legs: readonly string[]) => changeParams((before) => writeView(before, { legs }));
  return { view, onView, onLegs };
}

/** The filter in the address without what the step does not show. */
const useStepFilter = (filter: OfferFilter, { leg }: Step) =>
  useMemo(() => filterOfLeg(filter, leg), [filter, leg]);

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

/** The choices of a step that the filter leaves, in their order, as the list has them. */
function useChoices({ offers: found, leg, legs }: Step, filter: OfferFilter, order: OfferOrder) {
  const all = useMemo(() => choicesOfLeg(found, leg), [found, leg]);
  const offers = useMemo(
    () => sortOffers(choicesOfLeg(filterOffers(found, filter), leg), order, leg),
    [found, leg, filter, order],
  );
  const firsts = useMemo(() => firstOf(offers, leg), [offers, leg]);
  const listKey = JSON.stringify([order, filter, legs]);
  return { offers, firsts, allCount: all.length, listKey };
}

/** Filters, days, order and list of what was found. */
function Found({
  trip,
  known,
  results,
  step,
  sheet,
}: {
  readonly trip: Trip;
  readonly known: AirportsAndAirlines | undefined;
  readonly results: ReturnType<typeof useResults>;
  readonly step: Step;
  readonly sheet: NonNullable<FilterPanelProps['sheet']>;
}) {
  const { t } = useTranslation(['flights', 'common']);
  const { sources, newCount, showAll } = results;
  const address = useView();
  const { view, onView } = address;
  const filter = useStepFilter(view.filter, step);
  // The filters show a press before the list follows.
  const order = useDeferredValue(view.order);
  const listFilter = useDeferredValue(filter);
  const choices = useChoices(step, listFilter, order);
  const { length } = choices.offers;
  const groups = useFilterGroups(
    { offers: step.offers, filter, listFilter, trip, leg: step.leg, names: known },
    (satang) => onView({ filter: { ...filter, maxTotalSatang: satang } }),
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
        show: t('filter.show', { count: length }),
      }}
    >
      {/* On other days the chosen legs do not fly. */}
      {step.legs.length === 0 && <NearDays trip={trip} offers={results.offers} />}
      <OrderTabs firsts={choices.firsts} view={view} onView={onView} />
      <FailedSources sources={sources} />
      <ResultList
        {...choices}
        {...address}
        names={known}
        step={step}
        isTrip={trip.legs.length > 1}
        sources={sources}
        newCount={newCount}
        onShowNew={showAll}
      />
      {choices.allCount > 0 && length === 0 && !isNoFilter(filter) && (
        <NothingLeft onClear={() => onView({ filter: noFilter })} />
      )}
    </FilterPanel>
  );
}

function NothingFound({
  trip,
  known,
}: {
  readonly trip: Trip;
  readonly known: AirportsAndAirlines | undefined;
}) {
  const { t } = useTranslation(['flights', 'common']);
  const nearDays = useNearDays(trip);
  return (
    <NoFlights
      trip={trip}
      known={known}
      nearDays={nearDays}
      title={t('common:search.results.none')}
      text={t('none.text')}
    />
  );
}

// The day becomes known after hydration, which changes nothing of them.
const Results = memo(function Results({ trip }: { readonly trip: Trip }) {
  const { t } = useTranslation('flights');
  const { data: known } = useQuery(airportsQuery());
  const { view } = useView();
  const chosen = useChosenLegs(trip, view.legs);
  const results = useResults(trip, chosen);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const step = useStep(trip, results, chosen);
  const filter = useStepFilter(view.filter, step);
  const { sources, offers } = results;
  const isDone = sources.every(({ state }) => state !== 'answering');
  const hasAnswer = sources.some(({ state }) => state === 'answered');
  return (
    <>
      <SummaryBar
        trip={trip}
        onFilters={offers.length > 1 ? () => setSheetOpen(true) : undefined}
        filters={chosenOf(filter).size + (filter.maxTotalSatang === null ? 0 : 1)}
      />
      <div className="wrap pt-4 pb-16 md:pt-6">
        {isDone && hasAnswer && offers.length === 0 ? (
          <>
            <FailedSources sources={sources} />
            <NothingFound trip={trip} known={known} />
          </>
        ) : (
          <>
            {trip.legs.length > 1 ? (
              <StepHeading trip={trip} step={step} names={known} />
            ) : (
              <h2 className="sr-only">{t('results.label')}</h2>
            )}
            <Found
              trip={trip}
              known={known}
              results={results}
              step={step}
              sheet={{ open: isSheetOpen, onOpen: setSheetOpen }}
            />
            <ShareToLine className="mt-6" />
          </>
        )}
      </div>
    </>
  );
});

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
  const problem = tripProblem(trip, useToday() ?? '');
  if (problem === undefined) return <Results key={text} trip={trip} />;
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

/** Reads what own seats have: a rendered page shows them before its code is loaded. Airlines are asked by the browser alone. */
export const loader = pageLoader(({ search }) => {
  const trip = parseTrip(search.get('trip') ?? '');
  return trip === undefined || tripProblem(trip, earliestToday(Date.now())) !== undefined
    ? []
    : [airportsQuery(), ownFlightsQuery(trip), flightDaysQuery(trip)];
});

export function Component() {
  const { t } = useTranslation(['flights', 'common']);
  const [params] = useSearchParams();
  const given = params.get('trip');
  const trip = useMemo(() => parseTrip(given ?? ''), [given]);
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
