import { queryOptions } from '@tanstack/react-query';
import { listSizes } from '@bkksiam/domain/constants';
import type { Database } from '@bkksiam/domain/database';
import { deadlineZone } from '@bkksiam/domain/offer-defaults';
import type { StoredFlight } from '@bkksiam/domain/flight-table';
import { addDays, emptyFare, type OwnFare, type OwnFlight } from '@bkksiam/domain/own-flight';
import { toZonedTime } from '@bkksiam/domain/zoned-time';
import type { ListDefinition } from '#list/list-query.ts';
import { callData } from '#platform/data-api.ts';
import { serverNow } from '#platform/server-clock.ts';

type ViewRow = Database['public']['Views']['bkk_flights_admin_view']['Row'];

/** Whether seats of a flight are sold now, or why not. */
const saleStates = ['on_sale', 'sold_out', 'closed', 'scheduled', 'ended'] as const;

export type SaleState = (typeof saleStates)[number];

/** A row of the list. Columns of a view are nullable in the generated types. */
export type AdminFlight = {
  readonly [Key in keyof Omit<ViewRow, 'state' | 'places' | 'cabin'>]: NonNullable<ViewRow[Key]>;
} & { readonly state: SaleState; readonly cabin: OwnFlight['cabin'] };

/** The prefix of the query keys. */
export const flightKey = ['flights', 'admin'] as const;

/** The present day in Bangkok. */
export const today = (): string => toZonedTime(serverNow(), deadlineZone)?.local.slice(0, 10) ?? '';

/** The route and airline that the list is of; empty for all. */
export interface FlightChoice {
  readonly route: string;
  readonly airline: string;
}

/** `L5 108` as the number is stored, or `BKK CNX` as a route. */
function searchCondition(search: string): string | undefined {
  const compact = search.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase();
  if (compact === '') return undefined;
  const number = `number.like."%${compact}%"`;
  return /^[A-Z]{6}$/.test(compact)
    ? `${number},route.eq.${compact.slice(0, 3)}-${compact.slice(3)}`
    : number;
}

export function flightList({
  route,
  airline,
}: FlightChoice): ListDefinition<AdminFlight, SaleState> {
  return {
    key: [...flightKey, 'of', route, airline],
    keyOf: ({ flight_id: id }) => String(id),
    pageSize: listSizes.adminPage,
    errorToast: 'adminFlights:loadFailed',
    columns: ['number', 'route', 'departs_at', 'first_day', 'last_day', 'cabin', 'from_satang'],
    sort: { column: 'number', direction: 'asc' },
    filters: saleStates,
    searchColumns: ['number', 'route', 'places'],
    searchCondition,
    tieBreaker: () => 'flight_id',
    select: (client, options, state) => {
      let flights = client
        .from('bkk_flights_admin_view')
        .select(
          'flight_id, version, airline, number, origin, destination, route, departs_at, arrives_at, arrives_days, weekdays, first_day, last_day, cabin, fares, from_satang, free_seats, state',
          options,
        );
      if (route !== '') flights = flights.eq('route', route);
      if (airline !== '') flights = flights.eq('airline', airline);
      return state === undefined ? flights : flights.eq('state', state);
    },
  };
}

interface FlightCounts {
  readonly states: Readonly<Partial<Record<SaleState | 'all', number>>>;
  readonly routes: readonly string[];
  readonly airlines: readonly string[];
}

/** The counts of all states, and the routes and airlines there are. */
export function flightCountsQuery(search: string, { route, airline }: FlightChoice) {
  return queryOptions({
    queryKey: [...flightKey, 'counts', search, route, airline],
    queryFn: async () => {
      const { data } = await callData((client) =>
        client.rpc('bkk_admin_count_flights', {
          p_search: search,
          p_route: route,
          p_airline: airline,
        }),
      );
      return data as unknown as FlightCounts;
    },
    placeholderData: (previous) => previous,
  });
}

const columns =
  `flight_id, version, airline, flight_number, operating_airline, origin, destination, origin_terminal,
  destination_terminal, departs_at, arrives_at, arrives_days, weekdays, first_day, last_day, cabin, aircraft,
  fares:bkk_flight_fares (fare_id, name, adult_satang, adult_tax_satang, child_satang, child_tax_satang, infant_satang,
    infant_tax_satang, baggage, change_allowed, change_fee_satang, change_until_hours, refund_allowed, refund_fee_satang,
    refund_until_hours, seats, sale_from, sale_until, closes_hours)` as const;

function selectFlights() {
  return callData((client) =>
    client
      .from('bkk_flights')
      .select(columns)
      .order('flight_id')
      .order('fare_id', { referencedTable: 'fares' }),
  );
}

type Row = Awaited<ReturnType<typeof selectFlights>>['data'][number];

/** A stored time as Bangkok time; empty for none, which is stored as infinite. */
function localTime(time: string): string {
  return toZonedTime(Date.parse(time), deadlineZone)?.local ?? '';
}

