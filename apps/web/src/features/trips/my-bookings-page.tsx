import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { calendarDayText } from '@bkksiam/domain/date-text';
import { listSizes } from '@bkksiam/domain/constants';
import { EmptyPicture } from '#drawings/empty-picture.tsx';
import { airportsQuery, useNamedRoute } from '#entities/airport/airport-data.ts';
import { Passengers, RouteCodes } from '#entities/request/request-parts.tsx';
import { ListRows } from '#list/list-rows.tsx';
import { PageLinks } from '#list/page-links.tsx';
import { existsWith, pages } from '#pages.ts';
import { settings } from '#platform/env.ts';
import { useBangkokTime } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { pageOf, type ListPage } from '#platform/list-page.ts';
import { focusHeading, useChange } from '#platform/page-changes.ts';
import { pageLoader } from '#platform/page-loader.ts';
import { useUser } from '#platform/session.ts';
import { useStatus } from '#platform/status.ts';
import { buttonClass } from '#ui/button.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { rowAction } from '#ui/row-action.ts';
import { countedRows, myBookingsQuery, type ListedBooking } from './my-bookings-data.ts';

/** The page of a request or a booking; undefined where the feature of requests is off. */
function addressOf({ id, reference }: ListedBooking): string | undefined {
  if (reference !== null) return pages.memberBooking.href(reference);
  return existsWith(settings().features, pages.request) ? pages.request.href(id) : undefined;
}

/** Look and meaning of a row's status; `kind` is by what the row is. */
function useRowStatus() {
  const statusOf = useStatus();
  return ({ reference, status, total_satang: total, paid_satang: paid }: ListedBooking) =>
    reference === null
      ? statusOf('request', status)
      : statusOf('booking', status, total !== null && (paid ?? 0) >= total);
}

/** What is due until when. */
function DueBy({ row, className }: { readonly row: ListedBooking; readonly className: string }) {
  const { t } = useTranslation('bookings');
  const timeText = useBangkokTime();
  if (row.due_at === null) return null;
  return (
    <span className={`num text-sm text-ink-2 ${className}`}>
      {t('by', { time: timeText(row.due_at) })}
    </span>
  );
}

function RouteCell({ row }: { readonly row: ListedBooking }) {
  const { t } = useTranslation('bookings');
  const namedRoute = useNamedRoute();
  const status = useRowStatus()(row);
  const { origin, destination, reference } = row;
  const names =
    origin === null || destination === null ? undefined : namedRoute?.({ origin, destination });
  const address = addressOf(row);
  const route =
    origin === null || destination === null ? (
      <span className="text-lg leading-[1.4] font-strong">
        <span aria-hidden>—</span>
        <span className="sr-only">{t('title')}</span>
      </span>
    ) : (
      <RouteCodes route={{ origin, destination }} className="text-lg leading-[1.4]" />
    );
  return (
    <>
      {address === undefined ? (
        route
      ) : (
        <Link
          to={address}
          {...rowAction}
          className="inline-flex min-h-11 items-center hover:underline pointer-fine:min-h-0"
        >
          {route}
        </Link>
      )}
      <span className="block text-sm text-ink-2">
        {names !== undefined && <Phrases text={names} />}
      </span>
      {reference !== null && <span className="num block text-sm font-mid">{reference}</span>}
      {/* Beside the chip in the corner there is no room; screen readers find it there. */}
      <span aria-hidden className="block text-sm sm:hidden">
        {status.meaning}
      </span>
      <DueBy row={row} className="block sm:hidden" />
    </>
  );
}

function StatusCell({ row }: { readonly row: ListedBooking }) {
  const status = useRowStatus()(row);
  return (
    <>
      <StatusChip {...status} show="wide" />
      <DueBy row={row} className="block max-sm:hidden" />
    </>
  );
}

