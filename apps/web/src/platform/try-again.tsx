import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { logRejection } from './log.ts';

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
