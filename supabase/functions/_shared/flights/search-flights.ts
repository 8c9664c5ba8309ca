import { callerClient, serviceClient } from '../http/database-client.ts';
import type { FunctionEnvironment } from '../http/environment.ts';
import {
  bearerToken,
  isDay,
  readBody,
  respond,
  type RequestBody,
} from '../http/function-request.ts';
import { networkHash } from '../http/keyed-hash.ts';
import { RequestError } from '../http/responses.ts';
import { createDuffel } from './duffel.ts';
import { call, requireFlights, type FlightClient } from './flight-database.ts';
import { cabins, passengerTypes, type Offer, type PassengerNumbers } from './flight-offer.ts';
import {
  SupplierError,
  type CreateSupplier,
  type FlightSearch,
  type FlightSupplier,
  type SearchResult,
} from './flight-supplier.ts';

/** Searches of a day. What goes beyond the supplier's free ones is paid for. */
const dailyLimits = { network: 200, all: 5_000 };
/** Airlines are asked for children of this age where the search does not say. */
const usualChildAge = 8;
/** As in SQL, with the day that travellers east of Bangkok may be ahead. */
const maxDaysAhead = 401;
const maxAnswerBytes = 2 * 1024 * 1024;

interface Answer {
  readonly source: string;
  readonly state: 'ok' | 'off' | 'late' | 'failed' | 'limited';
  readonly offers: readonly Offer[];
  readonly searched_at: string | null;
}

const invalid = (message: string) => new RequestError(400, 'bad_request', message);

const isRecord = (value: unknown): value is RequestBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isAirport = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Z]{3}$/.test(value);

function readLegs(given: unknown): FlightSearch['legs'] {
  if (!Array.isArray(given) || given.length < 1 || given.length > 6)
    throw invalid('A search has 1 to 6 flights.');
  const legs = (given as readonly unknown[]).map((leg, index) => {
    const { origin, destination, day } = isRecord(leg) ? leg : {};
    if (!isAirport(origin) || !isAirport(destination) || origin === destination || !isDay(day))
      throw invalid(`Flight ${index + 1} of the search needs two airports and a day.`);
    return { origin, destination, day };
  });
  if (legs.some(({ day }) => Date.parse(day) > Date.now() + maxDaysAhead * 86_400_000))
    throw invalid('A search is for at most 400 days ahead.');
  if (legs.some(({ day }, index) => day < (legs[index - 1]?.day ?? '')))
    throw invalid('The flights of a search must be in the order of their days.');
  return legs;
}

function readPassengers(given: unknown): PassengerNumbers {
  const fields = isRecord(given) ? given : {};
  const [adult = 0, child = 0, infant = 0] = passengerTypes.map((type) => {
    const count = fields[type] ?? 0;
    return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : Number.NaN;
  });
  const total = adult + child + infant;
  if (!(adult >= 1 && total <= 9 && infant <= adult))
    throw invalid(
      'A search is for 1 to 9 passengers with an adult, and no more infants than adults.',
    );
  return { adult, child, infant };
}

function readChildAges(given: unknown, { child }: PassengerNumbers): readonly number[] {
  if (given === undefined) return Array.from({ length: child }, () => usualChildAge);
  const ages: readonly unknown[] = Array.isArray(given) ? given : [];
  const isAge = (age: unknown): age is number =>
    typeof age === 'number' && Number.isInteger(age) && age >= 2 && age <= 11;
  if (ages.length !== child || !ages.every(isAge))
    throw invalid('child_ages has an age from 2 to 11 for each child.');
  return ages.toSorted((one, other) => one - other);
}

function readSearch(body: RequestBody): FlightSearch {
  const passengers = readPassengers(body.passengers);
  const cabin = cabins.find((one) => one === body.cabin);
  if (cabin === undefined) throw invalid('This is no cabin.');
  const childAges = readChildAges(body.child_ages, passengers);
  return { legs: readLegs(body.legs), cabin, passengers, childAges };
}

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

async function keyOf(
  source: string,
  { legs, cabin, passengers, childAges }: FlightSearch,
): Promise<string> {
  const parts = [
    source,
    legs.map(({ origin, destination, day }) => [origin, destination, day]),
    cabin,
    passengerTypes.map((type) => passengers[type]),
    childAges,
  ];
  return hex(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(parts))),
  );
}

/** Offers with ids of their own, up to the limit of an answer. */
function toStore(result: SearchResult, source: string) {
  let bytes = 0;
  return result.offers.flatMap((supplied) => {
    const offer: Offer = { id: crypto.randomUUID(), source, ...supplied.content };
    bytes += JSON.stringify(offer).length;
    if (bytes > maxAnswerBytes) return [];
    return {
      offer,
      source_offer_id: supplied.sourceOfferId,
      source_passengers: supplied.passengers,
      tax_satang: supplied.taxSatang,
      label: supplied.label,
      expires_at: supplied.content.priceExpiresAt,
    };
  });
}

interface Search {
  readonly supplier: FlightSupplier;
  readonly asService: FlightClient;
  readonly environment: FunctionEnvironment;
  readonly key: string;
  readonly search: FlightSearch;
}

async function askSupplier({
  supplier,
  asService,
  environment,
  key,
  search,
}: Search): Promise<Answer> {
  const { source } = supplier;
  try {
    const result = await supplier.search(search);
    if (Object.keys(result.dropped).length > 0)
      environment.warn?.({ source, dropped: result.dropped }, 'offers of a supplier were left out');
    const stored = toStore(result, source);
    const { searched_at: searchedAt } = (await call(asService, 'bkk_store_flight_offers', {
      p_key: key,
      p_source: source,
      p_request_id: result.requestId,
      p_offers: JSON.stringify(stored),
    })) as { readonly searched_at: string };
    const offers = stored.map(({ offer }) => offer);
    return { source, state: 'ok', offers, searched_at: searchedAt };
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error;
    const { kind, code } = error;
    environment.warn?.({ source, kind, code }, 'a supplier could not be searched');
    const state = kind === 'late' ? 'late' : 'failed';
    return { source, state, offers: [], searched_at: null };
  }
}

/**
 * POST { legs, cabin, passengers, child_ages? }: airlines' offers for a search. Responds { source, state, offers, searched_at };
 * a supplier that is late or fails is a state and no error, because other sources have their own answer.
 */
export function searchFlights(
  request: Request,
  environment: FunctionEnvironment,
  createSupplier: CreateSupplier = createDuffel,
): Promise<Response> {
  return respond(request, async () => {
    await requireFlights(callerClient(request, environment, bearerToken(request)));
    const search = readSearch(await readBody(request));
    const supplier = createSupplier(environment);
    if (supplier === undefined)
      return { source: 'duffel', state: 'off', offers: [], searched_at: null };
    const { source } = supplier;
    const asService = serviceClient(request, environment);
    const key = await keyOf(source, search);
    const begun = (await call(asService, 'bkk_begin_flight_search', {
      p_key: key,
      p_network: await networkHash(request, environment, 'flight search'),
      p_network_limit: dailyLimits.network,
      p_limit: dailyLimits.all,
    })) as Pick<Answer, 'offers' | 'searched_at'> & { readonly state: 'ok' | 'new' | 'limited' };
    if (begun.state === 'new')
      return askSupplier({ supplier, asService, environment, key, search });
    if (begun.state === 'ok') return { source, ...begun };
    environment.warn?.({ source }, 'a network has searched too often today');
    return { source, state: 'limited', offers: [], searched_at: null };
  });
}
