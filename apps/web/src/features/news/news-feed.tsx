import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { newsClocks } from '@bkksiam/domain/news';
import { QuietRiver } from '#drawings/quiet-river.tsx';
import { logFailure } from '#platform/log.ts';
import { useSession } from '#platform/session.tsx';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Alert, EmptyState } from '#ui/feedback.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { newsQuery, type NewsItem } from './news-data.ts';
import { newsGrid, NewsSkeletons } from './news-skeletons.tsx';

const card = 'border-t-3 border-ink pt-5';
const thaiLetter = /[\u0e00-\u0e7f]/;

/** An item is written in one language, which need not be the page's. */
function languageOf(text: string): 'en' | 'th' {
  return thaiLetter.test(text) ? 'th' : 'en';
}

function NewsTime({ at }: { readonly at: string }) {
  const { t } = useTranslation();
  const clocks = newsClocks(at);
  if (clocks === undefined) return null;
  return (
    <time dateTime={at} className="num block text-sm text-ink-3">
      {clocks.gmt} / {clocks.bangkok} <span lang="th">{t('news.bangkokTime')}</span>
    </time>
  );
}

type HeadingLevel = 'h2' | 'h3';

function NewsCard({
  item,
  heading: Heading,
}: {
  readonly item: NewsItem;
  readonly heading: HeadingLevel;
}) {
  const { t } = useTranslation();
  return (
    <article className={card} aria-labelledby={`news-${item.id}`}>
      <NewsTime at={item.created_at} />
      <Heading id={`news-${item.id}`} lang={languageOf(item.title)} className="mt-2 text-xl">
        <Phrases text={item.title} />
      </Heading>
      {item.excerpt && (
        <p lang={languageOf(item.excerpt)} className="mt-2 max-w-[34em] text-ink-2">
          {item.excerpt}
        </p>
      )}
      {!item.is_public && (
        <p className="mt-3">
          <Chip>{t('news.membersOnly')}</Chip>
        </p>
      )}
    </article>
  );
}

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
