import { FileText, Image, StickyNote } from 'lucide-react';
import { Fragment, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { bangkokDay } from '@bkksiam/domain/bangkok';
import { clockText, inBangkok } from '@bkksiam/domain/date-text';
import { languageOfText } from '@bkksiam/domain/languages';
import { weekdayText } from '@bkksiam/domain/weekday-text';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { useLanguage } from '#platform/i18n.ts';
import { toastError } from '#platform/toast.ts';
import { toAppError } from '#platform/app-error.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { shownMessages, type ThreadMessage } from './thread-data.ts';

export interface ThreadMessagesProps {
  readonly messages: readonly ThreadMessage[];
  /** Whose messages are the reader's own. */
  readonly own: 'customer' | 'agency';
  /** Until when the other side has read. */
  readonly readAt: string | null;
  /** Who wrote a message of the other side, or a note. */
  readonly nameOf: (message: ThreadMessage) => string;
  readonly eventText: (message: ThreadMessage) => string;
  readonly saveFile: (message: ThreadMessage) => Promise<void>;
}

/** A line with a text in its middle: a day, or what happened. */
function Divider({ children }: { readonly children: ReactNode }) {
  return (
    <p className="flex items-center gap-4 text-center text-xs text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      <span>{children}</span>
    </p>
  );
}

function useClock() {
  const language = useLanguage();
  return (iso: string) => `${clockText(inBangkok(new Date(iso)))}${language === 'th' ? ' น.' : ''}`;
}

function FileButton({
  message,
  saveFile,
}: Pick<ThreadMessagesProps, 'saveFile'> & { readonly message: ThreadMessage }) {
  const { t } = useTranslation('support');
  const [busy, setBusy] = useState(false);
  const { file_name: name } = message;
  const Icon = message.content_type === 'application/pdf' ? FileText : Image;
  async function save() {
    setBusy(true);
    try {
      await saveFile(message);
    } catch (error) {
      toastError('support:file.failed', toAppError(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      tone="secondary"
      size="sm"
      busy={busy}
      aria-label={t('file.save', { name })}
      onClick={() => void save()}
      className="mt-1 max-w-full text-ink!"
    >
      <Icon className="size-5 flex-none text-teal" />
      <span className="wrap-anywhere">{name}</span>
    </Button>
  );
}

interface BubbleProps extends Omit<ThreadMessagesProps, 'messages' | 'eventText'> {
  readonly message: ThreadMessage;
}

function Bubble({ message, own, readAt, nameOf, saveFile }: BubbleProps) {
  const { t } = useTranslation('support');
  const clock = useClock();
  const { text, created_at: at } = message;
  const isNote = message.event === 'note';
  const isOwn = message.author === own && !isNote;
  const isRead = isOwn && readAt !== null && Date.parse(readAt) >= Date.parse(at);
  const meta = [clock(at), isRead && t('thread.read')].filter(Boolean).join(' · ');
  return (
    <li
      className={classNames(
        'grid max-w-[36rem] gap-1',
        isOwn ? 'ml-auto justify-items-end pl-10' : 'justify-items-start pr-10',
      )}
    >
      <p className={isOwn ? 'sr-only' : 'flex items-center gap-1.5 text-sm font-strong'}>
        {isNote && <StickyNote className="size-4 text-gold-ink" />}
        {nameOf(message)}
      </p>
      <div
        className={classNames(
          'max-w-full rounded-lg px-4 py-2.5',
          isNote
            ? 'border-[1.5px] border-dashed border-perf'
            : isOwn
              ? 'rounded-tr-none bg-teal-soft'
              : 'rounded-tl-none border border-line bg-surface',
        )}
      >
        {text !== null && (
          <p lang={languageOfText(text)} className="wrap-anywhere whitespace-pre-wrap">
            {text}
          </p>
        )}
        {message.file_name !== null && <FileButton message={message} saveFile={saveFile} />}
      </div>
      <p className="num text-xs text-ink-2">{meta}</p>
    </li>
  );
}

/** The messages of a thread in their order, with days between them and what happened. New ones are announced. */
export function ThreadMessages({ messages, eventText, ...props }: ThreadMessagesProps) {
  const { t } = useTranslation('support');
  const language = useLanguage();
  const today = bangkokToday();
  const dayText = (day: string) => {
    const text = weekdayText(day, language, true) ?? day;
    return day === today ? t('thread.today', { day: text }) : text;
  };
  return (
    <div role="log" aria-label={t('thread.messages')}>
      <ol className="grid gap-4">
        {messages.length >= shownMessages && (
          <li>
            <Divider>{t('thread.older', { count: shownMessages })}</Divider>
          </li>
        )}
        {messages.map((message, index) => {
          const day = bangkokDay(message.created_at);
          const before = messages[index - 1];
          const isNewDay = before === undefined || bangkokDay(before.created_at) !== day;
          const isMessage = message.event === null || message.event === 'note';
          return (
            <Fragment key={message.message_id}>
              {isNewDay && (
                <li>
                  <Divider>{dayText(day)}</Divider>
                </li>
              )}
              {isMessage ? (
                <Bubble message={message} {...props} />
              ) : (
                <li>
                  <Divider>{eventText(message)}</Divider>
                </li>
              )}
            </Fragment>
          );
        })}
      </ol>
    </div>
  );
}
