import { useTranslation } from 'react-i18next';
import { satangText } from '@bkksiam/domain/number-input';
import { shortName } from '@bkksiam/domain/users';
import { useShortTime } from '#entities/calendar/short-time.ts';
import { useAgencyArrivals } from '#entities/notification/use-agency-arrivals.ts';
import { RowLink } from '#list/list-row-link.tsx';
import { ListView } from '#list/list-view.tsx';
import type { SelectedItem } from '#list/selected-item.ts';
import { useList } from '#list/use-list.ts';
import { useSelectedRow } from '#list/use-selected-row.ts';
import type { TableColumn } from '#ui/data-table.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { ApprovalPane } from './approval-pane.tsx';
import { useApprovalStatus } from './approval-status.ts';
import { approvalKey, approvalList, type Approval } from './approvals-data.ts';

function ApprovalChip({ approval }: { readonly approval: Approval }) {
  return <StatusChip {...useApprovalStatus()(approval)} show="hidden" small />;
}

function useColumns(selected: SelectedItem): readonly TableColumn<Approval>[] {
  const { t } = useTranslation(['adminApprovals', 'common']);
  const short = useShortTime();
  return [
    {
      header: t('column.what'),
      rowHeader: true,
      phone: 'main',
      cell: (approval) => (
        <RowLink selected={selected} id={approval.approval_id}>
          {t(`kind.${approval.kind}`)}
        </RowLink>
      ),
    },
    {
      header: t('column.amount'),
      sortBy: 'amount_satang',
      align: 'end',
      phone: 'brief',
      cell: ({ amount_satang: amount }) => satangText(amount),
    },
    {
      header: t('column.reference'),
      sortBy: 'reference',
      phone: 'brief',
      cell: ({ reference }) => reference ?? '—',
    },
    {
      header: t('column.member'),
      sortBy: 'full_name',
      phone: 'none',
      hiddenBesidePane: true,
      cell: ({ full_name: name, email }) => (
        <span className="inline-block max-w-52 truncate align-middle">
          {name ?? email ?? t('noMember')}
        </span>
      ),
    },
    {
      header: t('column.asked'),
      sortBy: 'asked_at',
      phone: 'rest',
      cell: ({ asked_at: at }) => short.time(at),
    },
    {
      header: t('column.by'),
      phone: 'rest',
      cell: ({ asked_by_name: name, is_mine: isMine }) => {
        if (isMine) return t('you');
        return name === null ? '—' : shortName(name);
      },
    },
    {
      header: t('common:field.status'),
      phone: 'corner',
      cell: (approval) => <ApprovalChip approval={approval} />,
    },
  ];
}

/** What waits for a second admin, and the selected one beside it. */
export function Component() {
  const { t } = useTranslation('adminApprovals');
  const list = useList(approvalList);
  const { selected, item } = useSelectedRow(list, 'approval');
  useAgencyArrivals(approvalKey);
  return (
    <ListView
      texts="adminApprovals:"
      filter={{
        label: t('filter.label'),
        textOf: (filter) => t(`filter.${filter}`),
        urgent: ['waiting'],
      }}
      list={list}
      columns={useColumns(selected)}
      pane={{ label: t('one'), item, show: (shown) => <ApprovalPane item={shown} /> }}
    />
  );
}
