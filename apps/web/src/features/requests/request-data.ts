import { queryOptions } from '@tanstack/react-query';
import type { Database } from '@bkksiam/domain/database';
import type { CabinClass } from '@bkksiam/domain/flight-search';
import type { GroupRequest } from '@bkksiam/domain/group-request';
import { cabinColumn, offerOf, type SentOffer } from '#entities/offer/offer.ts';
import { requestKeys } from '#entities/request/request-data.ts';
import { isItemId } from '#list/selected-item.ts';
import { callData } from '#platform/data-api.ts';

const columns =
  `quote_id, origin, destination, dep_date, pax_adt, pax_chd, pax_inf, status, created_at,
  details:bkk_quote_details (version, cabin, flexible_days, preferred_airlines, budget_satang, notes),
  legs:bkk_quote_legs (position, origin, destination, dep_date),
  offers:bkk_quote_offers (
    version, state, sent_at, segments, pax_adt, pax_chd, pax_inf, seats_reason, lines, total_satang, conditions, valid_until,
    hold_expires_at, deposit_satang, deposit_due_at, balance_due_at, names_due_at, answer),
  events:bkk_quote_events (event_id, created_at, actor, actor_name, event, details, message),
  bookings:bkk_bookings (reference, status, offer_version)` as const;

function selectRequest(userId: string, id: string, signal: AbortSignal) {
  return callData((client) =>
    client
      .from('bkk_quote_requests')
      .select(columns)
      .eq('quote_id', id)
      .eq('user_id', userId)
      .order('position', { referencedTable: 'legs' })
      .order('version', { referencedTable: 'offers', ascending: false })
      .order('event_id', { referencedTable: 'events' })
      .abortSignal(signal)
      .maybeSingle(),
  );
}

type StoredRequest = NonNullable<Awaited<ReturnType<typeof selectRequest>>>;

/** A request with its details, legs, offers (latest first), time line and bookings. */
export type GroupRequestRow = Omit<StoredRequest, 'offers' | 'legs'> & {
  readonly legs: readonly Omit<StoredRequest['legs'][number], 'position'>[];
  readonly offers: readonly SentOffer[];
};

/** A request of the member; null if they have none of this id. */
export function requestQuery(userId: string, id: string) {
  return queryOptions({
    queryKey: [...requestKeys.ofMember(userId), 'one', id],
    queryFn: async ({ signal }): Promise<GroupRequestRow | null> => {
      if (!isItemId(id)) return null;
      const data = await selectRequest(userId, id, signal);
      if (data === null) return null;
      const { origin, destination, dep_date } = data;
      return {
        ...data,
        // A request from before the feature has its summary alone.
        legs: data.legs.length > 0 ? data.legs : [{ origin, destination, dep_date }],
        offers: data.offers.map(offerOf),
      };
    },
  });
}

type RequestArgs = Database['public']['Functions']['bkk_request_quote']['Args'];

/** Places a request; repeating a key gives the id of the first. */
export async function sendRequest(
  { legs, passengers, cabin, ...request }: GroupRequest & { readonly cabin: CabinClass },
  key: string,
): Promise<string> {
  // The generated types know no arguments that may be null.
  const args: { [Name in keyof RequestArgs]: RequestArgs[Name] | null } = {
    p_legs: legs.map(({ origin, destination, day }) => ({ origin, destination, dep_date: day })),
    p_adults: passengers.adult,
    p_children: passengers.child,
    p_infants: passengers.infant,
    p_cabin: cabinColumn[cabin],
    p_flexible_days: request.flexibilityDays,
    p_preferred_airlines: [...request.airlines],
    p_budget_satang: request.budgetSatang,
    p_notes: request.notes,
    p_request_key: key,
  };
  return callData((client) => client.rpc('bkk_request_quote', args as RequestArgs));
}

/** What a member does with a request or its open offer. */
export type RequestAction = 'accept' | 'change' | 'decline' | 'cancel';

/**
 * Sends an action with the version of the request that the member sees, and the phone number of a booking.
 *
 * @throws {AppError} its code is `conflict` if the request has changed or the offer has expired
 */
export async function sendAction(
  action: RequestAction,
  { quote_id: p_quote_id, details }: GroupRequestRow,
  { message = '', phone }: { readonly message?: string; readonly phone?: string } = {},
): Promise<void> {
  const seen = { p_quote_id, p_version: details?.version ?? 0 };
  await callData((client) => {
    switch (action) {
      case 'accept':
        return client.rpc('bkk_accept_offer', {
          ...seen,
          ...(phone !== undefined && { p_phone: phone }),
        });
      case 'change':
        return client.rpc('bkk_ask_offer_change', { ...seen, p_message: message });
      case 'decline':
        return client.rpc('bkk_decline_offer', { ...seen, p_reason: message });
      case 'cancel':
        return client.rpc('bkk_cancel_request', seen);
    }
  });
}
