import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { bangkokIso } from '@bkksiam/domain/bangkok';
import {
  bookingStatuses,
  hasBookingEnded,
  isOpenBooking,
  type BookingStatus,
} from '@bkksiam/domain/booking-status';
import { parseBookingReference } from '@bkksiam/domain/booking-reference';
import { addDays } from '@bkksiam/domain/day-arithmetic';
import { flightSearchLimits, listSizes } from '@bkksiam/domain/constants';
import type { Database } from '@bkksiam/domain/database';
import {
  assignment,
  assignmentArgs,
  type Assignment,
} from '#entities/assignment/assignment-data.ts';
import { contentOf, type OfferContent } from '#entities/offer/offer.ts';
import { readItem, textOrBeginning, type ListDefinition } from '#list/list-query.ts';
import { isItemId } from '#list/selected-item.ts';
import { existsWith, pages } from '#pages.ts';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { callJson } from '#platform/call-json.ts';
import { callData } from '#platform/data-api.ts';
import { settings } from '#platform/env.ts';
import { serverNow } from '#platform/server-clock.ts';
import { selectPostings, type BookingPostings } from './booking-postings.ts';

type ViewRow = Database['public']['Views']['bkk_bookings_admin_view']['Row'];
type Required<Name extends keyof ViewRow> = {
  readonly [Key in Name]: NonNullable<ViewRow[Key]>;
};

/** A row of the admins' list. Columns of a view are nullable in the generated types. */
export type AdminBooking = Omit<ViewRow, 'status'> &
  Required<
    | 'booking_id'
    | 'reference'
    | 'version'
    | 'pax_adt'
    | 'pax_chd'
    | 'pax_inf'
    | 'passengers'
    | 'paid_satang'
    | 'has_all_names'
    | 'flags'
    | 'created_at'
    | 'updated_at'
  > & { readonly status: BookingStatus };

/** What is left to pay; null for a booking that has ended or has no price. */
export function leftSatang({ status, balance_satang: balance }: AdminBooking): number | null {
  return balance === null || hasBookingEnded(status) ? null : Math.max(0, balance);
}

/**
 * What the list shows: what waits, by its deadline, because an admin has to decide, by who works on it or for large groups, or one
 * status.
 */
const bookingFilters = [
  'open',
  'dueToday',
  'overdue',
  'flagged',
  'mine',
  'nobody',
  'groups',
  ...bookingStatuses,
] as const;

export type BookingFilter = (typeof bookingFilters)[number];

/** The prefix of the query keys. */
export const bookingKey = ['bookings', 'admin'] as const;

/** The end of the present day in Bangkok. */
const dayEnd = () => bangkokIso(`${addDays(bangkokToday(), 1)}T00:00`) ?? '';

const maxDue = 100;

/** The number of bookings whose deadline is today or has passed, up to 100. */
export const dueBookingsQuery = queryOptions({
  queryKey: [...bookingKey, 'due'],
  refetchInterval: 30_000,
  staleTime: 0,
  queryFn: async ({ signal }) => {
    const data = await callData((client) =>
      client
        .from('bkk_bookings_admin_view')
        .select('booking_id')
        .lt('due_at', dayEnd())
        .limit(maxDue)
        .abortSignal(signal),
    );
    return data.length;
  },
});

/** A search for the functions of the database, which also match the reference that it names. */
function searchArgs(search: string) {
  const reference = parseBookingReference(search);
  return {
    p_search: textOrBeginning(search),
    ...(reference !== null && { p_reference: reference }),
  };
}

const openStatuses = bookingStatuses.filter(isOpenBooking);

export const bookingList: ListDefinition<AdminBooking, BookingFilter> = {
  key: bookingKey,
  keyOf: ({ booking_id: id }) => id,
  pageSize: listSizes.adminPage,
  errorToast: 'adminBookings:loadFailed',
  columns: ['created_at', 'departs_on', 'due_at', 'full_name', 'reference', 'status'],
  // What is due first; bookings without a deadline are last.
  sort: { column: 'due_at', direction: 'asc' },
  sortOf: (filter) =>
    filter === undefined || filter === 'TICKETED' || hasBookingEnded(filter)
      ? { column: 'created_at', direction: 'desc' }
      : undefined,
  isLive: true,
  filters: bookingFilters,
  defaultFilter: 'open',
  counts: (client, search) => client.rpc('bkk_admin_count_bookings', searchArgs(search)),
  searchColumns: 'search_text',
  searchText: textOrBeginning,
  // As people write it on paper: without its dash, or in lower case.
  searchCondition: (search) => {
    const reference = parseBookingReference(search);
    return reference === null ? undefined : `reference.eq.${reference}`;
  },
  idColumn: 'booking_id',
  select: (client, options, filter) => {
    const all = client.from('bkk_bookings_admin_view').select('*', options);
    const now = new Date(serverNow()).toISOString();
    if (filter === undefined) return all;
    if (filter === 'open') return all.in('status', openStatuses);
    if (filter === 'mine') return all.in('status', openStatuses).eq('is_mine', true);
    if (filter === 'nobody') return all.in('status', openStatuses).is('assigned_to', null);
    if (filter === 'groups')
      return all.in('status', openStatuses).gt('passengers', flightSearchLimits.maxPassengers);
    if (filter === 'dueToday') return all.gt('due_at', now).lt('due_at', dayEnd());
    if (filter === 'overdue') return all.lte('due_at', now);
    if (filter === 'flagged') return all.not('flags', 'eq', '{}');
    return all.eq('status', filter);
  },
};

/**
 * Gives a booking to an admin, or to nobody with null. The admin of the row is expected to have it still; `is_done` is false if
 * another one has it.
 */
