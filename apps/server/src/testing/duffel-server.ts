import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

type Body = Readonly<Record<string, unknown>>;

/** An order as the API shows it. */
interface Order extends Body {
  readonly id: string;
  total_amount: string;
  cancelled_at: string | null;
  payment_status: {
    awaiting_payment: boolean;
    paid_at: string | null;
    payment_required_by: string | null;
    price_guarantee_expires_at: string | null;
  };
}

interface Offer extends Body {
  readonly id: string;
  readonly route: string;
  total_amount: string;
}

/** A request that the server has received. */
interface Received {
  readonly call: string;
  readonly body: Body;
  readonly headers: IncomingMessage['headers'];
}

/** A local server that speaks the documented parts of Duffel's API, with answers of its own making. */
export interface DuffelServer {
  readonly url: string;
  readonly received: Received[];
  readonly orders: Map<string, Order>;
  readonly offers: Map<string, Offer>;
  /** Ids of the airline's changes, by order. */
  readonly changes: Map<string, string[]>;
  /** How the next orders are answered: `lost` and `unknown` answer an error, after the order was placed and without one. */
  orderAnswer: 'ok' | 'lost' | 'unknown' | 'refused';
  paymentAnswer: 'ok' | 'lost' | 'no_balance';
  cancelAnswer: 'ok' | 'refused';
  /** Searches are answered after this; they fail where it does. */
  beforeSearch: () => Promise<void>;
  close(): Promise<void>;
}

class ApiError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const place = (code: string, zone: string) => ({ iata_code: code, time_zone: zone });
const zones: Readonly<Record<string, string>> = {
  BKK: 'Asia/Bangkok',
  NRT: 'Asia/Tokyo',
  HKG: 'Asia/Hong_Kong',
};

interface SegmentInput {
  readonly flight: string;
  readonly from: string;
  readonly to: string;
  readonly departs: string;
  readonly arrives: string;
}

function segmentOf(
  { flight, from, to, departs, arrives }: SegmentInput,
  passengers: readonly Body[],
) {
  const [airline = '', number = ''] = flight.split(' ');
  return {
    departing_at: `${departs}:00`,
    arriving_at: `${arrives}:00`,
    origin: place(from, zones[from] ?? 'Europe/London'),
    destination: place(to, zones[to] ?? 'Europe/London'),
    origin_terminal: null,
    destination_terminal: '1',
    marketing_carrier: { iata_code: airline, name: 'Duffel Airways' },
    marketing_carrier_flight_number: number,
    operating_carrier: { iata_code: airline },
    aircraft: { name: 'Airbus A350' },
    stops: [],
    passengers: passengers.map(({ id }) => ({
      passenger_id: id,
      cabin_class: 'economy',
      fare_basis_code: 'Y1',
      baggages: [
        { type: 'checked', quantity: 1 },
        { type: 'carry_on', quantity: 1 },
      ],
    })),
  };
}

const direct = (from: string, to: string, day: string): readonly SegmentInput[] => [
  { flight: 'ZZ 0642', from, to, departs: `${day}T23:45`, arrives: `${nextDay(day)}T07:40` },
];
const viaHongKong = (from: string, to: string, day: string): readonly SegmentInput[] => [
  { flight: 'ZZ 701', from, to: 'HKG', departs: `${day}T08:00`, arrives: `${day}T11:50` },
  { flight: 'ZZ 702', from: 'HKG', to, departs: `${day}T13:20`, arrives: `${day}T18:25` },
];

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

interface OfferInput {
  readonly passengers: readonly Body[];
  readonly slices: readonly (readonly SegmentInput[])[];
  readonly amount: string;
  readonly changes?: Body;
}

function offerOf({ passengers, slices, amount, changes }: OfferInput): Offer {
  return {
    id: `off_${randomUUID().replaceAll('-', '')}`,
    route: `${slices[0]?.[0]?.from ?? ''}-${slices[0]?.at(-1)?.to ?? ''}`,
    owner: { iata_code: 'ZZ', name: 'Duffel Airways' },
    expires_at: hoursFromNow(0.5),
    total_amount: amount,
    total_currency: 'THB',
    tax_amount: '1234.50',
    tax_currency: 'THB',
    passengers,
    passenger_identity_documents_required: false,
    payment_requirements: {
      requires_instant_payment: false,
      payment_required_by: hoursFromNow(72),
      price_guarantee_expires_at: hoursFromNow(48),
    },
    conditions: {
      refund_before_departure: { allowed: false, penalty_amount: null, penalty_currency: null },
      change_before_departure: {
        allowed: true,
        penalty_amount: '3000.00',
        penalty_currency: 'THB',
      },
    },
    slices: slices.map((segments) => ({
      fare_brand_name: 'Basic',
      segments: segments.map((segment) => segmentOf(segment, passengers)),
    })),
    ...changes,
  };
}

