import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { newsLimits } from '@bkksiam/domain/constants';
import { newsTextLength } from '@bkksiam/domain/news';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextArea, TextField } from '#ui/form-field.tsx';
import { Segments } from '#ui/segments.tsx';
import type { NewsRow } from './news-desk-data.ts';
import { useNewsEditing } from './news-editing.ts';
import { NewsOutcome } from './news-outcome.tsx';
import { NewsPreview, type NewsCardComponent } from './news-preview.tsx';

type Editing = ReturnType<typeof useNewsEditing>;

function Fields({ editing: { draft, change, problemOf, busy } }: { readonly editing: Editing }) {
  const { t } = useTranslation();
  const { maxTitle, maxExcerpt } = newsLimits;
  const errorOf = (field: 'title' | 'excerpt') => {
    const problem = problemOf(field);
    return problem && t(`problem.${problem.code}`, { ...problem.values });
  };
  const used = (text: string, max: number) =>
    t('desk.news.used', { used: newsTextLength(text), max });
  return (
    <>
      <TextField
        name="title"
        label={t('desk.news.column.title')}
        required
        autoComplete="off"
        enterKeyHint="next"
        // What is being sent stands still, so that what is kept is what was read.
        readOnly={busy}
        value={draft.title}
        hint={used(draft.title, maxTitle)}
        error={errorOf('title')}
        onChange={(event) => change({ title: event.target.value })}
      />
      <TextArea
        name="excerpt"
        label={t('desk.news.excerpt')}
        rows={8}
        readOnly={busy}
        value={draft.excerpt}
        hint={used(draft.excerpt, maxExcerpt)}
        error={errorOf('excerpt')}
        onChange={(event) => change({ excerpt: event.target.value })}
      />
      <div className="grid gap-3">
        <p className="text-sm font-mid">{t('desk.news.column.is_public')}</p>
        <Segments
          label={t('desk.news.column.is_public')}
          choices={[
            { value: 'members', text: t('desk.news.members') },
            { value: 'public', text: t('desk.news.public') },
          ]}
          chosen={draft.is_public ? 'public' : 'members'}
          onChoose={(audience) => {
            if (!busy) change({ is_public: audience === 'public' });
          }}
        />
      </div>
    </>
  );
}

export interface NewsEditorProps {
  /** Null for a new item. */
  readonly item: NewsRow | null;
  readonly card: NewsCardComponent;
  /** The address of the list as it was. */
  readonly listAddress: string;
  readonly onSaved: () => void;
}

/** Writes an item of the news, with what readers will see beside it. */
export function NewsEditor({ item, card, listAddress, onSaved }: NewsEditorProps) {
  const { t } = useTranslation();
  const { state } = useLocation() as { readonly state: unknown };
  const editing = useNewsEditing(item, onSaved);
  const [openedAt] = useState(() => new Date().toISOString());
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Coming from the list is like coming to another page.
    if (state !== null) heading.current?.focus();
  }, [state]);
  return (
    <>
      <Link to={{ search: listAddress }} className={buttonClass({ tone: 'link' })}>
        <ArrowLeft className="size-5" strokeWidth={1.6} aria-hidden />
        {t('desk.news.back')}
      </Link>
      <h1 ref={heading} tabIndex={-1} className="mt-2 mb-8 text-3xl">
        {t(item === null ? 'desk.news.new' : 'desk.news.edit')}
      </h1>
      <div className="grid gap-10 xl:grid-cols-[7fr_5fr]">
        <form
          method="post"
          noValidate
          onSubmit={editing.onSubmit}
          className="grid content-start gap-5"
        >
          <Fields editing={editing} />
          <NewsOutcome editing={editing} />
          <div className="mt-2 flex flex-wrap gap-3">
            <Button type="submit" busy={editing.busy} busyText={t('desk.news.saving')}>
              {t('desk.news.save')}
            </Button>
            <Link to={{ search: listAddress }} className={buttonClass({ tone: 'secondary' })}>
              {t('action.cancel')}
            </Link>
          </div>
        </form>
        <NewsPreview draft={editing.draft} createdAt={item?.created_at ?? openedAt} card={card} />
      </div>
    </>
  );
}