function useColumns(): readonly TableColumn<ListedBooking>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const date = (row: ListedBooking, textOf: (day: string) => string) =>
    row.departs_on === null ? (
      '—'
    ) : (
      <time dateTime={row.departs_on} className="num whitespace-nowrap">
        {textOf(calendarDayText(row.departs_on, language) ?? row.departs_on)}
      </time>
    );
  return [
    { header: t('field.route'), phone: 'main', cell: (row) => <RouteCell row={row} /> },
    {
      header: t('members.bookings.date'),
      phone: 'below',
      cell: (row) => date(row, (day) => day),
      cellBelow: (row) => date(row, (day) => t('members.bookings.departs', { day })),
    },
    {
      header: t('field.passengers'),
      phone: 'below',
      cell: (row) => (
        <span className="num">
          <Passengers quote={row} />
        </span>
      ),
    },
    { header: t('field.status'), phone: 'corner', cell: (row) => <StatusCell row={row} /> },
  ];
}

function RowSkeletons() {
  return Array.from({ length: 8 }, (_, index) => (
    <div key={index} className="flex justify-between gap-6 border-b border-line px-6 py-4">
      <div className="w-1/2">
        <Skeleton className="h-5 w-28" />
        <Skeleton className="mt-2 h-4 max-w-48" />
      </div>
      <Skeleton className="h-7 w-24 rounded-pill" />
    </div>
  ));
}

/** The position in a list that is longer than what was counted, such as '21–40 of 1,000+'. */
function useBoundedPosition(): (list: ListPage<ListedBooking>) => string {
  const { t } = useTranslation('bookings');
  return ({ page, rows, total }) => {
    const before = (page - 1) * listSizes.bookingsPage;
    return t('list.position', { from: before + 1, to: before + rows.length, total: total - 1 });
  };
}

function MyBookings({ userId }: { readonly userId: string }) {
  const { t } = useTranslation(['bookings', 'common']);
  const [search] = useSearchParams();
  const page = pageOf(search);
  const query = useQuery(myBookingsQuery(userId, page));
  const columns = useColumns();
  useChange(page, focusHeading);
  const { data } = query;
  const boundedPosition = useBoundedPosition();
  return (
    <>
      <ListRows
        query={query}
        rows={data?.rows}
        labelledBy="bookings"
        headingId="bookings"
        columns={columns}
        keyOf={({ id }) => id}
        look="rows"
        skeleton={<RowSkeletons />}
        loading={t('common:members.bookings.loading')}
        failed={t('common:members.bookings.failedText')}
        empty={
          <EmptyState
            picture={<EmptyPicture of="bookings" />}
            title={t('common:members.bookings.empty')}
            text={t('common:members.bookings.emptyText')}
            action={
              <Link to={pages.groupRequest.href()} className={buttonClass({ tone: 'secondary' })}>
                {t('common:members.bookings.emptyAction')}
              </Link>
            }
          />
        }
      />
      {data && data.total > listSizes.bookingsPage && (
        <div className="border-t border-line px-4 py-2 sm:px-6">
          <PageLinks
            list={data}
            size={listSizes.bookingsPage}
            position={data.total > countedRows ? boundedPosition(data) : undefined}
          />
        </div>
      )}
    </>
  );
}

export const loader = pageLoader(async ({ userId, search, read }) => {
  if (userId === null) return undefined;
  await Promise.all([read(myBookingsQuery(userId, pageOf(search))), read(airportsQuery())]);
  return undefined;
});

/** My Bookings with the feature: requests and bookings in one list. */
export function Component() {
  const { t } = useTranslation(['bookings', 'common', 'travellers']);
  const user = useUser();
  if (user === null) return null;
  return (
    <>
      <PageHeader
        id="bookings"
        title={t('common:nav.bookings')}
        text={t('list.text')}
        beside={
          <Link
            to={pages.travellers.href()}
            className={buttonClass({ tone: 'link', className: 'ml-auto' })}
          >
            {t('travellers:link')}
          </Link>
        }
      />
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        <MyBookings userId={user.id} />
      </div>
    </>
  );
}
