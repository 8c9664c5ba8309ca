import {
  callFunction,
  RaisedError,
  type DatabaseClient,
  type ReadTable,
} from '../http/database-client.ts';
import { unavailable } from '../http/function-request.ts';
import { RequestError } from '../http/responses.ts';
import type { Offer } from './flight-offer.ts';
import type { SourcePassenger } from './flight-supplier.ts';

/** A row of `bkk_flight_offers`. */
export interface StoredOffer {
  readonly offer_id: string;
  readonly source: string;
  readonly source_offer_id: string;
  readonly offer: Offer;
  readonly total_satang: number;
  readonly source_passengers: readonly SourcePassenger[];
  readonly expires_at: string;
}

export type FlightClient = DatabaseClient<{ bkk_flight_offers: ReadTable<StoredOffer> }>;

const featureIsOff = () => new RequestError(404, 'not_found', 'This feature is not switched on.');
export const offerExpired = () =>
  new RequestError(409, 'offer_expired', 'This offer has expired. Search again.');

/** The errors that functions in SQL raise on purpose, with their messages. */
const raised: Readonly<Record<string, (message: string) => RequestError>> = {
  PT404: featureIsOff,
  PT409: offerExpired,
  PT429: (message) => new RequestError(429, 'too_many_holds', message),
  PT400: (message) => new RequestError(400, 'bad_request', message),
  '42501': (message) => new RequestError(403, 'not_active', message),
};

/** Calls a function of the database; what it raises on purpose becomes the response. */
export function call(
  client: FlightClient,
  name: string,
  values: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  return callFunction(client, name, values).catch((error: unknown) => {
    throw error instanceof RaisedError ? (raised[error.code]?.(error.words) ?? error) : error;
  });
}

/** Requires the feature by asking as the caller, whose token is checked thereby. */
export async function requireFlights(asCaller: FlightClient): Promise<void> {
  if ((await call(asCaller, 'bkk_has_feature', { p_name: 'flights' })) !== true)
    throw featureIsOff();
}

export async function readStoredOffer(asService: FlightClient, id: string): Promise<StoredOffer> {
  const { data, error } = await asService
    .from('bkk_flight_offers')
    .select('offer_id, source, source_offer_id, offer, total_satang, source_passengers, expires_at')
    .eq('offer_id', id)
    .maybeSingle();
  if (error !== null) throw unavailable();
  if (data === null || Date.parse(data.expires_at) <= Date.now()) throw offerExpired();
  return data;
}
