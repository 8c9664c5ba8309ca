import { queryOptions } from '@tanstack/react-query';
import type { AskedAbout } from '#entities/support/ask-address.ts';
import {
  readMessages,
  sendFile,
  threadKeys,
  type SentMessage,
} from '#entities/support/thread-data.ts';
import { isItemId } from '#list/selected-item.ts';
import { callData } from '#platform/data-api.ts';

// Members have few; older ones are reached by their mails.
const newestThreads = 100;
/** Beside the live changes, which a lost socket keeps back. */
const pollMs = 30_000;

const columns =
  'thread_id, booking_id, quote_id, order_id, reference, subject, status, answer_due_at, changed_at, customer_read_at, agency_read_at';

/** The threads of the member, the last changed first. */
export const threadsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...threadKeys.ofMember(userId), 'list'],
    queryFn: ({ signal }) =>
      callData((client) =>
        client
          .from('bkk_support_threads')
          .select(columns)
          .eq('user_id', userId)
          .order('changed_at', { ascending: false })
          .limit(newestThreads)
          .abortSignal(signal),
      ),
    refetchInterval: pollMs,
  });

export type ListedThread = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof threadsQuery>['queryFn']>>>
>[number];

async function readThread(userId: string, id: string, signal: AbortSignal) {
  const [thread, messages] = await Promise.all([
    callData((client) =>
      client
        .from('bkk_support_threads')
        .select(columns)
        .eq('user_id', userId)
        .eq('thread_id', id)
        .abortSignal(signal)
        .maybeSingle(),
    ),
    readMessages(id, signal),
  ]);
  return thread && { ...thread, messages };
}

/** A thread of the member with its messages; null if there is none, or it is another member's. */
export const threadQuery = (userId: string, id: string) =>
  queryOptions({
    queryKey: [...threadKeys.ofMember(userId), 'one', id],
    queryFn: ({ signal }) => (isItemId(id) ? readThread(userId, id, signal) : null),
    refetchInterval: pollMs,
  });

export type MemberThread = NonNullable<Awaited<ReturnType<typeof readThread>>>;

/** What a member asks, and what it is about. */
export interface NewThread {
  readonly requestKey: string;
  readonly subject: string;
  readonly text: string;
  readonly about: Pick<AskedAbout, 'kind' | 'id'> | null;
}

const subjectParameters = {
  booking: 'p_booking_id',
  request: 'p_quote_id',
  order: 'p_order_id',
} as const;

/** Opens a thread; gives its id. */
export const openThread = ({ requestKey, subject, text, about }: NewThread) =>
  callData((client) =>
    client.rpc('bkk_open_support_thread', {
      ...{ p_request_key: requestKey, p_subject: subject, p_text: text },
      ...(about !== null && { [subjectParameters[about.kind]]: about.id }),
    }),
  );

export const postMessage = (threadId: string, message: SentMessage): Promise<unknown> =>
  message.file === null
    ? callData((client) =>
        client.rpc('bkk_post_support_message', {
          ...{ p_thread_id: threadId, p_message_id: message.messageId, p_text: message.text },
        }),
      )
    : sendFile({ ...message, file: message.file }, { thread_id: threadId });

export const solveThread = (threadId: string) =>
  callData((client) => client.rpc('bkk_solve_support_thread', { p_thread_id: threadId }));

export const markRead = (threadId: string) =>
  callData((client) => client.rpc('bkk_read_support_thread', { p_thread_id: threadId }));
