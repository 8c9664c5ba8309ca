import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageOfText } from '@bkksiam/domain/languages';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { BangkokTime } from '#entities/calendar/bangkok-time.tsx';
import { RowLink } from '#list/list-row-link.tsx';
import { ListView, useRowFocus } from '#list/list-view.tsx';
import { newsItemQuery, newsList, type NewsRow } from './news-data.ts';
import { NewsEditor, type NewsEditorProps } from './news-editor.tsx';
import { NewsRowMenu } from './news-row-menu.tsx';
import { useSelectedItem, type SelectedItem } from '#list/selected-item.ts';
import { useList } from '#list/use-list.ts';

const newItem = 'new';

function useColumns(selected: SelectedItem): readonly TableColumn<NewsRow>[] {
  const { t } = useTranslation();
  return [
    {
      header: t('admin.news.column.title'),
      sortBy: 'title',
      breaks: true,
      phone: 'main',
      cell: ({ id, title }) => (
        <RowLink
          selected={selected}
          id={id}
          lang={languageOfText(title)}
          className="inline-flex min-h-11 items-center font-mid hover:text-teal md:dense:inline"
        >
          {title}
        </RowLink>
      ),
    },
    {
      header: t('admin.news.column.is_public'),
      sortBy: 'is_public',
      phone: 'brief',
      cell: ({ is_public: isPublic }) => (
        <Chip tone={isPublic ? 'ok' : 'plain'}>
          {t(isPublic ? 'news.audience.public' : 'news.audience.members')}
        </Chip>
      ),
    },
    {
      header: t('admin.news.column.created_at'),
      sortBy: 'created_at',
      phone: 'rest',
      cell: ({ created_at: at }) => <BangkokTime at={at} className="num md:whitespace-nowrap" />,
    },
    {
      header: t('admin.news.column.actions'),
      headerHidden: true,
      align: 'end',
      phone: 'corner',
      cell: (item) => <NewsRowMenu item={item} editLink={selected.linkTo(item.id)} />,
    },
  ];
}

function NewsList({ selected }: { readonly selected: SelectedItem }) {
  const { t } = useTranslation();
  const list = useList(newsList);
  const columns = useColumns(selected);
  return (
    <ListView
      texts="admin.news."
      action={
        <Link {...selected.linkTo(newItem)} className={buttonClass()}>
          <Plus className="size-5" />
          {t('admin.news.new')}
        </Link>
      }
      filter={{
        label: t('admin.news.column.is_public'),
        textOf: (audience) => t(`news.audience.${audience}`),
      }}
      list={list}
      columns={columns}
    />
  );
}

/** The editor of a stored item, or why there is none. */
function StoredItemEditor({
  id,
  ...editor
}: Omit<NewsEditorProps, 'item'> & { readonly id: string }) {
  const { t } = useTranslation();
  const query = useQuery(newsItemQuery(id));
  const { data, error } = query;
  if (data) return <NewsEditor item={data} {...editor} />;
  return (
    <>
      <h1 className="mb-8 text-3xl">{t('admin.news.edit')}</h1>
      {data === null && (
        <EmptyState
          title={t('admin.news.unknown')}
          action={
            <Link to={{ search: editor.listSearch }} className={buttonClass({ tone: 'secondary' })}>
              {t('admin.news.back')}
            </Link>
          }
        />
      )}
      <QueryFallback
        query={query}
        failed={t('admin.news.itemFailed')}
        failedText={error?.message}
        loading={t('admin.news.loadingItem')}
        className="grid gap-5"
      >
        <Skeleton className="h-13" />
        <Skeleton className="h-52" />
        <Skeleton className="h-12 w-40" />
      </QueryFallback>
    </>
  );
}

/** The News Center: the list, or the editor of the selected item. */
export function Component() {
  const selected = useSelectedItem('item');
  useRowFocus(selected.id);
  if (selected.id === undefined) return <NewsList selected={selected} />;
  const editor = { listSearch: selected.listSearch, onSaved: selected.close };
  return selected.id === newItem ? (
    <NewsEditor key={newItem} item={null} {...editor} />
  ) : (
    <StoredItemEditor key={selected.id} id={selected.id} {...editor} />
  );
}
