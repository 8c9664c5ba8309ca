import { DuffelApi, type DuffelApiOptions } from './duffel-api.ts';
import { satangOf, toOffer, UnusableOffer, type DuffelOffer } from './duffel-offers.ts';
import { passengerTypes, type Cabin } from './flight-offer.ts';
import {
  SupplierError,
  type CreateSupplier,
  type FlightSearch,
  type FlightSupplier,
  type OrderPassenger,
  type OrderRequest,
  type SearchResult,
  type SeenOrder,
  type SuppliedOffer,
} from './flight-supplier.ts';

interface DuffelOrder {
  readonly id: string;
  readonly booking_reference?: string | null;
  readonly total_amount: string;
  readonly total_currency: string;
  readonly cancelled_at?: string | null;
  readonly metadata?: Readonly<Record<string, string>> | null;
  readonly payment_status: {
    readonly awaiting_payment: boolean;
    readonly paid_at?: string | null;
    readonly payment_required_by?: string | null;
    readonly price_guarantee_expires_at?: string | null;
  };
}

interface DuffelCancellation {
  readonly id: string;
}

/** Duffel's time for airlines to answer a search; the limit of the whole search leaves two requests time for its answer. */
const supplierTimeoutMs = 8_000;
/** The offers of each of two lists: the cheapest and the fastest. */
const listed = 100;

const cabinClass: Readonly<Record<Cabin, string>> = {
  economy: 'economy',
  premium: 'premium_economy',
  business: 'business',
  first: 'first',
};

function offerRequest({ legs, cabin, passengers, childAges }: FlightSearch): object {
  return {
    slices: legs.map(({ origin, destination, day }) => ({
      origin,
      destination,
      departure_date: day,
    })),
    cabin_class: cabinClass[cabin],
    passengers: [
      ...Array.from({ length: passengers.adult }, () => ({ type: 'adult' })),
      ...childAges.map((age) => ({ age })),
      ...Array.from({ length: passengers.infant }, () => ({ type: 'infant_without_seat' })),
    ],
  };
}

/** Maps what can be shown, and counts the rest by its reason. */
function usableOffers(found: readonly DuffelOffer[]): Omit<SearchResult, 'requestId'> {
  const dropped: Record<string, number> = {};
  const offers = [...new Map(found.map((offer) => [offer.id, offer])).values()].flatMap((offer) => {
    try {
      return [toOffer(offer)];
    } catch (error) {
      const reason = error instanceof UnusableOffer ? error.message : 'malformed';
      dropped[reason] = (dropped[reason] ?? 0) + 1;
      return [];
    }
  });
  return { offers, dropped };
}

const isList = (data: unknown): data is readonly unknown[] => Array.isArray(data);

