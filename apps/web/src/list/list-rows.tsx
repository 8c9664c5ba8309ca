import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  hasFailed,
  QueryFallback,
  TryAgain,
  type FetchedQuery,
} from '#platform/query-fallback.tsx';
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
  /** Below the alert if there are no rows. */
  readonly failedNote?: ReactNode;
  /** Takes the focus when the retry button goes away. */
  readonly headingId?: string;
  /** In place of a table without rows. */
  readonly empty: ReactNode;
}

/** In place of a list that could not be loaded. */
function FailedList({
  query,
  failed,
  failedText,
  failedNote,
  headingId,
}: Pick<ListRowsProps<unknown>, 'query' | 'failed' | 'failedText' | 'failedNote' | 'headingId'>) {
  return (
    <div className="text-center">
      <div role="alert" className="grid justify-items-center gap-2 bg-red-soft px-4 py-10 text-red">
        <CircleAlert className="size-8" strokeWidth={1.5} />
        <p className="max-w-[15em] text-lg font-head">{failed}</p>
        {failedText !== undefined && (
          <div className="max-w-[34em] text-sm wrap-anywhere text-ink-2">{failedText}</div>
        )}
        <div className="mt-3">
          <TryAgain query={query} headingId={headingId} tone="primary" size="lg" />
        </div>
      </div>
      {failedNote !== undefined && <div className="px-4 py-6">{failedNote}</div>}
    </div>
  );
}

/** The table of a list with its loading, error and empty state. */
export function ListRows<Row>(props: ListRowsProps<Row>) {
  const { query, skeleton, loading, failed, failedText, headingId, empty, ...table } = props;
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
      {isFailed && rows === undefined && <FailedList {...props} />}
      {isFailed && rows !== undefined && (
        <div className="p-4">
          <QueryFallback
            query={query}
            failed={failed}
            failedText={failedText}
            headingId={headingId}
          />
        </div>
      )}
      {rows?.length === 0 && empty}
      {rows?.length !== 0 && (rows !== undefined || !isFailed) && (
        <DataTable rowsExpected={0} {...table} stale={query.isPlaceholderData} />
      )}
    </>
  );
}
