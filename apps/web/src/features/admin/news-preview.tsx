import { useId, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '#ui/card.tsx';
import { Segments } from '#ui/segments.tsx';
import type { NewsRow, NewsWish } from './news-desk-data.ts';

/** Draws an item as the site's own feed does. */
export type NewsCardComponent = ComponentType<{
  readonly item: Pick<NewsRow, 'title' | 'excerpt' | 'created_at' | 'is_public'>;
  readonly heading: 'h2' | 'h3';
}>;

export interface NewsPreviewProps {
  readonly draft: NewsWish;
  /** ISO time, or that of the moment for an item that is not saved yet. */
  readonly createdAt: string;
  readonly card: NewsCardComponent;
}

/** What is typed as a visitor and as a member will read it. */
export function NewsPreview({ draft, createdAt, card: NewsCard }: NewsPreviewProps) {
  const { t } = useTranslation();
  const [reader, setReader] = useState<'visitor' | 'member'>('visitor');
  const id = useId();
  const empty = draft.title.trim() === '';
  const hidden = reader === 'visitor' && !draft.is_public;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-xl">
        {t('desk.news.preview')}
      </h2>
      <Segments
        label={t('desk.news.previewAs')}
        choices={[
          { value: 'visitor', text: t('desk.news.visitor') },
          { value: 'member', text: t('desk.news.member') },
        ]}
        chosen={reader}
        onChoose={setReader}
      />
      <Card className="mt-4">
        {empty && <p className="text-ink-2">{t('desk.news.previewEmpty')}</p>}
        {!empty && hidden && <p className="text-ink-2">{t('desk.news.previewHidden')}</p>}
        {!empty && !hidden && <NewsCard item={{ ...draft, created_at: createdAt }} heading="h3" />}
      </Card>
    </section>
  );
}
