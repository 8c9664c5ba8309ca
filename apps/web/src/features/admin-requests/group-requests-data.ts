import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { listSizes } from '@bkksiam/domain/constants';
import type { Database } from '@bkksiam/domain/database';
import type { FlightOffer } from '@bkksiam/domain/flight-offer';
import type { Offer } from '@bkksiam/domain/offer';
import { typedRequestNumber } from '@bkksiam/domain/request-number';
import {
  assignment,
  assignmentArgs,
  type Assigned,
  type Assignment,
} from '#entities/assignment/assignment-data.ts';
import { airlineOffer } from '#entities/offer/airline-offers.ts';
import { cabinColumn, lineColumns, offerOf, type SentOffer } from '#entities/offer/offer.ts';
import { requestKeys } from '#entities/request/request-data.ts';
import { readItem, type ListDefinition } from '#list/list-query.ts';
import { isItemId } from '#list/selected-item.ts';
import { callJson } from '#platform/call-json.ts';
import { callData } from '#platform/data-api.ts';

/** A request as the agency works on it. */
export interface GroupRequest extends Assigned {
  readonly quote_id: string;
  /** Null for a member whose account has none. */
  readonly email: string | null;
  readonly full_name: string | null;
  readonly origin: string;
  readonly destination: string;
  readonly pax_adt: number;
  readonly pax_chd: number;
  readonly pax_inf: number;
  readonly status: string;
  readonly dep_date: string;
  readonly created_at: string;
  readonly version: number;
  readonly cabin: string;
  readonly flexible_days: number;
  readonly preferred_airlines: readonly string[];
  readonly budget_satang: number | null;
  readonly notes: string | null;
  /** Whose answer it waits for; null once it has ended. */
  readonly turn: 'agency' | 'member' | null;
  readonly waiting_since: string | null;
}

/** The views of the queue that wait for an answer: by whose turn it is, and by who works on them. */
const openFilters = ['agency', 'member', 'mine', 'nobody'] as const;
type OpenFilter = (typeof openFilters)[number];

/** All views of the queue; those with a status have ended. */
const queueFilters = [...openFilters, 'ACCEPTED', 'DECLINED', 'EXPIRED', 'CANCELLED'] as const;
export type QueueFilter = (typeof queueFilters)[number];

export const isOpenFilter = (filter: QueueFilter): filter is OpenFilter =>
  openFilters.some((open) => open === filter);

export const groupRequestList: ListDefinition<GroupRequest, QueueFilter> = {
  key: [...requestKeys.forAdmins, 'queue'],
  keyOf: ({ quote_id: id }) => id,
  pageSize: listSizes.adminPage,
  errorToast: 'admin.requests.loadFailed',
  columns: ['full_name', 'dep_date', 'created_at', 'waiting_since', 'status'],
  // Who has waited longest is answered first; what has ended waits for nobody and comes last.
  sort: { column: 'waiting_since', direction: 'asc' },
  sortOf: (filter) =>
    filter === undefined || isOpenFilter(filter)
      ? undefined
      : { column: 'created_at', direction: 'desc' },
  isLive: true,
  filters: queueFilters,
  counts: (client, search) => client.rpc('bkk_admin_count_requests', { p_search: search }),
  searchColumns: 'search_text',
  searchCondition: (search) => {
    const number = typedRequestNumber(search);
    return number === null ? undefined : `number.like.${number}*`;
  },
  idColumn: 'quote_id',
  select: (client, options, filter) => {
    const all = client.from('bkk_group_requests_admin_view').select('*', options);
    if (filter === undefined) return all;
    if (filter === 'mine') return all.not('turn', 'is', null).eq('is_mine', true);
    if (filter === 'nobody') return all.not('turn', 'is', null).is('assigned_to', null);
    return isOpenFilter(filter) ? all.eq('turn', filter) : all.eq('status', filter);
  },
};

/**
 * Gives a request to an admin, or to nobody with null. The admin of the row is expected to have it still; `is_done` is false if
 * another one has it.
 */
export function assignRequest(
  { quote_id: p_quote_id, assigned_to }: Pick<GroupRequest, 'quote_id' | 'assigned_to'>,
  to: string | null,
  expected = assigned_to,
): Promise<Assignment> {
  return callJson(assignment, (client) =>
    client.rpc('bkk_admin_assign_request', { p_quote_id, ...assignmentArgs(to, expected) }),
  );
}

/** What only the agency sees of an offer. */
interface AgencyNotes {
  readonly marginSatang: number | null;
  /** Empty if there are none. */
  readonly internalNotes: string;
}

export type AgencyOffer = SentOffer & AgencyNotes;

/** An offer that is ready to be sent. */
export type NewOffer = Offer & AgencyNotes;

const selectOffers = (id: string, signal: AbortSignal) =>
  callData((client) =>
    client
      .from('bkk_quote_offers_admin_view')
      .select('*')
      .eq('quote_id', id)
      .order('version', { ascending: false })
      .abortSignal(signal)
      .overrideTypes<Database['public']['Tables']['bkk_quote_offers']['Row'][], { merge: false }>(),
  );

