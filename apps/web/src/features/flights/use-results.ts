import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { offerKey, type FlightOffer, type FlightSource } from '@bkksiam/domain/flight-offer';
import type { Trip } from '@bkksiam/domain/trip';
import { sourcesInUse } from '#entities/offer/flight-sources.ts';
import type { AppError } from '#platform/app-error.ts';
import { hasFailed } from '#platform/query-fallback.tsx';

/** What is known of a source's answer. */
export interface SourceResult {
  readonly name: FlightSource;
  readonly state: 'answering' | 'answered' | 'failed';
  /** How many offers it has found. */
  readonly count: number;
  readonly query: {
    readonly refetch: () => Promise<unknown>;
    readonly isFetching: boolean;
    readonly error: AppError | null;
  };
}

type Shown = Readonly<Partial<Record<FlightSource, readonly FlightOffer[]>>>;

/**
 * The offers that are shown, as they are known now: a newer answer of their source has other prices or seats, and may have
 * other ids. One that it has no more stays in its place until the list is shown anew.
 */
function currentOffers(shown: readonly FlightOffer[] = [], latest: readonly FlightOffer[] = []) {
  if (shown === latest) return shown;
  const byKey = new Map(latest.map((offer) => [offerKey(offer), offer]));
  return shown.map((offer) => byKey.get(offerKey(offer)) ?? offer);
}

/** What the source has found since the list was shown. */
function newOffers(shown: readonly FlightOffer[] = [], latest: readonly FlightOffer[] = []) {
  if (shown === latest) return [];
  const keys = new Set(shown.map(offerKey));
  return latest.filter((offer) => !keys.has(offerKey(offer)));
}

/** Keeps the results of the queries the same while nothing of them has changed. */
const sameResults = (results: UseQueryResult<readonly FlightOffer[] | null>[]) => results;

/** The offers of all sources for a trip. The first answers are shown at once, later ones when the user asks for them. */
export function useResults(trip: Trip) {
  // Kept: each query combines its answer into offers again for options that are new.
  const asked = useMemo(
    () => sourcesInUse().map(({ name, query }) => ({ name, query: query(trip) })),
    [trip],
  );
  const queries = useDeferredValue(
    useQueries({ queries: asked.map(({ query }) => query), combine: sameResults }),
  );
  const answers: Shown = Object.fromEntries(
    asked.map(({ name }, index) => [name, queries[index]?.data ?? []]),
  );
  const [shown, setShown] = useState<Shown>(answers);
  const isEmpty = asked.every(({ name }) => (shown[name]?.length ?? 0) === 0);
  const newCount = asked.reduce(
    (sum, { name }) => sum + newOffers(shown[name], answers[name]).length,
    0,
  );
  function showAll() {
    setShown(answers);
  }
  // Nothing is being read yet.
  if (isEmpty && newCount > 0) showAll();
  const offers = useMemo(
    () =>
      asked.flatMap(({ name }, index) => currentOffers(shown[name], queries[index]?.data ?? [])),
    [asked, queries, shown],
  );
  const sources = asked.flatMap(({ name }, index): SourceResult[] => {
    const query = queries[index];
    if (query === undefined) return [];
    const state = query.data ? 'answered' : hasFailed(query) ? 'failed' : 'answering';
    // Null: the site has no such source.
    return query.data === null ? [] : [{ name, state, count: query.data?.length ?? 0, query }];
  });
  return {
    sources,
    offers,
    /** How many offers are found and not shown. */
    newCount: isEmpty ? 0 : newCount,
    showAll,
  };
}
