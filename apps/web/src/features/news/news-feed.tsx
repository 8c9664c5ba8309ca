import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listSizes } from '@bkksiam/domain/constants';
import { EmptyPicture } from '#drawings/empty-picture.tsx';
import { NewsCard, type HeadingLevel } from '#entities/news/news-card.tsx';
import { isUnknown, useSession, useUser } from '#platform/session.ts';
import { QueryFallback, type FetchedQuery } from '#platform/query-fallback.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { latestNewsQuery, type NewsItem } from '#entities/news/news-data.ts';

const newsGrid = 'grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-3';

/** Six cards to come (spec §9). */
const skeletons = Array.from({ length: listSizes.newsSkeletons }, (_, index) => (
  <div key={index} data-testid="news-skeleton" className="border-t-3 border-line pt-5">
    <Skeleton className="h-4 w-4/5" />
    <Skeleton className="mt-4 h-6" />
    <Skeleton className="mt-2 h-6 w-3/5" />
    <Skeleton className="mt-4 h-4" />
    <Skeleton className="mt-2 h-4 w-11/12" />
  </div>
));

export interface NewsFeedProps {
  readonly query: FetchedQuery;
  readonly items: readonly NewsItem[] | undefined;
  /** The heading level of the items. */
  readonly heading: HeadingLevel;
}

/** News as cards. The alert, the empty text and the label of the second clock are Thai in both languages. */
export function NewsFeed({ query, items, heading }: NewsFeedProps) {
  const { t } = useTranslation();
  if (items === undefined) {
    return (
      <QueryFallback
        query={query}
        failed={t('news.loadFailed')}
        failedLang="th"
        loading={t('news.loading')}
        announced
        className={newsGrid}
      >
        {skeletons}
      </QueryFallback>
    );
  }
  if (items.length === 0) {
    return <EmptyState title={t('news.empty')} lang="th" picture={<EmptyPicture of="news" />} />;
  }
  return (
    <div className={newsGrid}>
      {items.map((item) => (
        <NewsCard key={item.id} item={item} heading={heading} />
      ))}
    </div>
  );
}

export function LatestNews() {
  const user = useUser();
  const loading = useSession(isUnknown);
  const news = useQuery({ ...latestNewsQuery({ signedIn: user !== null }), enabled: !loading });
  return <NewsFeed query={news} items={news.data} heading="h3" />;
}
