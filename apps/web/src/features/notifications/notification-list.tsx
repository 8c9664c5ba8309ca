import { useInfiniteQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { useEffect, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { bangkokTimeText } from '@bkksiam/domain/date-text';
import { EmptyPicture } from '#drawings/empty-picture.tsx';
import type { NotificationRow } from '#entities/notification/notification-data.ts';
import { settings } from '#platform/env.ts';
import { useLanguage } from '#platform/i18n.ts';
import { logRejection } from '#platform/log.ts';
import { QueryFallback, type QueryFallbackProps } from '#platform/query-fallback.tsx';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { notificationAddress, useNotificationText } from './notification-text.ts';
import { notificationsQuery, useMarkRead } from './notifications-data.ts';

function Row({ row, onOpen }: { readonly row: NotificationRow; readonly onOpen: () => void }) {
  const { t } = useTranslation('notifications');
  const { title, text, reference } = useNotificationText()(row);
  const isUnread = row.read_at === null;
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        to={notificationAddress(row)}
        onClick={onOpen}
        className={classNames(
          'relative block py-4 pr-6 pl-10 hover:bg-sunken focus-visible:-outline-offset-3',
          isUnread && 'bg-teal-soft',
        )}
      >
        {isUnread && (
          <span
            aria-hidden
            className="absolute top-6.5 left-5 size-2.5 rounded-pill bg-teal forced-colors:bg-[Highlight]"
          />
        )}
        <span className={classNames('block', isUnread ? 'font-strong' : 'font-mid')}>
          {isUnread && <span className="sr-only">{t('unread')} </span>}
          {title}
        </span>
        <span className="block text-sm text-ink-2">{text}</span>
        <span className="num mt-1 flex flex-wrap gap-x-2 text-xs text-ink-2">
          <span className="whitespace-nowrap">{reference}</span>
          <span aria-hidden>·</span>
          <time dateTime={row.created_at} className="whitespace-nowrap">
            {bangkokTimeText(row.created_at, useLanguage())}
          </time>
        </span>
      </Link>
    </li>
  );
}

function Empty() {
  const { t } = useTranslation('notifications');
  return (
    <EmptyState
      picture={<EmptyPicture of="news" />}
      title={t('empty.title')}
      text={t(settings().features.includes('shop') ? 'empty.textWithOrders' : 'empty.text')}
    />
  );
}

const skeletonRows = ['w-3/5', 'w-2/5', 'w-1/2', 'w-3/5', 'w-2/5'];

function Placeholder({ query, headingId }: Pick<QueryFallbackProps, 'query' | 'headingId'>) {
  const { t } = useTranslation('notifications');
  return (
    <div className="px-6 py-4">
      <QueryFallback
        query={query}
        failed={t('failed')}
        loading={t('loading')}
        headingId={headingId}
        announced
      >
        {skeletonRows.map((width, index) => (
          <div key={index} className="grid gap-2 py-4">
            <Skeleton className={`h-5 ${width}`} />
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="h-3 w-1/2" />
          </div>
        ))}
      </QueryFallback>
    </div>
  );
}

/** The way to older notifications; the first of them takes the focus of the button. */
function More({
  query,
  list,
  shown,
}: {
  readonly query: ReturnType<typeof useNotifications>;
  readonly list: RefObject<HTMLUListElement | null>;
  readonly shown: number;
}) {
  const { t } = useTranslation('notifications');
  const firstMore = useRef(Infinity);
  useEffect(() => {
    const first = list.current?.querySelectorAll('a')[firstMore.current];
    if (first === undefined) return;
    firstMore.current = Infinity;
    first.focus();
  }, [list, shown]);
  function showMore() {
    firstMore.current = shown;
    logRejection('more could not be shown', query.fetchNextPage());
  }
  return (
    <div className="grid justify-items-center gap-3 border-t border-line px-6 py-4">
      {query.isFetchNextPageError && (
        <p role="alert" className="text-sm text-red">
          {t('moreFailed')}
        </p>
      )}
      {query.hasNextPage ? (
        <Button tone="secondary" size="sm" busy={query.isFetchingNextPage} onClick={showMore}>
          {t('more')}
        </Button>
      ) : (
        <p className="text-xs text-ink-2">{t('end')}</p>
      )}
    </div>
  );
}

const useNotifications = (userId: string) => useInfiniteQuery(notificationsQuery(userId));

/** The notifications, newest first; opening one marks it as read. */
export function NotificationList({
  userId,
  headingId,
}: {
  readonly userId: string;
  /** Takes the focus of a button that goes away. */
  readonly headingId: string;
}) {
  const { t } = useTranslation('notifications');
  const query = useNotifications(userId);
  const { mutate: markRead } = useMarkRead(userId);
  const list = useRef<HTMLUListElement>(null);
  if (query.data === undefined) return <Placeholder query={query} headingId={headingId} />;
  const rows = query.data.pages.flat();
  if (rows.length === 0) return <Empty />;
  function markAll() {
    document.getElementById(headingId)?.focus();
    markRead(undefined, { onSuccess: () => showToast({ title: 'notifications:allRead' }) });
  }
  return (
    <>
      {rows.some(({ read_at: at }) => at === null) && (
        <div className="border-b border-line px-6">
          <Button tone="link" className="text-sm" onClick={markAll}>
            <CheckCheck className="size-4" />
            {t('readAll')}
          </Button>
        </div>
      )}
      <ul ref={list}>
        {rows.map((row) => (
          <Row
            key={row.notification_id}
            row={row}
            onOpen={() => row.read_at === null && markRead([row.notification_id])}
          />
        ))}
      </ul>
      <More query={query} list={list} shown={rows.length} />
    </>
  );
}
