import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyPicture } from '#drawings/empty-picture.tsx';
import { airportsQuery, useNamedRoute } from '#entities/airport/airport-data.ts';
import { Passengers, RouteCodes, useRouteText } from '#entities/request/request-parts.tsx';
import { ListRows, type ListRowsProps } from '#list/list-rows.tsx';
import { PageLinks } from '#list/page-links.tsx';
import { existsWith, pages } from '#pages.ts';
import { useAreAwaited } from '#platform/awaited-queries.ts';
import { settings } from '#platform/env.ts';
import { useBangkokTime } from '#platform/formats.ts';
import type { ListPage } from '#platform/list-page.ts';
import { focusHeading, useChange } from '#platform/page-changes.ts';
import { buttonClass } from '#ui/button.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { rowAction } from '#ui/row-action.ts';
import type { BookingRow } from './booking-row.ts';

interface BookingRowsProps extends Pick<
  ListRowsProps<BookingRow>,
  'query' | 'rows' | 'labelledBy' | 'failedNote'
> {
  /** The key of the texts. */
  readonly texts: 'dashboard' | 'members.bookings';
  /** The number of skeletons while loading. */
  readonly rowsExpected: number;
}

/** The deadline of a booking, and the link to its page where that says how to pay. */
function Due({
  row: { payAddress, reference, dueAt },
  className,
}: {
  readonly row: BookingRow;
  readonly className: string;
}) {
  const { t } = useTranslation('bookings');
  const timeText = useBangkokTime();
  return (
    <div className={className}>
      {dueAt && (
        <span className="num block text-sm text-ink-2">{t('by', { time: timeText(dueAt) })}</span>
      )}
      {payAddress !== undefined && (
        <Link
          to={payAddress}
          className={buttonClass({ tone: 'secondary', size: 'sm', className: 'mt-1' })}
        >
          {t('list.pay')} <span className="sr-only">{reference}</span>
        </Link>
      )}
    </div>
  );
}

function UnknownRoute() {
  const { t } = useTranslation('bookings');
  return (
    <span className="text-lg leading-[1.4] font-strong">
      <span aria-hidden>—</span>
      <span className="sr-only">{t('title')}</span>
    </span>
  );
}

/** With the feature all airports have names, without it those of the search. */
const hasAllNames = () => existsWith(settings().features, pages.myBookings);

function RouteCell({ row }: { readonly row: BookingRow }) {
  const routeText = useRouteText();
  const namedRoute = useNamedRoute(hasAllNames());
  const { route, address, reference, status } = row;
  const codes = route ? (
    <RouteCodes route={route} className="text-lg leading-[1.4]" />
  ) : (
    <UnknownRoute />
  );
  return (
    <>
      {address === undefined ? (
        codes
      ) : (
        <Link
          to={address}
          {...rowAction}
          className="inline-flex min-h-11 items-center hover:underline pointer-fine:min-h-0"
        >
          {codes}
        </Link>
      )}
      <span className="block text-sm text-ink-2">
        {route && <Phrases text={namedRoute?.(route) ?? routeText(route)} />}
      </span>
      {reference && <span className="num block text-sm font-mid">{reference}</span>}
      {/* Beside the chip in the corner there is no room; screen readers find it there. */}
      <span aria-hidden className="block text-sm sm:hidden">
        {status.meaning}
      </span>
      <Due row={row} className="sm:hidden" />
    </>
  );
}

function useColumns(texts: BookingRowsProps['texts']): readonly TableColumn<BookingRow>[] {
  const { t } = useTranslation();
  const time = ({ date }: BookingRow, textOf: (day: string) => string) =>
    date && (
      <time dateTime={date.iso} className="num whitespace-nowrap">
        {textOf(date.day)}
      </time>
    );
  return [
    { header: t('field.route'), phone: 'main', cell: (row) => <RouteCell row={row} /> },
    {
      header: t(`${texts}.date`),
      phone: 'below',
      cell: (row) => time(row, (day) => day) ?? '—',
      cellBelow: (row) =>
        time(row, (day) =>
          texts === 'dashboard'
            ? t('dashboard.updated', { day })
            : t('members.bookings.departs', { day }),
        ),
    },
    {
      header: t('field.passengers'),
      phone: 'below',
      cell: ({ passengers }) => (
        <span className="num">
          <Passengers quote={passengers} />
        </span>
      ),
    },
    {
      header: t('field.status'),
      phone: 'corner',
      cell: (row) => (
        <>
          <StatusChip {...row.status} show="wide" />
          <Due row={row} className="max-sm:hidden" />
        </>
      ),
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

/** Whether rows wait for the names of the airports, which would change their lines on screen. */
const useIsWaiting = () => useAreAwaited(hasAllNames() ? [airportsQuery()] : []);

/** A member's requests and bookings in a table; on a phone date and passengers are below the route. */
export function BookingRows({ texts, rowsExpected, rows, ...list }: BookingRowsProps) {
  const { t } = useTranslation();
  return (
    <ListRows
      {...list}
      rows={useIsWaiting() ? undefined : rows}
      headingId={list.labelledBy}
      columns={useColumns(texts)}
      keyOf={({ id }) => id}
      variant="rows"
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

interface BookingListProps<Row> extends Pick<BookingRowsProps, 'query' | 'failedNote'> {
  /** The page of the list that is shown. */
  readonly list: ListPage<Row> | undefined;
  readonly page: number;
  readonly pageSize: number;
  /** In place of the exact one, if not all rows were counted. */
  readonly position?: string | undefined;
  readonly toRow: (row: Row) => BookingRow;
}

/** A page of My Bookings below its heading, with links to the others. */
export function BookingList<Row>(props: BookingListProps<Row>) {
  const { list, page, pageSize, position, toRow, ...rows } = props;
  useChange(page, focusHeading);
  const isWaiting = useIsWaiting();
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <BookingRows
        {...rows}
        rows={list?.rows.map(toRow)}
        texts="members.bookings"
        rowsExpected={8}
        labelledBy="bookings"
      />
      {!isWaiting && list && list.total > pageSize && (
        <div className="border-t border-line px-4 py-2 sm:px-6">
          <PageLinks list={list} size={pageSize} position={position} />
        </div>
      )}
    </div>
  );
}
