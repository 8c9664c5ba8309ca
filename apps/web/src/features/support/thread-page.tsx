import { askedAbout, type AskedAbout } from '#entities/support/ask-address.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageOfText } from '@bkksiam/domain/languages';
import { memberPage } from '#entities/member-page/member-page.tsx';
import { saveThreadFile, threadKeys } from '#entities/support/thread-data.ts';
import { useThreadChanges } from '#entities/support/use-thread-changes.ts';
import { existsWith, pages } from '#pages.ts';
import { settings } from '#platform/env.ts';
import { logRejection } from '#platform/log.ts';
import { useStatus } from '#platform/status.ts';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { Conversation } from './conversation.tsx';
import {
  markRead,
  postMessage,
  solveThread,
  threadQuery,
  type MemberThread,
} from './threads-data.ts';

function Heading({ thread: { subject, status } }: { readonly thread: MemberThread }) {
  const statusOf = useStatus();
  return (
    <div className="grid justify-items-start gap-2">
      <h1 tabIndex={-1} lang={languageOfText(subject)} className="text-2xl wrap-anywhere">
        {subject}
      </h1>
      <span aria-live="polite">
        <StatusChip {...statusOf('thread', status)} show="beside" />
      </span>
    </div>
  );
}

/** The pages of what a thread is about. */
const subjectPages = {
  booking: { page: pages.memberBooking, href: (about: AskedAbout) => about.reference },
  request: { page: pages.request, href: (about: AskedAbout) => about.id },
  order: { page: pages.order, href: (about: AskedAbout) => about.reference },
};

/** The booking, the request or the order that the thread is about. */
function About({ thread }: { readonly thread: MemberThread }) {
  const { t } = useTranslation('support');
  const about = askedAbout(thread);
  if (about === null) return null;
  const { page, href } = subjectPages[about.kind];
  if (!existsWith(settings().features, page)) return null;
  return (
    <Link
      to={page.href(href(about))}
      className="flex min-h-14 items-center gap-3 rounded-lg border border-line bg-surface px-4 font-mid hover:text-teal"
    >
      <span className="num flex-1">{t(`of.${about.kind}`, { reference: about.reference })}</span>
      <ChevronRight className="size-5 text-teal" />
    </Link>
  );
}

/** Tells the agency that its messages are read, while the page is in sight. */
function useReading({ thread_id: id, changed_at: at, customer_read_at: readAt }: MemberThread) {
  const isUnread = readAt === null || Date.parse(readAt) < Date.parse(at);
  useEffect(() => {
    if (!isUnread) return undefined;
    const read = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', read);
      logRejection('a thread could not be marked as read', markRead(id));
    };
    document.addEventListener('visibilitychange', read);
    read();
    return () => document.removeEventListener('visibilitychange', read);
  }, [id, at, isUnread]);
}

function Content({
  userId,
  data: thread,
}: {
  readonly userId: string;
  readonly data: MemberThread;
}) {
  const queries = useQueryClient();
  const { thread_id: id } = thread;
  const queryKey = threadKeys.ofMember(userId);
  useThreadChanges(`thread_id=eq.${id}`, queryKey);
  useReading(thread);
  const reload = () => queries.invalidateQueries({ queryKey });
  const solve = useMutation({
    mutationKey: [...queryKey, 'solve'],
    mutationFn: () => solveThread(id),
    onSettled: reload,
    meta: { errorToast: 'support:write.failed' },
  });
  return (
    <div className="grid max-w-3xl gap-5">
      <Heading thread={thread} />
      <About thread={thread} />
      <Conversation
        thread={thread}
        draftKey={`support ${id}`}
        send={async (message) => {
          await postMessage(id, message);
          await reload();
        }}
        solve={{ mutate: () => solve.mutate(), isPending: solve.isPending }}
        saveFile={saveThreadFile}
      />
    </div>
  );
}

/** A question of the member with the agency's answers, live while the page is open. */
export const { Component, loader } = memberPage({
  texts: 'support',
  list: { page: pages.myThreads, title: 'members.soon.support.title' },
  queryOf: threadQuery,
  alsoReads: () => [],
  Content,
});
