import { memberPage } from '#entities/member-page/member-page.tsx';
import { pages } from '#pages.ts';
import { payableOrderQuery } from './payable-orders.ts';
import { BackToPayable, PayScreen, readsOfPayment } from './pay-screen.tsx';

/** The payment of an order. */
export const { Component, loader } = memberPage({
  texts: 'orders',
  list: { page: pages.myOrders, title: 'nav.orders' },
  queryOf: payableOrderQuery,
  alsoReads: readsOfPayment,
  Back: ({ id }) => <BackToPayable kind="order" reference={id} />,
  Content: PayScreen,
});
