import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Database } from '@bkksiam/domain/database';
import { languageOfText } from '@bkksiam/domain/languages';
import { newsClocks } from '@bkksiam/domain/news';
import { Chip } from '#ui/chip.tsx';
import { Phrases } from '#ui/phrases.tsx';

const card = 'border-t-3 border-ink pt-5 wrap-anywhere';

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

/** The level below the section's heading. */
export type HeadingLevel = 'h2' | 'h3';

export interface NewsCardProps {
  readonly item: Pick<
    Database['public']['Tables']['bkk_airline_news']['Row'],
    'title' | 'excerpt' | 'created_at' | 'is_public'
  >;
  readonly heading: HeadingLevel;
}

/** A news item, in the feed and in the preview of the News Center. */
export function NewsCard({ item, heading: Heading }: NewsCardProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <article className={card} aria-labelledby={id}>
      <NewsTime at={item.created_at} />
      <Heading id={id} lang={languageOfText(item.title)} className="mt-2 text-xl">
        <Phrases text={item.title} />
      </Heading>
      {item.excerpt && (
        <p lang={languageOfText(item.excerpt)} className="mt-2 max-w-[34em] text-ink-2">
          <Phrases text={item.excerpt} />
        </p>
      )}
      {!item.is_public && (
        <p className="mt-3">
          <Chip>{t('news.audience.members')}</Chip>
        </p>
      )}
    </article>
  );
}
