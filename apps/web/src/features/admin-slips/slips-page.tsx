import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { satangText } from '@bkksiam/domain/number-input';
import { useShortTime } from '#entities/calendar/short-time.ts';
import { useAgencyArrivals } from '#entities/notification/use-agency-arrivals.ts';
import { RowLink } from '#list/list-row-link.tsx';
import { listHeading, ListView } from '#list/list-view.tsx';
import type { SelectedItem } from '#list/selected-item.ts';
import type { List } from '#list/use-list.ts';
import { useList } from '#list/use-list.ts';
import { useSelectedRow, type SelectedRow } from '#list/use-selected-row.ts';
import { serverNow } from '#platform/server-clock.ts';
import { classNames } from '#ui/class-names.ts';
import type { TableColumn } from '#ui/data-table.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { SlipPane } from './slip-pane.tsx';
import {
  isUsedBefore,
  otherHolderOf,
  slipKey,
  slipList,
  warningsOf,
  type AdminSlip,
  type SlipFilter,
} from './slips-data.ts';
import { useSlipNames, useSlipStatus } from './slip-texts.ts';
import { useSlipChanges } from './use-slip-changes.ts';

/** Who has the slip, or its worst warning, in a few words. */
function Note({ slip }: { readonly slip: AdminSlip }) {
  const { t } = useTranslation('adminSlips');
  const holder = otherHolderOf(slip);
  const [warning] = warningsOf(slip);
  if (holder !== null) return <span className="text-ink-2">{t('held', { name: holder })}</span>;
  if (warning === undefined || slip.status !== 'WAITING') return null;
  const text = t(`flag.${warning}`, { amount: satangText(slip.typed_satang) });
  if (warning === 'pdf' || warning === 'not_checked')
    return <span className="text-ink-2">{text}</span>;
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 font-strong',
        isUsedBefore(warning) ? 'text-red' : 'text-gold-ink',
      )}
    >
      <TriangleAlert className="size-3.5 flex-none" strokeWidth={2.2} />
      {text}
    </span>
  );
}

function SlipStatusChip({ slip }: { readonly slip: AdminSlip }) {
  return <StatusChip {...useSlipStatus()(slip)} show="hidden" small />;
}

const amountOf = (satang: number | null) => (satang === null ? '—' : satangText(satang));

/** Beside the selected slip each row has two lines. */
function useQueueColumns(selected: SelectedItem): readonly TableColumn<AdminSlip>[] {
  const { t } = useTranslation('adminSlips');
  const namesOf = useSlipNames();
  return [
    {
      header: t('column.reference'),
      rowHeader: true,
      phone: 'main',
      cell: (slip) => {
        const { slip: title, time, name } = namesOf(slip);
        return (
          <span className="block max-w-36 py-2 min-[104rem]:max-w-40">
            <RowLink selected={selected} id={slip.slip_id} className="hover:underline">
              {title}
            </RowLink>
            <span className="block truncate text-xs font-text text-ink-2">
              {time}, {name}
            </span>
          </span>
        );
      },
    },
    {
      header: t('column.typedShort'),
      align: 'end',
      phone: 'corner',
      cell: (slip) => (
        <span className="block pr-2">
          <b className="font-strong">{satangText(slip.typed_satang)}</b>
          <span className="block min-h-[1lh] text-xs">
            <Note slip={slip} />
          </span>
        </span>
      ),
    },
  ];
}