interface SearchInput {
  readonly cabin_class?: string;
  readonly slices: readonly {
    readonly origin: string;
    readonly destination: string;
    readonly departure_date: string;
  }[];
  readonly passengers: readonly Body[];
}

const instant = {
  requires_instant_payment: true,
  payment_required_by: null,
  price_guarantee_expires_at: null,
};

/** The offers of a search, by the route of its first slice. */
function offersFor(
  { slices, passengers: searched, cabin_class: cabin }: SearchInput,
  route: string,
): readonly Offer[] {
  const passengers = searched.map((one, index) => ({
    id: `pas_${String(index + 1)}`,
    type: one.type ?? null,
    age: one.age ?? null,
  }));
  const along = (way: typeof direct) =>
    slices.map(({ origin, destination, departure_date: day }) => way(origin, destination, day));
  const made = (amount: string, way = direct, changes: Body = {}) =>
    offerOf({ passengers, slices: along(way), amount, changes });
  if (route === 'PVD-RAI' || cabin === 'first') return [];
  if (route === 'SIN-BKK')
    return Array.from({ length: 300 }, (_, index) => made(`${String(5000 + index)}.00`));
  if (route === 'LHR-LGW') return [made('9000.00', direct, { payment_requirements: instant })];
  return [
    made('24690.10'),
    made('18500', viaHongKong, { payment_requirements: instant, conditions: {} }),
    made('300.00', direct, { total_currency: 'EUR' }),
    made('12000.00', direct, { slices: [] }),
  ];
}

/** Answers by the method and the path, whose ids are stars. */
type Handlers = Readonly<
  Record<string, (given: { id: string; query: URLSearchParams; body: Body }) => unknown>
>;

function searchHandlers(server: DuffelServer): Handlers {
  const found = new Map<string, readonly Offer[]>();
  return {
    'POST /air/offer_requests': async ({ body }) => {
      await server.beforeSearch();
      const search = body as unknown as SearchInput;
      const route = `${search.slices[0]?.origin ?? ''}-${search.slices[0]?.destination ?? ''}`;
      if (route === 'STN-LHR') throw new ApiError(504, 'gateway_timeout_error');
      if (route === 'HKG-SIN') await setTimeout(60_000, undefined, { ref: false });
      const id = `orq_${randomUUID().replaceAll('-', '')}`;
      const offers = offersFor(search, route);
      for (const offer of offers) server.offers.set(offer.id, offer);
      found.set(id, route === 'HND-CTS' ? [] : offers);
      return { id, route };
    },
    'GET /air/offers': ({ query }) => {
      const offers = found.get(query.get('offer_request_id') ?? '') ?? [];
      const sorted = offers.toSorted(
        (one, other) => Number(one.total_amount) - Number(other.total_amount),
      );
      if (query.get('sort') === 'total_duration') sorted.reverse();
      return sorted.slice(0, Number(query.get('limit')));
    },
    'GET /air/offers/*': ({ id }) => {
      const offer = server.offers.get(id);
      if (offer === undefined || offer.route === 'LGW-LHR')
        throw new ApiError(422, 'offer_no_longer_available');
      if (offer.route === 'LHR-STN')
        offer.total_amount = (Number(offer.total_amount) + 100).toFixed(2);
      return offer;
    },
  };
}

function readOrder(server: DuffelServer, id: unknown): Order {
  const order = server.orders.get(String(id));
  if (order === undefined) throw new ApiError(404, 'not_found');
  return order;
}

function placeOrder(server: DuffelServer, body: Body): Order {
  const [offerId = ''] = body.selected_offers as readonly string[];
  const offer = server.offers.get(offerId);
  if (offer === undefined) throw new ApiError(422, 'offer_no_longer_available');
  if (server.orderAnswer === 'refused') throw new ApiError(422, 'airline_validation_error');
  if (server.orderAnswer === 'unknown') throw new ApiError(502, 'airline_unknown');
  const order: Order = {
    id: `ord_${randomUUID().replaceAll('-', '')}`,
    offer_id: offerId,
    booking_reference: 'RZPNX8',
    total_amount: offer.total_amount,
    total_currency: 'THB',
    cancelled_at: null,
    metadata: body.metadata,
    payment_status: {
      awaiting_payment: true,
      paid_at: null,
      payment_required_by: hoursFromNow(72),
      price_guarantee_expires_at: hoursFromNow(48),
    },
  };
  server.orders.set(order.id, order);
  if (server.orderAnswer === 'lost') throw new ApiError(504, 'gateway_timeout_error');
  return order;
}