const selectParts = (id: string, signal: AbortSignal) =>
  callData((client) =>
    client
      .from('bkk_quote_requests')
      .select(
        `legs:bkk_quote_legs (position, origin, destination, dep_date),
        events:bkk_quote_events (event_id, created_at, actor, actor_name, event, details, message),
        bookings:bkk_bookings (booking_id, reference, status, created_at),
        attached:bkk_flight_offers (offer, found_at, expires_at)`,
      )
      .eq('quote_id', id)
      .order('position', { referencedTable: 'legs' })
      .order('event_id', { referencedTable: 'events' })
      .order('created_at', { referencedTable: 'bookings', ascending: false })
      .abortSignal(signal)
      .maybeSingle(),
  );

type Parts = NonNullable<Awaited<ReturnType<typeof selectParts>>>;

/** An airline's offer that the member asked for, as it was then. */
export interface AttachedOffer extends Pick<Parts['attached'][number], 'found_at' | 'expires_at'> {
  readonly offer: FlightOffer;
}

/** A request with its legs, offers (latest first), time line and bookings (latest first). */
export interface OpenRequest extends GroupRequest, Pick<Parts, 'events' | 'bookings'> {
  readonly attached: readonly AttachedOffer[];
  readonly legs: readonly Omit<Parts['legs'][number], 'position'>[];
  readonly offers: readonly AgencyOffer[];
}

/** Null for an unknown id. */
export function openRequestQuery(id: string) {
  return queryOptions({
    queryKey: [...requestKeys.forAdmins, 'open', id],
    queryFn: async ({ signal }): Promise<OpenRequest | null> => {
      if (!isItemId(id)) return null;
      const [request, parts, offers] = await Promise.all([
        readItem(groupRequestList, id, signal),
        selectParts(id, signal),
        selectOffers(id, signal),
      ]);
      if (request === null || parts === null) return null;
      const { origin, destination, dep_date } = request;
      const legs = parts.legs.length > 0 ? parts.legs : [{ origin, destination, dep_date }];
      const attached = parts.attached.map((found) => ({
        ...found,
        offer: airlineOffer(found.offer),
      }));
      const sent = offers.map((row) => ({
        ...offerOf(row),
        marginSatang: row.margin_satang,
        internalNotes: row.internal_notes ?? '',
      }));
      return { ...request, ...parts, legs, offers: sent, attached };
    },
    staleTime: 0,
  });
}

/** Who has a request open. */
const lease = z.object({
  is_mine: z.boolean(),
  opened_by_name: z.nullable(z.string()),
  opened_until: z.string(),
});

// The lease lasts two minutes.
const renewMs = 45_000;

/** Leases the request to this admin for two minutes, again and again while the page is visible. */
export function leaseQuery(id: string) {
  return queryOptions({
    queryKey: ['admin', 'lease', id],
    queryFn: ({ signal }) =>
      callJson(lease, (client) =>
        client.rpc('bkk_admin_open_request', { p_quote_id: id }).abortSignal(signal),
      ),
    refetchInterval: renewMs,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    gcTime: 0,
  });
}

/** The columns of an offer; the server finds the time zones by the airports. */
function offerColumns(offer: NewOffer) {
  const { adult, child, infant } = offer.seats;
  return {
    segments: offer.segments.map(({ flightNumber, departure, arrival, cabin, ...flight }) => ({
      ...flight,
      number: flightNumber,
      departs_at: departure.local,
      arrives_at: arrival.local,
      cabin: cabin && cabinColumn[cabin],
      baggage: flight.baggage || null,
    })),
    pax_adt: adult,
    pax_chd: child,
    pax_inf: infant,
    seats_reason: offer.seatsReason || null,
    lines: offer.lines.map(lineColumns),
    total_satang: offer.totalSatang,
    conditions: offer.conditions.map(({ kind, text }) => ({ kind, text })),
    valid_until: offer.validUntil,
    hold_expires_at: offer.holdExpiresAt,
    deposit_satang: offer.depositSatang,
    deposit_due_at: offer.depositDueAt,
    balance_due_at: offer.balanceDueAt,
    names_due_at: offer.namesDueAt,
    margin_satang: offer.marginSatang,
    internal_notes: offer.internalNotes || null,
  };
}

/**
 * Sends an offer for the request as the admin sees it; returns the offer's number.
 *
 * @throws {AppError} its code is `conflict` if the request has changed
 */
export async function sendOffer(
  { quote_id: p_quote_id, version: p_version }: GroupRequest,
  offer: NewOffer,
): Promise<number> {
  const p_offer = offerColumns(offer);
  return callData((client) =>
    client.rpc('bkk_admin_send_offer', { p_quote_id, p_version, p_offer }),
  );
}

/** @throws {AppError} its code is `conflict` if the request has changed */
export async function cancelRequest(
  { quote_id: p_quote_id, version: p_version }: GroupRequest,
  reason: string,
): Promise<void> {
  await callData((client) =>
    client.rpc('bkk_admin_cancel_request', { p_quote_id, p_version, p_reason: reason }),
  );
}

/**
 * Notes that the tickets of a request are issued that was confirmed before the feature.
 *
 * @throws {AppError} its code is `conflict` if the request has changed
 */
export async function ticketRequest({
  quote_id: p_quote_id,
  version: p_version,
}: GroupRequest): Promise<void> {
  await callData((client) => client.rpc('bkk_admin_ticket_request', { p_quote_id, p_version }));
}
