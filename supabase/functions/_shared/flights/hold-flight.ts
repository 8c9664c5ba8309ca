import { callerClient, serviceClient } from '../http/database-client.ts';
import type { FunctionEnvironment } from '../http/environment.ts';
import {
  bearerToken,
  idIn,
  isDay,
  notSignedIn,
  readBody,
  respond,
  unavailable,
  type RequestBody,
} from '../http/function-request.ts';
import { RequestError } from '../http/responses.ts';
import { createDuffel } from './duffel.ts';
import {
  call,
  offerExpired,
  readStoredOffer,
  requireFlights,
  type FlightClient,
  type StoredOffer,
} from './flight-database.ts';
import { passengerTypes, type Offer, type PassengerType } from './flight-offer.ts';
import {
  SupplierError,
  type CreateSupplier,
  type FlightSupplier,
  type OrderPassenger,
  type SeenOrder,
  type SuppliedOffer,
} from './flight-supplier.ts';
import { recordedOrder, settleOrders } from './settle-flight-orders.ts';

interface Hold {
  readonly offerId: string;
  readonly requestKey: string;
  readonly expectedTotalSatang: number;
  readonly passengers: readonly OrderPassenger[];
  readonly email: string;
  readonly phone: string;
  readonly notes: string;
}

/** What the database says of a booking with an order; the lease only to the call that has made it. */
interface HeldBooking {
  readonly booking_id: string;
  readonly reference: string;
  readonly status: string;
  readonly hold_expires_at: string;
  readonly state: string;
  readonly lease?: string;
}

interface Holding {
  readonly hold: Hold;
  readonly stored: StoredOffer;
  readonly supplier: FlightSupplier;
  readonly userId: string;
  readonly asCaller: FlightClient;
  readonly asService: FlightClient;
  readonly environment: FunctionEnvironment;
}

const invalid = (message: string, details: object = {}) =>
  new RequestError(400, 'bad_request', message, details);
const inProgress = () =>
  new RequestError(409, 'in_progress', 'This hold is being placed. Try again in a minute.');
const airlineRefused = () =>
  new RequestError(
    409,
    'airline_refused',
    'The airline did not hold these seats. Choose another flight.',
  );

