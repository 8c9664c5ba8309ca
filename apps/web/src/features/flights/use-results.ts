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

/**
 * The offers that are shown, as they are known now: a newer answer of their source has other prices or seats, and may have
 * other ids. One that it has no more stays in its place until the list is shown anew.
 */
function currentOffers(shown: readonly FlightOffer[], latest: readonly FlightOffer[]) {
  if (shown === latest) return shown;
  const byKey = new Map(latest.map((offer) => [offerKey(offer), offer]));
  return shown.map((offer) => byKey.get(offerKey(offer)) ?? offer);
}

/** How many offers the source has found since the list was shown. */
function countNew(shown: readonly FlightOffer[], latest: readonly FlightOffer[]) {
  if (shown === latest) return 0;
  const keys = new Set(shown.map(offerKey));
  return latest.filter((offer) => !keys.has(offerKey(offer))).length;
}

/** Keeps the results of the queries the same while nothing of them has changed. */
const sameResults = (results: UseQueryResult[]) => results;

const askSources = (trip: Trip) =>
  sourcesInUse().map(({ name, query, offersOf }) => ({
    name,
    query: query(trip),
    offersIn: (answer: unknown, chosen: readonly string[]) =>
      answer === null || answer === undefined ? [] : offersOf(answer, trip, chosen),
  }));

/**
 * The offers of all sources for a trip. The first answers are shown at once, later ones when the user asks for them.
 *
 * @param chosen see `useChosenLegs`
 */
export function useResults(trip: Trip, chosen: readonly string[]) {
  const asked = useMemo(() => askSources(trip), [trip]);
  const queries = useDeferredValue(
    useQueries({ queries: asked.map(({ query }) => query), combine: sameResults }),
  );
  const answers = asked.map((_, index) => queries[index]?.data);
  const [shown, setShown] = useState(answers);
  const found = useMemo(
    () =>
      asked.map(({ offersIn }, index) => {
        const answer = queries[index]?.data;
        const latest = offersIn(answer, chosen);
        const offers = shown[index] === answer ? latest : offersIn(shown[index], chosen);
        return {
          offers: currentOffers(offers, latest),
          count: latest.length,
          newCount: countNew(offers, latest),
        };
      }),
    [asked, queries, shown, chosen],
  );
  const offers = useMemo(() => found.flatMap((source) => source.offers), [found]);
  const newCount = found.reduce((sum, source) => sum + source.newCount, 0);
  function showAll() {
    setShown(answers);
  }
  // Nothing is being read yet.
  if (offers.length === 0 && newCount > 0) showAll();
  const sources = asked.flatMap(({ name }, index): SourceResult[] => {
    const query = queries[index];
    if (query === undefined) return [];
    const state = query.data ? 'answered' : hasFailed(query) ? 'failed' : 'answering';
    // Null: the site has no such source.
    return query.data === null ? [] : [{ name, state, count: found[index]?.count ?? 0, query }];
  });
  return {
    sources,
    offers,
    /** How many offers are found and not shown. */
    newCount: offers.length === 0 ? 0 : newCount,
    showAll,
  };
}
