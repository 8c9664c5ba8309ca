import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { languageOfText } from '@bkksiam/domain/languages';
import { useShortTime } from '#entities/calendar/short-time.ts';
import { threadKeys } from '#entities/support/thread-data.ts';
import { useThreadChanges } from '#entities/support/use-thread-changes.ts';
import { pages } from '#pages.ts';
import { pageLoader } from '#platform/page-loader.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { useUser } from '#platform/session.ts';
import { useStatus } from '#platform/status.ts';
import { buttonClass } from '#ui/button.tsx';
import { PhoneLink } from '#ui/contact-links.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/parts/card.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { NewThread } from './new-thread.tsx';
import { threadsQuery, type ListedThread } from './threads-data.ts';

function Row({ thread }: { readonly thread: ListedThread }) {
  const short = useShortTime();
  const status = useStatus();
  const { subject, reference, changed_at: at, customer_read_at: readAt } = thread;
  const isUnread = readAt === null || Date.parse(readAt) < Date.parse(at);
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        to={pages.myThread.href(thread.thread_id)}
        className="group flex items-center gap-3 py-4"
      >
        <span className="grid min-w-0 flex-1 gap-1">
          <span
            lang={languageOfText(subject)}
            className={`text-md wrap-anywhere group-hover:text-teal ${isUnread ? 'font-head' : 'font-mid'}`}
          >
            {subject}
          </span>
          <span className="num text-sm text-ink-2">
            {[reference, short.past(at)].filter(Boolean).join(' · ')}
          </span>
          <StatusChip {...status('thread', thread.status)} show="beside" small />
        </span>
        <ChevronRight className="size-5 flex-none text-teal" />
      </Link>
    </li>
  );
}

function Threads({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('support');
  const query = useQuery(threadsQuery(userId));
  useThreadChanges(`user_id=eq.${userId}`, threadKeys.ofMember(userId));
  return (
    <Card id="threads" title={t('list')}>
      {query.data?.length === 0 && <EmptyState title={t('empty')} text={t('emptyText')} />}
      <ul className="-my-2">
        {query.data?.map((thread) => (
          <Row key={thread.thread_id} thread={thread} />
        ))}
      </ul>
      <QueryFallback query={query} failed={t('loadFailed')} headingId="threads">
        <Skeleton className="my-4 h-20" count={3} />
      </QueryFallback>
    </Card>
  );
}

function Call() {
  const { t } = useTranslation(['support', 'common']);
  return (
    <Card id="call" title={t('call.title')}>
      <p className="text-sm text-ink-2">{t('common:pages.contact.hours')}</p>
      <p className="text-sm text-ink-2">{t('call.text')}</p>
      <PhoneLink
        text={t('common:footer.phone')}
        className="mt-1 text-lg font-strong text-teal hover:underline"
      />
    </Card>
  );
}

/** The questions of the member, and a new one, which other pages open with what it is about. */
export function Component() {
  const { t } = useTranslation('support');
  const user = useUser();
  const [params] = useSearchParams();
  const isNew = ['new', 'booking', 'request'].some((name) => params.has(name));
  if (user === null) return null;
  return (
    <>
      <PageHeader
        title={t('title')}
        {...(isNew && { text: t('text') })}
        beside={
          !isNew && (
            <Link to="?new" className={buttonClass({ className: 'sm:ml-auto max-sm:w-full' })}>
              <Plus className="size-5" />
              {t('new')}
            </Link>
          )
        }
      />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-6">
          {isNew && <NewThread key={params.toString()} userId={user.id} params={params} />}
          <Threads userId={user.id} />
        </div>
        <Call />
      </div>
    </>
  );
}

export const loader = pageLoader(({ userId }) => (userId === null ? [] : [threadsQuery(userId)]));
