import { CancelledError, type QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { ChevronDown, Users } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { airportCodes, findAirport, searchAirports } from '@bkksiam/domain/airports';
import { flightSearchLimits } from '@bkksiam/domain/constants';
import { passengerCounts, type FlightSearch } from '@bkksiam/domain/flight-search';
import {
  passengerTotal,
  passengerTypes,
  type PassengerNumbers,
  type PassengerType,
} from '@bkksiam/domain/passenger-age';
import { canSearchFor, passengersOf, tripOfSearch, tripText } from '@bkksiam/domain/trip';
import { airportName, airportsQuery } from '#entities/airport/airport-data.ts';
import { sourcesInUse } from '#entities/flight/flight-sources.ts';
import { useSearch } from '#entities/search/search-store.ts';
import { pages } from '#pages.ts';
import { currentLanguage, loadTexts } from '#platform/i18n.ts';
import { logFailure } from '#platform/log.ts';
import { SelectField } from '#ui/select-field.tsx';
import { useFlightFields } from './flight-fields-store.ts';

/** The names by which an airport is found: city and airport in both languages, and the aliases of the specified ones. */
function namesOf(known: Awaited<ReturnType<typeof readAirports>>) {
  return (code: string): readonly string[] => {
    const airport = known.airports.get(code);
    const specified = findAirport(code);
    return [
      ...(airport ? [airportName(airport, 'en'), airportName(airport, 'th')] : []),
      ...(specified ? i18next.t(`search.airportAliases.${specified}`).split(', ') : []),
    ];
  };
}

const readAirports = (queryClient: QueryClient) => queryClient.query(airportsQuery());

/** Puts what the feature adds into the search form: all airports, and passengers by type. */
export async function loadFlightFields(queryClient: QueryClient): Promise<void> {
  const [known] = await Promise.all([readAirports(queryClient), loadTexts('flights')]);
  const others = [...known.airports.keys()].filter((code) => findAirport(code) === undefined);
  const codes = [...airportCodes, ...others];
  useFlightFields.setState({
    nameOf: (code) => {
      const airport = known.airports.get(code);
      return airport ? airportName(airport, currentLanguage()) : '';
    },
    find: (text) => searchAirports(text, namesOf(known), codes),
    Passengers,
  });
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

/** What can be chosen for a type beside the passengers of the others. */
function choicesOf(passengers: PassengerNumbers, type: PassengerType): readonly number[] {
  return Array.from({ length: flightSearchLimits.maxPassengers + 1 }, (_, count) => count).filter(
    (count) => {
      const changed = { ...passengers, [type]: count };
      // Fewer adults than infants: the infants follow.
      return canSearchFor({ ...changed, infant: Math.min(changed.infant, changed.adult) })
        ? type !== 'infant' || count <= passengers.adult
        : false;
    },
  );
}

function choose(passengers: PassengerNumbers): void {
  const count = String(passengerTotal(passengers));
  useSearch.setState({
    passengers: passengerCounts.find((known) => known === count) ?? '1',
    passengersByType: passengers,
  });
}

/** The passengers by type: together 1 to 9, and no more infants than adults. */
function Passengers({ search }: { readonly search: FlightSearch }) {
  const { t } = useTranslation(['flights', 'common']);
  const id = useId();
  const passengers = passengersOf(search);
  const text = passengerTypes
    .filter((type) => passengers[type] > 0)
    .map((type) => t(`common:passengers.${type}`, { count: passengers[type] }))
    .join(', ');
  return (
    <div className="min-w-0">
      <span id={id} className="block text-xs font-mid text-ink-2">
        {t('common:field.passengers')}
      </span>
      <Popover.Root>
        <Popover.Trigger
          id={`${id}-button`}
          aria-labelledby={`${id} ${id}-button`}
          className="relative flex h-11 w-full min-w-0 items-center pr-5 text-left font-mid min-[25rem]:pl-7"
        >
          <Users className="pointer-events-none absolute left-0 size-5 text-teal max-[25rem]:hidden" />
          <span className="truncate">{text}</span>
          <ChevronDown className="pointer-events-none absolute right-0 size-4.5 text-ink-2" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            align="start"
            sideOffset={8}
            collisionPadding={12}
            aria-labelledby={id}
            className="rising z-30 grid min-w-56 gap-3 rounded-md border border-line bg-surface p-4 text-ink shadow-3"
          >
            {passengerTypes.map((type) => (
              <SelectField
                key={type}
                label={t(`passengers.${type}`)}
                choices={choicesOf(passengers, type).map((count) => ({
                  value: String(count),
                  text: String(count),
                }))}
                value={String(passengers[type])}
                onChoose={(count) => {
                  const changed = { ...passengers, [type]: Number(count) };
                  choose({ ...changed, infant: Math.min(changed.infant, changed.adult) });
                }}
              />
            ))}
            <p className="text-xs text-ink-2">{t('passengers.rule')}</p>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}