function useListColumns(selected: SelectedItem): readonly TableColumn<AdminSlip>[] {
  const { t } = useTranslation(['adminSlips', 'common']);
  const short = useShortTime();
  const namesOf = useSlipNames();
  return [
    {
      header: t('column.reference'),
      sortBy: 'reference',
      rowHeader: true,
      phone: 'main',
      cell: (slip) => (
        <RowLink selected={selected} id={slip.slip_id}>
          {namesOf(slip).slip}
        </RowLink>
      ),
    },
    {
      header: t('column.sent'),
      sortBy: 'created_at',
      phone: 'brief',
      cell: (slip) => short.time(slip.created_at),
    },
    {
      header: t('column.member'),
      sortBy: 'full_name',
      phone: 'rest',
      cell: (slip) => (
        <span className="inline-block max-w-52 truncate align-middle">{namesOf(slip).name}</span>
      ),
    },
    {
      header: t('column.typed'),
      sortBy: 'typed_satang',
      align: 'end',
      phone: 'brief',
      cell: (slip) => satangText(slip.typed_satang),
    },
    {
      header: t('column.due'),
      align: 'end',
      spare: true,
      phone: 'none',
      cell: (slip) => amountOf(slip.due_satang),
    },
    { header: t('column.notes'), phone: 'rest', cell: (slip) => <Note slip={slip} /> },
    {
      header: t('column.reviewed'),
      spare: true,
      phone: 'none',
      cell: (slip) => slip.reviewed_by_name ?? '—',
    },
    {
      header: t('common:field.status'),
      phone: 'corner',
      cell: (slip) => <SlipStatusChip slip={slip} />,
    },
  ];
}

/** The next slip that waits and that no other admin has: below the row, else from the top. */
function nextOf(rows: readonly AdminSlip[], id: string): AdminSlip | undefined {
  const at = rows.findIndex(({ slip_id: known }) => known === id);
  return [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))].find(
    (row) => row.status === 'WAITING' && otherHolderOf(row) === null && row.slip_id !== id,
  );
}

/** How fresh the list is, and how long the first slip has waited. */
function useListText(list: List<AdminSlip, SlipFilter>, isLive: boolean): string {
  const { t } = useTranslation('adminSlips');
  const [first] = list.query.data?.rows ?? [];
  const { filter, page, sort } = list.params;
  const isQueue = filter === 'WAITING' && page === 1 && sort.column === 'created_at';
  const fresh = t(isLive ? 'live' : 'polled');
  if (first === undefined || !isQueue || sort.direction !== 'asc') return fresh;
  const waited = Math.max(0, Math.floor((serverNow() - Date.parse(first.created_at)) / 60_000));
  const [hours, minutes] = [Math.floor(waited / 60), waited % 60];
  const time = hours === 0 ? t('minutes', { minutes }) : t('hours', { hours, minutes });
  return `${fresh} ${t('oldest', { time })}`;
}

/** The slips of all members: those that wait, oldest first, and the selected one with its picture beside them. */
export function Component() {
  const { t } = useTranslation(['adminSlips', 'common']);
  const list = useList(slipList);
  const { selected, item } = useSelectedRow(list, 'slip');
  const isLive = useSlipChanges();
  useAgencyArrivals(slipKey);
  const queue = useQueueColumns(selected);
  const columns = useListColumns(selected);
  function finish({ id, onMove, onClose }: SelectedRow<AdminSlip>) {
    const next = nextOf(list.query.data?.rows ?? [], id);
    if (next !== undefined) {
      onMove({ id: next.slip_id });
      return;
    }
    // The row leaves the list.
    listHeading()?.focus();
    onClose();
  }
  return (
    <ListView
      texts="adminSlips:"
      text={useListText(list, isLive)}
      filter={{
        label: t('filter.label'),
        textOf: (filter) => t(`filter.${filter}`),
        urgent: ['WAITING'],
      }}
      hints={[
        { keys: ['A'], text: t('keys.accept') },
        { keys: ['R'], text: t('keys.refuse') },
        { keys: ['L'], text: t('keys.leave') },
        { keys: ['+', '−'], text: t('keys.zoom') },
        { keys: ['T'], text: t('keys.turn') },
      ]}
      list={list}
      columns={item === undefined ? columns : queue}
      pane={{
        label: t('one'),
        item,
        isMain: true,
        show: (shown) => <SlipPane item={shown} onDone={() => finish(shown)} />,
      }}
    />
  );
}
