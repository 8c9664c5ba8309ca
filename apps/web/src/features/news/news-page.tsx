import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { listSizes } from '@bkksiam/domain/constants';
import { IntroPage } from '#platform/intro-page.tsx';
import { focusHeading, useChange } from '#platform/page-changes.ts';
import { pageOf } from '#platform/list-page.ts';
import { pageLoader } from '#platform/page-loader.ts';
import { PageLinks } from '#list/page-links.tsx';
import { isUnknown, useSession, useUser } from '#platform/session.ts';
import { newsQuery } from '#entities/news/news-pages.ts';
import { NewsFeed } from './news-feed.tsx';

function NewsPages() {
  const [search] = useSearchParams();
  const page = pageOf(search);
  const user = useUser();
  const loading = useSession(isUnknown);
  const news = useQuery({ ...newsQuery({ signedIn: user !== null, page }), enabled: !loading });
  useChange(page, focusHeading);
  return (
    <div className="grid gap-10" aria-busy={news.isPlaceholderData || undefined}>
      <NewsFeed query={news} items={news.data?.rows} heading="h2" />
      {news.data && <PageLinks list={news.data} size={listSizes.newsPage} />}
    </div>
  );
}

export const loader = pageLoader(({ search, userId }) => [
  newsQuery({ signedIn: userId !== null, page: pageOf(search) }),
]);

/** All airline news in pages. */
export function Component() {
  return (
    <IntroPage eyebrow="news.title" title="pages.news.title" text="pages.news.text">
      <NewsPages />
    </IntroPage>
  );
}
