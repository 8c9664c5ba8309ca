import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { FlightOffer, FlightSource } from '@bkksiam/domain/flight-offer';
import type { Trip } from '@bkksiam/domain/trip';
import { flightSources } from '#entities/flight/flight-sources.ts';
import { hasFailed } from '#platform/query-fallback.tsx';

/** What is known of a source's answer. */
export interface SourceResult {
  readonly name: FlightSource;
  readonly state: 'answering' | 'answered' | 'failed';
  /** How many offers it has found. */
  readonly count: number;
  readonly query: { readonly refetch: () => Promise<unknown>; readonly isFetching: boolean };
}

type Shown = Readonly<Partial<Record<FlightSource, readonly FlightOffer[]>>>;

/**
 * The offers that are shown, as they are known now: a newer answer of their source has other prices or seats. One that it
 * has no more stays in its place until the list is shown anew.
 */
function currentOffers(shown: readonly FlightOffer[], latest: readonly FlightOffer[]) {
  const byId = new Map(latest.map((offer) => [offer.id, offer]));
  return shown.map((offer) => byId.get(offer.id) ?? offer);
}

/** What the source has found since the list was shown. */
function newOffers(shown: readonly FlightOffer[] = [], latest: readonly FlightOffer[] = []) {
  const ids = new Set(shown.map(({ id }) => id));
  return latest.filter(({ id }) => !ids.has(id));
}

/** Keeps the results of the queries the same while nothing of them has changed. */
const sameResults = (results: UseQueryResult<readonly FlightOffer[]>[]) => results;

/** The offers of all sources for a trip. The first answers are shown at once, later ones when the user asks for them. */
export function useResults(trip: Trip) {
  const queries = useDeferredValue(
    useQueries({ queries: flightSources.map(({ query }) => query(trip)), combine: sameResults }),
  );
  const answers: Shown = Object.fromEntries(
    flightSources.map(({ name }, index) => [name, queries[index]?.data ?? []]),
  );
  const [shown, setShown] = useState<Shown>({});
  const isEmpty = flightSources.every(({ name }) => (shown[name]?.length ?? 0) === 0);
  const newCount = flightSources.reduce(
    (sum, { name }) => sum + newOffers(shown[name], answers[name]).length,
    0,
  );
  function showAll() {
    setShown(answers);
  }
  // Nothing is being read yet.
  if (isEmpty && newCount > 0) showAll();
  const sources = flightSources.flatMap(({ name }, index): SourceResult[] => {
    const query = queries[index];
    if (query === undefined) return [];
    const state = query.data ? 'answered' : hasFailed(query) ? 'failed' : 'answering';
    return [{ name, state, count: query.data?.length ?? 0, query }];
  });
  return {
    sources,
    offers: flightSources.flatMap(({ name }) =>
      currentOffers(shown[name] ?? [], answers[name] ?? []),
    ),
    /** How many offers are found and not shown. */
    newCount: isEmpty ? 0 : newCount,
    showAll,
  };
}
