import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { pageLoader } from '#platform/page-loader.ts';
import { PageIntro } from '#ui/page-intro.tsx';
import { newsCountQuery } from './ideas-data.ts';

export const loader = pageLoader(async ({ read }) => {
  await read(newsCountQuery);
  return undefined;
});

/** Ideas for a journey. */
export function Component() {
  const { t } = useTranslation('ideas');
  const { data: count = 0 } = useQuery(newsCountQuery);
  return (
    <div className="wrap py-12 lg:py-20">
      <PageIntro eyebrow={t('title')} title={t('heading')} text={t('news', { count })} />
    </div>
  );
}
