import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { parseBookingReference } from '@bkksiam/domain/booking-reference';
import { parseBirthDate } from '@bkksiam/domain/birth-date';
import { allowedVerbs } from '@bkksiam/domain/status-transition';
import {
  bookingStatuses,
  bookingTransitions,
  hasBookingEnded,
  isOpenBooking,
} from '@bkksiam/domain/booking-status';
import type { PassengerNumbers, PassengerType } from '@bkksiam/domain/passenger-age';
import { normalizePassengerName } from '@bkksiam/domain/passenger-name';
import { freeSeats, type Seat } from '@bkksiam/domain/passenger-seats';
import { legsOf, routeStops } from '@bkksiam/domain/journey-legs';
import { dayOf } from '@bkksiam/domain/zoned-time';
import { contentOf, type OfferContent } from '#entities/offer/offer.ts';
import { requestKeys } from '#entities/request/request-data.ts';
import { AppError, toAppError } from '#platform/app-error.ts';
import { callData, type DataRequest } from '#platform/data-api.ts';
import type { FixedToast } from '#platform/query-client.ts';
import type { Client } from '#platform/supabase.ts';
import { serverNow } from '#platform/server-clock.ts';

const columns =
  `booking_id, reference, quote_id, status, version, slip_name, segments, lines, conditions, origin, destination, departs_on, returns_on,
  pax_adt, pax_chd, pax_inf, total_satang, deposit_satang, paid_satang, hold_expires_at, deposit_due_at, review_until,
  balance_due_at, names_due_at, has_all_names, pnr, updated_at,
  passengers:bkk_booking_passengers (position, first_name, last_name, type, birth_date, ticket_number),
  payments:bkk_booking_payments (payment_id, amount_satang, received_at, bank_reference, reverses),
  events:bkk_booking_events (event_id, created_at, actor, actor_name, event, details, message)` as const;

function selectBooking(userId: string, reference: string, signal: AbortSignal) {
  return callData((client) =>
    client
      .from('bkk_bookings')
      .select(columns)
      .eq('reference', reference)
      .eq('user_id', userId)
      .order('position', { referencedTable: 'passengers' })
      .order('recorded_at', { referencedTable: 'payments' })
      .order('event_id', { referencedTable: 'events' })
      .abortSignal(signal)
      .maybeSingle(),
  );
}

type StoredBooking = NonNullable<Awaited<ReturnType<typeof selectBooking>>>;

export type BookedPassenger = Omit<StoredBooking['passengers'][number], 'type'> & {
  readonly type: PassengerType;
};

/** The passengers of a booking of an offer, before any name is entered. */
const namelessPassengers = (seats: PassengerNumbers): readonly BookedPassenger[] =>
  freeSeats(seats).map(({ type }, index) => ({
    position: index + 1,
    first_name: null,
    last_name: null,
    type,
    birth_date: null,
    ticket_number: null,
  }));

/** First and last name in the capitals of tickets, which have the last name first. */
export function passengerName({
  first_name: first,
  last_name: last,
}: Pick<BookedPassenger, 'first_name' | 'last_name'>): string {
  return `${first ?? ''} ${last ?? ''}`.trim().toUpperCase();
}

/** A booking with its passengers, payments and time line. */
export type Booking = Omit<StoredBooking, keyof OfferContent | 'passengers'> &
  OfferContent & { readonly passengers: readonly BookedPassenger[] };

function toBooking(stored: StoredBooking): Booking {
  const content = contentOf(stored);
  // A check of the database knows the types.
  const passengers = stored.passengers as readonly BookedPassenger[];
  return {
    ...stored,
    ...content,
    passengers: passengers.length > 0 ? passengers : namelessPassengers(content.seats),
  };
}

/** A booking of the member; null if they have none of this reference. */
export function bookingQuery(userId: string, typed: string) {
  const reference = parseBookingReference(typed);
  return queryOptions({
    // A booking continues a request: what changes the one changes the other.
    queryKey: [...requestKeys.ofMember(userId), 'booking', reference],
    queryFn: async ({ signal }): Promise<Booking | null> => {
      if (reference === null) return null;
      const data = await selectBooking(userId, reference, signal);
      return data && toBooking(data);
    },
  });
}

const lastTrips = 10;

/** The bookings of the member that are readable offline: of those that have not ended, the last by their departure. */
export function offlineTripsQuery(userId: string) {
  return queryOptions({
    queryKey: [...requestKeys.ofMember(userId), 'offline-trips'],
    queryFn: async ({ signal }): Promise<readonly Booking[]> => {
      const rows = await callData((client) =>
        client
          .from('bkk_bookings')
          .select(columns)
          .eq('user_id', userId)
          .in(
            'status',
            bookingStatuses.filter((status) => !hasBookingEnded(status)),
          )
          .order('departs_on', { ascending: false, nullsFirst: false })
          .order('position', { referencedTable: 'passengers' })
          .order('recorded_at', { referencedTable: 'payments' })
          .order('event_id', { referencedTable: 'events' })
          .limit(lastTrips)
          .abortSignal(signal),
      );
      return rows.map(toBooking);
    },
  });
}

/** Whether a deadline is past by the server's clock. */
const isPast = (deadline: string | null) =>
  deadline !== null && Date.parse(deadline) <= serverNow();

