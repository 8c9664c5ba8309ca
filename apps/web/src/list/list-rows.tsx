import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasFailed, QueryFallback, type FetchedQuery } from '#platform/query-fallback.tsx';
import { DataTable, type DataTableProps } from '#ui/data-table.tsx';
import { Loading } from '#ui/feedback.tsx';

export interface ListRowsProps<Row> extends Omit<DataTableProps<Row>, 'stale' | 'rowsExpected'> {
  readonly query: FetchedQuery & { readonly isPlaceholderData: boolean };
  readonly rowsExpected?: number;
  /** In place of empty rows while loading. */
  readonly skeleton?: ReactNode;
  /** For screen readers, while loading. */
  readonly loading?: string;
  /** Title and text of the alert after a failure. */
  readonly failed: string;
  readonly failedText?: ReactNode;
  /** Below the alert where there are no rows. */
  readonly failedNote?: ReactNode;
  /** Takes the focus when the retry button goes away. */
  readonly headingId?: string;
  /** In place of a table without rows. */
  readonly empty: ReactNode;
}

/** The table of a list with its loading, error and empty state. */
export function ListRows<Row>(props: ListRowsProps<Row>) {
  const { query, skeleton, loading, failed, failedText, failedNote, headingId, empty, ...table } =
    props;
  const { t } = useTranslation();
  const { rows } = props;
  const isFailed = hasFailed(query);
  if (rows === undefined && !isFailed && skeleton !== undefined) {
    return (
      <Loading label={loading ?? t('state.loading')} announced>
        {skeleton}
      </Loading>
    );
  }
  return (
    <>
      {isFailed && (
        <div className="grid gap-2 p-4">
          <QueryFallback
            query={query}
            failed={failed}
            failedText={failedText}
            headingId={headingId}
          />
          {rows === undefined && failedNote}
        </div>
      )}
      {rows?.length === 0 && empty}
      {rows?.length !== 0 && (rows !== undefined || !isFailed) && (
        <DataTable rowsExpected={0} {...table} stale={query.isPlaceholderData} />
      )}
    </>
  );
}
