import { useTranslation } from 'react-i18next';
import { logRejection } from '#platform/log.ts';
import { Button } from '#ui/button.tsx';

export interface PagedQuery {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

/** Loads the next page of rows, while there is one. */
export function MoreRows({ query }: { readonly query: PagedQuery }) {
  const { t } = useTranslation('adminFinance');
  if (!query.hasNextPage) return null;
  return (
    <Button
      tone="secondary"
      size="sm"
      className="mt-3"
      busy={query.isFetchingNextPage}
      onClick={() => logRejection('the next rows could not be loaded', query.fetchNextPage())}
    >
      {t('table.more')}
    </Button>
  );
}
