import { hashKey, queryOptions } from '@tanstack/react-query';
import { listSizes } from '@bkksiam/domain/constants';
import { orderKey } from '#entities/order/order-key.ts';
import { callRows } from '#platform/data-api.ts';
import { readListPage } from '#platform/read-list-page.ts';

const columns =
  `order_id, number, status, method, total_satang, paid_satang, pay_by, review_until, tracking_url, arrives_on, created_at,
  lines:bkk_order_lines (position, title, title_th, quantity)` as const;

function selectOrders(userId: string, from: number, to: number, signal: AbortSignal) {
  return callRows((client) =>
    client
      .from('bkk_orders')
      .select(columns, { count: 'exact' })
      .eq('user_id', userId)
      .order('created_at', { ascending: false })
      // Pages need a stable order.
      .order('order_id')
      .order('position', { referencedTable: 'lines' })
      .range(from, to)
      .abortSignal(signal),
  );
}

/** An order as the list shows it. */
export type ListedOrder = NonNullable<Awaited<ReturnType<typeof selectOrders>>['data']>[number];

/** A page of the member's orders, newest first. The previous page stays on screen until it comes. */
export function orderListQuery(userId: string, page: number) {
  const list = [...orderKey(userId), 'list'];
  return queryOptions({
    queryKey: [...list, page],
    queryFn: ({ signal }) =>
      readListPage(
        (from, to) => selectOrders(userId, from, to, signal),
        page,
        listSizes.bookingsPage,
      ),
    placeholderData: (previous, query) =>
      query && hashKey(query.queryKey.slice(0, list.length)) === hashKey(list)
        ? previous
        : undefined,
    meta: { errorToast: 'orders:list.failed' },
  });
}
