import { CalendarClock, Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTakeOnAction } from '#entities/assignment/take-on-action.tsx';
import { useBulk } from '#list/list-bulk.tsx';
import { useCheckedRows } from '#list/use-checked-rows.ts';
import type { List } from '#list/use-list.ts';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { useCopyText } from '#platform/copy-text.tsx';
import { useBaht } from '#platform/formats.ts';
import { csvTime, saveCsvRows, type CsvColumns } from '#platform/save-file.ts';
import {
  assignBooking,
  bookingKey,
  leftSatang,
  type AdminBooking,
  type BookingFilter,
} from './bookings-data.ts';
import { ExtendDialog } from './extend-dialog.tsx';

const amount = (satang: number | null) => (satang === null ? '' : String(satang / 100));
/** The columns of the file in the language of the page, with Bangkok times. */
function useFileColumns(): CsvColumns<AdminBooking> {
  const { t } = useTranslation(['adminBookings', 'common']);
  return [
    [t('column.reference'), ({ reference }) => reference],
    [t('common:admin.requests.field.origin'), ({ origin }) => origin ?? ''],
    [t('common:admin.requests.field.destination'), ({ destination }) => destination ?? ''],
    [t('column.departs'), ({ departs_on: day }) => day ?? ''],
    [t('column.member'), ({ full_name: name }) => name ?? ''],
    [t('facts.email'), ({ email }) => email ?? ''],
    [t('column.people'), ({ passengers }) => String(passengers)],
    [t('column.total'), ({ total_satang: total }) => amount(total)],
    [t('column.paid'), ({ paid_satang: paid }) => amount(paid)],
    [t('column.left'), (row) => amount(leftSatang(row))],
    [t('column.deadline'), ({ due_at: at }) => csvTime(at)],
    [t('common:field.status'), ({ status }) => status],
    [t('tickets.pnr'), ({ pnr }) => pnr ?? ''],
    [t('facts.created'), ({ created_at: at }) => csvTime(at)],
  ];
}

function useSummary(rows: readonly AdminBooking[]) {
  const { t } = useTranslation('adminBookings');
  const baht = useBaht();
  const sum = (numberOf: (row: AdminBooking) => number | null) =>
    rows.reduce((total, row) => total + (numberOf(row) ?? 0), 0);
  return {
    title: t('bulk.title', { count: rows.length }),
    facts: [
      {
        name: t('passengers.title'),
        value: sum(({ passengers }) => passengers).toLocaleString('en'),
      },
      { name: t('money.total'), value: baht(sum((row) => row.total_satang)) },
      { name: t('money.left'), value: <strong>{baht(sum(leftSatang))}</strong> },
    ],
  };
}

/** What can be done with several bookings, and the dialog of what is being done. */
export function useBookingsBulk(list: List<AdminBooking, BookingFilter>) {
  const { t } = useTranslation('adminBookings');
  const checked = useCheckedRows(list);
  const { rows } = checked;
  const [extended, setExtended] = useState<readonly AdminBooking[]>();
  const columns = useFileColumns();
  const copy = useCopyText(rows.map(({ reference }) => reference).join('\n'), {
    title: 'adminBookings:bulk.copied',
    values: { count: rows.length },
  });
  const takeOn = useTakeOnAction({ checked, assign: assignBooking, queryKey: bookingKey });
  const bulk = useBulk(checked, {
    nameOf: ({ reference }: AdminBooking) => reference,
    summary: useSummary(rows),
    actions: [
      {
        label: () => t('bulk.file'),
        icon: <Download className="size-4" />,
        run: () => saveCsvRows(`bookings-${bangkokToday()}.csv`, columns, rows),
      },
      { label: () => t('bulk.copy'), icon: <Copy className="size-4" />, run: copy },
      {
        label: (count) => t('bulk.extend', { count }),
        icon: <CalendarClock className="size-4" />,
        problemOf: ({ status }) => (status === 'HOLD' ? undefined : t('bulk.noHold', { status })),
        run: setExtended,
      },
      takeOn,
    ],
  });
  const dialog = extended && (
    <ExtendDialog
      bookings={extended}
      onLeft={checked.checkOnly}
      onClose={() => setExtended(undefined)}
    />
  );
  return { bulk, dialog };
}
