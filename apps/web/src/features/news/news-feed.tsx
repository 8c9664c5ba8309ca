import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { QuietRiver } from '#drawings/quiet-river.tsx';
import { logFailure } from '#platform/log.ts';
import { useSession } from '#platform/session.tsx';
import { Button } from '#ui/button.tsx';
import { Alert, EmptyState } from '#ui/feedback.tsx';
import { NewsCard, type HeadingLevel } from './news-card.tsx';
import { newsQuery } from './news-data.ts';
import { newsGrid, NewsSkeletons } from './news-skeletons.tsx';

/**
 * The airline news as cards: a visitor's public ones, a member's all, newest first.
 * The alert, the empty text and the label of the second clock are Thai in both languages.
 *
 * @param limit how many at most; all when left out
 * @param heading of the items, one level below what stands over them
 */
export function NewsFeed({
  limit,
  heading = 'h3',
}: {
  readonly limit?: number;
  readonly heading?: HeadingLevel;
}) {
  const { t } = useTranslation();
  const { user, loading } = useSession();
  const news = useQuery({ ...newsQuery({ signedIn: user !== null }), enabled: !loading });
  function tryAgain() {
    news.refetch().catch((error: unknown) => logFailure('the news could not be asked for', error));
  }
  if (news.isError) {
    return (
      <Alert
        title={t('news.loadFailed')}
        lang="th"
        action={
          <Button tone="secondary" size="sm" busy={news.isFetching} onClick={tryAgain}>
            {t('action.tryAgain')}
          </Button>
        }
      />
    );
  }
  if (news.data === undefined) return <NewsSkeletons />;
  if (news.data.length === 0) {
    return <EmptyState title={t('news.empty')} lang="th" picture={<QuietRiver />} />;
  }
  return (
    <div className={newsGrid}>
      {news.data.slice(0, limit).map((item) => (
        <NewsCard key={item.id} item={item} heading={heading} />
      ))}
    </div>
  );
}
