import { memberPage } from '#entities/member-page/member-page.tsx';
import { payableQuery } from './pay-data.ts';
import { BackToPayable, PayScreen, readsOfPayment } from './pay-screen.tsx';

/** The payment of a booking. */
export const { Component, loader } = memberPage({
  texts: 'payments',
  queryOf: payableQuery,
  alsoReads: readsOfPayment,
  Back: ({ id }) => <BackToPayable kind="booking" reference={id} />,
  Content: PayScreen,
});
