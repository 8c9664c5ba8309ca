import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { linkPage } from '#entities/member-page/link-page.tsx';
import { BackTo } from '#entities/member-page/member-page.tsx';
import {
  guestHref,
  guestOrderQuery,
  useGuestOrder,
  type GuestOrder,
} from '#entities/order/guest-order-data.ts';
import type { Slip } from '#entities/payment/slip-data.ts';
import { pages } from '#pages.ts';
import type { Agency } from '#entities/payment/pay-to.ts';
import { PayScreenOf } from './pay-screen.tsx';
import { toPayable } from './payable-orders.ts';
import { useSubjectText } from './payable.ts';
import '#styles/inner.css';

function Content({ token, data }: { readonly token: string; readonly data: GuestOrder }) {
  const { t } = useTranslation('payments');
  const subjectText = useSubjectText();
  const { reload } = useGuestOrder(token);
  const href = guestHref('guestOrder', token);
  // The function gives what members read of their tables.
  const order = data as unknown as Parameters<typeof toPayable>[0];
  const payer = {
    userId: null,
    fullName: data.name ?? '',
    balanceSatang: 0,
    linkToken: token,
    reload,
  };
  return (
    <>
      <BackTo to={href}>{subjectText('order', 'backTo', data.number)}</BackTo>
      <PayScreenOf
        payable={{ ...toPayable(order), href, isGuests: true }}
        slips={data.slips as unknown as readonly Slip[]}
        payer={payer}
        agency={data.agency as unknown as Agency | null}
      />
      <p className="mt-6 text-sm text-ink-2">{t('guest.link')}</p>
    </>
  );
}

/** The payment of a guest's order, by the link of a mail. */
export const Component = linkPage({
  texts: 'payments',
  queryOf: guestOrderQuery,
  Content,
  // The page of the order mails the link again.
  Gone: () => <Navigate to={pages.guestOrder.href()} replace />,
});
