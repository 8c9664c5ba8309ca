import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { nameAfterKhun, shortName } from '@bkksiam/domain/users';
import { DeadlineCountdown } from '#entities/offer/deadline-countdown.tsx';
import { MessageForm } from '#entities/support/message-form.tsx';
import type { SentMessage, ThreadMessage } from '#entities/support/thread-data.ts';
import { ThreadMessages } from '#entities/support/thread-messages.tsx';
import { useLanguage } from '#platform/i18n.ts';
import { useFocusHandover } from '#platform/page-changes.ts';
import { Button } from '#ui/button.tsx';
import { useUser, fullNameOf } from '#platform/session.ts';

/** A thread as its customer sees it: a member, or a visitor with a mailed link. */
export interface CustomerThread {
  readonly status: string;
  readonly answer_due_at: string | null;
  readonly agency_read_at: string | null;
  readonly messages: readonly ThreadMessage[];
}

interface ConversationProps {
  readonly thread: CustomerThread;
  /** Of the unsent message. */
  readonly draftKey: string;
  readonly send: (message: SentMessage) => Promise<unknown>;
  readonly solve: { readonly mutate: () => void; readonly isPending: boolean };
  readonly saveFile: (message: ThreadMessage) => Promise<void>;
}

const enders = ['customer', 'agency', 'system'] as const;

function useTexts() {
  const { t } = useTranslation('support');
  const user = useUser();
  const language = useLanguage();
  const ownName = (user && fullNameOf(user)) ?? '';
  return {
    nameOf({ author, author_name: name }: ThreadMessage) {
      if (author === 'customer') return name ?? ownName;
      if (name === null) return t('thread.teamAlone');
      return t('thread.team', { name: nameAfterKhun(shortName(name), language) });
    },
    eventText({ event, author }: ThreadMessage) {
      const by = enders.find((one) => one === author) ?? 'agency';
      return event === 'solved' ? t(`thread.solvedBy.${by}`) : t('thread.reopened');
    },
  };
}

/** When the agency answers, or that it is late; nothing unless it is its turn. */
function Due({ thread: { status, answer_due_at: due } }: Pick<ConversationProps, 'thread'>) {
  const { t } = useTranslation('support');
  if (status !== 'open' || due === null) return null;
  return <DeadlineCountdown label={t('thread.due')} deadline={due} overText={t('thread.late')} />;
}

/** Closes the thread, and goes away then. */
function SolveButton({ mutate, isPending }: ConversationProps['solve']) {
  const { t } = useTranslation('support');
  const button = useFocusHandover<HTMLButtonElement>();
  return (
    <Button ref={button} tone="secondary" busy={isPending} onClick={mutate}>
      <Check className="size-5" />
      {t('thread.solve')}
    </Button>
  );
}

/** The messages of a thread, when it is answered, and the field for the next one. */
export function Conversation({ thread, draftKey, send, solve, saveFile }: ConversationProps) {
  const { t } = useTranslation('support');
  const texts = useTexts();
  const isSolved = thread.status === 'solved';
  return (
    <div className="grid gap-5">
      <ThreadMessages
        {...texts}
        messages={thread.messages}
        own="customer"
        readAt={thread.agency_read_at}
        saveFile={saveFile}
      />
      <Due thread={thread} />
      {isSolved ? (
        <p className="text-center text-sm text-ink-2">{t('thread.again')}</p>
      ) : (
        <SolveButton {...solve} />
      )}
      <div className="sticky bottom-0 -mx-4 border-t-2 border-dashed border-perf bg-paper px-4 py-3 sm:mx-0 sm:px-0">
        <MessageForm
          draftKey={draftKey}
          label={t('write.label')}
          placeholder={t('write.placeholder')}
          send={send}
        />
      </div>
    </div>
  );
}