export function assignBooking(
  { booking_id: p_booking_id, assigned_to }: Pick<AdminBooking, 'booking_id' | 'assigned_to'>,
  to: string | null,
  expected = assigned_to,
): Promise<Assignment> {
  return callJson(assignment, (client) =>
    client.rpc('bkk_admin_assign_booking', { p_booking_id, ...assignmentArgs(to, expected) }),
  );
}

const totals = z.object({
  bookings: z.number(),
  passengers: z.number(),
  total_satang: z.number(),
  paid_satang: z.number(),
  left_satang: z.number(),
});

export type BookingTotals = z.output<typeof totals>;

/** The sums of all bookings that a filter and a search show. Of more than 1,000 they are not those of all. */
export function bookingTotalsQuery(filter: BookingFilter | undefined, search: string) {
  const args = { p_filter: filter ?? 'all', ...searchArgs(search) };
  return queryOptions({
    queryKey: [...bookingKey, 'totals', args],
    refetchInterval: 30_000,
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      callJson(totals, (client) => client.rpc('bkk_admin_sum_bookings', args).abortSignal(signal)),
  });
}

const columns = `booking_id, contact_email, contact_phone, notes, segments, lines, conditions,
  passengers:bkk_booking_passengers (position, first_name, last_name, type, birth_date, ticket_number),
  events:bkk_booking_events (event_id, created_at, actor, actor_name, event, details, message),
  order:bkk_supplier_orders (state, source_order_id, airline_reference, total_satang, pay_by, price_until, last_failure)` as const;

function selectDetails(id: string, signal: AbortSignal) {
  return callData((client) =>
    client
      .from('bkk_bookings')
      .select(columns)
      .eq('booking_id', id)
      .order('position', { referencedTable: 'passengers' })
      .order('event_id', { referencedTable: 'events' })
      .abortSignal(signal)
      .maybeSingle(),
  );
}

/** A payment, or the reversal of one: `reverses` has its id. */
export interface Payment {
  readonly payment_id: string;
  readonly amount_satang: number;
  readonly received_at: string;
  readonly bank_reference: string | null;
  /** For admins only. */
  readonly note: string | null;
  readonly reverses: string | null;
  readonly recorded_at: string;
  readonly recorded_by_name: string | null;
}

function selectPayments(id: string, signal: AbortSignal) {
  return callData((client) =>
    client
      .from('bkk_booking_payments_admin_view')
      .select(
        'payment_id, amount_satang, received_at, bank_reference, note, reverses, recorded_at, recorded_by_name',
      )
      .eq('booking_id', id)
      .order('recorded_at')
      .abortSignal(signal)
      .overrideTypes<Payment[], { merge: false }>(),
  );
}

type StoredDetails = NonNullable<Awaited<ReturnType<typeof selectDetails>>>;

export type Passenger = StoredDetails['passengers'][number];
export type BookingEvent = StoredDetails['events'][number];

const orderState = z.enum([
  'ordering',
  'held',
  'paying',
  'paid',
  'cancelling',
  'cancelled',
  'failed',
]);

/** The order of a booking at an airline: after `pay_by` its seats are gone, after `price_until` its price may rise. */
export type AirlineOrder = Omit<NonNullable<StoredDetails['order']>, 'state'> & {
  readonly state: z.output<typeof orderState>;
};

/** An amount of a booking that waits for a second admin. */
export interface WaitingApproval {
  readonly approval_id: string;
  readonly kind: 'payment' | 'reversal' | 'refund';
  readonly amount_satang: number;
  readonly asked_at: string;
  readonly asked_by_name: string | null;
}

/** None while nobody has to approve anything on this site. */
async function selectApprovals(id: string, signal: AbortSignal) {
  if (!existsWith(settings().features, pages.adminApprovals)) return [];
  return callData((client) =>
    client
      .from('bkk_approvals_admin_view')
      .select('approval_id, kind, amount_satang, asked_at, asked_by_name')
      .eq('booking_id', id)
      .is('decision', null)
      .order('asked_at')
      .abortSignal(signal)
      .overrideTypes<WaitingApproval[], { merge: false }>(),
  );
}

/** A booking with all that its panel shows. */
export interface BookingDetails
  extends Omit<StoredDetails, 'booking_id' | keyof OfferContent | 'order'>, OfferContent {
  /** Null for one without an airline's order. */
  readonly order: AirlineOrder | null;
  readonly payments: readonly Payment[];
  readonly postings: BookingPostings;
  readonly approvals: readonly WaitingApproval[];
  readonly row: AdminBooking;
}

const passingStates: ReadonlySet<string> = new Set(['ordering', 'paying', 'cancelling']);

/** Whether the airline is being asked, which takes seconds. */
export const isAskingAirline = (booking: BookingDetails | null | undefined): boolean =>
  passingStates.has(booking?.order?.state ?? '');

/** Null for an unknown id. */
export function bookingQuery(id: string) {
  return queryOptions({
    queryKey: [...bookingKey, 'one', id],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<BookingDetails | null> => {
      if (!isItemId(id)) return null;
      const [row, details, payments, postings, approvals] = await Promise.all([
        readItem(bookingList, id, signal),
        selectDetails(id, signal),
        selectPayments(id, signal),
        selectPostings(id, signal),
        selectApprovals(id, signal),
      ]);
      if (row === null || details === null) return null;
      const order = details.order && {
        ...details.order,
        state: z.parse(orderState, details.order.state),
      };
      const content = contentOf({ ...row, ...details });
      return { ...details, ...content, order, row, payments, postings, approvals };
    },
  });
}
