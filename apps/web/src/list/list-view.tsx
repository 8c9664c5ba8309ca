import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyPicture } from '#drawings/empty-picture.tsx';
import { Button } from '#ui/button.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/feedback.tsx';
import { classNames } from '#ui/class-names.ts';
import type { KeyHint } from '#ui/key-hints.tsx';
import { ListSearch } from '#ui/list-search.tsx';
import { TwoPanes } from '#ui/parts/two-panes.tsx';
import { BulkBar, BulkPane, useBulkKeys, type Bulk } from './list-bulk.tsx';
import { DensitySwitch, ListKeys, useRowHints } from './list-controls.tsx';
import { Filters, type ListFilter } from './list-filters.tsx';
import { rowLink } from './list-row-link.tsx';
import { ListRows } from './list-rows.tsx';
import { useListSettings } from './list-settings.ts';
import { useGroupedText, type ListTexts } from './list-texts.ts';
import { ListViewLinks, type ListViews } from './list-views.tsx';
import { ListPagination, usePosition } from './page-links.tsx';
import { useListKeys } from './use-list-keys.ts';
import type { List } from './use-list.ts';
import type { SelectedRow } from './use-selected-row.ts';

export interface ListViewProps<Row, Filter extends string> {
  readonly list: List<Row, Filter>;
  readonly columns: readonly TableColumn<Row>[];
  readonly toneOf?: (row: Row) => 'plain' | 'off';
  /** The group of `title`, `text`, `search`, `empty` and `loadFailed`. */
  readonly texts: ListTexts;
  /** In place of the group's `text`. */
  readonly text?: string;
  /** Beside the heading, such as the button for a new item. */
  readonly action?: ReactNode;
  /** Beside the search field. */
  readonly tool?: ReactNode;
  readonly filter?: ListFilter<Filter>;
  /** Beside the heading. */
  readonly views?: ListViews;
  /** Check boxes for the rows. */
  readonly bulk?: Bulk<Row>;
  /** Shows the selected item beside the rows, which are dense. On narrow screens it takes the place of the list. */
  readonly pane?: {
    readonly label: string;
    readonly item: SelectedRow<Row> | undefined;
    readonly show: (item: SelectedRow<Row>) => ReactNode;
    /** The pane takes the room that is left, and the arrow keys of the rows select them. */
    readonly isMain?: boolean;
  };
  /** Whether rows, pages and hints wait for what the columns show besides, which would move them. */
  readonly isWaiting?: boolean;
  /** False for rows that have no action. */
  readonly opens?: boolean;
  /** Further keys of the page. */
  readonly hints?: readonly KeyHint[];
}

const headingId = 'list-heading';

/** The heading, which takes the focus when the focused element goes away. */
export const listHeading = () => document.getElementById(headingId);

/**
 * Gives the focus back to the row when its item is closed, unless something else has it, and to the heading once the row is gone.
 *
 * @param rows changes with the rows on screen; without them nothing tells that the row is gone
 */
export function useRowFocus(id: string | undefined, rows?: unknown): void {
  const last = useRef<string>(undefined);
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (id === undefined && last.current !== undefined && isLost) {
      row.current = rowLink(last.current);
      (row.current ?? listHeading())?.focus();
    } else if (row.current?.isConnected === false) {
      if (isLost) listHeading()?.focus();
      row.current = null;
    }
    last.current = id;
  }, [id, rows]);
}

function NoRows<Row, Filter extends string>(props: ListViewProps<Row, Filter>) {
  const { params, filterBy, searchFor, definition } = props.list;
  const { t } = useTranslation();
  const text = useGroupedText();
  const isDefault = params.filter === definition.defaultFilter;
  if (params.search === '' && isDefault) {
    return <EmptyState picture={<EmptyPicture of="river" />} title={text(`${props.texts}empty`)} />;
  }
  function showAll() {
    listHeading()?.focus();
    if (params.search === '') filterBy(undefined);
    else searchFor('');
  }
  return (
    <EmptyState
      title={
        <span className="wrap-anywhere">
          {params.search === ''
            ? t('list.noneFiltered')
            : t('list.noneFound', { search: params.search })}
        </span>
      }
      text={t('list.noneFoundText')}
      action={
        <Button tone="secondary" onClick={showAll}>
          {t('list.showAll')}
        </Button>
      }
    />
  );
}

