import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { FlightSource } from '@bkksiam/domain/flight-offer';
import { cabinClasses } from '@bkksiam/domain/flight-search';
import { connectFlights, type OwnLegs, type OwnSlice } from '@bkksiam/domain/own-seats';
import { passengerTypes } from '@bkksiam/domain/passenger-age';
import { tripText, type Trip } from '@bkksiam/domain/trip';
import { callData } from '#platform/data-api.ts';
import { fareRule, flightColumns, segmentOf } from './flight-columns.ts';

const numberOrNull = z.catch(z.nullable(z.number()), null);
const textOrNull = z.catch(z.nullable(z.string()), null);

const baggage = z.pipe(
  z.object({
    cabin_pieces: numberOrNull,
    cabin_kg: numberOrNull,
    checked_pieces: numberOrNull,
    checked_kg: numberOrNull,
  }),
  z.transform((given) => ({
    cabinPieces: given.cabin_pieces,
    cabinKg: given.cabin_kg,
    checkedPieces: given.checked_pieces,
    checkedKg: given.checked_kg,
  })),
);

const price = z.pipe(
  z.object({ fare_satang: z.int(), tax_satang: z.int() }),
  z.transform((given) => ({ fareSatang: given.fare_satang, taxSatang: given.tax_satang })),
);

const byType = <Value extends z.core.$ZodType>(value: Value) =>
  z.partialRecord(z.enum(passengerTypes), value);

const flightSchema = z.object({
  fare_id: z.int(),
  day: z.string(),
  ...flightColumns,
  operating_airline: z.string(),
  origin_terminal: textOrNull,
  destination_terminal: textOrNull,
  cabin: z.enum(cabinClasses),
  aircraft: textOrNull,
  baggage: z.catch(byType(baggage), {}),
  prices: byType(price),
  change: fareRule,
  refund: fareRule,
  seats_left: z.int(),
  held_until: z.string(),
});

function sliceOf(flight: z.output<typeof flightSchema>): OwnSlice {
  return {
    slice: {
      segments: [
        {
          ...segmentOf(flight),
          operatingAirline: flight.operating_airline,
          originTerminal: flight.origin_terminal,
          destinationTerminal: flight.destination_terminal,
          aircraft: flight.aircraft,
          cabin: flight.cabin,
          baggage: flight.baggage,
        },
      ],
    },
    choices: [{ fareId: flight.fare_id, day: flight.day }],
    prices: flight.prices,
    change: flight.change,
    refund: flight.refund,
    seatsLeft: flight.seats_left,
    heldUntil: flight.held_until,
  };
}

const legsSchema = z.array(z.array(z.array(flightSchema)));

/**
 * The own seats in an answer of the data API: by leg an array of ways, each an array of flights with their fares, as
 * `bkk_search_flights` has them.
 *
 * @throws where the answer has another shape
 */
export const ownLegs = (answer: unknown): OwnLegs =>
  z.parse(legsSchema, answer).map((ways) =>
    ways.flatMap((flights): OwnSlice[] => {
      const [first, ...rest] = flights.map(sliceOf);
      return first ? [connectFlights(first, rest)] : [];
    }),
  );

/** The arguments of a search in the database, for a GET request: calls by POST are limited by network, reads are not. */
function searchArguments({ legs, cabin, passengers }: Trip) {
  return {
    p_legs: JSON.stringify(
      legs.map(({ origin, destination, day }) => ({ origin, destination, day })),
    ),
    p_cabin: cabin,
    p_adults: passengers.adult,
    p_children: passengers.child,
    p_infants: passengers.infant,
  };
}

/** Searched again after this time: seats are sold meanwhile. */
const flightStaleMs = 120_000;
/** A search of airlines costs money, and the booking screen asks for the present price. */
const airlineStaleMs = 600_000;

/** The query of a source's answer for a trip; its data is null where the site has no such source. */
export function flightsQuery<Answer>(
  source: FlightSource,
  trip: Trip,
  read: (signal: AbortSignal) => Promise<Answer | null>,
) {
  return queryOptions<Answer | null>({
    queryKey: ['flights', source, tripText(trip)],
    staleTime: source === 'own' ? flightStaleMs : airlineStaleMs,
    // A new answer would move what is being read.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: ({ signal }) => read(signal),
  });
}

export type FlightsQuery<Answer> = ReturnType<typeof flightsQuery<Answer>>;

/** The own seats for a trip. */
export const ownFlightsQuery = (trip: Trip) =>
  flightsQuery('own', trip, async (signal) =>
    ownLegs(
      await callData((client) =>
        client.rpc('bkk_search_flights', searchArguments(trip), { get: true }).abortSignal(signal),
      ),
    ),
  );

/** The lowest totals of own seats in satang, two days before to two days after those of a trip; null where none is known. */
export function flightDaysQuery(trip: Trip) {
  return queryOptions({
    queryKey: ['flights', 'days', tripText(trip)],
    staleTime: flightStaleMs,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      const data = await callData((client) =>
        client
          .rpc('bkk_search_flight_days', searchArguments(trip), { get: true })
          .abortSignal(signal),
      );
      return z.parse(z.array(z.nullable(z.int())), data);
    },
  });
}