function fareOf({
  baggage,
  sale_from: from,
  sale_until: until,
  ...fare
}: Row['fares'][number]): OwnFare {
  const given = baggage as unknown as Partial<OwnFare['baggage']>;
  const of = (type: keyof OwnFare['baggage']) => ({ ...emptyFare.baggage[type], ...given[type] });
  const isEndless = (time: string) => !/^\d/.test(time);
  return {
    ...emptyFare,
    ...fare,
    baggage: { adult: of('adult'), child: of('child'), infant: of('infant') },
    sale_from: isEndless(from) ? '' : localTime(from),
    sale_until: isEndless(until) ? '' : localTime(until),
  };
}

function storedFlight({ flight_id: id, version, ...row }: Row): StoredFlight {
  // In the order of the form, in which two versions are compared.
  const flight: OwnFlight = {
    airline: row.airline,
    flight_number: row.flight_number,
    operating_airline: row.operating_airline ?? '',
    origin: row.origin,
    destination: row.destination,
    origin_terminal: row.origin_terminal ?? '',
    destination_terminal: row.destination_terminal ?? '',
    departs_at: row.departs_at.slice(0, 5),
    arrives_at: row.arrives_at.slice(0, 5),
    arrives_days: row.arrives_days,
    weekdays: row.weekdays,
    first_day: row.first_day,
    last_day: row.last_day,
    cabin: row.cabin as OwnFlight['cabin'],
    aircraft: row.aircraft ?? '',
    fares: row.fares.map(fareOf),
  };
  return { flight_id: id, version, flight };
}

/** Whether an id from the URL is one of the database. */
const isFlightId = (id: string) => /^\d{1,15}$/.test(id);

/** Null for an unknown id. */
export function flightQuery(id: string) {
  return queryOptions({
    queryKey: [...flightKey, 'one', id],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<StoredFlight | null> => {
      if (!isFlightId(id)) return null;
      const { data } = await callData((client) =>
        client
          .from('bkk_flights')
          .select(columns)
          .eq('flight_id', Number(id))
          .order('fare_id', { referencedTable: 'fares' })
          .abortSignal(signal)
          .maybeSingle(),
      );
      return data === null ? null : storedFlight(data);
    },
  });
}

const pageRows = 500;

/** All flights with their fares, for the file and what an import is compared with. */
export async function readFlights(): Promise<readonly StoredFlight[]> {
  const flights: StoredFlight[] = [];
  let last = 0;
  for (;;) {
    const after = last;
    const { data } = await callData((client) =>
      client
        .from('bkk_flights')
        .select(columns)
        .gt('flight_id', after)
        .order('flight_id')
        .order('fare_id', { referencedTable: 'fares' })
        .limit(pageRows),
    );
    flights.push(...data.map(storedFlight));
    last = data.at(-1)?.flight_id ?? 0;
    if (data.length < pageRows) return flights;
  }
}

/** The seats of a fare on a day. */
export interface Departure {
  readonly fare_id: number;
  readonly day: string;
  readonly total: number;
  readonly held: number;
  readonly sold: number;
  readonly is_closed: boolean;
}

/** The departures of some fares in a month, such as `2026-12`. */
export function monthQuery(flightId: number, fareIds: readonly number[], month: string) {
  return queryOptions({
    queryKey: [...flightKey, 'month', flightId, month, fareIds],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<readonly Departure[]> => {
      const first = `${month}-01`;
      const { data } = await callData((client) =>
        client
          .from('bkk_flight_seats')
          .select('fare_id, day, total, held, sold, is_closed')
          .in('fare_id', [...fareIds])
          .gte('day', first)
          .lt('day', `${addDays(first, 31).slice(0, 7)}-01`)
          .order('day')
          .order('fare_id')
          .abortSignal(signal),
      );
      return data;
    },
    placeholderData: (previous, query) => (query?.queryKey[3] === flightId ? previous : undefined),
  });
}

function selectPassengers(fareIds: readonly number[], day: string, signal: AbortSignal) {
  return callData((client) =>
    client
      .from('bkk_booking_seats')
      .select(
        `fare_id, seats, state, booking:bkk_bookings (booking_id, reference, status, pax_adt, pax_chd, pax_inf,
          passengers:bkk_booking_passengers (position, first_name, last_name, type))`,
      )
      .in('fare_id', [...fareIds])
      .eq('day', day)
      .neq('state', 'released')
      .abortSignal(signal),
  );
}

export type SeatBooking = Awaited<ReturnType<typeof selectPassengers>>['data'][number];

/** The bookings that have seats on a departure, with their passengers. */
export function departureQuery(fareIds: readonly number[], day: string) {
  return queryOptions({
    queryKey: [...flightKey, 'passengers', fareIds, day],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { data } = await selectPassengers(fareIds, day, signal);
      return data.toSorted((one, other) =>
        one.booking.reference.localeCompare(other.booking.reference, 'en'),
      );
    },
  });
}

/** The periods of the sales figures, in days. */
export const salesPeriods = ['30', '90'] as const;

export interface RouteSales {
  readonly origin: string;
  readonly destination: string;
  readonly bookings: number;
  readonly held: number;
  readonly sold: number;
  readonly revenue_satang: number;
}

export function salesQuery(days: (typeof salesPeriods)[number]) {
  return queryOptions({
    queryKey: [...flightKey, 'sales', days],
    queryFn: async () => {
      const { data } = await callData((client) =>
        client.rpc('bkk_admin_route_sales', { p_days: Number(days) }),
      );
      return data as unknown as readonly RouteSales[];
    },
  });
}
