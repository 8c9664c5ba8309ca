import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NewsCard } from '#platform/news-card.tsx';
import { Segments } from '#ui/segments.tsx';
import type { NewsInput } from './news-data.ts';

export interface NewsPreviewProps {
  readonly input: NewsInput;
  /** ISO time; of the opening for an item that is not saved yet. */
  readonly createdAt: string;
}

/** The input as a visitor and as a member will see it. */
export function NewsPreview({ input, createdAt }: NewsPreviewProps) {
  const { t } = useTranslation();
  const [audience, setAudience] = useState<'visitor' | 'member'>('visitor');
  const id = useId();
  const empty = input.title.trim() === '';
  const hidden = audience === 'visitor' && !input.is_public;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-xl">
        {t('admin.news.preview')}
      </h2>
      <Segments
        label={t('admin.news.previewAs')}
        choices={[
          { value: 'visitor', text: t('admin.news.visitor') },
          { value: 'member', text: t('admin.news.member') },
        ]}
        chosen={audience}
        onChoose={setAudience}
      />
      <div className="mt-4 rounded-lg border border-line bg-surface p-6">
        {empty && <p className="text-ink-2">{t('admin.news.previewEmpty')}</p>}
        {!empty && hidden && <p className="text-ink-2">{t('admin.news.previewHidden')}</p>}
        {!empty && !hidden && <NewsCard item={{ ...input, created_at: createdAt }} heading="h3" />}
      </div>
    </section>
  );
}
