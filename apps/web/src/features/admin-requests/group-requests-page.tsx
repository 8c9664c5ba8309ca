import { useTranslation } from 'react-i18next';
import { bangkokDayText, bangkokTimeText, calendarDayText } from '@bkksiam/domain/date-text';
import {
  isAssignmentFilter,
  useAssignedColumn,
  useAssignmentViews,
} from '#entities/assignment/assignment-parts.tsx';
import { useAssignmentChanges } from '#entities/assignment/use-assignment-changes.ts';
import { requestKeys } from '#entities/request/request-data.ts';
import { ListView } from '#list/list-view.tsx';
import type { SelectedItem } from '#list/selected-item.ts';
import { useSelectedRow } from '#list/use-selected-row.ts';
import { useList } from '#list/use-list.ts';
import { useLanguage } from '#platform/i18n.ts';
import type { TableColumn } from '#ui/data-table.tsx';
import { GroupRequestDrawer } from './group-request-drawer.tsx';
import { useRequestsBulk } from './group-requests-bulk.tsx';
import { groupRequestList, isOpenFilter, type GroupRequest } from './group-requests-data.ts';
import { Turn } from './turn.tsx';
import { useRequestColumns, useStatusColumn } from './request-cells.tsx';
import { useAgencyArrivals } from '#entities/notification/use-agency-arrivals.ts';

function Departure({ request }: { readonly request: GroupRequest }) {
  const { t } = useTranslation();
  const count = request.pax_adt + request.pax_chd + request.pax_inf;
  return (
    <>
      <time dateTime={request.dep_date} className="num whitespace-nowrap md:block md:dense:inline">
        {calendarDayText(request.dep_date, useLanguage())}
      </time>{' '}
      <span className="text-sm whitespace-nowrap text-ink-2 md:block md:dense:ml-2 md:dense:inline md:max-xl:dense:hidden">
        {t('passengers.total', { count })}
      </span>
    </>
  );
}

/** The day alone: how long a request has waited stands beside it. */
function Received({ at }: { readonly at: string }) {
  const language = useLanguage();
  return (
    <time dateTime={at} title={bangkokTimeText(at, language)} className="num whitespace-nowrap">
      {bangkokDayText(at, language)}
    </time>
  );
}

function useColumns(selected: SelectedItem): readonly TableColumn<GroupRequest>[] {
  const { t } = useTranslation(['common', 'offers']);
  return [
    ...useRequestColumns<GroupRequest>(selected),
    {
      header: t('admin.requests.field.dep_date'),
      sortBy: 'dep_date',
      cell: (request) => <Departure request={request} />,
    },
    {
      header: t('admin.requests.field.created_at'),
      sortBy: 'created_at',
      wide: true,
      cell: ({ created_at: at }) => <Received at={at} />,
    },
    {
      header: t('offers:waits'),
      sortBy: 'waiting_since',
      cell: (request) => (request.turn === null ? '–' : <Turn request={request} />),
    },
    useAssignedColumn<GroupRequest>(),
    useStatusColumn<GroupRequest>(),
  ];
}

/** The requests of all members by whose turn it is, and the selected one in a drawer. */
export function Component() {
  const { t } = useTranslation(['common', 'offers']);
  const assignments = useAssignmentViews();
  const list = useList(groupRequestList);
  const { selected, item } = useSelectedRow(list, 'request');
  useAgencyArrivals(requestKeys.forAdmins);
  useAssignmentChanges('bkk_quote_events', requestKeys.forAdmins);
  const columns = useColumns(selected);
  const bulk = useRequestsBulk(list);
  return (
    <>
      <ListView
        texts="admin.requests."
        text={t('offers:queueText')}
        views={{
          list: 'requests',
          fixed: [
            { name: t('offers:view.soonest'), query: 'sort=dep_date.asc&show=agency' },
            ...assignments.views,
          ],
        }}
        bulk={bulk}
        filter={{
          label: t('offers:waits'),
          textOf: (filter) => {
            if (isAssignmentFilter(filter)) return assignments.textOf(filter);
            return isOpenFilter(filter) ? t(`offers:view.${filter}`) : filter;
          },
          ofViews: ['mine', 'nobody'],
        }}
        list={list}
        columns={columns}
      />
      {item && <GroupRequestDrawer item={item} />}
    </>
  );
}
