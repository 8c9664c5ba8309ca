import { useTranslation } from 'react-i18next';
import { satangText } from '@bkksiam/domain/number-input';
import { receiptNumberText } from '@bkksiam/domain/receipt';
import { bangkokDay } from '@bkksiam/domain/bangkok';
import { useShortTime } from '#entities/calendar/short-time.ts';
import { RowLink } from '#list/list-row-link.tsx';
import { ListView } from '#list/list-view.tsx';
import type { SelectedItem } from '#list/selected-item.ts';
import { useList } from '#list/use-list.ts';
import { useSelectedRow } from '#list/use-selected-row.ts';
import type { TableColumn } from '#ui/data-table.tsx';
import { ReceiptPane } from './receipt-pane.tsx';
import { PeriodField, useReceiptPeriod } from './receipt-period.tsx';
import { ReceiptStatusChip } from './receipt-status-chip.tsx';
import { receiptList, receiptStatus, type AdminReceipt } from './receipts-data.ts';

/** An amount that no longer counts is struck through. */
function Amount({ row }: { readonly row: AdminReceipt }) {
  const isVoid = receiptStatus(row) !== 'VALID';
  return (
    <span className={isVoid ? 'text-ink-2 line-through' : undefined}>
      {satangText(row.amount_satang)}
    </span>
  );
}

function useColumns(selected: SelectedItem): readonly TableColumn<AdminReceipt>[] {
  const { t } = useTranslation(['adminReceipts', 'common']);
  const short = useShortTime();
  return [
    {
      header: t('column.number'),
      rowHeader: true,
      phone: 'main',
      cell: (row) => (
        <RowLink selected={selected} id={row.receipt_id}>
          {receiptNumberText(row)}
        </RowLink>
      ),
    },
    {
      header: t('column.day'),
      sortBy: 'dated_at',
      phone: 'brief',
      cell: ({ dated_at: at }) => (
        <time dateTime={at} className="whitespace-nowrap">
          {short.day(bangkokDay(at))}
        </time>
      ),
    },
    {
      header: t('column.kind'),
      phone: 'rest',
      spare: true,
      cell: ({ series }) => t(`kind.${series}`),
    },
    {
      header: t('column.buyer'),
      phone: 'rest',
      hiddenBesidePane: true,
      cell: ({ buyer_name: name }) => (
        <span className="inline-block max-w-52 truncate align-middle">{name}</span>
      ),
    },
    {
      header: t('column.amount'),
      align: 'end',
      phone: 'brief',
      cell: (row) => <Amount row={row} />,
    },
    {
      header: t('column.booking'),
      phone: 'none',
      spare: true,
      cell: ({ reference }) => reference ?? '–',
    },
    {
      header: t('common:field.status'),
      phone: 'corner',
      cell: (row) => <ReceiptStatusChip row={row} show="hidden" />,
    },
  ];
}

/** All receipts, tax invoices and credit notes, newest first, and the selected one beside them. */
export function Component() {
  const { t } = useTranslation('adminReceipts');
  const period = useReceiptPeriod();
  const list = useList(receiptList(period.days));
  const { selected, item } = useSelectedRow(list, 'receipt');
  return (
    <ListView
      texts="adminReceipts:"
      tool={<PeriodField period={period} />}
      filter={{ label: t('filter.label'), textOf: (filter) => t(`filter.${filter}`) }}
      list={list}
      columns={useColumns(selected)}
      pane={{ label: t('one'), item, show: (shown) => <ReceiptPane item={shown} /> }}
    />
  );
}
