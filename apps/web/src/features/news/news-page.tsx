import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { listSizes } from '@bkksiam/domain/constants';
import { focusHeading, useChange } from '#platform/page-changes.ts';
import { pageOf } from '#platform/list-page.ts';
import { pageLoader } from '#platform/page-loader.ts';
import { PageLinks } from '#list/page-links.tsx';
import { isUnknown, useSession, useUser } from '#platform/session.ts';
import { PageIntro } from '#ui/page-intro.tsx';
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
  const { t } = useTranslation();
  return (
    <div className="wrap py-12 lg:py-20">
      <PageIntro
        eyebrow={t('news.title')}
        title={t('pages.news.title')}
        text={t('pages.news.text')}
      />
      <NewsPages />
    </div>
  );
}
