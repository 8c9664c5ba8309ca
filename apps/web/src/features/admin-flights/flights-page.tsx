import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn, Download, Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { calendarDayText } from '@bkksiam/domain/date-text';
import { satangText } from '@bkksiam/domain/number-input';
import { RouteCodes } from '#entities/request/request-parts.tsx';
import { RowLink } from '#list/list-row-link.tsx';
import { ListView } from '#list/list-view.tsx';
import type { SelectedItem } from '#list/selected-item.ts';
import { useList } from '#list/use-list.ts';
import { useLanguage } from '#platform/i18n.ts';
import { useSearchChanges } from '#platform/search-params.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Chip, type ChipTone } from '#ui/chip.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { useFlightExport } from './flight-export.ts';
import { FlightImport } from './flight-import.tsx';
import { FlightPane, newFlightId } from './flight-pane.tsx';
import { useWeekdays } from './flight-texts.ts';
import {
  flightCountsQuery,
  flightList,
  type AdminFlight,
  type FlightChoice,
  type SaleState,
  numberText,
} from './flights-data.ts';
import { RouteSales } from './route-sales.tsx';
import { useSelectedRow } from '#list/use-selected-row.ts';

const tones: Readonly<Record<SaleState, ChipTone>> = {
  on_sale: 'ok',
  sold_out: 'wait',
  closed: 'calm',
  scheduled: 'info',
  ended: 'calm',
};

const clock = (time: string) => time.slice(0, 5);

/** `08:05 – 23:40 +1` */
function timesText({ departs_at: departs, arrives_at: arrives, arrives_days: days }: AdminFlight) {
  const later = days === 0 ? '' : ` ${days > 0 ? '+' : '−'}${String(Math.abs(days))}`;
  return `${clock(departs)} – ${clock(arrives)}${later}`;
}

/** When a flight operates. Beside an open one there is room for its last day. */
function usePeriodColumns(wide: boolean): readonly TableColumn<AdminFlight>[] {
  const { t } = useTranslation('adminFlights');
  const language = useLanguage();
  const weekdaysText = useWeekdays();
  const dayText = (day: string) => calendarDayText(day, language) ?? day;
  return [
    {
      header: t('column.days'),
      phone: 'none',
      spare: true,
      cell: (row) => weekdaysText(row.weekdays),
    },
    {
      header: t('column.first'),
      sortBy: 'first_day',
      phone: 'none',
      spare: true,
      wide,
      cell: (row) => dayText(row.first_day),
    },
    {
      header: t('column.last'),
      sortBy: 'last_day',
      phone: 'none',
      hiddenBesidePane: true,
      cell: (row) => dayText(row.last_day),
    },
  ];
}

function useColumns(selected: SelectedItem): readonly TableColumn<AdminFlight>[] {
  const { t } = useTranslation(['adminFlights', 'common']);
  const period = usePeriodColumns(selected.id !== undefined);
  return [
    {
      header: t('column.number'),
      sortBy: 'number',
      rowHeader: true,
      phone: 'main',
      cell: (row) => (
        <RowLink selected={selected} id={String(row.flight_id)}>
          {numberText(row)}
        </RowLink>
      ),
    },
    {
      header: t('common:field.route'),
      sortBy: 'route',
      phone: 'brief',
      cell: (row) => <RouteCodes route={row} className="gap-1! text-sm" />,
    },
    {
      header: t('column.times'),
      sortBy: 'departs_at',
      phone: 'none',
      hiddenBesidePane: true,
      cell: timesText,
    },
    ...period,
    {
      header: t('field.cabin'),
      sortBy: 'cabin',
      phone: 'none',
      spare: true,
      cell: (row) => t(`cabin.${row.cabin}`),
    },
    {
      header: t('column.from'),
      sortBy: 'from_satang',
      align: 'end',
      phone: 'rest',
      cell: (row) =>
        row.fares > 1
          ? t('column.ofFares', { price: satangText(row.from_satang), count: row.fares })
          : satangText(row.from_satang),
    },
    { header: t('column.free'), align: 'end', cell: (row) => row.free_seats.toLocaleString('en') },
    {
      header: t('column.state'),
      phone: 'corner',
      cell: (row) => (
        <Chip tone={tones[row.state]} small>
          {t(`state.${row.state}`)}
        </Chip>
      ),
    },
  ];
}

