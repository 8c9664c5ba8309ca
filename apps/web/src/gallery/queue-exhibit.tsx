import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '#platform/status.ts';
import { Button } from '#ui/button.tsx';
import type { TableSort } from '#ui/data-table.tsx';
import { DenseTable, type DenseColumn } from '#ui/parts/dense-table.tsx';
import { SavedViews } from '#ui/parts/saved-views.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { TwoPanes } from '#ui/parts/two-panes.tsx';
import { Exhibit, useSample } from './sample.tsx';

const bookings = [
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
const tones = { red: 'font-strong text-red', amber: 'font-strong text-gold-ink', '': '' };

function useColumns(open: (id: string) => void): readonly DenseColumn<Booking>[] {
  const { s } = useSample();
  const statusOf = useStatus();
  const sum = (column: 4 | 5) => bookings.reduce((total, row) => total + row[column], 0);
  const number = (value: number) => value.toLocaleString('en');
  return [
    {
      header: s('Reference', 'เลขที่'),
      cell: ([id]) => (
        <button type="button" className="min-h-9 hover:underline" onClick={() => open(id)}>
          {id}
        </button>
      ),
      total: s(`${String(bookings.length)} bookings`, `${String(bookings.length)} การจอง`),
    },
    {
      header: s('Route', 'เส้นทาง'),
      from: 'phone',
      sortBy: 'route',
      cell: ([, origin, destination]) => (
        <span className="text-sm font-strong">
          {origin} <ArrowRight className="inline size-3.5 text-gold-ink" /> {destination}
        </span>
      ),
    },
    {
      header: s('Member', 'สมาชิก'),
      cell: ([, , , name]) => (
        <span className="inline-block max-w-38 truncate align-middle">{name}</span>
      ),
    },
    { header: s('Pax', 'คน'), align: 'end', cell: (row) => row[4], total: sum(4) },
    {
      header: s('Left, THB', 'คงเหลือ (บาท)'),
      align: 'end',
      cell: (row) => number(row[5]),
      total: number(sum(5)),
    },
    {
      header: s('Deadline', 'กำหนดชำระ'),
      from: 'phone',
      sortBy: 'deadline',
      cell: (row) => <span className={tones[row[7]]}>{row[6]}</span>,
    },
    {
      header: s('Status', 'สถานะ'),
      from: 'phone',
      cell: (row) => <StatusChip {...statusOf('booking', row[8])} small />,
    },
  ];
}

function SelectedBooking({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { s, baht } = useSample();
  const statusOf = useStatus();
  const booking = bookings.find(([other]) => other === id) ?? bookings[0];
  return (
    <div className="grid gap-3 text-sm">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-lg">{id}</h3>
        <Button tone="link" onClick={onClose}>
          {t('action.close')}
        </Button>
      </div>
      <StatusChip {...statusOf('booking', booking[8])} show="beside" />
      <dl className="grid grid-cols-[1fr_auto] gap-y-1 border-t border-line pt-3">
        <dt className="text-ink-2">{s('Member', 'สมาชิก')}</dt>
        <dd>{booking[3]}</dd>
        <dt className="text-ink-2">{s('Left to pay', 'คงเหลือต้องชำระ')}</dt>
        <dd className="num text-right">{baht(booking[5])}</dd>
      </dl>
    </div>
  );
}

/** The queue of admins: saved views, dense table, bulk actions, and the selected booking beside it. */
export function QueueExhibit() {
  const { t } = useTranslation('parts');
  const { s } = useSample();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['BKK-9PX2M7KD']));
  const [current, setCurrent] = useState<string | undefined>();
  const [view, setView] = useState<string | undefined>('due');
  const [sort, setSort] = useState<TableSort>({ column: 'deadline', direction: 'asc' });
  const columns = useColumns(setCurrent);
  return (
    <Exhibit id="queue" title={s('A queue of admins', 'คิวงานของผู้ดูแล')}>
      <div className="mb-3 flex flex-wrap items-center gap-x-6 gap-y-2">
        <SavedViews
          label={t('views.label')}
          views={[
            { id: 'due', name: s('Due first', 'ครบกำหนดก่อน') },
            { id: 'groups', name: s('Groups over 9', 'หมู่คณะเกิน 9 คน') },
          ]}
          chosen={view}
          onChoose={setView}
          saveLabel={t('views.save')}
          onSave={() => setView(undefined)}
        />
        <p aria-live="polite" className="num text-sm text-ink-2">
          {selected.size > 0 && t('table.selected', { count: selected.size })}
        </p>
      </div>
      <TwoPanes
        paneLabel={s('Selected booking', 'การจองที่เลือก')}
        pane={
          current === undefined ? undefined : (
            <SelectedBooking id={current} onClose={() => setCurrent(undefined)} />
          )
        }
        list={
          <DenseTable
            label={s('Bookings', 'การจอง')}
            columns={columns}
            rows={bookings}
            keyOf={([id]) => id}
            selected={selected}
            onSelect={setSelected}
            current={current}
            sort={sort}
            onSort={(column) =>
              setSort({ column, direction: sort.direction === 'asc' ? 'desc' : 'asc' })
            }
            texts={{
              selectAll: t('table.selectAll'),
              selectRow: (name) => t('table.selectRow', { name }),
            }}
          />
        }
      />
    </Exhibit>
  );
}
