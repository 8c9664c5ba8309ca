import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { languageOfText } from '@bkksiam/domain/languages';
import { EmptyPicture } from '#drawings/empty-picture.tsx';
import { pages } from '#pages.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { useStatus } from '#platform/status.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { useHydrated } from '#ui/hydrated.ts';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { Conversation, type CustomerThread } from './conversation.tsx';
import { saveVisitorFile, solveAsVisitor, ticketQuery, writeAsVisitor } from './ticket-data.ts';
import '#styles/inner.css';

function Thread({
  token,
  thread,
}: {
  readonly token: string;
  readonly thread: CustomerThread & { readonly subject: string };
}) {
  const queries = useQueryClient();
  const status = useStatus();
  const { queryKey } = ticketQuery(token);
  const reload = () => queries.invalidateQueries({ queryKey });
  const solve = useMutation({
    mutationKey: ['support', 'ticket', 'solve'],
    mutationFn: () => solveAsVisitor(token),
    onSettled: reload,
    meta: { errorToast: 'support:write.failed' },
  });
  const { subject } = thread;
  return (
    <>
      <div className="grid justify-items-start gap-2">
        <h2 lang={languageOfText(subject)} className="text-xl wrap-anywhere">
          {subject}
        </h2>
        <span aria-live="polite">
          <StatusChip {...status('thread', thread.status)} show="beside" />
        </span>
      </div>
      <Conversation
        thread={thread}
        // The token is a secret, and a key names a draft.
        draftKey="support ticket"
        send={async (message) => {
          await writeAsVisitor(token, message);
          await reload();
        }}
        solve={{ mutate: () => solve.mutate(), isPending: solve.isPending }}
        saveFile={(message) => saveVisitorFile(token, message)}
      />
    </>
  );
}

function Gone() {
  const { t } = useTranslation('support');
  return (
    <EmptyState
      picture={<EmptyPicture of="lost" />}
      title={t('ticket.gone')}
      text={<Phrases text={t('ticket.goneText')} />}
      action={
        <Link to={pages.contact.href()} className={buttonClass()}>
          {t('ticket.goneAction')}
        </Link>
      }
    />
  );
}

function Ticket({ token }: { readonly token: string }) {
  const { t } = useTranslation('support');
  const query = useQuery(ticketQuery(token));
  return (
    <>
      {query.data && <Thread token={token} thread={query.data} />}
      {query.data === null && <Gone />}
      <QueryFallback query={query} failed={t('ticket.loadFailed')}>
        <Skeleton className="h-96 rounded-lg" />
      </QueryFallback>
    </>
  );
}

/** The question of a visitor, by the link of a mail. Its token is after the `#`, which no server is sent. */
export function Component() {
  const { t } = useTranslation('support');
  const { hash } = useLocation();
  const isHydrated = useHydrated();
  return (
    <div className="wrap grid min-h-svh max-w-3xl content-start gap-6 py-12">
      <div>
        <h1 tabIndex={-1} className="text-3xl">
          {t('ticket.title')}
        </h1>
        <p className="mt-2 text-ink-2">
          <Phrases text={t('ticket.text')} />
        </p>
      </div>
      {!isHydrated && <Skeleton className="h-96 rounded-lg" />}
      {isHydrated && (hash === '' ? <Gone /> : <Ticket key={hash} token={hash.slice(1)} />)}
    </div>
  );
}
