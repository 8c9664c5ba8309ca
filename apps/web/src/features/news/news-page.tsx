import { useTranslation } from 'react-i18next';
import { RiverMark } from '#drawings/river.tsx';
import { QueryScope } from '#platform/query-scope.tsx';
import { PageIntro } from '#ui/page-intro.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { NewsFeed } from './news-feed.tsx';

/** The whole feed of airline news. */
export function Component() {
  const { t } = useTranslation();
  return (
    <div className="wrap py-12 lg:py-20">
      <PageIntro
        mark={<RiverMark />}
        eyebrow={t('news.title')}
        title={t('pages.news.title')}
        text={<Phrases text={t('pages.news.text')} />}
      />
      <QueryScope>
        <NewsFeed heading="h2" />
      </QueryScope>
    </div>
  );
}
