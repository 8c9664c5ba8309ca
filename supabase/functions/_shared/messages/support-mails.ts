import { Undeliverable } from './delivery-errors.ts';
import { idOf, readData } from './mail-data.ts';
import { mailsOf, requireStatus, type WriteParts, type Writing } from './mail-writer.ts';
import { mailedLink } from './mailed-link.ts';
import type { MessageFact } from './message-layout.ts';
import type { MessageContext } from './message-mails.ts';
import { supportTexts } from './support-texts.ts';

/** What `bkk_support_mail_data` returns. */
interface ThreadData {
  readonly number: string;
  readonly subject: string;
  readonly status: 'open' | 'waiting' | 'solved';
  readonly member_name: string | null;
  /** Of the booking or the request that it is about. */
  readonly reference: string | null;
  /** In seconds since 1970. */
  readonly answer_due_at: number | null;
  /** The text of the message that is told of. */
  readonly message: string | null;
  /** The answers since. */
  readonly answers: readonly string[];
}

interface ReadThread extends ThreadData {
  /** Where the customer goes on. */
  readonly path: string;
}

interface SupportWriting extends Writing {
  readonly thread: ReadThread;
  readonly support: ReturnType<typeof supportTexts>;
}

const visitorPath = (context: MessageContext, threadId: string) =>
  mailedLink(context, '/support/ticket', 'bkk_issue_support_link', { p_thread_id: threadId });

async function readThread(context: MessageContext): Promise<ReadThread> {
  const threadId = idOf(context, 'thread_id');
  const { message_id: messageId } = context.ids;
  const data = (await readData(context, 'bkk_support_mail_data', {
    p_thread_id: threadId,
    ...(messageId === undefined ? {} : { p_message_id: messageId }),
  })) as ThreadData;
  const path =
    context.userId === null
      ? await visitorPath(context, threadId)
      : `/dashboard/support/${threadId}`;
  return { ...data, path };
}

const aboutFacts = ({ thread, support }: SupportWriting): readonly MessageFact[] => [
  [support.subject, thread.subject],
  [support.about, thread.reference ?? ''],
];

const answered: WriteParts<SupportWriting> = (writing) => {
  const { thread, support } = writing;
  if (thread.answers.length === 0) throw new Undeliverable('outdated');
  return {
    ...support.answered(thread.number),
    facts: aboutFacts(writing),
    quote: [support.answer, thread.answers.join('\n\n')],
  };
};

const forCustomers: Readonly<Record<string, WriteParts<SupportWriting>>> = {
  'support.answered': answered,
  'visitor.ticket_answered': answered,
  // Without what was typed: anybody can type any address.
  'visitor.ticket_received': ({ thread, support }) => ({
    ...support.visitorReceived(thread.number),
    facts: [],
  }),
};

const forAdmins: Readonly<Record<string, WriteParts<SupportWriting>>> = {
  'admin.support_received': (writing) => {
    const { thread, support, facts, deadline } = writing;
    requireStatus(thread, 'open');
    const due = deadline(thread.answer_due_at ?? 0);
    return {
      ...support.received(thread.number, due),
      facts: [...facts, ...aboutFacts(writing), [support.answerBy, due]],
      quote: [support.message, thread.message],
    };
  },
};

/** The mails of support threads by their event. */
export const supportMails = mailsOf<ReadThread, SupportWriting>({
  read: readThread,
  facts: () => [],
  writing: (common, thread) => ({
    ...common,
    thread,
    support: supportTexts(common.context.language),
  }),
  memberPath: ({ thread }) => thread.path,
  adminPath: ({ context }) => `/admin/support?thread=${idOf(context, 'thread_id')}`,
  forMembers: forCustomers,
  forAdmins,
});
