import { useQuery } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paidShare } from '@bkksiam/domain/booking-status';
import { satangText } from '@bkksiam/domain/number-input';
import {
  isAssignmentFilter,
  useAssignedColumn,
  useAssignmentViews,
} from '#entities/assignment/assignment-parts.tsx';
import { useAssignmentChanges } from '#entities/assignment/use-assignment-changes.ts';
import { RouteCodes } from '#entities/request/request-parts.tsx';
import { RowLink } from '#list/list-row-link.tsx';
import { ListView } from '#list/list-view.tsx';
import type { SelectedItem } from '#list/selected-item.ts';
import { boundedCountText, maxCounted } from '#list/list-query.ts';
import { useList } from '#list/use-list.ts';
import { useStatus } from '#platform/status.ts';
import type { TableColumn } from '#ui/data-table.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { BookingPane } from './booking-pane.tsx';
import { useBookingsBulk } from './bookings-bulk.tsx';
import { useShortTime } from '#entities/calendar/short-time.ts';
import { Deadline } from './booking-time.tsx';
import {
  bookingKey,
  bookingList,
  bookingTotalsQuery,
  leftSatang,
  type AdminBooking,
  type BookingFilter,
  type BookingTotals,
} from './bookings-data.ts';
import { useAgencyArrivals } from '#entities/notification/use-agency-arrivals.ts';
import { useSelectedRow } from '#list/use-selected-row.ts';

function ReferenceLink({
  row,
  selected,
}: {
  readonly row: AdminBooking;
  readonly selected: SelectedItem;
}) {
  const { t } = useTranslation('adminBookings');
  return (
    <RowLink selected={selected} id={row.booking_id}>
      {row.reference}
      {row.flags.length > 0 && (
        <>
          <Flag className="size-3.5 text-red" strokeWidth={2.5} />
          <span className="sr-only">{t('flagged')}</span>
        </>
      )}
    </RowLink>
  );
}

function BookingStatusChip({ row }: { readonly row: AdminBooking }) {
  return <StatusChip {...useStatus()('booking', row.status, paidShare(row))} show="hidden" small />;
}

const amountOf = (satang: number | null) => (satang === null ? '—' : satangText(satang));

/** Undefined while loading, and of more bookings than are counted. */
type Totals = BookingTotals | undefined;

const totalOf = (totals: Totals, name: 'total_satang' | 'paid_satang' | 'left_satang') =>
  totals && satangText(totals[name]);

function useMoneyColumns(totals: Totals): readonly TableColumn<AdminBooking>[] {
  const { t } = useTranslation('adminBookings');
  return [
    {
      header: t('column.total'),
      wide: true,
      phone: 'none',
      align: 'end',
      cell: (row) => amountOf(row.total_satang),
      total: totalOf(totals, 'total_satang'),
    },
    {
      header: t('column.paid'),
      wide: true,
      phone: 'none',
      align: 'end',
      cell: (row) => satangText(Math.max(0, row.paid_satang)),
      total: totalOf(totals, 'paid_satang'),
    },
    {
      header: t('column.left'),
      align: 'end',
      spare: true,
      phone: 'none',
      cell: (row) => amountOf(leftSatang(row)),
      total: totalOf(totals, 'left_satang'),
    },
  ];
}

