import { askedAbout } from '#entities/support/ask-address.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, ExternalLink } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageOfText } from '@bkksiam/domain/languages';
import { takeId, WorkedOn } from '#entities/assignment/worked-on.tsx';
import { DeadlineCountdown } from '#entities/offer/deadline-countdown.tsx';
import { saveThreadFile, threadKeys } from '#entities/support/thread-data.ts';
import { ThreadMessages } from '#entities/support/thread-messages.tsx';
import { LoadedItem } from '#list/list-item.tsx';
import { PaneFrame } from '#list/pane-frame.tsx';
import type { SelectedRow } from '#list/use-selected-row.ts';
import { existsWith, pages } from '#pages.ts';
import { useAreAwaited } from '#platform/awaited-queries.ts';
import { useCopyText } from '#platform/copy-text.tsx';
import { settings } from '#platform/env.ts';
import { useBangkokTime } from '#platform/formats.ts';
import { logRejection } from '#platform/log.ts';
import { IconButton } from '#ui/button.tsx';
import { FactList } from '#ui/parts/fact-list.tsx';
import { Section } from '#ui/parts/section.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { AnswerForm, cannedId } from './answer-form.tsx';
import { cannedQuery } from './answers-data.ts';
import { EraseThread } from './erase-thread.tsx';
import {
  assignThread,
  markThreadRead,
  setThreadStatus,
  threadList,
  threadQuery,
  threadStatuses,
  type AdminThread,
  type ThreadDetails,
} from './support-data.ts';
import { useThreadTexts } from './thread-texts.ts';

/** The lists that have what a question is about, and its name in their addresses. */
const subjectLists = {
  booking: { page: pages.adminBookings, name: 'booking' },
  request: { page: pages.adminQueue, name: 'request' },
  order: { page: pages.adminOrders, name: 'order' },
} as const;

/** The booking, the request or the order that the question is about. */
function About({ row }: { readonly row: AdminThread }) {
  const { t } = useTranslation('adminSupport');
  const about = askedAbout(row);
  if (about === null) return null;
  const { page, name } = subjectLists[about.kind];
  if (!existsWith(settings().features, page)) return null;
  return (
    <Link
      to={`${page.href()}?show=all&${name}=${about.id}`}
      className="inline-flex min-h-9 items-center gap-1.5 text-teal underline-offset-4 hover:underline pointer-coarse:min-h-11"
    >
      <ExternalLink className="size-4" />
      {t(`about.${about.kind}`, { reference: about.reference })}
    </Link>
  );
}

function Customer({ row }: { readonly row: AdminThread }) {
  const { t } = useTranslation('adminSupport');
  const timeText = useBangkokTime();
  const { language, customer_read_at: readAt } = row;
  return (
    <Section title={t('customer.title')}>
      <FactList
        layout="ends"
        facts={[
          { name: t('customer.name'), value: row.full_name },
          { name: t('customer.email'), value: row.email },
          {
            name: t('customer.kind'),
            value: t(row.user_id === null ? 'customer.visitor' : 'customer.member'),
          },
          { name: t('customer.language'), value: t(`customer.${language === 'th' ? 'th' : 'en'}`) },
          { name: t('customer.since'), value: timeText(row.created_at) },
          { name: t('customer.read'), value: readAt && timeText(readAt) },
        ]}
      />
      <About row={row} />
    </Section>
  );
}

function Status({ row }: { readonly row: AdminThread }) {
  const { t } = useTranslation('adminSupport');
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: [...threadList.key, 'status'],
    mutationFn: (status: string) => setThreadStatus(row.thread_id, status, row.status),
    meta: { errorToast: 'adminSupport:status.failed' },
    onSettled: () => queries.invalidateQueries({ queryKey: threadKeys.forAdmins }),
  });
  return (
    <SelectField
      label={t('status.label')}
      choices={threadStatuses.map((status) => ({ value: status, text: status }))}
      value={threadStatuses.find((status) => status === row.status) ?? 'open'}
      onValue={(status) => mutate(status)}
    />
  );
}

/** Scrolls to the newest message when one has come. */
function useNewest(count: number) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = end.current?.closest('[data-scroll]');
    if (box) box.scrollTop = box.scrollHeight;
  }, [count]);
  return end;
}

