import { CancelledError, type QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { airportCodes, findAirport, searchAirports } from '@bkksiam/domain/airports';
import type { FlightSearch } from '@bkksiam/domain/flight-search';
import { tripOfSearch, tripText } from '@bkksiam/domain/trip';
import {
  airportName,
  airportsQuery,
  type AirportsAndAirlines,
} from '#entities/airport/airport-data.ts';
import { sourcesInUse } from '#entities/offer/flight-sources.ts';
import { pages } from '#pages.ts';
import { currentLanguage } from '#platform/i18n.ts';
import { logFailure } from '#platform/log.ts';
import { useAllAirports } from './all-airports.ts';

/** The names by which an airport is found: city and airport in both languages, and the aliases of the specified ones. */
function namesOf(known: AirportsAndAirlines | undefined) {
  return (code: string): readonly string[] => {
    const airport = known?.airports.get(code);
    const specified = findAirport(code);
    return [
      ...(airport ? [airportName(airport, 'en'), airportName(airport, 'th')] : []),
      ...(specified ? i18next.t(`search.airportAliases.${specified}`).split(', ') : []),
    ];
  };
}

const finder =
  (codes: readonly string[], known?: AirportsAndAirlines) =>
  (text: string): readonly string[] =>
    searchAirports(text, namesOf(known), codes);

/** Puts all airports into the fields of the search form; after a failure those of the specification, until it is called again. */
export async function loadAirports(queryClient: QueryClient): Promise<void> {
  if (useAllAirports.getState().nameOf) return;
  try {
    const known = await queryClient.query(airportsQuery());
    const others = [...known.airports.keys()].filter((code) => findAirport(code) === undefined);
    useAllAirports.setState({
      nameOf: (code) => {
        const airport = known.airports.get(code);
        return airport ? airportName(airport, currentLanguage()) : '';
      },
      find: finder([...airportCodes, ...others], known),
    });
  } catch (error) {
    useAllAirports.setState({ find: finder(airportCodes) });
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