function pay(server: DuffelServer, body: Body): object {
  const order = readOrder(server, body.order_id);
  const { amount } = body.payment as { amount: string };
  if (server.paymentAnswer === 'no_balance') throw new ApiError(422, 'insufficient_balance');
  if (Number(amount) !== Number(order.total_amount))
    throw new ApiError(422, 'payment_amount_does_not_match_order_amount');
  if (order.payment_status.paid_at !== null) throw new ApiError(422, 'already_paid');
  order.payment_status.paid_at = new Date().toISOString();
  order.payment_status.awaiting_payment = false;
  if (server.paymentAnswer === 'lost') throw new ApiError(502, 'bad_gateway');
  return { id: 'pay_1' };
}

function orderHandlers(server: DuffelServer): Handlers {
  const cancellations = new Map<string, Order>();
  return {
    'POST /air/orders': ({ body }) => placeOrder(server, body),
    'GET /air/orders': ({ query }) =>
      [...server.orders.values()].filter(({ offer_id: id }) => id === query.get('offer_id')),
    'GET /air/orders/*': ({ id }) => readOrder(server, id),
    'GET /air/airline_initiated_changes': ({ query }) =>
      (server.changes.get(query.get('order_id') ?? '') ?? []).map((id) => ({ id })),
    'POST /air/order_cancellations': ({ body }) => {
      const order = readOrder(server, body.order_id);
      if (order.cancelled_at !== null) throw new ApiError(422, 'already_cancelled');
      if (server.cancelAnswer === 'refused') throw new ApiError(422, 'order_not_cancellable');
      const id = `ore_${randomUUID().replaceAll('-', '')}`;
      cancellations.set(id, order);
      return { id, refund_amount: '0.00', expires_at: hoursFromNow(1) };
    },
    'POST /air/order_cancellations/*/actions/confirm': ({ id }) => {
      const order = cancellations.get(id);
      if (order === undefined) throw new ApiError(404, 'not_found');
      order.cancelled_at = new Date().toISOString();
      return { id, confirmed_at: order.cancelled_at };
    },
    'POST /air/payments': ({ body }) => pay(server, body),
  };
}

const parameter = /^(?:off|ord|ore)_\w+$/;

async function answer(
  server: DuffelServer,
  handlers: Handlers,
  request: IncomingMessage,
): Promise<{ status: number; body: object }> {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://duffel');
  const id = pathname.split('/').find((part) => parameter.test(part)) ?? '';
  const call = `${request.method ?? ''} ${id === '' ? pathname : pathname.replace(id, '*')}`;
  const given = await text(request);
  const body = given === '' ? {} : (JSON.parse(given) as { data: Body }).data;
  server.received.push({ call, body, headers: request.headers });
  try {
    const handler = handlers[call];
    if (handler === undefined) throw new ApiError(404, 'not_found');
    return { status: 200, body: { data: await handler({ id, query, body }) } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code } = error;
    // The texts of real errors quote what was sent.
    const errors = [{ type: 'api_error', code, title: given, message: given }];
    return { status, body: { errors, meta: { status, request_id: 'req_1' } } };
  }
}

/** Starts the server on a free port. Its routes: PVD-RAI none, STN-LHR 504, HKG-SIN never, HND-CTS too large, and those of the handlers. */
export async function startDuffelServer(): Promise<DuffelServer> {
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { status, body } = await answer(server, handlers, request);
    const isHuge = (body as { data?: { route?: string } }).data?.route === 'HND-CTS';
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(isHuge ? 'x'.repeat(9 * 1024 * 1024) : JSON.stringify(body));
  };
  const http = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const server: DuffelServer = {
    url: `http://127.0.0.1:${String((http.address() as AddressInfo).port)}`,
    received: [],
    orders: new Map(),
    offers: new Map(),
    changes: new Map(),
    orderAnswer: 'ok',
    paymentAnswer: 'ok',
    cancelAnswer: 'ok',
    beforeSearch: () => Promise.resolve(),
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  const handlers = { ...searchHandlers(server), ...orderHandlers(server) };
  return server;
}
