import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TryAgain } from '#platform/query-fallback.tsx';
import { Alert } from '#ui/feedback.tsx';

export function LoadFailure({
  query,
}: {
  readonly query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>;
}) {
  const { t } = useTranslation();
  const [message, setMessage] = useState('');
  // A refetch clears the error: its message stays meanwhile.
  const { error } = query;
  const next = error?.code === 'invalid_response' ? '' : error?.message;
  if (next !== undefined && next !== message) setMessage(next);
  return (
    <Alert
      title={message === '' ? t('store.loadFailedSilently') : t('store.loadFailed', { message })}
      action={<TryAgain query={query} />}
    />
  );
}
