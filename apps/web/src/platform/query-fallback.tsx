import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonLook } from '#ui/button.tsx';
import { Alert, Loading, type LoadingProps } from '#ui/feedback.tsx';
import { logRejection } from './log.ts';

/** The part of a query's result that its loading and error states need. */
export type FetchedQuery = Pick<
  UseQueryResult,
  'data' | 'error' | 'errorUpdateCount' | 'refetch' | 'isFetching'
>;

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
  ...look
}: Pick<ButtonLook, 'tone' | 'size'> & {
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
    <Button tone="secondary" size="sm" {...look} busy={query.isFetching} onClick={refetch}>
      {t('action.tryAgain')}
    </Button>
  );
}

export interface QueryFallbackProps extends Omit<LoadingProps, 'label'> {
  readonly query: FetchedQuery;
  /** Title of the alert. */
  readonly failed: string;
  readonly failedText?: ReactNode;
  /** The language of the alert where it is not the page's. */
  readonly failedLang?: string;
  /** Takes the focus when the retry button goes away. */
  readonly headingId?: string | undefined;
  /** For screen readers, while loading. */
  readonly loading?: string;
}

/** Skeletons while a query loads, an alert with a retry button after a failure. */
export function QueryFallback(props: QueryFallbackProps) {
  const { query, failed, failedText, failedLang, headingId, loading, ...placeholder } = props;
  const { t } = useTranslation();
  if (hasFailed(query)) {
    return (
      <Alert
        title={failed}
        lang={failedLang}
        action={<TryAgain query={query} headingId={headingId} />}
      >
        {failedText}
      </Alert>
    );
  }
  return (
    query.data === undefined && <Loading label={loading ?? t('state.loading')} {...placeholder} />
  );
}
