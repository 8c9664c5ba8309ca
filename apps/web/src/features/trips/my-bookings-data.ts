import { hashKey, queryOptions } from '@tanstack/react-query';
import { listSizes } from '@bkksiam/domain/constants';
import type { StoredPassengers } from '@bkksiam/domain/quotes';
import { requestKeys } from '#entities/request/request-data.ts';
import { callData } from '#platform/data-api.ts';
import type { ListPage } from '#platform/list-page.ts';
import { readListPage } from '#platform/read-list-page.ts';

/** A request or a booking of the member. */
export interface ListedBooking extends StoredPassengers {
  readonly id: string;
  /** Null for a request. */
  readonly reference: string | null;
  /** Null for a hold without a flight. */
  readonly origin: string | null;
  readonly destination: string | null;
  readonly departs_on: string | null;
  readonly status: string;
  readonly total_satang: number | null;
  readonly paid_satang: number | null;
  readonly due_at: string | null;
}

/** The function stops counting here: a higher total says only that there are more. */
export const countedRows = 1000;

/** A page of the member's requests and bookings. The previous page stays on screen until it comes. */
export function myBookingsQuery(userId: string, page: number) {
  const list = [...requestKeys.ofMember(userId), 'my-bookings'];
  return queryOptions({
    queryKey: [...list, page],
    queryFn: ({ signal }): Promise<ListPage<ListedBooking>> =>
      readListPage(
        async (from, to) => {
          const args = { p_offset: from, p_limit: to - from + 1 };
          const { data } = await callData((client) =>
            client.rpc('bkk_my_bookings', args).abortSignal(signal),
          );
          const found = data as unknown as {
            readonly rows: readonly ListedBooking[];
            readonly total: number;
          };
          return { data: found.rows, count: found.total };
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