const parameters = ['route', 'airline'] as const;

/** The route and the airline that the list is of, in the address. */
function useChoice() {
  const [params, changeParams] = useSearchChanges();
  return {
    choice: { route: params.get('route') ?? '', airline: params.get('airline') ?? '' },
    choose: (name: (typeof parameters)[number], value: string) =>
      changeParams(
        (last) => {
          const next = new URLSearchParams(last);
          next.delete('page');
          if (value === '') next.delete(name);
          else next.set(name, value);
          return next;
        },
        { preventScrollReset: true },
      ),
  };
}

function Choices(props: {
  readonly choice: FlightChoice;
  readonly known: { readonly routes: readonly string[]; readonly airlines: readonly string[] };
  readonly onChoose: (name: (typeof parameters)[number], value: string) => void;
}) {
  const { choice, known, onChoose } = props;
  const { t } = useTranslation('adminFlights');
  const values = { route: known.routes, airline: known.airlines };
  return parameters.map((name) => (
    <label key={name} className="grid gap-1.5 text-sm font-mid">
      {t(`filter.${name}`)}
      <select
        value={choice[name]}
        onChange={({ target }) => onChoose(name, target.value)}
        className="min-h-12 w-36 rounded-md bg-surface px-3 text-md font-text inset-ring inset-ring-line-control"
      >
        <option value="">{t('filter.all')}</option>
        {[...new Set([...values[name], choice[name]])]
          .filter((value) => value !== '')
          .map((value) => (
            <option key={value} value={value}>
              {value.replace('-', ' – ')}
            </option>
          ))}
      </select>
    </label>
  ));
}

/** New flight, file in and out, figures of sales. */
function Actions({ selected }: { readonly selected: SelectedItem }) {
  const { t } = useTranslation(['adminFlights', 'tableImport']);
  const file = useFlightExport();
  const [open, setOpen] = useState<'import' | 'sales'>();
  const close = () => setOpen(undefined);
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" tone="secondary" onClick={() => setOpen('sales')}>
        <ChartNoAxesColumn className="size-4" />
        {t('sales.action')}
      </Button>
      <Button size="sm" tone="secondary" busy={file.busy} onClick={file.start}>
        <Download className="size-4" />
        {t('tableImport:export')}
      </Button>
      <Button size="sm" tone="secondary" onClick={() => setOpen('import')}>
        <Upload className="size-4" />
        {t('tableImport:import')}
      </Button>
      <Link {...selected.linkTo(newFlightId)} className={buttonClass({ size: 'sm' })}>
        <Plus className="size-4" />
        {t('new')}
      </Link>
      {open === 'import' && <FlightImport onClose={close} />}
      {open === 'sales' && <RouteSales onClose={close} />}
    </div>
  );
}

/** The agency's own flights, and the selected one with its seats and fares beside them. */
export function Component() {
  const { t } = useTranslation('adminFlights');
  const { choice, choose } = useChoice();
  const list = useList(flightList(choice));
  const { selected, item } = useSelectedRow(list, 'flight');
  const { data: counts } = useQuery(flightCountsQuery(list.params.search, choice));
  return (
    <ListView
      texts="adminFlights:"
      tool={
        <Choices choice={choice} known={counts ?? { routes: [], airlines: [] }} onChoose={choose} />
      }
      action={<Actions selected={selected} />}
      filter={{
        label: t('filter.label'),
        textOf: (state) => t(`state.${state}`),
        countOf: (state) => counts?.states[state ?? 'all'] ?? (counts && 0),
      }}
      list={list}
      columns={useColumns(selected)}
      toneOf={({ state }) => (state === 'ended' ? 'off' : 'plain')}
      pane={{
        label: t('one'),
        item,
        show: (shown) => <FlightPane item={shown} selected={selected} />,
      }}
    />
  );
}
