import { useTranslation } from 'react-i18next';
import { messageOf } from '#platform/backend-error.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import type { useNewsEditing } from './news-editing.ts';
import type { NewsRow } from './news-desk-data.ts';

type Editing = ReturnType<typeof useNewsEditing>;

function Theirs({ item }: { readonly item: NewsRow }) {
  const { t } = useTranslation();
  return (
    <dl className="mt-3 grid gap-2 border-l-2 border-line pl-3 text-ink">
      <div>
        <dt className="text-ink-2">{t('desk.news.column.title')}</dt>
        <dd className="wrap-anywhere">{item.title}</dd>
      </div>
      <div>
        <dt className="text-ink-2">{t('desk.news.excerpt')}</dt>
        <dd className="max-h-40 overflow-y-auto wrap-anywhere whitespace-pre-line">
          {item.excerpt === '' ? '–' : item.excerpt}
        </dd>
      </div>
      <div>
        <dt className="text-ink-2">{t('desk.news.column.is_public')}</dt>
        <dd>{t(item.is_public ? 'desk.news.public' : 'desk.news.members')}</dd>
      </div>
    </dl>
  );
}

function Changed({
  editing,
  item,
  by,
}: {
  readonly editing: Editing;
  readonly item: NewsRow;
  readonly by: string | null;
}) {
  const { t } = useTranslation();
  return (
    <Alert title={t('desk.news.changed', { by: by ?? t('desk.requests.byNobody') })}>
      {t('desk.news.changedText')}
      <Theirs item={item} />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          size="sm"
          busy={editing.busy}
          busyText={t('desk.news.saving')}
          onClick={() => editing.overwrite(item)}
        >
          {t('desk.news.overwrite')}
        </Button>
        <Button tone="secondary" size="sm" onClick={() => editing.takeTheirs(item)}>
          {t('desk.news.takeTheirs')}
        </Button>
      </div>
    </Alert>
  );
}

/** Why what is typed was not saved, and the ways on from there; what is typed stands in the form all the while. */
export function NewsOutcome({ editing }: { readonly editing: Editing }) {
  const { t } = useTranslation();
  const { outcome, error } = editing;
  if (error) {
    return (
      <Alert title={t('desk.news.saveFailed')}>
        <span className="wrap-anywhere">{messageOf(error)}</span>
      </Alert>
    );
  }
  if (outcome?.kind === 'changed') {
    return <Changed editing={editing} item={outcome.item} by={outcome.by} />;
  }
  if (outcome?.kind === 'refused') return <Alert title={t('desk.news.refused')} />;
  if (outcome?.kind !== 'gone') return null;
  return (
    <Alert title={t('desk.news.gone')}>
      {t('desk.news.goneText')}
      <div className="mt-4">
        <Button
          size="sm"
          busy={editing.busy}
          busyText={t('desk.news.saving')}
          onClick={editing.saveAsNew}
        >
          {t('desk.news.saveAsNew')}
        </Button>
      </div>
    </Alert>
  );
}
