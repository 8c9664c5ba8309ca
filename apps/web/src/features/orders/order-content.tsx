import { ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { bangkokDayText } from '@bkksiam/domain/date-text';
import { MemberPageHeading } from '#entities/member-page/member-page-heading.tsx';
import { MemberPageColumns } from '#entities/member-page/member-page.tsx';
import { useIsPast } from '#entities/offer/use-deadline.ts';
import { useOrderStatus } from '#entities/order/order-status.ts';
import { pieceCount } from '#entities/order/order-text.ts';
import { useSaveReceipt } from '#entities/payment/save-receipt.ts';
import { CopyableText } from '#platform/copy-text.tsx';
import { useLanguage } from '#platform/i18n.ts';
import { Card } from '#ui/parts/card.tsx';
import { DocumentRow } from '#ui/parts/document-row.tsx';
import { useAddressText } from './order-address.ts';
import {
  keptUntil,
  type BuyerProps,
  type Office,
  type Order,
  type OrderProps,
} from './order-data.ts';
import { OrderHelp } from './order-help.tsx';
import { OrderHistory } from './order-history.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderSummary, situationOf, type Situation } from './order-summary.tsx';

/** How the order stands, with its status, number, pieces and day. */
function Heading({ order, situation }: OrderProps & { readonly situation: Situation }) {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  const { number, created_at: at } = order;
  return (
    <MemberPageHeading
      stops={[]}
      title={t(`heading.${situation}`)}
      status={useOrderStatus()(order)}
      facts={[
        <span key="number" className="inline-flex items-center gap-x-1.5">
          {t('order')}{' '}
          <CopyableText
            text={number}
            label={t('copy', { number })}
            done={{ title: 'orders:copied', values: { number } }}
            className="-mx-1 min-h-11 px-1 font-strong text-ink pointer-fine:min-h-8"
          />
        </span>,
        t('pieces', { count: pieceCount(order.lines) }),
        t('placedOn', { day: bangkokDayText(at, language) ?? at }),
      ]}
    />
  );
}

/** Whom it goes to, or where it is picked up. */
function Place({ order, office }: OrderProps & { readonly office: Office | null }) {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  const address = useAddressText()(order);
  const isPickup = order.method === 'pickup';
  const isAwaited = order.status === 'PLACED' || order.status === 'PAID';
  const agency = office && {
    name: language === 'th' ? office.name_th : office.name_en,
    address: language === 'th' ? office.address_th : office.address_en,
  };
  return (
    <Card id="place" title={t(isPickup ? 'pickUp' : 'place')}>
      <p className="font-strong">{isPickup ? agency?.name : order.name}</p>
      <p className="wrap-anywhere">{isPickup ? agency?.address : address?.whole}</p>
      {isPickup ? (
        isAwaited && <p className="mt-2 text-sm text-ink-2">{t('pickUpText')}</p>
      ) : (
        <p className="num text-sm text-ink-2">{order.phone}</p>
      )}
    </Card>
  );
}

function Receipt({
  receipt,
  token,
}: {
  readonly receipt: Order['receipts'][number];
  readonly token: string | undefined;
}) {
  const { t } = useTranslation(['orders', 'receipts']);
  const { number, isPending, save } = useSaveReceipt(receipt, token);
  return (
    <DocumentRow
      Icon={ReceiptText}
      title={t(`receipts:kind.${receipt.series as 'RT'}`)}
      text={t('document', { number })}
      onOpen={save}
      isOpening={isPending}
    />
  );
}

function Documents({ order: { receipts }, buyer: { token } }: BuyerProps) {
  const { t } = useTranslation('orders');
  if (receipts.length === 0) return null;
  return (
    <Card id="documents" title={t('documents')}>
      <ul className="-mt-3">
        {receipts.map((receipt) => (
          <Receipt key={receipt.receipt_id} receipt={receipt} token={token} />
        ))}
      </ul>
    </Card>
  );
}

/** An order: what comes next, its pieces, where it goes and what has happened. */
export function OrderContent({
  order,
  buyer,
  office,
  refunds,
}: BuyerProps & { readonly office: Office | null; readonly refunds: ReactNode }) {
  // Renders everything again when the time to pay ends while the page is open.
  useIsPast(keptUntil(order));
  const situation = situationOf(order);
  const props = { order, buyer };
  return (
    <>
      <Heading order={order} situation={situation} />
      <MemberPageColumns
        main={
          <>
            <OrderSummary {...props} situation={situation} office={office} />
            {refunds}
            <OrderLines order={order} />
            <Place order={order} office={office} />
          </>
        }
        aside={
          <>
            <OrderHistory order={order} />
            <Documents {...props} />
            <OrderHelp {...props} />
          </>
        }
      />
    </>
  );
}