function textOf(data: unknown, name: string): string {
  const value: unknown = (data as Readonly<Record<string, unknown>> | null)?.[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new SupplierError('failed', 'malformed');
}

/** Runs the mapping of an answer; one that has not the documented fields is a failure of the supplier. */
function mapped<Value>(map: () => Value): Value {
  try {
    return map();
  } catch (error) {
    if (error instanceof SupplierError) throw error;
    throw new SupplierError('failed', 'malformed');
  }
}

function seenOrder(order: DuffelOrder, changes: readonly string[] = []): SeenOrder {
  if (order.total_currency !== 'THB') throw new SupplierError('failed', 'currency');
  const { payment_status: payment } = order;
  const open = payment.paid_at ? 'paid' : 'held';
  return {
    state: order.cancelled_at ? 'cancelled' : open,
    orderId: textOf(order, 'id'),
    reference: order.booking_reference ?? null,
    payBy: payment.payment_required_by ?? null,
    priceUntil: payment.price_guarantee_expires_at ?? null,
    totalSatang: satangOf(order.total_amount),
    changes,
  };
}

/**
 * The passengers of an order by the supplier's ids; each infant travels with an adult. The price of a child depends on the age
 * that was searched, so the youngest child gets the id of the lowest age.
 */
function orderPassengers(request: OrderRequest): readonly object[] {
  const ids = passengerTypes.flatMap((type) =>
    request.sourcePassengers
      .filter((one) => one.type === type)
      .sort((one, other) => (one.age ?? 0) - (other.age ?? 0))
      .map(({ id }) => id),
  );
  const people = passengerTypes.flatMap((type) =>
    request.passengers
      .filter((one) => one.type === type)
      .sort((one, other) => (type === 'child' ? other.birthDate.localeCompare(one.birthDate) : 0)),
  );
  const infantIds = ids.filter((_id, index) => people[index]?.type === 'infant');
  const passenger = (person: OrderPassenger, index: number) => ({
    id: ids[index],
    title: person.title,
    gender: person.gender,
    given_name: person.firstName,
    family_name: person.lastName,
    born_on: person.birthDate,
    email: request.email,
    phone_number: request.phone,
    // Adults come first.
    ...(person.type === 'adult' &&
      infantIds[index] !== undefined && { infant_passenger_id: infantIds[index] }),
  });
  return people.map(passenger);
}

/** Duffel as a source of offers. */
export class Duffel implements FlightSupplier {
  readonly source = 'duffel';
  readonly #api: DuffelApi;
  readonly #searchLimitMs: number;

  /** @param searchLimitMs of a search with its lists */
  constructor(options: DuffelApiOptions, searchLimitMs: number) {
    this.#api = new DuffelApi(options);
    this.#searchLimitMs = searchLimitMs;
  }

  async search(search: FlightSearch): Promise<SearchResult> {
    const signal = AbortSignal.timeout(this.#searchLimitMs);
    const path = `/air/offer_requests?return_offers=false&supplier_timeout=${supplierTimeoutMs}`;
    const requestId = textOf(
      await this.#api.call('POST', path, { body: offerRequest(search), signal }),
      'id',
    );
    const list = async (sort: string) => {
      const query = new URLSearchParams({
        offer_request_id: requestId,
        limit: String(listed),
        sort,
      });
      const offers = await this.#api.call('GET', `/air/offers?${query.toString()}`, { signal });
      if (!isList(offers)) throw new SupplierError('failed', 'malformed');
      return offers.slice(0, listed) as readonly DuffelOffer[];
    };
    const [cheapest, fastest] = await Promise.all([list('total_amount'), list('total_duration')]);
    return mapped(() => ({ requestId, ...usableOffers([...cheapest, ...fastest]) }));
  }

  async readOffer(sourceOfferId: string): Promise<SuppliedOffer> {
    const offer = await this.#api.call('GET', `/air/offers/${encodeURIComponent(sourceOfferId)}`);
    return mapped(() => toOffer(offer as DuffelOffer));
  }

  async placeOrder(request: OrderRequest): Promise<SeenOrder> {
    const order = await this.#api.call('POST', '/air/orders', {
      body: {
        type: 'hold',
        selected_offers: [request.sourceOfferId],
        passengers: orderPassengers(request),
        metadata: { booking_id: request.bookingId },
      },
    });
    return mapped(() => seenOrder(order as DuffelOrder));
  }

  async findOrder(sourceOfferId: string, bookingId: string): Promise<SeenOrder | null> {
    const query = new URLSearchParams({ offer_id: sourceOfferId });
    const orders = await this.#api.call('GET', `/air/orders?${query.toString()}`);
    if (!isList(orders)) throw new SupplierError('failed', 'malformed');
    const found = (orders as readonly DuffelOrder[]).find(
      ({ metadata }) => metadata?.booking_id === bookingId,
    );
    return found === undefined ? null : mapped(() => seenOrder(found));
  }

  async readOrder(orderId: string): Promise<SeenOrder> {
    const id = encodeURIComponent(orderId);
    const query = new URLSearchParams({ order_id: orderId });
    const [order, changes] = await Promise.all([
      this.#api.call('GET', `/air/orders/${id}`),
      this.#api.call('GET', `/air/airline_initiated_changes?${query.toString()}`),
    ]);
    if (!isList(changes)) throw new SupplierError('failed', 'malformed');
    return mapped(() =>
      seenOrder(
        order as DuffelOrder,
        changes.map((change) => textOf(change, 'id')),
      ),
    );
  }

  async cancelOrder(orderId: string): Promise<SeenOrder> {
    const before = await this.readOrder(orderId);
    if (before.state !== 'held') return before;
    const body = { order_id: orderId };
    const quote = await this.#api.call('POST', '/air/order_cancellations', { body });
    const { id } = quote as DuffelCancellation;
    const path = `/air/order_cancellations/${encodeURIComponent(id)}/actions/confirm`;
    await this.#api.call('POST', path, { body: {} });
    return { ...before, state: 'cancelled' };
  }

  async payOrder(orderId: string, totalSatang: number): Promise<SeenOrder> {
    // Read again before every attempt: an attempt without an answer may have paid.
    const before = await this.readOrder(orderId);
    if (before.state !== 'held') return before;
    if (before.totalSatang !== totalSatang) throw new SupplierError('refused', 'price_changed');
    const baht = String(Math.floor(totalSatang / 100));
    const amount = `${baht}.${String(totalSatang % 100).padStart(2, '0')}`;
    const payment = { type: 'balance', amount, currency: 'THB' };
    await this.#api.call('POST', '/air/payments', { body: { order_id: orderId, payment } });
    return this.readOrder(orderId);
  }
}

/** Orders wait for the airline: longer than searches, and less than the host lets hold-flight take. */
const orderLimitMs = 40_000;
const searchLimitMs = 12_000;

/** Duffel where `DUFFEL_ACCESS_TOKEN` is set. */
export const createDuffel: CreateSupplier = (environment) => {
  const token = environment.get('DUFFEL_ACCESS_TOKEN') ?? '';
  if (token === '') return undefined;
  const given = environment.get('DUFFEL_API_URL') ?? '';
  const url = (given === '' ? 'https://api.duffel.com' : given).replace(/\/+$/, '');
  return new Duffel({ url, token, timeLimitMs: orderLimitMs }, searchLimitMs);
};
