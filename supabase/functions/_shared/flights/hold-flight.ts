import { callerClient, memberIdOf, serviceClient } from '../http/database-client.ts';
import type { FunctionEnvironment } from '../http/environment.ts';
import { bearerToken, readBody, respond, unavailable } from '../http/function-request.ts';
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
import type { Offer } from './flight-offer.ts';
import {
  SupplierError,
  type CreateSupplier,
  type FlightSupplier,
  type SeenOrder,
  type SuppliedOffer,
} from './flight-supplier.ts';
import { readHold, requireSearchedPassengers, type HoldRequest } from './hold-request.ts';
import { recordedOrder, reconcileOrders } from './reconcile-flight-orders.ts';

/** What the database says of a booking with an order. */
interface HeldBooking {
  readonly booking_id: string;
  readonly reference: string;
  readonly status: string;
  readonly hold_expires_at: string;
  readonly state: string;
}

/** What the call gets that has made the booking. */
interface NewBooking extends HeldBooking {
  readonly lease: string;
  /** By passenger, as the airline writes them. */
  readonly names: readonly { readonly first_name: string; readonly last_name: string }[];
}

interface Holding {
  readonly hold: HoldRequest;
  readonly stored: StoredOffer;
  readonly supplier: FlightSupplier;
  readonly userId: string;
  readonly asCaller: FlightClient;
  readonly asService: FlightClient;
  readonly environment: FunctionEnvironment;
}

const inProgress = () =>
  new RequestError(409, 'in_progress', 'This hold is being placed. Try again in a minute.');
const airlineRefused = () =>
  new RequestError(
    409,
    'airline_refused',
    'The airline did not hold these seats. Choose another flight.',
  );

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
    p_expires_at: content.priceExpiresAt,
  });
  if (Date.parse(content.priceExpiresAt) <= Date.now()) throw offerExpired();
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

/** Makes the booking before its order, so that neither is without the other unnoticed. */
async function addBooking({ hold, userId, asService }: Holding): Promise<HeldBooking | NewBooking> {
  const booking = await call(asService, 'bkk_hold_supplier_booking', {
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
  });
  return booking as HeldBooking | NewBooking;
}

/** Places the order of a booking that was made for it. What is certain not to be ordered leaves no booking. */
async function placeOrder(holding: Holding, booking: NewBooking): Promise<HeldBooking> {
  const { hold, stored, supplier, asService, environment } = holding;
  const values = { p_booking_id: booking.booking_id, p_lease: booking.lease };
  let seen: SeenOrder;
  try {
    seen = await supplier.placeOrder({
      bookingId: booking.booking_id,
      sourceOfferId: stored.source_offer_id,
      sourcePassengers: stored.source_passengers,
      passengers: booking.names.flatMap(({ first_name: firstName, last_name: lastName }, index) =>
        hold.passengers.slice(index, index + 1).map((one) => ({ ...one, firstName, lastName })),
      ),
      email: hold.email,
      phone: hold.phone,
    });
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error;
    const { kind, code } = error;
    environment.warn?.({ source: supplier.source, kind, code }, 'an order could not be placed');
    // It may have been placed: reconcile-flight-orders looks for it.
    if (kind === 'late' || kind === 'failed') throw unavailable();
    await call(asService, 'bkk_delete_supplier_hold', values);
    throw kind === 'gone' ? offerExpired() : airlineRefused();
  }
  const recorded = await call(asService, 'bkk_record_supplier_order', {
    ...values,
    p_seen: recordedOrder(seen),
  });
  return recorded as HeldBooking;
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
  const reconciling = { asService, environment, suppliers: [supplier] };
  const [reconciled] = await reconcileOrders(reconciling, known.booking_id);
  return (reconciled ?? known) as HeldBooking;
}

function answerOf({ state, ...booking }: HeldBooking): object {
  if (state === 'ordering' || state === 'lost') throw inProgress();
  if (state === 'failed') throw airlineRefused();
  const { booking_id, reference, status, hold_expires_at } = booking;
  return { booking_id, reference, status, hold_expires_at };
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
    await requireFlights(asCaller);
    const userId = await memberIdOf(asCaller, token);
    const hold = readHold(await readBody(request));
    const supplier = createSupplier(environment);
    if (supplier === undefined)
      throw new RequestError(501, 'no_supplier', 'This site has no supplier of airlines’ offers.');
    const asService = serviceClient(request, environment);
    const known = await knownBooking({ hold, userId, supplier, asService, environment });
    if (known !== null) return answerOf(known);
    const stored = await readStoredOffer(asService, hold.offerId);
    const holding = { hold, stored, supplier, userId, asCaller, asService, environment };
    requireSearchedPassengers(hold, stored);
    const offer = await presentOffer(holding);
    if (offer.content.heldUntil === null) return requestOffer(holding);
    const booking = await addBooking(holding);
    // A call with the same key has made it meanwhile, and places the order.
    if (!('lease' in booking)) return answerOf(booking);
    return answerOf(await placeOrder(holding, booking));
  });
}
