import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { bangkokTimeText, calendarDayText } from '@bkksiam/domain/date-text';
import { quoteTone } from '@bkksiam/domain/quotes';
import { useLanguage } from '#platform/i18n.ts';
import { Chip } from '#ui/chip.tsx';
import { classNames } from '#ui/class-names.ts';
import type { TableColumn } from '#ui/data-table.tsx';
import { EmailText } from '#ui/email-text.tsx';
import type { OpenedItem } from './opened-item.ts';
import { Passengers, RouteCodes, RouteNames } from './request-parts.tsx';
import type { DeskRequest, RequestColumn } from './requests-data.ts';

/** The id of the link that opens a request. */
export const requestLinkId = (id: string) => `request-${id}`;

function RequestLink({
  request,
  opened,
}: {
  readonly request: DeskRequest;
  readonly opened: OpenedItem;
}) {
  return (
    <Link
      {...opened.linkTo(request.quote_id)}
      id={requestLinkId(request.quote_id)}
      className="inline-block min-h-11 hover:text-teal md:min-w-32"
    >
      <RouteCodes {...request} />
      <span className="block text-sm text-ink-2">
        <RouteNames {...request} />
      </span>
    </Link>
  );
}

/** The columns of the list of requests; the route opens the request. */
export function useRequestColumns(
  opened: OpenedItem,
): readonly TableColumn<DeskRequest, RequestColumn>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return [
    {
      key: 'route',
      header: t('desk.requests.column.route'),
      phone: 'main',
      cell: (request) => <RequestLink request={request} opened={opened} />,
    },
    {
      key: 'member',
      header: t('desk.requests.column.full_name'),
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
      key: 'departure',
      header: t('desk.requests.column.dep_date'),
      sortBy: 'dep_date',
      cell: (request) => (
        <>
          <time dateTime={request.dep_date} className="num whitespace-nowrap md:block">
            {calendarDayText(request.dep_date, language)}
          </time>{' '}
          <span className="text-sm text-ink-2 md:block">
            <Passengers request={request} />
          </span>
        </>
      ),
    },
    {
      key: 'received',
      header: t('desk.requests.column.created_at'),
      sortBy: 'created_at',
      cell: ({ created_at: at }) => (
        <time dateTime={at} className="num wrap-normal md:block md:min-w-24 xl:whitespace-nowrap">
          {bangkokTimeText(at, language)}
        </time>
      ),
    },
    {
      key: 'status',
      header: t('desk.requests.column.status'),
      sortBy: 'status',
      phone: 'corner',
      cell: ({ status }) => <Chip tone={quoteTone(status)}>{status}</Chip>,
    },
  ];
}
