import * as z from 'zod/mini';
import { cabinClasses } from '@bkksiam/domain/flight-search';
import {
  cheapestByKey,
  flightSources,
  offerKey,
  type FlightOffer,
} from '@bkksiam/domain/flight-offer';
import { passengerTypes } from '@bkksiam/domain/passenger-age';
import { tripOfOffer, type Trip } from '@bkksiam/domain/trip';
import { AppError } from '#platform/app-error.ts';
import { callFunction } from '#platform/call-function.ts';
import { flightsQuery } from './flight-data.ts';

const textOrNull = z.nullable(z.string());
const numberOrNull = z.nullable(z.number());
const zonedTime = z.object({ local: z.string(), zone: z.string() });
const baggage = z.object({
  cabinPieces: numberOrNull,
  cabinKg: numberOrNull,
  checkedPieces: numberOrNull,
  checkedKg: numberOrNull,
});
const rule = z.object({
  isAllowed: z.nullable(z.boolean()),
  feeSatang: numberOrNull,
  untilHoursBefore: numberOrNull,
});

const segment = z.object({
  airline: z.string(),
  flightNumber: z.string(),
  operatingAirline: z.string(),
  origin: z.string(),
  originTerminal: textOrNull,
  destination: z.string(),
  destinationTerminal: textOrNull,
  departure: zonedTime,
  arrival: zonedTime,
  aircraft: textOrNull,
  cabin: z.enum(cabinClasses),
  baggage: z.partialRecord(z.enum(passengerTypes), baggage),
});
const slice = z.object({ segments: z.tuple([segment], segment) });

/** An offer as a supplier's functions give it. */
const offerSchema = z.object({
  id: z.string(),
  source: z.enum(flightSources),
  slices: z.tuple([slice], slice),
  passengers: z.object({ adult: z.int(), child: z.int(), infant: z.int() }),
  // Suppliers give the price of all passengers together, and no number of seats.
  prices: z.null(),
  totalSatang: z.int(),
  change: rule,
  refund: rule,
  seatsLeft: z.null(),
  priceExpiresAt: z.string(),
  heldUntil: textOrNull,
});

const answerSchema = z.object({
  state: z.enum(['ok', 'off', 'late', 'failed', 'limited']),
  offers: z.array(offerSchema),
});

/** An offer in an answer of the data API. */
export const airlineOffer = (answer: unknown): FlightOffer => z.parse(offerSchema, answer);

/**
 * The offers of airlines for a trip; null where the site has no supplier.
 *
 * @param childAges of each child on the day of the last flight; airlines are asked for usual ones without them
 * @throws {AppError} its code is `late`, `failed` or `limited` where the airlines have not answered
 */
async function searchAirlines(
  { legs, cabin, passengers }: Trip,
  childAges?: readonly number[],
): Promise<readonly FlightOffer[] | null> {
  const answer = await callFunction('search-flights', {
    legs: legs.map(({ origin, destination, day }) => ({ origin, destination, day })),
    cabin,
    passengers,
    ...(childAges && { child_ages: childAges }),
  });
  const { state, offers } = z.parse(answerSchema, answer);
  if (state === 'ok') return cheapestByKey(offers, offerKey);
  if (state === 'off') return null;
  const message = 'The airlines have not answered the search.';
  throw new AppError({ code: state, message, canRetry: state !== 'limited' });
}

/** The offers of airlines for a trip. */
export const airlineFlightsQuery = (trip: Trip) =>
  flightsQuery('duffel', trip, () => searchAirlines(trip));

/**
 * The same flights at the same conditions as the airlines offer them now; null where they no longer do.
 *
 * @throws {AppError} as a search
 */
export async function renewAirlineOffer(
  offer: FlightOffer,
  childAges?: readonly number[],
): Promise<FlightOffer | null> {
  const offers = await searchAirlines(tripOfOffer(offer), childAges);
  const key = offerKey(offer);
  return offers?.find((found) => found.id !== offer.id && offerKey(found) === key) ?? null;
}
