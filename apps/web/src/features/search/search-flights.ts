import { CancelledError, type QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { airportCodes, findAirport, searchAirports } from '@bkksiam/domain/airports';
import type { FlightSearch } from '@bkksiam/domain/flight-search';
import { tripOfSearch, tripText } from '@bkksiam/domain/trip';
import {
  airportName,
  airportsQuery,
  findAirports,
  otherAirportNamesQuery,
} from '#entities/airport/airport-data.ts';
import { sourcesInUse } from '#entities/offer/flight-sources.ts';
import { pages } from '#pages.ts';
import { currentLanguage } from '#platform/i18n.ts';
import { logFailure } from '#platform/log.ts';
import { useAllAirports } from './all-airports.ts';

/** The airports of the specification by the names of the form without the feature. */
const findSpecified = (text: string): readonly string[] =>
  searchAirports(
    text,
    (code) => i18next.t(`search.airportAliases.${code}`).split(', '),
    airportCodes,
  );

/** Puts all airports into the fields of the search form; after a failure those of the specification, until it is called again. */
export async function loadAirports(queryClient: QueryClient): Promise<void> {
  if (useAllAirports.getState().nameOf) return;
  try {
    const [known, otherNames] = await Promise.all([
      queryClient.query(airportsQuery()),
      queryClient.query(otherAirportNamesQuery()),
    ]);
    const others = [...known.airports.keys()].filter((code) => findAirport(code) === undefined);
    useAllAirports.setState({
      nameOf: (code) => {
        const airport = known.airports.get(code);
        return airport ? airportName(airport, currentLanguage()) : '';
      },
      find: (text) => findAirports(text, known, otherNames, [...airportCodes, ...others]),
    });
  } catch (error) {
    useAllAirports.setState({ find: findSpecified });
    throw error;
  }
}

/** Starts the search of a valid form; gives the address of its results. */
export function startSearch(search: FlightSearch, queryClient: QueryClient): string {
  const trip = tripOfSearch(search);
  if (trip === undefined) return pages.results.href();
  for (const { query } of sourcesInUse()) {
    queryClient.query(query(trip)).catch((error: unknown) => {
      // The user has left the results before they came.
      if (!(error instanceof CancelledError)) logFailure('flights could not be searched', error);
    });
  }
  return `${pages.results.href()}?trip=${tripText(trip)}`;
}
