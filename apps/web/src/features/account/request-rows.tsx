import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { StoredPassengers } from '@bkksiam/domain/quotes';
import { EmptyPicture } from '#drawings/empty-picture.tsx';
import { useNamedRoute } from '#entities/airport/airport-data.ts';
import {
  Passengers,
  RequestStatusChip,
  RouteCodes,
  useRouteText,
} from '#entities/request/request-parts.tsx';
import { ListRows, type ListRowsProps } from '#list/list-rows.tsx';
import { existsWith, pages } from '#pages.ts';
import { settings } from '#platform/env.ts';
import { useStatus } from '#platform/status.ts';
import { buttonClass } from '#ui/button.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { rowAction } from '#ui/row-action.ts';

/** The columns that the table shows. */
interface ListedRequest extends StoredPassengers {
  readonly quote_id: string;
  readonly origin: string;
  readonly destination: string;
  readonly status: string;
}

interface RequestRowsProps<Request> extends Pick<
  ListRowsProps<Request>,
  'query' | 'rows' | 'labelledBy' | 'failedNote'
> {
  /** The key of the texts. */
  readonly texts: 'dashboard' | 'members.bookings';
  /** The number of skeletons while loading. */
  readonly rowsExpected: number;
  readonly dateOf: (request: Request) => { readonly iso: string; readonly day: string };
}

/** With the feature a row opens the page of its request. */
function RequestLink({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  if (!existsWith(settings().features, pages.request)) return children;
  return (
    <Link
      to={pages.request.href(id)}
      {...rowAction}
      className="inline-flex min-h-11 items-center hover:underline pointer-fine:min-h-0"
    >
      {children}
    </Link>
  );
}

function RouteCell({ request }: { readonly request: ListedRequest }) {
  const routeText = useRouteText();
  // With the feature all airports have names, without it those of the search.
  const namedRoute = useNamedRoute(existsWith(settings().features, pages.request));
  const statusOf = useStatus();
  return (
    <>
      <RequestLink id={request.quote_id}>
        <RouteCodes route={request} className="text-lg leading-[1.4]" />
      </RequestLink>
      <span className="block text-sm text-ink-2">
        <Phrases text={namedRoute?.(request) ?? routeText(request)} />
      </span>
      {/* Beside the chip in the corner there is no room; screen readers find it there. */}
      <span aria-hidden className="block text-sm sm:hidden">
        {statusOf('request', request.status).meaning}
      </span>
    </>
  );
}

function useColumns<Request extends ListedRequest>({
  texts,
  dateOf,
}: RequestRowsProps<Request>): readonly TableColumn<Request>[] {
  const { t } = useTranslation();
  const time = (request: Request, textOf: (day: string) => string) => {
    const { iso, day } = dateOf(request);
    return (
      <time dateTime={iso} className="num whitespace-nowrap">
        {textOf(day)}
      </time>
    );
  };
  return [
    {
      header: t('field.route'),
      phone: 'main',
      cell: (request) => <RouteCell request={request} />,
    },
    {
      header: t(`${texts}.date`),
      phone: 'below',
      cell: (request) => time(request, (day) => day),
      cellBelow: (request) =>
        time(request, (day) =>
          texts === 'dashboard'
            ? t('dashboard.updated', { day })
            : t('members.bookings.departs', { day }),
        ),
    },
    {
      header: t('field.passengers'),
      phone: 'below',
      cell: (request) => (
        <span className="num">
          <Passengers quote={request} />
        </span>
      ),
    },
    {
      header: t('field.status'),
      phone: 'corner',
      cell: ({ status }) => <RequestStatusChip status={status} show="wide" />,
    },
  ];
}

function Skeletons({ rows }: { readonly rows: number }) {
  return (
    <>
      <Skeleton className="mx-6 my-5 h-4 w-2/5" />
      {Array.from({ length: rows }, (_, index) => (
        <div
          key={index}
          className="flex items-center justify-between gap-6 border-t border-line px-4 py-4 sm:px-6"
        >
          <div className="w-1/2 py-0.5">
            <Skeleton className="h-5 w-28" />
            <Skeleton className="mt-2 h-4 max-w-48" />
          </div>
          <Skeleton className="h-7 w-24 rounded-pill" />
        </div>
      ))}
    </>
  );
}

/** A member's quote requests in a table; on a phone date and passengers are below the route. */
export function RequestRows<Request extends ListedRequest>(props: RequestRowsProps<Request>) {
  const { texts, rowsExpected, dateOf: _, ...list } = props;
  const { t } = useTranslation();
  const columns = useColumns(props);
  return (
    <ListRows
      {...list}
      headingId={props.labelledBy}
      columns={columns}
      keyOf={({ quote_id: id }) => id}
      look="rows"
      skeleton={<Skeletons rows={rowsExpected} />}
      loading={t('members.bookings.loading')}
      failed={t(`${texts}.failedText`)}
      empty={
        <EmptyState
          picture={<EmptyPicture of="bookings" />}
          title={t(`${texts}.empty`)}
          text={t(`${texts}.emptyText`)}
          action={
            <Link to={pages.groupRequest.href()} className={buttonClass({ tone: 'secondary' })}>
              {t('members.bookings.emptyAction')}
            </Link>
          }
        />
      }
    />
  );
}
