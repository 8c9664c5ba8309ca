import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { searchAirports } from '@bkksiam/domain/airports';
import type { Database } from '@bkksiam/domain/database';
import type { LegEnds } from '@bkksiam/domain/journey-legs';
import type { Language } from '@bkksiam/domain/languages';
import { callData } from '#platform/data-api.ts';
import { useLanguage } from '#platform/i18n.ts';

type Tables = Database['public']['Tables'];
export type Airport = Omit<
  Tables['bkk_airports']['Row'],
  'min_connection_minutes' | 'other_names' | 'search_text'
>;
type Airline = Tables['bkk_airlines']['Row'];

/** Airports and airlines by their codes, for the pages of features: the specified search has its own ten airports. */
export interface AirportsAndAirlines {
  readonly airports: ReadonlyMap<string, Airport>;
  readonly airlines: ReadonlyMap<string, Airline>;
}

/** What the data API has of them. Rendered pages carry it, so it has no maps. */
interface AirportLists {
  readonly airports: readonly Airport[];
  readonly airlines: readonly Airline[];
}

const byCode = ({ airports, airlines }: AirportLists): AirportsAndAirlines => ({
  airports: new Map(airports.map((airport) => [airport.code, airport])),
  airlines: new Map(airlines.map((airline) => [airline.code, airline])),
});

/** Only migrations change them, so that one request is enough while the page is open. */
export function airportsQuery() {
  return queryOptions({
    queryKey: ['airports'],
    staleTime: Infinity,
    select: byCode,
    queryFn: async ({ signal }): Promise<AirportLists> => {
      const [airports, airlines] = await Promise.all([
        callData((client) =>
          client
            .from('bkk_airports')
            .select('code, country, city_en, city_th, name_en, name_th, time_zone')
            .order('code')
            .abortSignal(signal),
        ),
        callData((client) =>
          client
            .from('bkk_airlines')
            .select('code, name_en, name_th')
            .order('code')
            .abortSignal(signal),
        ),
      ]);
      return { airports, airlines };
    },
  });
}

type OtherNames = Pick<Tables['bkk_airports']['Row'], 'code' | 'other_names'>;

/** Names by the codes of airports. */
export type NamesByCode = ReadonlyMap<string, readonly string[]>;

/** Countries and further spellings that airports are found by; read only where an airport is searched. */
export function otherAirportNamesQuery() {
  return queryOptions({
    queryKey: ['airports', 'other names'],
    staleTime: Infinity,
    select: (rows: readonly OtherNames[]): NamesByCode =>
      new Map(rows.map(({ code, other_names: names }) => [code, names.split(', ')])),
    queryFn: ({ signal }) =>
      callData((client) =>
        client.from('bkk_airports').select('code, other_names').abortSignal(signal),
      ),
  });
}

/** The airports that match a text, by code, by city or name in either language, or by a further name. */
export function findAirports(
  text: string,
  { airports }: AirportsAndAirlines,
  otherNames: NamesByCode | undefined,
  codes: readonly string[] = [...airports.keys()],
): readonly string[] {
  const namesOf = (code: string) => {
    const airport = airports.get(code);
    return airport ? [airportName(airport, 'en'), airportName(airport, 'th')] : [];
  };
  return searchAirports(text, namesOf, codes, (code) => otherNames?.get(code) ?? []);
}

/** City and airport, such as 'Tokyo Narita'; the city alone where the airport has no other name. */
export function airportName(airport: Airport, language: Language): string {
  const city = airport[`city_${language}`];
  const name = airport[`name_${language}`];
  return city === name ? city : `${city} ${name}`;
}

/** Names airports in the language on screen: by their codes until the names are known. */
export function useAirportName(known: AirportsAndAirlines | undefined): (code: string) => string {
  const language = useLanguage();
  return (code) => {
    const airport = known?.airports.get(code);
    return airport === undefined ? code : airportName(airport, language);
  };
}

/** The text of a route with the names of its airports, such as 'Bangkok Suvarnabhumi to Krabi'. */
function useRouteName(known: AirportsAndAirlines | undefined) {
  const stopsName = useStopsName(known);
  return ({ origin, destination }: LegEnds) => stopsName([origin, destination]);
}

/** The text of airports in their order: that of a route for two, else their names. */
export function useStopsName(known: AirportsAndAirlines | undefined) {
  const { t } = useTranslation();
  const nameOf = useAirportName(known);
  return (stops: readonly string[]) => {
    const [origin = '', destination = '', ...more] = stops.map(nameOf);
    if (more.length === 0) return t('dashboard.routeText', { origin, destination });
    return [origin, destination, ...more].join(' – ');
  };
}

/** The text of a route with the names of all airports; undefined until they are loaded. */
export function useNamedRoute(enabled = true) {
  const { data: known } = useQuery({ ...airportsQuery(), enabled });
  const routeName = useRouteName(known);
  return known && routeName;
}
