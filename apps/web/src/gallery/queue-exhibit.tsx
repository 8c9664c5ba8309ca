import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListTabs } from '#list/list-tabs.tsx';
import { useStatus } from '#platform/status.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { SavedViews } from '#ui/parts/saved-views.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { TwoPanes } from '#ui/parts/two-panes.tsx';
import type { TableSort } from '#ui/table-head.tsx';
import { bookings, rowsOf, tabs, useColumns, type Tab } from './booking-samples.tsx';
import { Exhibit, useSample } from './sample.tsx';

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

function Views({ selected }: { readonly selected: number }) {
  const { t } = useTranslation('parts');
  const { s } = useSample();
  const [view, setView] = useState<string | undefined>('due');
  return (
    <div className="mb-1 flex flex-wrap items-center gap-x-6 gap-y-2">
      <h3 id="queue-list" className="text-[1.375rem]">
        {s('Bookings', 'การจอง')}
      </h3>
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
        {selected > 0 && t('table.selected', { count: selected })}
      </p>
    </div>
  );
}

interface QueueProps {
  readonly rows: ReturnType<typeof rowsOf>;
  readonly current: string | undefined;
  readonly onOpen: (id: string) => void;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

function Queue({ rows, current, onOpen, selected, onSelect }: QueueProps) {
  const { t } = useTranslation('parts');
  const [sort, setSort] = useState<TableSort>({ column: 'deadline', direction: 'asc' });
  return (
    <DataTable
      look="dense"
      labelledBy="queue-list"
      columns={useColumns(rows, onOpen)}
      rows={rows}
      rowsExpected={0}
      keyOf={([id]) => id}
      selection={{
        selected,
        onSelect,
        texts: {
          selectAll: t('table.selectAll'),
          selectRow: (name) => t('table.selectRow', { name }),
        },
      }}
      current={current}
      sort={sort}
      onSort={(column) => setSort({ column, direction: sort.direction === 'asc' ? 'desc' : 'asc' })}
    />
  );
}

/** The queue of admins: saved views, status tabs, dense table, bulk actions, and the selected booking beside it. */
export function QueueExhibit() {
  const { t } = useTranslation('parts');
  const { s } = useSample();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['BKK-9PX2M7KD']));
  const [current, setCurrent] = useState<string | undefined>();
  const [tab, setTab] = useState<Tab>('open');
  const texts: Partial<Record<Tab, string>> = { open: t('tabs.open'), due: t('tabs.dueToday') };
  return (
    <Exhibit id="queue" title={s('A queue of admins', 'คิวงานของผู้ดูแล')}>
      <Views selected={selected.size} />
      <div className="flex border-b border-line">
        <ListTabs<Tab>
          label={t('tabs.label')}
          counted
          chosen={tab}
          onChoose={setTab}
          tabs={tabs.map((value) => ({
            value,
            text: texts[value] ?? value,
            count: rowsOf(value).length,
            isUrgent: value === 'due',
          }))}
        />
      </div>
      <TwoPanes
        paneLabel={s('Selected booking', 'การจองที่เลือก')}
        pane={
          current === undefined ? undefined : (
            <SelectedBooking id={current} onClose={() => setCurrent(undefined)} />
          )
        }
        list={
          <Queue
            rows={rowsOf(tab)}
            current={current}
            onOpen={setCurrent}
            selected={selected}
            onSelect={setSelected}
          />
        }
      />
    </Exhibit>
  );
}