/** Announces the position to screen readers, and the order if a column shows it. */
function Announcement<Row, Filter extends string>({ list, columns }: ListViewProps<Row, Filter>) {
  const { t } = useTranslation();
  const position = usePosition();
  const { data: page } = list.query;
  const { column, direction } = list.params.sort;
  const header = columns.find(({ sortBy }) => sortBy === column)?.header;
  return (
    <p role="status" className="sr-only">
      {page === undefined
        ? t('state.loading')
        : `${position(page, list.definition.pageSize)}. ${header === undefined ? '' : t(`list.sorted.${direction}`, { column: header })}`}
    </p>
  );
}

function Rows<Row, Filter extends string>(props: ListViewProps<Row, Filter>) {
  const { list, columns, toneOf, texts, pane, bulk, isWaiting = false } = props;
  const { query, params } = list;
  const { keyOf, pageSize } = list.definition;
  const { error } = query;
  const page = isWaiting ? undefined : query.data;
  const text = useGroupedText();
  return (
    <div
      className={classNames(
        'flex min-h-0 flex-col overflow-hidden border-line bg-surface',
        pane === undefined ? 'rounded-lg border' : 'border-y',
      )}
    >
      <Announcement {...props} />
      <ListRows
        query={query}
        rows={page?.rows}
        columns={columns}
        keyOf={keyOf}
        labelledBy={headingId}
        headingId={headingId}
        rowsExpected={pageSize}
        sort={params.sort}
        onSort={list.sortBy}
        toneOf={toneOf}
        variant={pane && 'dense'}
        current={pane?.item?.id}
        checks={bulk?.checks}
        failed={text(`${texts}loadFailed`)}
        failedText={error?.message}
        empty={<NoRows {...props} />}
      />
      {page !== undefined && page.total > 0 && (
        <div
          className={classNames(
            'flex flex-wrap items-center justify-between gap-x-4 border-t border-line py-1 md:dense:py-0',
            pane === undefined ? 'px-4 md:px-6 md:dense:pr-3 md:dense:pl-4' : 'px-5 lg:px-6',
          )}
        >
          {pane === undefined && <DensitySwitch />}
          <ListPagination list={page} size={pageSize} onGo={list.goToPage} />
        </div>
      )}
    </div>
  );
}

/** The heading, and the search with what is beside it. */
function Head<Row, Filter extends string>(props: ListViewProps<Row, Filter>) {
  const { texts, action, tool, list, views, pane } = props;
  const text = useGroupedText();
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 max-roomy:group-data-[pane=item]/list:hidden">
      {/* Saved views come late, so neither their number nor their names may move the search. */}
      <div
        className={classNames('min-w-0', views && 'max-roomy:w-full roomy:flex-1 roomy:basis-0')}
      >
        <div className="flex items-center gap-x-5 gap-y-2 max-roomy:flex-wrap">
          <h1 id={headingId} tabIndex={-1} className="text-3xl roomy:flex-none dense:text-2xl">
            {text(`${texts}title`)}
          </h1>
          {views && <ListViewLinks {...views} current={list.view} />}
        </div>
        <p className="mt-2 text-ink-2 roomy:dense:mt-0.5 dense:text-sm">
          {props.text ?? text(`${texts}text`)}
        </p>
      </div>
      <div className="flex flex-wrap items-end gap-3 max-sm:w-full">
        <ListSearch
          label={text(`${texts}search`)}
          search={list.params.search}
          onSearch={list.searchFor}
          className={classNames(
            'w-full',
            pane === undefined || tool !== undefined || views !== undefined
              ? 'sm:w-80 md:dense:[&_label+div]:min-h-12'
              : 'sm:w-80 roomy:w-auto roomy:*:flex roomy:*:items-center roomy:*:gap-3 roomy:[&_label+div]:min-h-12 roomy:[&_label+div]:w-72',
          )}
        />
        {tool}
        {action}
      </div>
    </div>
  );
}

