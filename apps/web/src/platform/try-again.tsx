import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { logRejection } from './log.ts';

/** Whether a query shows its alert. A refetch clears the error: the alert stays until there is data. */
export function hasFailed({
  data,
  error,
  errorUpdateCount,
}: Pick<UseQueryResult, 'data' | 'error' | 'errorUpdateCount'>): boolean {
  return error !== null || (data === undefined && errorUpdateCount > 0);
}

/** The button of an alert about a failed query, or another request: repeats it. */
export function TryAgain({
  query,
  headingId,
}: {
  readonly query: { readonly refetch: () => Promise<unknown>; readonly isFetching: boolean };
  /** Takes the focus where the alert, and this button with it, goes away while fetching. */
  readonly headingId?: string | undefined;
}) {
  const { t } = useTranslation();
  function refetch() {
    if (headingId !== undefined) document.getElementById(headingId)?.focus();
    logRejection('the content could not be loaded again', query.refetch());
  }
  return (
    <Button tone="secondary" size="sm" busy={query.isFetching} onClick={refetch}>
      {t('action.tryAgain')}
    </Button>
  );
}