/** Who travels where, and when. */
function useTripColumns(totals: Totals): readonly TableColumn<AdminBooking>[] {
  const { t } = useTranslation(['adminBookings', 'common']);
  const short = useShortTime();
  return [
    {
      header: t('common:field.route'),
      phone: 'brief',
      hiddenBesidePane: true,
      cell: ({ origin, destination }) =>
        origin !== null && destination !== null ? (
          <RouteCodes route={{ origin, destination }} className="gap-1! text-sm" />
        ) : (
          '—'
        ),
    },
    {
      header: t('column.departs'),
      sortBy: 'departs_on',
      spare: true,
      phone: 'none',
      cell: ({ departs_on: day }) => (day === null ? '—' : short.day(day)),
    },
    {
      header: t('column.member'),
      sortBy: 'full_name',
      phone: 'none',
      hiddenBesidePane: true,
      cell: ({ full_name: name, email }) => (
        <span className="inline-block max-w-36 truncate align-middle max-[104rem]:group-data-pane/list:max-w-13 min-[104rem]:max-w-52">
          {name ?? email ?? t('facts.noMember')}
        </span>
      ),
    },
    {
      header: t('column.people'),
      align: 'end',
      spare: true,
      phone: 'none',
      cell: ({ passengers }) => passengers,
      total: totals?.passengers.toLocaleString('en'),
    },
  ];
}

function useColumns(data: Totals, selected: SelectedItem): readonly TableColumn<AdminBooking>[] {
  const { t } = useTranslation(['adminBookings', 'common']);
  const totals = data && data.bookings <= maxCounted ? data : undefined;
  const trip = useTripColumns(totals);
  const money = useMoneyColumns(totals);
  return [
    {
      header: t('column.reference'),
      sortBy: 'reference',
      rowHeader: true,
      phone: 'main',
      cell: (row) => <ReferenceLink row={row} selected={selected} />,
      // Its row has its height before the sums come.
      total: data
        ? t('totals', { count: data.bookings, number: boundedCountText(data.bookings) })
        : '\u00a0',
    },
    ...trip,
    ...money,
    {
      header: t('column.deadline'),
      sortBy: 'due_at',
      phone: 'rest',
      cell: (row) => <Deadline row={row} />,
    },
    useAssignedColumn<AdminBooking>(),
    {
      header: t('common:field.status'),
      sortBy: 'status',
      phone: 'corner',
      cell: (row) => <BookingStatusChip row={row} />,
    },
  ];
}

const urgent: readonly BookingFilter[] = ['dueToday', 'overdue', 'flagged'];
const ofViews: readonly BookingFilter[] = ['mine', 'nobody', 'groups'];
const named: readonly string[] = ['open', ...urgent, 'groups'];

function useFilterText(): (filter: BookingFilter) => string {
  const { t } = useTranslation('adminBookings');
  const assignments = useAssignmentViews();
  return (filter) => {
    if (isAssignmentFilter(filter)) return assignments.textOf(filter);
    return named.includes(filter) ? t(`filter.${filter as 'open'}`) : filter;
  };
}

/** The bookings of all members, what is due first, and the selected one beside them. */
export function Component() {
  const { t } = useTranslation(['adminBookings', 'assignments']);
  const assignments = useAssignmentViews();
  const list = useList(bookingList);
  const { selected, item } = useSelectedRow(list, 'booking');
  useAgencyArrivals(bookingKey);
  useAssignmentChanges('bkk_booking_events', bookingKey);
  const { filter, search } = list.params;
  const totals = useQuery(bookingTotalsQuery(filter, search));
  const { bulk, dialog } = useBookingsBulk(list);
  const columns = useColumns(totals.data, selected);
  return (
    <>
      <ListView
        texts="adminBookings:"
        views={{
          list: 'bookings',
          fixed: [
            { name: t('view.dueFirst'), query: '' },
            ...assignments.views,
            { name: t('filter.groups'), query: 'show=groups' },
          ],
        }}
        filter={{
          label: t('filter.label'),
          textOf: useFilterText(),
          urgent,
          ofViews,
        }}
        hints={[
          { keys: ['R'], text: t('keys.record') },
          { keys: ['T'], text: t('assignments:take') },
        ]}
        list={list}
        columns={columns}
        bulk={bulk}
        isWaiting={totals.isLoading && totals.failureCount === 0}
        pane={{ label: t('one'), item, show: (shown) => <BookingPane item={shown} /> }}
      />
      {dialog}
    </>
  );
}