/** The tabs, in whose place the number of checked rows and their actions are. */
function TabsOrBulk<Row, Filter extends string>(props: ListViewProps<Row, Filter>) {
  const { list, filter, bulk, pane } = props;
  const isBulk = bulk !== undefined && bulk.checked.rows.length > 0;
  return (
    <div
      className={classNames(
        'flex max-roomy:group-data-[pane=item]/list:hidden',
        pane ? 'mt-2' : 'mt-4 mb-3',
        bulk && 'relative',
        isBulk && !pane && 'roomy:sticky roomy:top-0 roomy:z-10',
      )}
    >
      <div className={classNames('flex min-w-0 flex-1', isBulk && 'roomy:invisible')}>
        {filter && <Filters list={list} filter={filter} small={pane !== undefined} />}
      </div>
      {bulk && (
        <BulkBar bulk={bulk} wide={pane !== undefined} onClear={() => listHeading()?.focus()} />
      )}
    </div>
  );
}

/** The hints at the foot of a list; none before its rows, whose number is not known. */
function Keys<Row, Filter extends string>(props: ListViewProps<Row, Filter>) {
  const { list, opens = true, hints = [], bulk, isWaiting = false, pane } = props;
  const rowHints = useRowHints();
  if (isWaiting || !list.query.data) return null;
  return (
    <ListKeys
      hints={[...(opens ? rowHints : []), ...(bulk?.hints ?? []), ...hints]}
      narrow={pane?.isMain === true && pane.item !== undefined}
    />
  );
}

/** Closes the selected item when a further row is checked: the sums of the checked rows take its place. */
function useItemClosing(item: SelectedRow | undefined, checked: number): void {
  const close = useEffectEvent(() => item?.onClose());
  useEffect(() => {
    if (checked > 1) close();
  }, [checked]);
}

/** The selected item, else what several checked rows come to; undefined for neither. */
function paneOf<Row, Filter extends string>({ pane, bulk }: ListViewProps<Row, Filter>) {
  if (pane?.item) {
    return { kind: 'item', label: pane.label, content: pane.show(pane.item) } as const;
  }
  if (pane && bulk?.summary && bulk.checked.rows.length > 1) {
    const content = <BulkPane bulk={bulk} onClear={() => listHeading()?.focus()} />;
    return { kind: 'bulk', label: bulk.summary.title, content } as const;
  }
  return undefined;
}

/** Selects the row before or after the selected one, for a pane that is the main part; undefined otherwise. */
function stepOf<Row>(pane: ListViewProps<Row, string>['pane']) {
  const { isMain = false, item } = pane ?? {};
  if (!isMain || item === undefined) return undefined;
  return (step: 1 | -1) => {
    const to = step === 1 ? item.next : item.previous;
    if (to !== undefined) item.onMove(to);
  };
}

/** A page with one list: heading, search, filter, table and pagination. */
export function ListView<Row, Filter extends string = never>(props: ListViewProps<Row, Filter>) {
  const { pane, bulk } = props;
  const root = useRef<HTMLDivElement>(null);
  const isBulk = bulk !== undefined && bulk.checked.rows.length > 0;
  useListKeys(root, isBulk ? bulk.checked.clear : undefined, stepOf(pane));
  // The selected item has keys of its own.
  useBulkKeys(pane?.item ? undefined : bulk);
  const { density } = useListSettings();
  useRowFocus(pane?.item?.id, props.list.query.data);
  useItemClosing(pane?.item, bulk?.checked.rows.length ?? 0);
  const shown = paneOf(props);
  return (
    <div
      ref={root}
      data-density={density}
      data-pane={shown?.kind}
      className={classNames(
        'group/list',
        // As high as the screen, without the padding of the page.
        pane && 'roomy:-mt-8 roomy:-mb-16 roomy:flex roomy:h-dvh roomy:flex-col roomy:pt-4',
        // The item is the page of a phone.
        'max-roomy:data-[pane=item]:-mt-8',
        // The bar at the foot of a narrow screen covers no row.
        isBulk && 'max-roomy:pb-16',
      )}
    >
      <Head {...props} />
      <TabsOrBulk {...props} />
      {pane === undefined ? (
        <>
          <Rows {...props} />
          <Keys {...props} />
        </>
      ) : (
        <TwoPanes
          list={
            <>
              <Rows {...props} />
              <div className="mt-auto px-5 pb-2 lg:px-6">
                <Keys {...props} />
              </div>
            </>
          }
          pane={shown?.content}
          paneLabel={shown?.label ?? pane.label}
          narrow={shown?.kind === 'bulk' ? 'list' : 'pane'}
          main={pane.isMain === true && shown?.kind === 'item' ? 'pane' : 'list'}
        />
      )}
    </div>
  );
}
