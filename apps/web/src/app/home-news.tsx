import { listSizes } from '@bkksiam/domain/constants';
import { NewsFeed } from '#features/news/news-feed.tsx';
import { QueryScope } from '#platform/query-scope.tsx';

/** The latest news on the home page. */
export function HomeNews() {
  return (
    <QueryScope>
      <NewsFeed limit={listSizes.newsSkeletons} />
    </QueryScope>
  );
}
