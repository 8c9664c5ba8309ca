import { hashKey, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { listSizes } from '@bkksiam/domain/constants';
import { requestKeys } from '#entities/request/request-data.ts';
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
    }),
  ),
  total: number,
});

/** A request or a booking of the member. */
export type ListedBooking = z.infer<typeof pageSchema>['rows'][number];

/** The function stops counting here: a higher total says only that there are more. */
export const countedRows = 1000;

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
