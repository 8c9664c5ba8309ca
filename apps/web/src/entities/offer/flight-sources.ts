import type { FlightSource } from '@bkksiam/domain/flight-offer';
import type { Trip } from '@bkksiam/domain/trip';
import { settings } from '#platform/env.ts';
import { airlineFlightsQuery } from './airline-offers.ts';
import { ownFlightsQuery, type OffersQuery } from './flight-data.ts';

interface Source {
  /** Its name on screen is a text of `flights:source`. */
  readonly name: FlightSource;
  /** Its data is null where the site has no such source. */
  readonly query: (trip: Trip) => OffersQuery;
}

/** Who is asked for flights. A further source is a file with its query and a line here. */
export const flightSources: readonly Source[] = [
  { name: 'own', query: ownFlightsQuery },
  { name: 'duffel', query: airlineFlightsQuery },
];

/** The sources without those that the site is known not to have. */
export const sourcesInUse = (): readonly Source[] =>
  flightSources.filter(({ name }) => name === 'own' || settings().hasFlightSupplier !== false);