const titles = ['mr', 'ms', 'mrs', 'miss', 'dr'];
// What airlines take: ASCII, Latin-1 and Latin Extended-A without ligatures, thorn and eth.
const airlineName = /^(?!.*[ÆæĲĳŒœÞþð])[A-Za-zÀ-ÖØ-öø-ſ' -]{1,20}$/;

const textIn = (fields: Readonly<Record<string, unknown>>, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value.normalize('NFC').trim() : '';
};

function readPassenger(given: unknown, passenger: number): OrderPassenger {
  const fields = typeof given === 'object' && given !== null ? { ...given } : {};
  const type = passengerTypes.find((one) => one === textIn(fields, 'type'));
  const title = textIn(fields, 'title');
  const gender = textIn(fields, 'gender');
  const birthDate = textIn(fields, 'birth_date');
  const [firstName, lastName] = [textIn(fields, 'first_name'), textIn(fields, 'last_name')];
  const problem = [
    [type !== undefined, 'a type'],
    [titles.includes(title), 'a title'],
    [gender === 'm' || gender === 'f', 'a gender'],
    [airlineName.test(firstName), 'a first name of 1 to 20 Latin letters'],
    [airlineName.test(lastName), 'a last name of 1 to 20 Latin letters'],
    [isDay(birthDate), 'a date of birth'],
  ].find(([isRight]) => isRight !== true);
  if (problem !== undefined || type === undefined)
    throw invalid(`Passenger ${passenger} needs ${String(problem?.[1])}.`, { passenger });
  return { type, title, gender, firstName, lastName, birthDate };
}

function readHold(body: RequestBody): Hold {
  const { passengers, expected_total_satang: expected } = body;
  if (!Array.isArray(passengers) || passengers.length < 1 || passengers.length > 9)
    throw invalid('A booking has 1 to 9 passengers.');
  if (typeof expected !== 'number' || !Number.isSafeInteger(expected))
    throw invalid('expected_total_satang must be the total that was shown.');
  const [email, phone, notes] = ['email', 'phone', 'notes'].map((name) => textIn(body, name));
  if (!/^[^@\s]{1,64}@[^@\s]{1,190}$/.test(email ?? ''))
    throw invalid('A booking needs an e-mail address.');
  if (!/^\+[1-9]\d{6,14}$/.test(phone ?? ''))
    throw invalid('A booking needs a phone number with its country, such as +66812345678.');
  if ((notes ?? '').length > 2000) throw invalid('The notes have at most 2,000 characters.');
  return {
    offerId: idIn(body, 'offer_id', 'flight'),
    requestKey: idIn(body, 'request_key', 'request'),
    expectedTotalSatang: expected,
    passengers: passengers.map((one, index) => readPassenger(one, index + 1)),
    email: email ?? '',
    phone: phone ?? '',
    notes: notes ?? '',
  };
}

/** Age in whole years on a day. */
function ageOn(birthDate: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

const typeAt = (age: number): PassengerType => {
  if (age < 2) return 'infant';
  return age < 12 ? 'child' : 'adult';
};

/** Requires the passengers of the search; the offer is for children of the ages that were searched. */
function requirePassengers({ hold, stored }: Pick<Holding, 'hold' | 'stored'>): void {
  const lastDay = stored.offer.slices.at(-1)?.segments[0].departure.local.slice(0, 10) ?? '';
  for (const [index, { type, birthDate }] of hold.passengers.entries()) {
    const age = ageOn(birthDate, lastDay);
    if (age < 0 || typeAt(age) !== type) {
      const passenger = index + 1;
      throw invalid(`Passenger ${passenger} is no ${type} on the day of the last flight.`, {
        passenger,
      });
    }
  }
  for (const type of passengerTypes) {
    if (hold.passengers.filter((one) => one.type === type).length !== stored.offer.passengers[type])
      throw invalid('The passengers differ from those of the search.');
  }
  const children = hold.passengers.filter(({ type }) => type === 'child');
  const ages = children.map(({ birthDate }) => ageOn(birthDate, lastDay)).sort((a, b) => a - b);
  const searched = stored.source_passengers
    .filter(({ type }) => type === 'child')
    .map(({ age }) => age);
  if (ages.join() === searched.sort((one, other) => (one ?? 0) - (other ?? 0)).join()) return;
  const message = 'The price was for children of other ages. Search again.';
  throw new RequestError(409, 'ages_differ', message, { child_ages: ages });
}

/** The id of an active member. */
async function memberOf(asCaller: FlightClient, token: string): Promise<string> {
  await requireFlights(asCaller);
  const isActive = await call(asCaller, 'bkk_is_active', {}).catch((error: unknown) => {
    // Visitors may not ask.
    throw error instanceof RequestError && error.status === 403 ? notSignedIn() : error;
  });
  const { data, error } = await asCaller.auth.getUser(token);
  if (error !== null) throw (error.status ?? 500) >= 500 ? unavailable() : notSignedIn();
  if (isActive !== true)
    throw new RequestError(403, 'not_active', 'Only an active member can do this.');
  return data.user.id;
}

/** The present price, before anything is ordered; another one is stored and refused. */
async function confirmPrice({
  hold,
  stored,
  supplier,
  asService,
}: Holding): Promise<SuppliedOffer> {
  const present = await supplier.readOffer(stored.source_offer_id);
  const { content, taxSatang } = present;
  const offer: Offer = { ...stored.offer, ...content };
  await call(asService, 'bkk_update_flight_offer', {
    p_offer_id: stored.offer_id,
    p_offer: offer,
    p_tax_satang: taxSatang,
    p_expires_at: content.priceLapsesAt,
  });
  if (Date.parse(content.priceLapsesAt) <= Date.now()) throw offerExpired();
  if (content.totalSatang === hold.expectedTotalSatang) return present;
  throw new RequestError(409, 'price_changed', 'The price has changed.', {
    old_total_satang: hold.expectedTotalSatang,
    total_satang: content.totalSatang,
    offer,
  });
}

/** Before an order is placed, every failure of the supplier means that there is none. */
async function presentOffer(holding: Holding): Promise<SuppliedOffer> {
  try {
    return await confirmPrice(holding);
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error;
    const { source } = holding.supplier;
    holding.environment.warn?.(
      { source, kind: error.kind, code: error.code },
      'an offer could not be read',
    );
    throw error.kind === 'gone' ? offerExpired() : unavailable();
  }
}

/** Asks the agency for an offer that the airline does not hold. */
async function requestOffer({ hold, asCaller }: Holding): Promise<object> {
  if ((await call(asCaller, 'bkk_has_feature', { p_name: 'requests' })) !== true) {
    const message = 'The airline holds no seats for this fare. Choose another flight.';
    throw new RequestError(409, 'not_holdable', message);
  }
  const id = await call(asCaller, 'bkk_request_flight_offer', {
    p_request_key: hold.requestKey,
    p_offer_id: hold.offerId,
    p_notes: hold.notes,
  });
  return { quote_id: id };
}

function answerOf({ state, ...booking }: HeldBooking): object {
  if (state === 'ordering' || state === 'lost') throw inProgress();
  if (state === 'failed') throw airlineRefused();
  const { booking_id, reference, status, hold_expires_at } = booking;
  return { booking_id, reference, status, hold_expires_at };
}

/** Places the order of a booking that was made for it. What is certain not to be ordered leaves no booking. */
async function placeOrder(holding: Holding, booking: HeldBooking): Promise<object> {
  const { hold, stored, supplier, asService, environment } = holding;
  const values = { p_booking_id: booking.booking_id, p_lease: booking.lease };
  let seen: SeenOrder;
  try {
    seen = await supplier.placeOrder({
      bookingId: booking.booking_id,
      sourceOfferId: stored.source_offer_id,
      sourcePassengers: stored.source_passengers,
      passengers: hold.passengers,
      email: hold.email,
      phone: hold.phone,
    });
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error;
    const { kind, code } = error;
    environment.warn?.({ source: supplier.source, kind, code }, 'an order could not be placed');
    // It may have been placed: settle-flight-orders looks for it.
    if (kind === 'late' || kind === 'failed') throw unavailable();
    await call(asService, 'bkk_drop_supplier_hold', values);
    throw kind === 'gone' ? offerExpired() : airlineRefused();
  }
  const recorded = await call(asService, 'bkk_record_supplier_order', {
    ...values,
    p_seen: recordedOrder(seen),
  });
  return answerOf(recorded as HeldBooking);
}

async function holdOffer(holding: Holding): Promise<object> {
  const { hold, userId, asService } = holding;
  const present = await presentOffer(holding);
  if (present.content.heldUntil === null) return requestOffer(holding);
  const booking = (await call(asService, 'bkk_hold_supplier_booking', {
    p_user_id: userId,
    p_request_key: hold.requestKey,
    p_offer_id: hold.offerId,
    p_passengers: hold.passengers.map(({ type, firstName, lastName, birthDate }) => ({
      type,
      first_name: firstName,
      last_name: lastName,
      birth_date: birthDate,
    })),
    p_email: hold.email,
    p_phone: hold.phone,
    p_notes: hold.notes,
    p_expected_total_satang: hold.expectedTotalSatang,
  })) as HeldBooking;
  return booking.lease === undefined ? answerOf(booking) : placeOrder(holding, booking);
}

type Caller = Pick<Holding, 'hold' | 'userId' | 'supplier' | 'asService' | 'environment'>;

/** The booking of a repeated key; one whose answer was lost is looked for at the supplier. */
async function knownBooking(caller: Caller): Promise<HeldBooking | null> {
  const { hold, userId, supplier, asService, environment } = caller;
  const values = { p_user_id: userId, p_request_key: hold.requestKey };
  const known = (await call(
    asService,
    'bkk_supplier_booking_of_key',
    values,
  )) as HeldBooking | null;
  if (known?.state !== 'ordering') return known;
  const settling = { asService, environment, suppliers: [supplier] };
  const [settled] = await settleOrders(settling, known.booking_id);
  return (settled ?? known) as HeldBooking;
}

/**
 * POST as a member { offer_id, request_key, expected_total_satang, passengers, email, phone, notes }: confirms the price, then
 * holds the seats. Responds { booking_id, reference, status, hold_expires_at }, or { quote_id } where the airline holds none.
 */
export function holdFlight(
  request: Request,
  environment: FunctionEnvironment,
  createSupplier: CreateSupplier = createDuffel,
): Promise<Response> {
  return respond(request, async () => {
    const token = bearerToken(request);
    const asCaller = callerClient(request, environment, token);
    const userId = await memberOf(asCaller, token);
    const hold = readHold(await readBody(request));
    const supplier = createSupplier(environment);
    if (supplier === undefined)
      throw new RequestError(501, 'no_supplier', 'This site has no supplier of airlines’ offers.');
    const asService = serviceClient(request, environment);
    const known = await knownBooking({ hold, userId, supplier, asService, environment });
    if (known !== null) return answerOf(known);
    const stored = await readStoredOffer(asService, hold.offerId);
    const holding = { hold, stored, supplier, userId, asCaller, asService, environment };
    requirePassengers(holding);
    return holdOffer(holding);
  });
}
