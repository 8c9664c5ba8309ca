import { useQuery } from '@tanstack/react-query';
import { Truck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { satangText } from '@bkksiam/domain/number-input';
import { useShortTime } from '#entities/calendar/short-time.ts';
import { useOrderStatus } from '#entities/order/order-status.ts';
import { RowLink } from '#list/list-row-link.tsx';
import { ListView } from '#list/list-view.tsx';
import { boundedCountText, maxCounted } from '#list/list-query.ts';
import type { SelectedItem } from '#list/selected-item.ts';
import { useList } from '#list/use-list.ts';
import { useSelectedRow } from '#list/use-selected-row.ts';
import { pages } from '#pages.ts';
import { useRowReload } from '#platform/use-row-reload.ts';
import { buttonClass } from '#ui/button.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { OrderPane } from './order-pane.tsx';
import { useBuyerText, useDeliveryText, useWhatText } from './order-texts.ts';
import { useOrdersBulk } from './orders-bulk.tsx';
import {
  adminOrderKey,
  orderList,
  orderSumsQuery,
  type AdminOrder,
  type OrderFilter,
} from './orders-data.ts';
import { Printing, type PrintJob } from './printing.tsx';

function OrderStatusChip({ row }: { readonly row: AdminOrder }) {
  return <StatusChip {...useOrderStatus()(row)} show="hidden" small />;
}

interface Sums {
  readonly orders: number;
  readonly total_satang: number;
}

/** Who bought what, and how it is delivered. */
function useContentColumns(): readonly TableColumn<AdminOrder>[] {
  const { t } = useTranslation('adminOrders');
  const [whatText, buyerText, deliveryText] = [useWhatText(), useBuyerText(), useDeliveryText()];
  return [
    {
      header: t('column.buyer'),
      sortBy: 'name',
      phone: 'rest',
      hiddenBesidePane: true,
      cell: (row) => (
        <span className="inline-block max-w-40 truncate align-middle min-[104rem]:max-w-60">
          {buyerText(row)}
        </span>
      ),
    },
    {
      header: t('column.what'),
      phone: 'none',
      cell: (row) => (
        <span className="inline-block max-w-48 truncate align-middle max-[104rem]:group-data-pane/list:max-w-36">
          {whatText(row)}
        </span>
      ),
    },
    { header: t('column.delivery'), phone: 'none', spare: true, cell: deliveryText },
  ];
}

/** @param sums undefined while loading */
function useColumns(
  sums: Sums | undefined,
  selected: SelectedItem,
): readonly TableColumn<AdminOrder>[] {
  const { t } = useTranslation(['adminOrders', 'common']);
  const short = useShortTime();
  const content = useContentColumns();
  return [
    {
      header: t('column.order'),
      sortBy: 'number',
      rowHeader: true,
      phone: 'main',
      cell: (row) => (
        <RowLink selected={selected} id={row.order_id}>
          {row.number}
        </RowLink>
      ),
      // Its row has its height before the sum comes.
      total: sums
        ? t('totals', { count: sums.orders, number: boundedCountText(sums.orders) })
        : '\u00a0',
    },
    {
      header: t('column.placed'),
      sortBy: 'created_at',
      phone: 'brief',
      cell: (row) => short.time(row.created_at),
    },
    ...content,
    {
      header: t('column.total'),
      sortBy: 'total_satang',
      align: 'end',
      phone: 'none',
      cell: (row) => satangText(row.total_satang),
      total: sums && sums.orders <= maxCounted ? satangText(sums.total_satang) : undefined,
    },
    {
      header: t('common:field.status'),
      sortBy: 'status',
      phone: 'corner',
      cell: (row) => <OrderStatusChip row={row} />,
    },
  ];
}

const named: readonly string[] = ['open', 'toPack', 'toShip', 'returns'];

/** The orders of the shop by what is to do with them, the selected one or several checked ones beside them, and what is printed. */
export function Component() {
  const { t } = useTranslation('adminOrders');
  const [job, setJob] = useState<PrintJob>();
  const list = useList(orderList);
  const { selected, item } = useSelectedRow(list, 'order');
  // Reload once for several orders, or an order and its payment.
  useRowReload({ table: 'bkk_orders', withUpdates: true, gatherMs: 300 }, adminOrderKey);
  const { filter, search } = list.params;
  const sums = useQuery(orderSumsQuery(filter, search));
  const { bulk, dialog } = useOrdersBulk(list, setJob);
  const filterText = (name: OrderFilter) =>
    named.includes(name) ? t(`filter.${name as 'open'}`) : name;
  return (
    <>
      <ListView
        texts="adminOrders:"
        action={
          <Link to={pages.adminDelivery.href()} className={buttonClass({ tone: 'secondary' })}>
            <Truck className="size-5" />
            {t('rates.open')}
          </Link>
        }
        views={{
          list: 'orders',
          fixed: [
            { name: t('view.toDo'), query: '' },
            { name: t('view.all'), query: 'show=all' },
          ],
        }}
        filter={{
          label: t('filter.label'),
          textOf: filterText,
          urgent: ['toPack', 'toShip', 'returns'],
        }}
        hints={[
          { keys: ['P'], text: t('keys.pack') },
          { keys: ['S'], text: t('keys.ship') },
        ]}
        list={list}
        columns={useColumns(sums.data, selected)}
        bulk={bulk}
        isWaiting={sums.isLoading && sums.failureCount === 0}
        pane={{
          label: t('one'),
          item,
          show: (shown) => <OrderPane item={shown} onPrint={setJob} />,
        }}
      />
      {dialog}
      {job && <Printing job={job} onDone={() => setJob(undefined)} />}
    </>
  );
}
