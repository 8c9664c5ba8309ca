import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listSizes } from '@bkksiam/domain/constants';
import { bangkokTimeText } from '@bkksiam/domain/date-text';
import { languageOfText } from '@bkksiam/domain/languages';
import { messageOf } from '#platform/backend-error.ts';
import { useLanguage } from '#platform/i18n.ts';
import { logFailure } from '#platform/log.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { Alert, EmptyState, Skeleton } from '#ui/feedback.tsx';
import { useAdminList } from './admin-list.ts';
import { ListFilter } from './list-filter.tsx';
import { ListHeading } from './list-heading.tsx';
import { ListSearch } from './list-search.tsx';
import { ListView } from './list-view.tsx';
import {
  newsDeskQuery,
  newsItemQuery,
  newsList,
  type NewsColumn,
  type NewsRow,
} from './news-desk-data.ts';
import { NewsEditor } from './news-editor.tsx';
import type { NewsCardComponent } from './news-preview.tsx';
import { NewsRowMenu } from './news-row-menu.tsx';
import { useOpenedItem, type OpenedItem } from './opened-item.ts';

const headingId = 'news-heading';
const newItem = 'new';

function useColumns(opened: OpenedItem): readonly TableColumn<NewsRow, NewsColumn>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return [
    {
      key: 'title',
      header: t('desk.news.column.title'),
      sortBy: 'title',
      breaks: true,
      phone: 'main',
      cell: ({ id, title }) => (
        <Link
          {...opened.linkTo(id)}
          lang={languageOfText(title)}
          className="inline-flex min-h-11 items-center font-mid hover:text-teal"
        >
          {title}
        </Link>
      ),
    },
    {
      key: 'audience',
      header: t('desk.news.column.is_public'),
      sortBy: 'is_public',
      phone: 'brief',
      cell: ({ is_public: isPublic }) => (
        <Chip tone={isPublic ? 'done' : 'plain'}>
          {t(isPublic ? 'desk.news.public' : 'desk.news.members')}
        </Chip>
      ),
    },
    {
      key: 'created',
      header: t('desk.news.column.created_at'),
      sortBy: 'created_at',
      phone: 'rest',
      cell: ({ created_at: at }) => (
        <time dateTime={at} className="num md:whitespace-nowrap">
          {bangkokTimeText(at, language)}
        </time>
      ),
    },
    {
      key: 'actions',
      header: t('desk.news.column.actions'),
      headerHidden: true,
      align: 'end',
      phone: 'corner',
      cell: (item) => (
        <NewsRowMenu
          item={item}
          editLink={opened.linkTo(item.id)}
          onRemoved={() => document.getElementById(headingId)?.focus()}
        />
      ),
    },
  ];
}

function NewsList({ opened }: { readonly opened: OpenedItem }) {
  const { t } = useTranslation();
  const list = useAdminList(newsList);
  const query = useQuery(newsDeskQuery(list.question));
  const columns = useColumns(opened);
  return (
    <>
      <ListHeading
        id={headingId}
        title={t('desk.news.title')}
        text={t('desk.news.text')}
        action={
          <Link {...opened.linkTo(newItem)} className={buttonClass()}>
            <Plus className="size-5" strokeWidth={1.6} aria-hidden />
            {t('desk.news.new')}
          </Link>
        }
      />
      <div className="my-6 grid gap-5">
        <ListSearch
          label={t('desk.news.search')}
          words={list.question.words}
          onSearch={list.search}
          className="max-w-md"
        />
        <ListFilter
          label={t('desk.news.column.is_public')}
          choices={[
            { value: 'public', text: t('desk.news.public') },
            { value: 'members', text: t('desk.news.members') },
          ]}
          chosen={list.question.filter}
          onChoose={list.narrow}
        />
      </div>
      <ListView
        headingId={headingId}
        list={list}
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        failed="desk.news.failed"
        empty="desk.news.empty"
        pageSize={listSizes.deskPage}
      />
    </>
  );
}

interface OpenedProps {
  readonly id: string;
  readonly card: NewsCardComponent;
  readonly listAddress: string;
  readonly onSaved: () => void;
}

/** An item read anew before it is edited, so that nobody starts from an old one. */
function OpenedNews({ id, ...editor }: OpenedProps) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(newsItemQuery(id));
  function tryAgain() {
    refetch().catch((reason: unknown) => logFailure('the item could not be asked for', reason));
  }
  if (data) return <NewsEditor item={data} {...editor} />;
  return (
    <>
      <h1 className="mb-8 text-3xl">{t('desk.news.edit')}</h1>
      {data === null && (
        <EmptyState
          title={t('desk.news.unknown')}
          action={
            <Link
              to={{ search: editor.listAddress }}
              className={buttonClass({ tone: 'secondary' })}
            >
              {t('desk.news.back')}
            </Link>
          }
        />
      )}
      {error && (
        <Alert
          title={t('desk.news.itemFailed')}
          action={
            <Button tone="secondary" size="sm" busy={isFetching} onClick={tryAgain}>
              {t('action.tryAgain')}
            </Button>
          }
        >
          {messageOf(error)}
        </Alert>
      )}
      {data === undefined && !error && (
        <div aria-busy="true" className="grid gap-5">
          <p className="sr-only">{t('desk.news.loadingItem')}</p>
          <Skeleton className="h-13" />
          <Skeleton className="h-52" />
          <Skeleton className="h-12 w-40" />
        </div>
      )}
    </>
  );
}

/**
 * The admins' News Center: the list, or one item being written.
 *
 * @param card draws an item as the site's feed does
 */
export function NewsCenter({ card }: { readonly card: NewsCardComponent }) {
  const opened = useOpenedItem('item');
  if (opened.id === undefined) return <NewsList opened={opened} />;
  function close() {
    Promise.resolve(opened.close()).catch((error: unknown) => {
      logFailure('the editor could not be left', error);
    });
  }
  const editor = { card, listAddress: opened.listAddress, onSaved: close };
  return opened.id === newItem ? (
    <NewsEditor key={newItem} item={null} {...editor} />
  ) : (
    <OpenedNews key={opened.id} id={opened.id} {...editor} />
  );
}
