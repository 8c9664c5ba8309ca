import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyPicture } from '#drawings/empty-picture.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import type { TableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/feedback.tsx';
import { ListSearch } from '#ui/list-search.tsx';
import { Segments } from '#ui/segments.tsx';
import { ListRows } from './list-rows.tsx';
import { ListPagination, usePosition } from './page-links.tsx';
import type { List } from './use-list.ts';

export interface ListViewProps<Row, Filter extends string> {
  readonly list: List<Row, Filter>;
  readonly columns: readonly TableColumn<Row>[];
  readonly toneOf?: (row: Row) => 'plain' | 'off';
  readonly texts: {
    readonly title: string;
    readonly text: string;
    /** The label of the search field. */
    readonly search: string;
    readonly empty: string;
    readonly failed: string;
  };
  /** Beside the heading, such as the button for a new item. */
  readonly action?: ReactNode;
  /** Beside the search field. */
  readonly tool?: ReactNode;
  readonly filter?: {
    readonly label: string;
    readonly textOf: (value: Filter) => string;
  };
}

const headingId = 'list-heading';

/** The heading, which takes the focus when the focused element goes away. */
export const listHeading = () => document.getElementById(headingId);

function NoRows<Row, Filter extends string>(props: ListViewProps<Row, Filter>) {
  const { params, filterBy, searchFor } = props.list;
  const { t } = useTranslation();
  if (params.search === '' && params.filter === undefined) {
    return <EmptyState picture={<EmptyPicture of="river" />} title={props.texts.empty} />;
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

/** Announces the position and the order to screen readers. */
function Announcement<Row, Filter extends string>({ list, columns }: ListViewProps<Row, Filter>) {
  const { t } = useTranslation();
  const position = usePosition();
  const { data: page } = list.query;
  const { column, direction } = list.params.sort;
  const { header = '' } = columns.find(({ sortBy }) => sortBy === column) ?? {};
  return (
    <p role="status" className="sr-only">
      {page === undefined
        ? t('state.loading')
        : `${position(page, list.definition.pageSize)}. ${t(`list.sorted.${direction}`, { column: header })}`}
    </p>
  );
}

function Rows<Row, Filter extends string>(props: ListViewProps<Row, Filter>) {
  const { list, columns, toneOf, texts } = props;
  const { query, params } = list;
  const { keyOf, pageSize } = list.definition;
  const { data: page, error } = query;
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
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
        failed={texts.failed}
        failedText={error?.message}
        empty={<NoRows {...props} />}
      />
      {page !== undefined && page.total > 0 && (
        <div className="border-t border-line px-4 py-2 md:px-6">
          <ListPagination list={page} size={pageSize} onGo={list.goToPage} />
        </div>
      )}
    </div>
  );
}

/** A page with one list: heading, search, filter, table and pagination. */
export function ListView<Row, Filter extends string = never>(props: ListViewProps<Row, Filter>) {
  const { texts, action, tool, filter, list } = props;
  const { filters = [] } = list.definition;
  const { t } = useTranslation();
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 id={headingId} tabIndex={-1} className="text-3xl">
            {texts.title}
          </h1>
          <p className="mt-2 text-ink-2">{texts.text}</p>
        </div>
        {action}
      </div>
      <div
        className={classNames(
          'my-6 grid gap-5',
          tool !== undefined && 'items-end sm:grid-cols-[minmax(0,28rem)_auto] sm:justify-between',
        )}
      >
        <ListSearch
          label={texts.search}
          search={list.params.search}
          onSearch={list.searchFor}
          className={tool === undefined ? 'max-w-md' : undefined}
        />
        {tool}
        {filter && (
          <Segments<Filter | 'all'>
            label={filter.label}
            choices={[
              { value: 'all', text: t('admin.all') },
              ...filters.map((value) => ({ value, text: filter.textOf(value) })),
            ]}
            chosen={list.params.filter ?? 'all'}
            onChoose={(value) => list.filterBy(value === 'all' ? undefined : value)}
          />
        )}
      </div>
      <Rows {...props} />
    </>
  );
}
