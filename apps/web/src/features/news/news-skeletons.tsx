import { useTranslation } from 'react-i18next';
import { listSizes } from '@bkksiam/domain/constants';
import { Skeleton } from '#ui/feedback.tsx';

/** How news cards stand beside each other. */
export const newsGrid = 'grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-3';

/** Six cards to come (spec §9). */
export function NewsSkeletons() {
  const { t } = useTranslation();
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        {t('news.loading')}
      </p>
      <div className={newsGrid} aria-hidden="true">
        {Array.from({ length: listSizes.newsSkeletons }, (_, index) => (
          <div key={index} data-testid="news-skeleton" className="border-t-3 border-line pt-5">
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="mt-4 h-6" />
            <Skeleton className="mt-2 h-6 w-3/5" />
            <Skeleton className="mt-4 h-4" />
            <Skeleton className="mt-2 h-4 w-11/12" />
          </div>
        ))}
      </div>
    </div>
  );
}
