import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { bangkokTimeText, calendarDayText } from '@bkksiam/domain/date-text';
import { deadlineZone } from '@bkksiam/domain/offer-defaults';
import { toZonedTime } from '@bkksiam/domain/zoned-time';
import { requestKeys } from '#entities/request/request-data.ts';
import { RequestStatusChip } from '#entities/request/request-summary.tsx';
import { listHeading, ListView } from '#list/list-view.tsx';
import { useSelectedItem, type SelectedItem } from '#list/selected-item.ts';
import { useList } from '#list/use-list.ts';
import { useLanguage } from '#platform/i18n.ts';
import type { TableColumn } from '#ui/data-table.tsx';
import { CopyNumber } from './copy-number.tsx';
import { GroupRequestDrawer } from './offers/group-request-drawer.tsx';
import {
  groupRequestList,
  queueCountsQuery,
  type GroupRequest,
} from './offers/group-requests-data.ts';
import { Turn } from './offers/turn.tsx';
import { linkId, Member, RequestLink } from './request-cells.tsx';
import { useAgencyArrivals } from './use-agency-arrivals.ts';
import { useNeighbours } from './use-neighbours.ts';

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
  const { local = '' } = toZonedTime(Date.parse(at), deadlineZone) ?? {};
  return (
    <time dateTime={at} title={bangkokTimeText(at, language)} className="num whitespace-nowrap">
      {calendarDayText(local.slice(0, 10), language)}
    </time>
  );
}

function useColumns(selected: SelectedItem): readonly TableColumn<GroupRequest>[] {
  const { t } = useTranslation(['common', 'offers']);
  return [
    {
      header: t('admin.requests.column.number'),
      wide: true,
      phone: 'brief',
      cell: ({ quote_id: id }) => <CopyNumber id={id} />,
    },
    {
      header: t('field.route'),
      phone: 'main',
      cell: (request) => <RequestLink request={request} selected={selected} />,
    },
    {
      header: t('admin.requests.field.user_id'),
      sortBy: 'full_name',
      breaks: true,
      cell: (request) => <Member request={request} />,
    },
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
    {
      header: t('field.status'),
      sortBy: 'status',
      phone: 'corner',
      cell: ({ status }) => <RequestStatusChip status={status} show="hidden" />,
    },
  ];
}

/** The requests of all members by whose turn it is, and the selected one in a drawer. */
export function Component() {
  const { t } = useTranslation(['common', 'offers']);
  const list = useList(groupRequestList);
  const selected = useSelectedItem('request');
  useAgencyArrivals(requestKeys.forAdmins);
  const columns = useColumns(selected);
  const { data: counts } = useQuery(queueCountsQuery(list.params.search));
  const { id } = selected;
  const neighbours = useNeighbours(list, id);
  return (
    <>
      <ListView
        texts={{
          title: t('admin.requests.title'),
          text: t('offers:queueText'),
          search: t('admin.requests.search'),
          empty: t('admin.requests.empty'),
          failed: t('admin.requests.loadFailed'),
        }}
        filter={{
          label: t('offers:waits'),
          textOf: (filter) =>
            filter === 'agency' || filter === 'member' ? t(`offers:view.${filter}`) : filter,
          countOf: (filter) => counts?.[filter ?? 'all'],
        }}
        list={list}
        columns={columns}
      />
      {id !== undefined && (
        <GroupRequestDrawer
          id={id}
          known={list.query.data?.rows.find((row) => row.quote_id === id)}
          {...neighbours}
          onMove={({ id: next, page }) => selected.moveTo(next, page)}
          onClose={selected.close}
          // The row may be gone.
          focusAfter={() => document.getElementById(linkId(id)) ?? listHeading()}
        />
      )}
    </>
  );
}
