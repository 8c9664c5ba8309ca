import { ArrowLeft } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { newsLimits } from '@bkksiam/domain/constants';
import { newsTextLength } from '@bkksiam/domain/news';
import { NewsCard } from '#entities/news/news-card.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { TextArea, TextField } from '#ui/form-field.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { RadioField } from '#ui/radio-field.tsx';
import { Segments } from '#ui/segments.tsx';
import type { NewsInput, NewsRow } from './news-data.ts';
import { useNewsForm, type NewsForm } from './news-form.ts';
import { NewsSaveResult } from './news-save-result.tsx';

function Fields({ form: { form, input, field, busy } }: { readonly form: NewsForm }) {
  const { t } = useTranslation();
  const { maxTitle, maxExcerpt } = newsLimits;
  const used = (text: string, max: number) =>
    t('admin.news.used', { used: newsTextLength(text), max });
  return (
    <>
      <TextField
        {...field('title')}
        label={t('admin.news.column.title')}
        required
        autoComplete="off"
        enterKeyHint="next"
        hint={used(input.title, maxTitle)}
      />
      <TextArea
        {...field('excerpt')}
        label={t('admin.news.excerpt')}
        rows={8}
        hint={used(input.excerpt, maxExcerpt)}
      />
      <RadioField
        legend={t('admin.news.column.is_public')}
        choices={[
          {
            value: 'members',
            text: t('news.audience.members'),
            hint: t('admin.news.audienceHint.members'),
          },
          {
            value: 'public',
            text: t('news.audience.public'),
            hint: <Phrases text={t('admin.news.audienceHint.public')} />,
          },
        ]}
        chosen={input.is_public ? 'public' : 'members'}
        onChoose={(audience) => {
          if (!busy) form.setValue('is_public', audience === 'public', { shouldDirty: true });
        }}
      />
    </>
  );
}

interface NewsPreviewProps {
  readonly input: NewsInput;
  /** ISO time; of the opening for an item that is not saved yet. */
  readonly createdAt: string;
}

/** The input as a visitor and as a member will see it: as the chosen readers until another view is picked. */
function NewsPreview({ input, createdAt }: NewsPreviewProps) {
  const { t } = useTranslation();
  const [picked, setPicked] = useState<'visitor' | 'member'>();
  const audience = picked ?? (input.is_public ? 'visitor' : 'member');
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
        onChoose={setPicked}
      />
      <div className="mt-4 rounded-lg border border-line bg-surface p-6">
        {empty && <p className="text-ink-2">{t('admin.news.previewEmpty')}</p>}
        {!empty && hidden && <p className="text-ink-2">{t('admin.news.previewHidden')}</p>}
        {!empty && !hidden && <NewsCard item={{ ...input, created_at: createdAt }} heading="h3" />}
      </div>
    </section>
  );
}

export interface NewsEditorProps {
  /** Null for a new item. */
  readonly item: NewsRow | null;
  /** The search string of the list it was opened from. */
  readonly listSearch: string;
  readonly onSaved: () => void;
}

/** Edits a news item beside its preview. */
export function NewsEditor({ item, listSearch, onSaved }: NewsEditorProps) {
  const { t } = useTranslation();
  const { state } = useLocation() as { readonly state: unknown };
  const form = useNewsForm(item, onSaved);
  const [openedAt] = useState(() => new Date().toISOString());
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Opening an item from the list is a navigation: the heading takes the focus.
    if (state !== null) heading.current?.focus();
  }, [state]);
  return (
    <>
      <Link to={{ search: listSearch }} className={buttonClass({ tone: 'link' })}>
        <ArrowLeft className="size-5" />
        {t('admin.news.back')}
      </Link>
      <h1 ref={heading} tabIndex={-1} className="mt-2 mb-8 text-3xl">
        {t(item === null ? 'admin.news.new' : 'admin.news.edit')}
      </h1>
      <div className="grid gap-10 xl:grid-cols-[7fr_5fr]">
        <Form onSubmit={form.onSubmit} className="grid content-start gap-5">
          <Fields form={form} />
          <NewsSaveResult form={form} />
          <div className="mt-2 flex flex-wrap gap-3">
            <Button type="submit" busy={form.busy} busyText={t('action.saving')}>
              {t('admin.news.save')}
            </Button>
            <Link to={{ search: listSearch }} className={buttonClass({ tone: 'secondary' })}>
              {t('action.cancel')}
            </Link>
          </div>
        </Form>
        <NewsPreview input={form.input} createdAt={item?.created_at ?? openedAt} />
      </div>
    </>
  );
}
