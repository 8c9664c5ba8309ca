import { useQuery } from '@tanstack/react-query';
import { isOpenOrder } from '@bkksiam/domain/order-status';
import { memberPage } from '#entities/member-page/member-page.tsx';
import { useOrderChanges } from '#entities/order/use-order-changes.ts';
import { RefundCard } from '#entities/refund/refund-card.tsx';
import { refundsQuery } from '#entities/refund/refund-data.ts';
import { requestKeys } from '#entities/request/request-data.ts';
import { pages } from '#pages.ts';
import { OrderContent } from './order-content.tsx';
import {
  officeQuery,
  orderQuery,
  useOrderActions,
  type Order,
  type OrderProps,
} from './order-data.ts';

/** What a cancelled or returned order gives back, and where it goes. */
function Refund({ userId, order }: OrderProps & { readonly userId: string }) {
  const { data = [] } = useQuery(refundsQuery(userId));
  const refund = data.find(({ order_id: of }) => of === order.order_id);
  if (refund === undefined) return null;
  return (
    <RefundCard
      userId={userId}
      refund={refund}
      events={order.events}
      bookings={requestKeys.ofMember(userId)}
    />
  );
}

function Content({ userId, data: order }: { readonly userId: string; readonly data: Order }) {
  useOrderChanges(userId, isOpenOrder(order.status) || order.status === 'SHIPPED');
  const { data: office = null } = useQuery(officeQuery());
  const actions = useOrderActions(userId, order);
  return (
    <OrderContent
      order={order}
      buyer={{ ...actions, payHref: pages.payOrder.href(order.number) }}
      office={office}
      refunds={<Refund userId={userId} order={order} />}
    />
  );
}

/** An order of the member. */
export const { Component, loader } = memberPage({
  texts: 'orders',
  list: { page: pages.myOrders, title: 'nav.orders' },
  queryOf: orderQuery,
  alsoReads: (userId) => [officeQuery(), refundsQuery(userId)],
  Content,
});