/** Whether the hold is over: the clock that sets the status may come some seconds later. */
export function hasExpired({ status, hold_expires_at: end }: Booking): boolean {
  return status === 'HOLD' && isPast(end);
}

/** Whether the booking ended without tickets. */
export function hasEnded(booking: Booking): boolean {
  return hasBookingEnded(booking.status) || hasExpired(booking);
}

/** Satang that are left to pay; null until a price is set. */
export function leftToPay({ total_satang: total, paid_satang: paid }: Booking): number | null {
  return total === null ? null : Math.max(0, total - paid);
}

const slipEvents: ReadonlySet<string> = new Set([
  'hold_placed',
  'slip_attached',
  'deposit_refused',
  'review_ended',
]);

/** Whether the deposit is the whole price, and so is none. */
export const isPaidAtOnce = ({ deposit_satang: deposit, total_satang: total }: Booking) =>
  deposit !== null && deposit === total;

/** The event that sent a booking with a payment slip back to its hold; undefined if none did, or a payment came since. */
export function slipProblemOf({ status, events }: Booking): Booking['events'][number] | undefined {
  const last = events.findLast(({ event }) => slipEvents.has(event));
  const isProblem = last?.event === 'deposit_refused' || last?.event === 'review_ended';
  return status === 'HOLD' && isProblem ? last : undefined;
}

/** Whether the member may cancel the booking; from the first payment on the agency does it. */
export function canCancel(booking: Booking): boolean {
  const verbs = allowedVerbs(bookingTransitions, booking.status, 'member');
  return verbs.includes('cancel') && booking.paid_satang === 0 && !hasExpired(booking);
}

/** Whether the member may enter or correct names. */
export function canSetNames(booking: Booking): boolean {
  return isOpenBooking(booking.status) && !hasExpired(booking) && !isPast(booking.names_due_at);
}

/** The airports of a booking in their order; none for a hold whose flight is not known. */
export function stopsOf({ segments, origin, destination }: Booking): readonly string[] {
  if (segments.length > 0) return routeStops(legsOf(segments));
  return origin === null || destination === null ? [] : [origin, destination];
}

/** The local day of the last flight; null while no flight is known. */
export function lastDayOf({ segments }: Booking): string | null {
  const last = segments.at(-1);
  return last === undefined ? null : dayOf(last.departure);
}

const actionFailures = ['expired', 'cancelled', 'paid', 'names_due', 'changed'] as const;
/** Why an action failed: by the booking as it is now. */
type ActionFailure = (typeof actionFailures)[number];

/** Says why an action failed; the page then shows the booking as it is now. */
export function failureToast({ code, message }: AppError): FixedToast {
  const known = actionFailures.find((failure) => failure === code);
  const failure = code === 'PT429' ? 'too_often' : known;
  if (failure === undefined) return { title: 'bookings:failed', description: { text: message } };
  return {
    title: `bookings:refused.${failure}.title`,
    description: `bookings:refused.${failure}.text`,
  };
}

function failureOf(booking: Booking | null | undefined, action: BookingAction): ActionFailure {
  if (!booking) return 'changed';
  if (booking.status === 'EXPIRED' || hasExpired(booking)) return 'expired';
  if (booking.status === 'CANCELLED') return 'cancelled';
  if (action === 'cancel' && booking.paid_satang !== 0) return 'paid';
  return action === 'names' && isPast(booking.names_due_at) ? 'names_due' : 'changed';
}

type BookingAction = 'cancel' | 'names';

type Call = (
  client: Client,
  seen: { readonly p_booking_id: string; readonly p_version: number },
) => DataRequest<unknown>;

/** Calls the functions of a booking's member, then loads the booking again, also after a failed call. */
function useBookingCall(userId: string, { booking_id: p_booking_id, reference }: Booking) {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: requestKeys.ofMember(userId) });
  /** @throws {AppError} its code is an `ActionFailure` if the booking has changed meanwhile or a deadline is past */
  return async (action: BookingAction, version: number, call: Call) => {
    try {
      await callData((api) => call(api, { p_booking_id, p_version: version }));
    } catch (cause) {
      const error = toAppError(cause);
      if (error.code !== 'conflict') throw error;
      await reload();
      const latest = client.getQueryData(bookingQuery(userId, reference).queryKey);
      throw new AppError({ code: failureOf(latest, action), message: error.message, cause });
    }
    await reload();
  };
}

/** What a member does with a booking. Each action carries the version that the member saw. */
export function useBookingActions(userId: string, booking: Booking) {
  const send = useBookingCall(userId, booking);
  return {
    cancel: () =>
      send('cancel', booking.version, (client, seen) => client.rpc('bkk_cancel_booking', seen)),
    setPassengers: (version: number, seats: readonly Seat[]) =>
      send('names', version, (client, seen) =>
        client.rpc('bkk_set_passengers', {
          ...seen,
          p_passengers: seats.map(({ type, lastName, firstName, birthDate }) => ({
            type,
            last_name: normalizePassengerName(lastName),
            first_name: normalizePassengerName(firstName),
            birth_date: parseBirthDate(birthDate) ?? '',
          })),
        }),
      ),
  };
}
