import { hashKey, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { isOpenBooking } from '@bkksiam/domain/booking-status';
import { listSizes } from '@bkksiam/domain/constants';
import { requestKeys, type QuoteRequest } from '#entities/request/request-data.ts';
import { callData } from '#platform/data-api.ts';
import { readListPage } from '#platform/read-list-page.ts';

const text = z.string();
const number = z.number();

const pageSchema = z.object({
  rows: z.array(
    z.object({
      id: text,
      /** Null for a request. */
      reference: z.nullable(text),
      /** Null for a hold without a flight. */
      origin: z.nullable(text),
      destination: z.nullable(text),
      departs_on: z.nullable(text),
      pax_adt: number,
      pax_chd: number,
      pax_inf: number,
      status: text,
      total_satang: z.nullable(number),
      paid_satang: z.nullable(number),
      due_at: z.nullable(text),
      /** Whether a request has an open offer. */
      has_offer: z.boolean(),
    }),
  ),
  total: number,
});

/** A request or a booking of the member. */
export type ListedBooking = z.infer<typeof pageSchema>['rows'][number];

/** The function stops counting here: a higher total says only that there are more. */
export const countedRows = 1000;

/** A booking of the member with the time of its last change. */
export type RecentBooking = Awaited<ReturnType<typeof selectBookings>>[number];

function selectBookings(userId: string, signal: AbortSignal) {
  return callData((client) =>
    client
      .from('bkk_bookings')
      .select(
        `id:booking_id, reference, quote_id, origin, destination, pax_adt, pax_chd, pax_inf, status, total_satang, paid_satang,
        due_at, balance_due_at, names_due_at, updated_at`,
      )
      .eq('user_id', userId)
      .order('due_at', { ascending: true, nullsFirst: false })
      .order('updated_at', { ascending: false })
      .limit(listSizes.recentBookings)
      .abortSignal(signal),
  );
}

/** The bookings of the member, those with a deadline first. */
export function recentBookingsQuery(userId: string) {
  return queryOptions({
    queryKey: [...requestKeys.ofMember(userId), 'recent-bookings'],
    queryFn: async ({ signal }) => {
      const rows = await selectBookings(userId, signal);
      // A confirmed booking may have a deadline that is for the agency alone.
      return rows.map((row) => {
        const isMembers =
          row.status !== 'CONFIRMED' ||
          row.due_at === row.balance_due_at ||
          row.due_at === row.names_due_at;
        return isMembers ? row : { ...row, due_at: null };
      });
    },
  });
}

/** Which of these requests have an open offer. */
export function openOffersQuery(userId: string, requests: readonly string[]) {
  return queryOptions({
    queryKey: [...requestKeys.ofMember(userId), 'open-offers', requests],
    queryFn: async ({ signal }) => {
      const offers = await callData((client) =>
        client
          .from('bkk_quote_offers')
          .select('quote_id')
          .eq('state', 'open')
          .in('quote_id', [...requests])
          .abortSignal(signal),
      );
      return offers.map(({ quote_id: id }) => id);
    },
  });
}

/** What is shown on the dashboard: open bookings, then other bookings and requests, those that changed last first. */
export function recentOf<
  Booking extends Pick<RecentBooking, 'quote_id' | 'status' | 'updated_at'>,
  Request extends Pick<QuoteRequest, 'quote_id' | 'status' | 'updated_at'>,
>(bookings: readonly Booking[], requests: readonly Request[]): readonly (Booking | Request)[] {
  const isBooked = ({ quote_id: id, status }: Request) =>
    status === 'ACCEPTED' && bookings.some((booking) => booking.quote_id === id);
  const open = bookings.filter(({ status }) => isOpenBooking(status));
  const others = [
    ...bookings.filter(({ status }) => !isOpenBooking(status)),
    ...requests.filter((request) => !isBooked(request)),
  ];
  const changed = others.toSorted((one, other) => (one.updated_at < other.updated_at ? 1 : -1));
  return [...open, ...changed].slice(0, listSizes.recentBookings);
}

/** A page of the member's requests and bookings. The previous page stays on screen until it comes. */
export function bookingListQuery(userId: string, page: number) {
  const list = [...requestKeys.ofMember(userId), 'my-bookings'];
  return queryOptions({
    queryKey: [...list, page],
    queryFn: ({ signal }) =>
      readListPage(
        async (from, to) => {
          const args = { p_offset: from, p_limit: to - from + 1 };
          const data = await callData((client) =>
            client.rpc('bkk_my_bookings', args).abortSignal(signal),
          );
          const { rows, total } = pageSchema.parse(data);
          return { data: rows, count: total };
        },
        page,
        listSizes.bookingsPage,
      ),
    placeholderData: (previous, query) =>
      query && hashKey(query.queryKey.slice(0, list.length)) === hashKey(list)
        ? previous
        : undefined,
    meta: {
      errorToast: { title: 'members.bookings.failed', description: 'members.bookings.failedText' },
    },
  });
}
