import type { FlightOffer, FlightSource } from '@bkksiam/domain/flight-offer';
import { ownOffers } from '@bkksiam/domain/own-seats';
import type { Trip } from '@bkksiam/domain/trip';
import { settings } from '#platform/env.ts';
import { airlineFlightsQuery } from './airline-offers.ts';
import { ownFlightsQuery, type FlightsQuery } from './flight-data.ts';

interface SourceOf<Answer> {
  /** Its name on screen is a text of `flights:source`. */
  readonly name: FlightSource;
  readonly query: (trip: Trip) => FlightsQuery<Answer>;
  /**
   * The offers in an answer.
   *
   * @param chosen the flights of the first legs, as `legKeysOf` has them: offers with others may be left out
   */
  readonly offersOf: (
    answer: Answer,
    trip: Trip,
    chosen: readonly string[],
  ) => readonly FlightOffer[];
}

// Each source is given the answers of its own query.
const source = <Answer>(given: SourceOf<Answer>) => given as unknown as SourceOf<unknown>;

/** Who is asked for flights. A further source is a file with its query and some lines here. */
export const flightSources: readonly SourceOf<unknown>[] = [
  source({
    name: 'own',
    query: ownFlightsQuery,
    offersOf: (legs, { passengers }, chosen) => ownOffers(legs, passengers, chosen),
  }),
  source({ name: 'duffel', query: airlineFlightsQuery, offersOf: (offers) => offers }),
];

/** The sources without those that the site is known not to have. */
export const sourcesInUse = (): readonly SourceOf<unknown>[] =>
  flightSources.filter(({ name }) => name === 'own' || settings().hasFlightSupplier !== false);
