import { queryOptions } from '@tanstack/react-query';
import { amountDue } from '@bkksiam/domain/amount-due';
import { parseOrderNumber } from '@bkksiam/domain/order-number';
import { orderKey } from '#entities/order/order-key.ts';
import { pieceCount } from '#entities/order/order-text.ts';
import { existsWith, pages } from '#pages.ts';
import { callData } from '#platform/data-api.ts';
import { settings } from '#platform/env.ts';
import type { Client } from '#platform/supabase.ts';
import type { Payable } from './payable.ts';

const columns = `order_id, number, status, version, total_satang, paid_satang, pay_by, review_until,
  lines:bkk_order_lines (quantity)` as const;

const ownOrders = (client: Client, userId: string) =>
  client.from('bkk_orders').select(columns).eq('user_id', userId);

type StoredOrder = NonNullable<Awaited<ReturnType<typeof ownOrders>>['data']>[number];

/** What is to pay for an order of a member. */
export function toPayable(order: StoredOrder): Payable {
  const { order_id: id, number, status, version, total_satang, paid_satang } = order;
  const { pay_by: by, review_until: review } = order;
  const isPlaced = status === 'PLACED';
  return {
    kind: 'order',
    id,
    reference: number,
    href: pages.order.href(number),
    isGuests: false,
    version,
    totalSatang: total_satang,
    paidSatang: paid_satang,
    due: isPlaced ? amountDue({ status, total_satang, deposit_satang: null, paid_satang }) : null,
    deadline: isPlaced ? by : null,
    isOver: status === 'CANCELLED',
    // A slip that waits for its review keeps the pieces.
    endsAt: isPlaced ? (review !== null && by !== null && review > by ? review : by) : null,
    trip: null,
    pieces: pieceCount(order.lines),
  };
}

/** What is to pay for an order of the member; null if they have none of this number. */
export function payableOrderQuery(userId: string, typed: string) {
  const number = parseOrderNumber(typed);
  return queryOptions({
    queryKey: [...orderKey(userId), 'payable', number],
    queryFn: async ({ signal }): Promise<Payable | null> => {
      if (number === null) return null;
      const order = await callData((client) =>
        ownOrders(client, userId).eq('number', number).abortSignal(signal).maybeSingle(),
      );
      return order && toPayable(order);
    },
  });
}

/** Whether members order on this site. */
export const takesOrders = () => existsWith(settings().features, pages.myOrders);

/** The unpaid orders of the member, of which there are few; none without the feature. */
export function payableOrdersQuery(userId: string) {
  return queryOptions({
    queryKey: [...orderKey(userId), 'payables'],
    queryFn: async ({ signal }): Promise<readonly Payable[]> => {
      if (!takesOrders()) return [];
      const orders = await callData((client) =>
        ownOrders(client, userId).eq('status', 'PLACED').abortSignal(signal),
      );
      return orders.map(toPayable);
    },
  });
}
