import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { calendarDayText } from '@bkksiam/domain/date-text';
import { useLanguage } from '#platform/i18n.ts';
import {
  Passengers,
  RequestStatusChip,
  RouteCodes,
  useRouteText,
} from '#entities/request/request-summary.tsx';
import { classNames } from '#ui/class-names.ts';
import type { TableColumn } from '#ui/data-table.tsx';
import { EmailText } from '#ui/email-text.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { BangkokTime } from './bangkok-time.tsx';
import { listHeading, ListView } from '#list/list-view.tsx';
import { RequestDrawer } from './request-drawer.tsx';
import { requestList, type AdminRequest } from './requests-data.ts';
import { useSelectedItem, type SelectedItem } from '#list/selected-item.ts';
import { useList } from '#list/use-list.ts';

const linkId = (id: string) => `request-${id}`;

function RequestLink({
  request,
  selected,
}: {
  readonly request: AdminRequest;
  readonly selected: SelectedItem;
}) {
  const routeText = useRouteText();
  return (
    <Link
      {...selected.linkTo(request.quote_id)}
      id={linkId(request.quote_id)}
      className="inline-block min-h-11 hover:text-teal md:min-w-32"
    >
      <RouteCodes route={request} className="text-lg leading-[1.4] whitespace-nowrap" />
      <span className="block text-sm text-ink-2">
        <Phrases text={routeText(request)} />
      </span>
    </Link>
  );
}

function useColumns(selected: SelectedItem): readonly TableColumn<AdminRequest>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return [
    {
      header: t('field.route'),
      phone: 'main',
      cell: (request) => <RequestLink request={request} selected={selected} />,
    },
    {
      header: t('admin.requests.field.user_id'),
      sortBy: 'full_name',
      breaks: true,
      cell: ({ full_name: name, email }) => (
        <>
          <span className="font-mid md:block md:min-w-32">{name}</span>{' '}
          <span className={classNames('text-sm text-ink-2', name !== null && 'block')}>
            <EmailText address={email ?? ''} />
          </span>
        </>
      ),
    },
    {
      header: t('admin.requests.field.dep_date'),
      sortBy: 'dep_date',
      cell: (request) => (
        <>
          <time dateTime={request.dep_date} className="num whitespace-nowrap md:block">
            {calendarDayText(request.dep_date, language)}
          </time>{' '}
          <span className="text-sm text-ink-2 md:block">
            <Passengers quote={request} />
          </span>
        </>
      ),
    },
    {
      header: t('admin.requests.field.created_at'),
      sortBy: 'created_at',
      cell: ({ created_at: at }) => (
        <BangkokTime
          at={at}
          className="num wrap-normal md:block md:min-w-24 xl:whitespace-nowrap"
        />
      ),
    },
    {
      header: t('field.status'),
      sortBy: 'status',
      phone: 'corner',
      cell: ({ status }) => <RequestStatusChip status={status} />,
    },
  ];
}

/** The quote requests of all members, and the selected one in a drawer (spec §1). */
export function Component() {
  const { t } = useTranslation();
  const list = useList(requestList);
  const selected = useSelectedItem('request');
  const columns = useColumns(selected);
  const { id } = selected;
  return (
    <>
      <ListView
        texts={{
          title: t('admin.requests.title'),
          text: t('admin.requests.text'),
          search: t('admin.requests.search'),
          empty: t('admin.requests.empty'),
          failed: t('admin.requests.loadFailed'),
        }}
        filter={{ label: t('field.status'), textOf: (status) => status }}
        list={list}
        columns={columns}
      />
      {id !== undefined && (
        <RequestDrawer
          id={id}
          known={list.query.data?.rows.find((row) => row.quote_id === id)}
          onClose={selected.close}
          // The row may be gone.
          focusAfter={() => document.getElementById(linkId(id)) ?? listHeading()}
        />
      )}
    </>
  );
}
