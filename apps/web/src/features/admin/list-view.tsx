import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { listSizes } from '@bkksiam/domain/constants';
import { QuietRiver } from '#drawings/quiet-river.tsx';
import { messageOf } from '#platform/backend-error.ts';
import { useLanguage, type TextKey } from '#platform/i18n.ts';
import { logFailure } from '#platform/log.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { DataTable, type DataTableProps } from '#ui/data-table.tsx';
import { Alert, EmptyState } from '#ui/feedback.tsx';
import { Pagination } from '#ui/pagination.tsx';
import type { ListState } from './admin-list.ts';
import { pageCount, type ListPage } from './list-page.ts';

export interface ListViewProps<Row, Column extends string, Filter extends string> extends Pick<
  DataTableProps<Row, Column>,
  'columns' | 'keyOf' | 'toneOf'
> {
  /** Id of the heading that names the list; it takes the focus when what held it is gone, so it has a `tabIndex` of -1. */
  readonly headingId: string;
  readonly list: ListState<Column, Filter>;
  /** Asked with `keepPreviousData`, so that the rows before stay until others have come. */
  readonly query: Pick<
    UseQueryResult<ListPage<Row>>,
    'data' | 'error' | 'isPlaceholderData' | 'refetch'
  >;
  /** Title of the toast, and of the message in the page, when it could not be read. */
  readonly failed: TextKey;
  /** What stands there when there is nothing at all. */
  readonly empty: TextKey;
  readonly pageSize?: number;
}

/** Says once for each failure that the list could not be read (spec §8). */
function useFailureToast(error: Error | null, title: TextKey): void {
  useEffect(() => {
    if (error === null) return;
    logFailure('a list could not be read', error);
    showToast({ title, description: { text: messageOf(error) }, tone: 'destructive' });
  }, [error, title]);
}

/** Which rows are on screen: 'x–y of n'. */
function usePosition(): (page: ListPage<unknown>, size: number) => string {
  const { t } = useTranslation();
  const number = new Intl.NumberFormat(useLanguage());
  return ({ rows, total, page }, size) => {
    const before = (page - 1) * size;
    return t('list.position', {
      from: number.format(before + Math.min(1, rows.length)),
      to: number.format(before + rows.length),
      total: number.format(total),
    });
  };
}

function Nothing({
  words,
  narrowed,
  empty,
  onShowAll,
}: {
  readonly words: string;
  readonly narrowed: boolean;
  readonly empty: TextKey;
  readonly onShowAll: () => void;
}) {
  const { t } = useTranslation();
  if (words === '' && !narrowed) {
    return <EmptyState picture={<QuietRiver className="h-auto w-56" />} title={t(empty)} />;
  }
  return (
    <EmptyState
      title={
        <span className="wrap-anywhere">
          {words === '' ? t('list.noneNarrowed') : t('list.noneFound', { words })}
        </span>
      }
      text={t('list.noneFoundText')}
      action={
        <Button tone="secondary" onClick={onShowAll}>
          {t('list.showAll')}
        </Button>
      }
    />
  );
}

/** Tells those who do not see it how the list has changed. */
function Announcement<Column extends string>({
  page,
  size,
  columns,
  sort,
}: {
  readonly page: ListPage<unknown> | undefined;
  readonly size: number;
} & Pick<DataTableProps<never, Column>, 'columns' | 'sort'>) {
  const { t } = useTranslation();
  const position = usePosition();
  const column = columns.find(({ sortBy }) => sortBy !== undefined && sortBy === sort?.column);
  return (
    <p role="status" className="sr-only">
      {page === undefined
        ? t('state.loading')
        : `${position(page, size)}. ${t(`list.sorted.${sort?.direction ?? 'asc'}`, { column: column?.header ?? '' })}`}
    </p>
  );
}

function Pages({
  page,
  size,
  onGo,
}: {
  readonly page: ListPage<unknown>;
  readonly size: number;
  readonly onGo: (page: number) => void;
}) {
  const { t } = useTranslation();
  const position = usePosition();
  return (
    <div className="border-t border-line px-4 py-2 md:px-6">
      <Pagination
        label={t('list.pages')}
        position={position(page, size)}
        page={page.page}
        pageCount={pageCount(page.total, size)}
        onGo={onGo}
        labels={{
          first: t('list.first'),
          previous: t('list.previous'),
          next: t('list.next'),
          last: t('list.last'),
        }}
      />
    </div>
  );
}

function Failure({ title, error, onRetry }: { title: string; error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="p-4">
      <Alert
        title={title}
        action={
          <Button tone="secondary" size="sm" onClick={onRetry}>
            {t('action.tryAgain')}
          </Button>
        }
      >
        {messageOf(error)}
      </Alert>
    </div>
  );
}

/** The rows of an admin's list with everything that may be the matter with them, and the ways through its pages. */
export function ListView<Row, Column extends string, Filter extends string>(
  props: ListViewProps<Row, Column, Filter>,
) {
  const { list, query, headingId, pageSize = listSizes.adminUsersPage } = props;
  const { question } = list;
  const { t } = useTranslation();
  useFailureToast(query.error, props.failed);
  const page = query.data;
  const focusHeading = () => document.getElementById(headingId)?.focus();
  function tryAgain() {
    focusHeading();
    query.refetch().catch((error: unknown) => logFailure('a list could not be asked', error));
  }
  function showAll() {
    focusHeading();
    if (question.words === '') list.narrow(undefined);
    else list.search('');
  }
  const table = { ...props, labelledBy: headingId, sort: question.sort, onSort: list.sortBy };
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <Announcement page={page} size={pageSize} columns={props.columns} sort={question.sort} />
      {query.error && <Failure title={t(props.failed)} error={query.error} onRetry={tryAgain} />}
      {page === undefined && query.error === null && (
        <DataTable {...table} rows={undefined} rowsExpected={pageSize} />
      )}
      {page?.total === 0 && (
        <Nothing
          words={question.words}
          narrowed={question.filter !== undefined}
          empty={props.empty}
          onShowAll={showAll}
        />
      )}
      {page !== undefined && page.total > 0 && (
        <>
          <DataTable
            {...table}
            rows={page.rows}
            rowsExpected={pageSize}
            stale={query.isPlaceholderData}
          />
          <Pages page={page} size={pageSize} onGo={list.goTo} />
        </>
      )}
    </div>
  );
}
