import { useTranslation } from 'react-i18next';
import { satangText } from '@bkksiam/domain/number-input';
import { shortName } from '@bkksiam/domain/users';
import { useShortTime } from '#entities/calendar/short-time.ts';
import { useAgencyArrivals } from '#entities/notification/use-agency-arrivals.ts';
import { hasRefundEnded, useRefundStatus } from '#entities/refund/refund-status.ts';
import { RowLink } from '#list/list-row-link.tsx';
import { ListView } from '#list/list-view.tsx';
import type { SelectedItem } from '#list/selected-item.ts';
import { useList } from '#list/use-list.ts';
import { useSelectedRow } from '#list/use-selected-row.ts';
import { existsWith, pages } from '#pages.ts';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { settings } from '#platform/env.ts';
import type { TableColumn } from '#ui/data-table.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { RefundPane } from './refund-pane.tsx';
import { adminRefundKey, refundList, type AdminRefund } from './refunds-data.ts';

function RefundStatusChip({ row }: { readonly row: AdminRefund }) {
  return <StatusChip {...useRefundStatus()(row.status)} show="hidden" small />;
}

/** The promised day, red once it has passed. */
function Promised({ row }: { readonly row: AdminRefund }) {
  const short = useShortTime();
  const isLate = !hasRefundEnded(row.status) && row.promised_on < bangkokToday();
  return (
    <time dateTime={row.promised_on} className={isLate ? 'font-strong text-red' : undefined}>
      {short.day(row.promised_on)}
    </time>
  );
}

function useColumns(selected: SelectedItem): readonly TableColumn<AdminRefund>[] {
  const { t } = useTranslation(['adminRefunds', 'common']);
  return [
    {
      header: t('column.reference'),
      sortBy: 'reference',
      rowHeader: true,
      phone: 'main',
      cell: (row) => (
        <RowLink selected={selected} id={row.refund_id}>
          {row.reference}
        </RowLink>
      ),
    },
    {
      header: t('column.member'),
      sortBy: 'full_name',
      phone: 'brief',
      hiddenBesidePane: true,
      cell: ({ full_name: name, email }) => (
        <span className="inline-block max-w-52 truncate align-middle">
          {name ?? email ?? t('noMember')}
        </span>
      ),
    },
    {
      header: t('column.paid'),
      align: 'end',
      spare: true,
      phone: 'none',
      cell: (row) => satangText(row.paid_satang),
    },
    {
      header: t('column.amount'),
      sortBy: 'amount_satang',
      align: 'end',
      phone: 'brief',
      cell: ({ amount_satang: amount }) => (amount === null ? '—' : satangText(amount)),
    },
    {
      header: t('column.promised'),
      sortBy: 'promised_on',
      phone: 'rest',
      cell: (row) => <Promised row={row} />,
    },
    {
      header: t('column.owner'),
      spare: true,
      phone: 'none',
      cell: ({ owner_name: name }) => (name === null ? '–' : shortName(name)),
    },
    {
      header: t('common:field.status'),
      sortBy: 'status',
      phone: 'corner',
      cell: (row) => <RefundStatusChip row={row} />,
    },
  ];
}

/** The refunds of cancelled bookings and of orders, what was promised first, and the selected one beside them. */
export function Component() {
  const { t } = useTranslation(['adminRefunds', 'assignments']);
  const list = useList(refundList);
  const { selected, item } = useSelectedRow(list, 'refund');
  useAgencyArrivals(adminRefundKey);
  return (
    <ListView
      texts="adminRefunds:"
      text={t(existsWith(settings().features, pages.adminOrders) ? 'textWithShop' : 'text')}
      filter={{
        label: t('filter.label'),
        textOf: (filter) => (filter === 'open' ? t('filter.open') : filter),
      }}
      hints={[{ keys: ['T'], text: t('assignments:take') }]}
      list={list}
      columns={useColumns(selected)}
      pane={{ label: t('one'), item, show: (shown) => <RefundPane item={shown} /> }}
    />
  );
}
