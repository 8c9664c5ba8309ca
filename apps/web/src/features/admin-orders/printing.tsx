import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { labelLines, needsThaiNames, thaiNames } from '@bkksiam/domain/parcel-label';
import { kilogramText } from '@bkksiam/domain/number-input';
import { thaiPlacesQuery } from '#entities/order/thai-places.ts';
import { showToast } from '#platform/toast.ts';
import { ParcelLabels, type ParcelLabel } from '#ui/parts/parcel-labels.tsx';
import { printedOrdersQuery, senderQuery, type PrintedOrder } from './order-data.ts';
import type { AdminOrder } from './orders-data.ts';
import { PackingList, useShelfLines } from './packing-list.tsx';

/** What is printed of which orders. */
export interface PrintJob {
  readonly kind: 'packing' | 'labels';
  readonly ids: readonly string[];
}

const sent: readonly string[] = ['PAID', 'PACKED', 'SHIPPED'];

/** Whether an order goes to an address. */
export const hasLabel = ({ method, status }: Pick<AdminOrder, 'method' | 'status'>): boolean =>
  method !== 'pickup' && sent.includes(status);

/** Prints what it shows, in print only, and goes away afterwards. */
function Print({
  children,
  onDone,
}: {
  readonly children: ReactNode;
  readonly onDone: () => void;
}) {
  const end = useEffectEvent(onDone);
  useEffect(() => {
    const listener = () => end();
    window.addEventListener('afterprint', listener);
    window.print();
    return () => window.removeEventListener('afterprint', listener);
  }, []);
  return createPortal(
    <div aria-hidden className="hidden print:block">
      {children}
    </div>,
    document.body,
  );
}

interface PrintProps {
  readonly orders: readonly PrintedOrder[];
  readonly onDone: () => void;
}

function PrintedList({ orders, onDone }: PrintProps) {
  const lines = useShelfLines(orders);
  if (lines === undefined) return null;
  return (
    <Print onDone={onDone}>
      <PackingList orders={orders} lines={lines} />
    </Print>
  );
}

/** The places of Thailand that labels need; an empty list where none does, undefined while loading. */
function usePlaces(orders: readonly PrintedOrder[]) {
  const isNeeded = orders.some(({ address }) => address !== null && needsThaiNames(address));
  const { data, isError } = useQuery({ ...thaiPlacesQuery(), enabled: isNeeded });
  // A label in Latin letters arrives, too.
  return isNeeded && !isError ? data?.map(({ place }) => place) : [];
}

function PrintedLabels({ orders, onDone }: PrintProps) {
  const { t } = useTranslation('adminOrders');
  const places = usePlaces(orders);
  const { data: agency } = useQuery(senderQuery);
  if (places === undefined || agency === undefined) return null;
  const labels = orders.flatMap(({ address, ...order }): readonly ParcelLabel[] => {
    if (address === null) return [];
    const names = needsThaiNames(address) ? thaiNames(places, address) : {};
    const isThai = address.country === 'TH';
    return [
      {
        key: order.order_id,
        from: [
          isThai ? agency?.name_th : agency?.name_en,
          isThai ? agency?.address_th : agency?.address_en,
          agency?.phone,
        ]
          .map((line) => line ?? '')
          .filter((line) => line !== ''),
        name: order.name ?? '',
        lines: labelLines(address, names),
        phone: order.phone,
        lang: isThai ? 'th' : 'en',
        service: t(`label.${order.method as 'standard'}`),
        foot: [order.number, t('label.weight', { weight: kilogramText(order.weight_grams) })],
      },
    ];
  });
  return (
    <Print onDone={onDone}>
      <ParcelLabels
        fromLabel={t('label.from')}
        toLabel={t('label.to')}
        phoneLabel={t('label.phone')}
        labels={labels}
      />
    </Print>
  );
}

/** Reads what a job needs, and prints it. */
export function Printing({ job, onDone }: { readonly job: PrintJob; readonly onDone: () => void }) {
  const { data: orders, isError } = useQuery(printedOrdersQuery(job.ids));
  const fail = useEffectEvent(() => {
    showToast({ title: 'adminOrders:printFailed', tone: 'destructive' });
    onDone();
  });
  useEffect(() => {
    if (isError) fail();
  }, [isError]);
  if (orders === undefined) return null;
  const Printed = job.kind === 'packing' ? PrintedList : PrintedLabels;
  return <Printed orders={orders} onDone={onDone} />;
}
