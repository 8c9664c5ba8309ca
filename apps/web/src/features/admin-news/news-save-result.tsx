import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { FactList } from '#ui/parts/fact-list.tsx';
import type { NewsRow } from './news-data.ts';
import type { NewsForm } from './news-form.ts';

function StoredVersion({ item }: { readonly item: NewsRow }) {
  const { t } = useTranslation();
  return (
    <div className="mt-3 text-ink">
      <FactList
        layout="columns"
        facts={[
          { name: t('admin.news.column.title'), value: item.title },
          {
            name: t('admin.news.excerpt'),
            value: (
              <span className="block max-h-40 overflow-y-auto whitespace-pre-line">
                {item.excerpt === '' ? '–' : item.excerpt}
              </span>
            ),
          },
          {
            name: t('admin.news.column.is_public'),
            value: t(item.is_public ? 'news.audience.public' : 'news.audience.members'),
          },
        ]}
      />
    </div>
  );
}

function Conflict({
  form,
  item,
  by,
}: {
  readonly form: NewsForm;
  readonly item: NewsRow;
  readonly by: string | null;
}) {
  const { t } = useTranslation();
  return (
    <Alert title={t('admin.news.changed', { by: by ?? t('admin.requests.bySystem') })}>
      {t('admin.news.changedText')}
      <StoredVersion item={item} />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          size="sm"
          busy={form.busy}
          busyText={t('action.saving')}
          onClick={() => form.overwrite(item)}
        >
          {t('admin.news.overwrite')}
        </Button>
        <Button tone="secondary" size="sm" onClick={() => form.takeTheirs(item)}>
          {t('admin.news.takeTheirs')}
        </Button>
      </div>
    </Alert>
  );
}

/** Why the last save wrote nothing, and what the admin can do about it. */
export function NewsSaveResult({ form }: { readonly form: NewsForm }) {
  const { t } = useTranslation();
  const { result, failure } = form;
  if (failure) return <Alert title={t('admin.news.saveFailed')}>{failure.message}</Alert>;
  if (result?.kind === 'conflict')
    return <Conflict form={form} item={result.item} by={result.by} />;
  if (result?.kind === 'forbidden') return <Alert title={t('admin.news.notDone.forbidden')} />;
  if (result?.kind !== 'gone') return null;
  return (
    <Alert title={t('admin.news.gone')}>
      {t('admin.news.goneText')}
      <div className="mt-4">
        <Button size="sm" busy={form.busy} busyText={t('action.saving')} onClick={form.saveAsNew}>
          {t('admin.news.saveAsNew')}
        </Button>
      </div>
    </Alert>
  );
}
