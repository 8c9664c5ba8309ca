import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { listSizes } from '@bkksiam/domain/constants';
import type { Database } from '@bkksiam/domain/database';
import { addDays } from '@bkksiam/domain/day-arithmetic';
import type { Departure } from '@bkksiam/domain/departures';
import { flightOfRow } from '@bkksiam/domain/flight-rows';
import type { OwnFlight, StoredFlight } from '@bkksiam/domain/own-flight';
import type { ListDefinition } from '#list/list-query.ts';
import { callJson } from '#platform/call-json.ts';
import { callData } from '#platform/data-api.ts';
import type { Client } from '#platform/supabase.ts';

type ViewRow = Database['public']['Views']['bkk_flights_admin_view']['Row'];

/** Whether seats of a flight are sold now, or why not. */
const saleStates = ['on_sale', 'sold_out', 'closed', 'scheduled', 'ended'] as const;

export type SaleState = (typeof saleStates)[number];

/** A row of the list. Columns of a view are nullable in the generated types. */
export type AdminFlight = {
  readonly [Key in keyof Omit<ViewRow, 'state' | 'search_text' | 'cabin'>]: NonNullable<
    ViewRow[Key]
  >;
} & { readonly state: SaleState; readonly cabin: OwnFlight['cabin'] };

/** `SL 108` */
export const numberText = ({ airline, number }: AdminFlight) =>
  `${airline} ${number.slice(airline.length)}`;

/** The prefix of the query keys. */
export const flightKey = ['flights', 'admin'] as const;

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
    searchColumns: 'search_text',
    searchCondition,
    idColumn: 'flight_id',
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

const flightCounts = z.object({
  states: z.partialRecord(z.enum([...saleStates, 'all']), z.number()),
  routes: z.array(z.string()),
  airlines: z.array(z.string()),
});

/** The counts of all states, and the routes and airlines there are. */
export function flightCountsQuery(search: string, { route, airline }: FlightChoice) {
  return queryOptions({
    queryKey: [...flightKey, 'counts', search, route, airline],
    queryFn: () =>
      callJson(flightCounts, (client) =>
        client.rpc('bkk_admin_count_flights', {
          p_search: search,
          p_route: route,
          p_airline: airline,
        }),
      ),
    placeholderData: (previous) => previous,
  });
}

/** The flights with their fares, these in the order in which they were added. */
const selectFlights = (client: Client) =>
  client
    .from('bkk_flights')
    .select('*, fares:bkk_flight_fares(*)')
    .order('fare_id', { referencedTable: 'fares' });

/** Whether an id from the URL is one of the database. */
const isFlightId = (id: string) => /^\d{1,15}$/.test(id);

/** Null for an unknown id. */
export function flightQuery(id: string) {
  return queryOptions({
    queryKey: [...flightKey, 'one', id],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<StoredFlight | null> => {
      if (!isFlightId(id)) return null;
      const data = await callData((client) =>
        selectFlights(client).eq('flight_id', Number(id)).abortSignal(signal).maybeSingle(),
      );
      return data === null ? null : flightOfRow(data);
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
    const data = await callData((client) =>
      selectFlights(client).gt('flight_id', after).order('flight_id').limit(pageRows),
    );
    flights.push(...data.map(flightOfRow));
    last = data.at(-1)?.flight_id ?? 0;
    if (data.length < pageRows) return flights;
  }
}

/** The departures of some fares in a month, such as `2026-12`. */
export function monthQuery(flightId: number, fareIds: readonly number[], month: string) {
  return queryOptions({
    queryKey: [...flightKey, 'month', flightId, month, fareIds],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<readonly Departure[]> => {
      const first = `${month}-01`;
      return callData((client) =>
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
    },
    placeholderData: (previous, query) => (query?.queryKey[3] === flightId ? previous : undefined),
  });
}

function selectPassengers(fareIds: readonly number[], day: string, signal: AbortSignal) {
  return callData((client) =>
    client
      .from('bkk_booking_seats')
      .select(
        `fare_id, seats, state, booking:bkk_bookings (booking_id, reference, status, total_satang, paid_satang, pax_adt, pax_chd, pax_inf,
          passengers:bkk_booking_passengers (position, first_name, last_name, type))`,
      )
      .in('fare_id', [...fareIds])
      .eq('day', day)
      .neq('state', 'released')
      .abortSignal(signal),
  );
}

export type SeatBooking = Awaited<ReturnType<typeof selectPassengers>>[number];

/** The bookings that have seats on a departure, with their passengers. */
export function departureQuery(fareIds: readonly number[], day: string) {
  return queryOptions({
    queryKey: [...flightKey, 'passengers', fareIds, day],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const data = await selectPassengers(fareIds, day, signal);
      return data.toSorted((one, other) =>
        one.booking.reference.localeCompare(other.booking.reference, 'en'),
      );
    },
  });
}

/** The periods of the sales figures, in days. */
export const salesPeriods = ['30', '90'] as const;

const routeSales = z.object({
  origin: z.string(),
  destination: z.string(),
  bookings: z.number(),
  held: z.number(),
  sold: z.number(),
  revenue_satang: z.number(),
});

export type RouteSales = z.infer<typeof routeSales>;

export function salesQuery(days: (typeof salesPeriods)[number]) {
  return queryOptions({
    queryKey: [...flightKey, 'sales', days],
    queryFn: () =>
      callJson(z.array(routeSales), (client) =>
        client.rpc('bkk_admin_route_sales', { p_days: Number(days) }),
      ),
  });
}
