import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert, Loading, type LoadingProps } from '#ui/feedback.tsx';
import { hasFailed, TryAgain } from './try-again.tsx';

export interface QueryFallbackProps extends Omit<LoadingProps, 'label'> {
  readonly query: UseQueryResult;
  /** Title of the alert. */
  readonly failed: string;
  readonly failedText?: ReactNode;
  /** Takes the focus when the retry button goes away. */
  readonly headingId?: string;
  /** For screen readers, while loading. */
  readonly loading?: string;
}

/** Skeletons while a query loads, an alert with a retry button after a failure. */
export function QueryFallback(props: QueryFallbackProps) {
  const { query, failed, failedText, headingId, loading, ...placeholder } = props;
  const { t } = useTranslation();
  if (hasFailed(query)) {
    return (
      <Alert title={failed} action={<TryAgain query={query} headingId={headingId} />}>
        {failedText}
      </Alert>
    );
  }
  return (
    query.data === undefined && <Loading label={loading ?? t('state.loading')} {...placeholder} />
  );
}
