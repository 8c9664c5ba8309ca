import { ArrowRight } from 'lucide-react';
import { useStatus } from '#platform/status.ts';
import type { TableColumn } from '#ui/data-table.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { rowAction } from '#ui/row-action.ts';
import { useSample } from './sample.tsx';

/** Invented bookings: reference, route, member, passengers, what is left to pay, deadline and its urgency, status. */
export const bookings = [
  ['BKK-H3NV8R6Q', 'DMK', 'KBV', 'Anong Phromsri', 2, 11_480, '11:10, 38 min', 'red', 'HOLD'],
  [
    'BKK-T6RJ4W8N',
    'HKT',
    'KUL',
    'Dara Chaiyasit',
    1,
    3120,
    '14:34, 4 h 02',
    'amber',
    'DEPOSIT_PENDING',
  ],
  [
    'BKK-4WHT9C2R',
    'BKK',
    'SIN',
    'Somchai Rattanakul',
    4,
    28_600,
    '16:00, 5 h 28',
    'amber',
    'CONFIRMED',
  ],
  ['BKK-9PX2M7KD', 'BKK', 'CNX', 'Marcus Lim', 3, 9290, '4 Dec, 09:30', '', 'HOLD'],
  ['BKK-Q9XM6D3R', 'BKK', 'SIN', 'Sarah Okafor', 1, 0, '–', '', 'TICKETED'],
  [
    'BKK-K4PR7MQ9',
    'BKK',
    'KIX',
    'Ratchanee Intharasuwan',
    5,
    82_500,
    '9 Dec, 18:00',
    '',
    'CONFIRMED',
  ],
  ['BKK-2NTW8VKH', 'CNX', 'BKK', 'Wirat Saelim', 2, 0, '–', '', 'EXPIRED'],
  ['BKK-V7HK4P2W', 'DMK', 'USM', 'Prasert Thongdee', 9, 0, '–', '', 'CANCELLED'],
] as const;
type Booking = (typeof bookings)[number];
export type Tab = 'open' | 'due' | Booking[8];
export const tabs: readonly Tab[] = [
  'open',
  'due',
  'HOLD',
  'DEPOSIT_PENDING',
  'CONFIRMED',
  'TICKETED',
  'EXPIRED',
  'CANCELLED',
];
const ended: readonly Tab[] = ['TICKETED', 'EXPIRED', 'CANCELLED'];

/** The bookings of a tab. */
export function rowsOf(tab: Tab): readonly Booking[] {
  return bookings.filter((booking) => {
    if (tab === 'open') return !ended.includes(booking[8]);
    return tab === 'due' ? booking[7] !== '' : booking[8] === tab;
  });
}
const tones = { red: 'font-strong text-red', amber: 'font-strong text-gold-ink', '': '' };

function Reference({ id, onOpen }: { readonly id: string; readonly onOpen: () => void }) {
  return (
    <button
      type="button"
      {...rowAction}
      className="min-h-9 hover:underline pointer-coarse:min-h-11"
      onClick={onOpen}
    >
      {id}
    </button>
  );
}

/** The columns of bookings, with their totals. */
export function useColumns(
  rows: readonly Booking[],
  open: (id: string) => void,
): readonly TableColumn<Booking>[] {
  const { s } = useSample();
  const statusOf = useStatus();
  const sum = (column: 4 | 5) => rows.reduce((total, row) => total + row[column], 0);
  const number = (value: number) => value.toLocaleString('en');
  return [
    {
      header: s('Reference', 'เลขที่'),
      rowHeader: true,
      cell: ([id]) => <Reference id={id} onOpen={() => open(id)} />,
      total: s(`${String(rows.length)} bookings`, `${String(rows.length)} การจอง`),
    },
    {
      header: s('Route', 'เส้นทาง'),
      sortBy: 'route',
      cell: ([, origin, destination]) => (
        <span className="text-sm font-strong">
          {origin} <ArrowRight className="inline size-3.5 text-gold-ink" /> {destination}
        </span>
      ),
    },
    {
      header: s('Member', 'สมาชิก'),
      phone: 'none',
      cell: ([, , , name]) => (
        <span className="inline-block max-w-38 truncate align-middle">{name}</span>
      ),
    },
    {
      header: s('Pax', 'คน'),
      phone: 'none',
      align: 'end',
      cell: (row) => row[4],
      total: sum(4),
    },
    {
      header: s('Left, THB', 'คงเหลือ (บาท)'),
      phone: 'none',
      align: 'end',
      cell: (row) => number(row[5]),
      total: number(sum(5)),
    },
    {
      header: s('Deadline', 'กำหนดชำระ'),
      sortBy: 'deadline',
      cell: (row) => <span className={tones[row[7]]}>{row[6]}</span>,
    },
    {
      header: s('Status', 'สถานะ'),
      cell: (row) => <StatusChip {...statusOf('booking', row[8])} small />,
    },
  ];
}