function Talk({ thread: { row, messages } }: { readonly thread: ThreadDetails }) {
  const { t } = useTranslation('adminSupport');
  const texts = useThreadTexts(row);
  const end = useNewest(messages.length);
  return (
    <div className="flex min-h-0 min-w-0 flex-col border-line roomy:border-r">
      <div className="grid gap-3 border-b border-line px-4 py-3 roomy:px-6">
        <h3 lang={languageOfText(row.subject)} className="text-lg wrap-anywhere">
          {row.subject}
        </h3>
        {row.answer_due_at !== null && (
          <DeadlineCountdown
            label={t('due')}
            deadline={row.answer_due_at}
            overText={t('dueOver')}
          />
        )}
      </div>
      {/* Long threads are scrolled by the arrow keys too. */}
      <div
        role="group"
        aria-label={t('thread')}
        tabIndex={0}
        data-scroll
        className="min-h-0 flex-1 overflow-auto px-4 py-4 focus-visible:-outline-offset-3 roomy:px-6"
      >
        <ThreadMessages
          {...texts}
          messages={messages}
          own="agency"
          readAt={row.customer_read_at}
          saveFile={saveThreadFile}
        />
        <div ref={end} />
      </div>
      <AnswerForm row={row} />
    </div>
  );
}

/** Tells the customer that the agency has read. */
function useReading({ thread_id: id, changed_at: at, agency_read_at: readAt }: AdminThread) {
  const isUnread = readAt === null || Date.parse(readAt) < Date.parse(at);
  useEffect(() => {
    if (isUnread) logRejection('a thread could not be marked as read', markThreadRead(id));
  }, [id, at, isUnread]);
}

function Content({
  thread,
  onErased,
}: {
  readonly thread: ThreadDetails;
  readonly onErased: () => void;
}) {
  const { row } = thread;
  useReading(row);
  return (
    <>
      <Talk thread={thread} />
      <div className="grid min-h-0 content-start gap-3 overflow-auto px-4 py-3 *:[section]:border-t *:[section]:border-line *:[section]:pt-3 max-roomy:border-t max-roomy:border-line roomy:px-5">
        <WorkedOn
          row={row}
          assign={(to, expected) => assignThread(row.thread_id, to, expected)}
          queryKey={threadKeys.forAdmins}
        />
        <Status row={row} />
        <Customer row={row} />
        <EraseThread row={row} onErased={onErased} />
      </div>
    </>
  );
}

function CopyNumber({ number }: { readonly number: string }) {
  const { t } = useTranslation('adminSupport');
  const copy = useCopyText(number, {
    title: 'adminSupport:copied',
    description: { text: number },
  });
  return (
    <IconButton label={t('copy', { number })} onClick={copy} className="hover:bg-sunken">
      <Copy className="size-5" />
    </IconButton>
  );
}

/** The selected question: its messages with the answer below, and who asks, who works on it and its status beside them. */
export function ThreadPane({ item }: { readonly item: SelectedRow<AdminThread> }) {
  const { t } = useTranslation('adminSupport');
  const found = useQuery(threadQuery(item.id));
  // The prepared answers would move what is above them.
  const isAwaited = useAreAwaited([cannedQuery]);
  const query = { ...found, data: isAwaited ? undefined : found.data };
  const row = found.data?.row ?? item.known;
  return (
    <PaneFrame
      title={row && t('number', { number: row.number })}
      item={item}
      texts="adminSupport:"
      keys={[
        { code: 'KeyT', press: () => document.getElementById(takeId)?.click() },
        {
          code: 'KeyC',
          press: () => document.querySelector<HTMLElement>(`#${cannedId} button`)?.focus(),
        },
      ]}
      action={row && <CopyNumber number={row.number} />}
      className="grid content-start roomy:h-full roomy:grid-cols-[minmax(0,1fr)_19rem] roomy:grid-rows-[auto_minmax(0,1fr)]"
      headerClassName="px-4 py-1 border-b border-line roomy:col-span-2 roomy:px-6"
    >
      <LoadedItem query={query} texts="adminSupport:">
        {(thread) => <Content key={item.id} thread={thread} onErased={item.onClose} />}
      </LoadedItem>
    </PaneFrame>
  );
}
