import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { satangText } from '@bkksiam/domain/number-input';
import { useShortTime } from '#entities/calendar/short-time.ts';
import { pages } from '#pages.ts';
import { QueryFallback, type FetchedQuery } from '#platform/query-fallback.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { readAdmins, readPayables, type PayableSums } from './finance-data.ts';
import type { Period } from '#entities/calendar/period.ts';
import { MoreRows, type PagedQuery } from './more-rows.tsx';
import { figure, figureHead, rowHead, textHead } from './table-parts.ts';
import { usePages } from './use-pages.ts';

interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isText?: boolean;
}

interface RowsProps<Row> {
  readonly label: string;
  readonly query: FetchedQuery & PagedQuery;
  readonly rows: readonly Row[] | undefined;
  readonly keyOf: (row: Row) => string;
  /** The first one names the row. */
  readonly columns: readonly Column<Row>[];
}

function Rows<Row>({ label, query, rows, keyOf, columns }: RowsProps<Row>) {
  const { t } = useTranslation('adminFinance');
  return (
    <>
      {rows?.length === 0 && <EmptyState title={t('table.none')} />}
      {rows !== undefined && rows.length > 0 && (
        <div role="group" aria-label={label} tabIndex={0} className="overflow-x-auto">
          <table className="w-full border-collapse text-sm">
            <thead className="text-xs">
              <tr>
                {columns.map(({ name, isText = false }) => (
                  <th key={name} scope="col" className={isText ? textHead : figureHead}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={keyOf(row)} className="border-t border-line">
                  {columns.map(({ name, cell, isText = false }, index) =>
                    index === 0 ? (
                      <th key={name} scope="row" className={`${rowHead} font-strong`}>
                        {cell(row)}
                      </th>
                    ) : (
                      <td key={name} className={isText ? rowHead : figure}>
                        {cell(row)}
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <QueryFallback query={query} failed={t('table.failed')} failedText={query.error?.message}>
        <Skeleton className="h-60" />
      </QueryFallback>
      <MoreRows query={query} />
    </>
  );
}

const amount = (satang: number | null) =>
  satang === null || satang === 0 ? '–' : satangText(satang);

const addressOf = ({ booking_id: booking, order_id: order }: PayableSums) =>
  order === null
    ? `${pages.adminBookings.href()}?booking=${booking ?? ''}`
    : `${pages.adminOrders.href()}?show=all&order=${order}`;

/** The bookings and orders with movements in a period. */
export function ByBooking({ period }: { readonly period: Period }) {
  const { t } = useTranslation('adminFinance');
  const short = useShortTime();
  const { query, rows } = usePages(['bookings', period], readPayables(period));
  return (
    <Rows
      label={t('by.bookings')}
      query={query}
      rows={rows}
      keyOf={({ reference }) => reference}
      columns={[
        {
          name: t('table.booking'),
          isText: true,
          cell: (row) => (
            <Link
              to={addressOf(row)}
              className="inline-flex min-h-11 items-center underline-offset-4 pointer-fine:min-h-6 hover:underline"
            >
              {row.reference}
            </Link>
          ),
        },
        { name: t('table.member'), isText: true, cell: (row) => row.full_name ?? '—' },
        { name: t('table.last'), isText: true, cell: (row) => short.time(row.last_at) },
        { name: t('days.received'), cell: (row) => amount(row.received_satang) },
        { name: t('days.paidOut'), cell: (row) => amount(row.paid_out_satang) },
        { name: t('table.due'), cell: (row) => amount(row.due_satang) },
      ]}
    />
  );
}

/** What each admin recorded in a period. */
export function ByAdmin({ period }: { readonly period: Period }) {
  const { t } = useTranslation('adminFinance');
  const { query, rows } = usePages(['admins', period], readAdmins(period));
  return (
    <Rows
      label={t('by.admins')}
      query={query}
      rows={rows}
      keyOf={({ admin_id: id }) => id}
      columns={[
        { name: t('table.admin'), isText: true, cell: (row) => row.full_name ?? t('table.system') },
        { name: t('table.movements'), cell: (row) => row.movements },
        { name: t('days.received'), cell: (row) => amount(row.received_satang) },
        { name: t('days.paidOut'), cell: (row) => amount(row.paid_out_satang) },
      ]}
    />
  );
}
