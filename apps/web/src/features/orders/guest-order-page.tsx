import { linkPage } from '#entities/member-page/link-page.tsx';
import {
  guestHref,
  guestOrderQuery,
  useGuestOrder,
  type GuestOrder,
} from '#entities/order/guest-order-data.ts';
import { RefundCard } from '#entities/refund/refund-card.tsx';
import type { Refund } from '#entities/refund/refund-data.ts';
import { AskLink } from './ask-link.tsx';
import { OrderContent } from './order-content.tsx';
import type { Office, Order } from './order-data.ts';
import '#styles/inner.css';

function Content({ token, data }: { readonly token: string; readonly data: GuestOrder }) {
  const { reload, cancel, askReturn } = useGuestOrder(token);
  // The function gives what members read of their tables.
  const order = data as unknown as Order;
  const refunds = data.refunds as unknown as readonly Refund[];
  return (
    <OrderContent
      order={order}
      buyer={{
        payHref: guestHref('payGuestOrder', token),
        token,
        cancel: () => cancel(order.version),
        askReturn: (reason) => askReturn(order.version, reason),
      }}
      office={data.agency as unknown as Office | null}
      refunds={refunds.map((refund) => (
        <RefundCard
          key={refund.refund_id}
          linkToken={token}
          reload={reload}
          refund={refund}
          events={order.events}
        />
      ))}
    />
  );
}

/** The order of a guest, by the link of a mail. */
export const Component = linkPage({
  texts: 'orders',
  queryOf: guestOrderQuery,
  Content,
  Gone: AskLink,
});
