import { useTranslation } from 'react-i18next';
import { calendarDayText } from '@bkksiam/domain/date-text';
import { useLanguage } from '#platform/i18n.ts';
import { Passengers } from '#entities/request/request-parts.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { BangkokTime } from '#entities/calendar/bangkok-time.tsx';
import { ListView } from '#list/list-view.tsx';
import { useRequestColumns, useStatusColumn } from './request-cells.tsx';
import { RequestDrawer } from './request-drawer.tsx';
import { requestList, type AdminRequest } from './requests-data.ts';
import type { SelectedItem } from '#list/selected-item.ts';
import { useSelectedRow } from '#list/use-selected-row.ts';
import { useList } from '#list/use-list.ts';

function Departure({ request }: { readonly request: AdminRequest }) {
  return (
    <>
      <time
        dateTime={request.dep_date}
        className="num whitespace-nowrap md:block md:dense:inline-block md:dense:min-w-22"
      >
        {calendarDayText(request.dep_date, useLanguage())}
      </time>
      <span className="md:hidden"> ·</span>{' '}
      <span className="text-sm text-ink-2 md:block md:dense:ml-2 md:dense:inline md:max-xl:dense:hidden">
        <Passengers quote={request} />
      </span>
    </>
  );
}

function useColumns(selected: SelectedItem): readonly TableColumn<AdminRequest>[] {
  const { t } = useTranslation();
  return [
    ...useRequestColumns<AdminRequest>(selected),
    {
      header: t('admin.requests.field.dep_date'),
      sortBy: 'dep_date',
      cell: (request) => <Departure request={request} />,
    },
    {
      header: t('admin.requests.field.created_at'),
      sortBy: 'created_at',
      cell: ({ created_at: at }) => (
        <BangkokTime
          at={at}
          className="num wrap-normal md:block md:min-w-24 xl:whitespace-nowrap md:dense:inline"
        />
      ),
    },
    useStatusColumn<AdminRequest>(),
  ];
}

/** The quote requests of all members, and the selected one in a drawer (spec §1). */
export function Component() {
  const { t } = useTranslation();
  const list = useList(requestList);
  const { selected, item } = useSelectedRow(list, 'request');
  const columns = useColumns(selected);
  return (
    <>
      <ListView
        texts="admin.requests."
        filter={{ label: t('field.status'), textOf: (status) => status }}
        list={list}
        columns={columns}
      />
      {item && <RequestDrawer item={item} />}
    </>
  );
}
