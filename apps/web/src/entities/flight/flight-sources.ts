import type { FlightSource } from '@bkksiam/domain/flight-offer';
import type { Trip } from '@bkksiam/domain/trip';
import { ownFlightsQuery } from './flight-data.ts';

/** Who is asked for flights. A further source is a file with its query and a line here. */
export const flightSources: readonly {
  /** Its name on screen is a text of `flights:source`. */
  readonly name: FlightSource;
  readonly query: (trip: Trip) => ReturnType<typeof ownFlightsQuery>;
}[] = [{ name: 'own', query: ownFlightsQuery }];
