import { queryOptions } from '@tanstack/react-query';
import { listSizes } from '@bkksiam/domain/constants';
import type { Database } from '@bkksiam/domain/database';
import { assignment, assignmentArgs } from '#entities/assignment/assignment-data.ts';
import {
  readMessages,
  sendFile,
  threadKeys,
  type SentMessage,
  type ThreadMessage,
} from '#entities/support/thread-data.ts';
import { readItem, textOrBeginning, type ListDefinition } from '#list/list-query.ts';
import { callJson } from '#platform/call-json.ts';
import { callData } from '#platform/data-api.ts';
import { memberOf, sessionStore } from '#platform/session.ts';

type ViewRow = Database['public']['Views']['bkk_support_threads_admin_view']['Row'];
type Required<Name extends keyof ViewRow> = {
  readonly [Key in Name]: NonNullable<ViewRow[Key]>;
};

/** A row of the admins' list. Columns of a view are nullable in the generated types. */
export type AdminThread = ViewRow &
  Required<'thread_id' | 'number' | 'subject' | 'status' | 'created_at' | 'changed_at'>;

const filters = ['open', 'waiting', 'solved', 'mine'] as const;
export type ThreadFilter = (typeof filters)[number];

export const threadStatuses = ['open', 'waiting', 'solved'] as const;

export const threadList: ListDefinition<AdminThread, ThreadFilter> = {
  key: [...threadKeys.forAdmins, 'threads'],
  keyOf: ({ thread_id: id }) => id,
  pageSize: listSizes.adminPage,
  errorToast: 'adminSupport:loadFailed',
  columns: ['answer_due_at', 'changed_at'],
  // What was promised first.
  sort: { column: 'answer_due_at', direction: 'asc' },
  sortOf: (filter) =>
    filter === 'open' || filter === 'mine'
      ? undefined
      : { column: 'changed_at', direction: 'desc' },
  isLive: true,
  filters,
  defaultFilter: 'open',
  counts: (client, search) =>
    client.rpc('bkk_admin_count_threads', { p_search: searchText(search) }),
  searchColumns: 'search_text',
  searchText,
  idColumn: 'thread_id',
  select: (client, options, filter) => {
    const all = client.from('bkk_support_threads_admin_view').select('*', options);
    if (filter === undefined) return all;
    if (filter !== 'mine') return all.eq('status', filter);
    // By the column itself, whose index PostgreSQL then uses.
    return all.eq('assigned_to', ownId()).neq('status', 'solved');
  },
};

/** The digits of a reference that is written without its dash are part of the text too, as are those of a thread's number. */
function searchText(search: string): string {
  return /^bkk\s?([0-9a-z]{8})$/i.exec(search)?.[1] ?? textOrBeginning(search);
}

/** The id of the admin; nobody's once the session has ended. */
function ownId(): string {
  const session = sessionStore.getState();
  return memberOf(session)?.id ?? '00000000-0000-0000-0000-000000000000';
}

/** A thread with its messages. */
export interface ThreadDetails {
  readonly row: AdminThread;
  readonly messages: readonly ThreadMessage[];
}

/** Null for an unknown id. */
export const threadQuery = (id: string) =>
  queryOptions({
    queryKey: [...threadList.key, 'one', id],
    staleTime: 0,
    refetchInterval: 30_000,
    queryFn: async ({ signal }): Promise<ThreadDetails | null> => {
      const row = await readItem(threadList, id, signal);
      return row && { row, messages: await readMessages(id, signal) };
    },
  });

/** Answers the customer, or keeps a note for the team. */
export const sendAnswer = (
  threadId: string,
  message: SentMessage,
  isNote: boolean,
): Promise<unknown> =>
  message.file === null
    ? callData((client) =>
        client.rpc('bkk_admin_answer_support', {
          ...{ p_thread_id: threadId, p_message_id: message.messageId },
          ...{ p_text: message.text, p_is_note: isNote },
        }),
      )
    : sendFile({ ...message, file: message.file }, { thread_id: threadId });

export const setThreadStatus = (threadId: string, status: string, expected: string) =>
  callData((client) =>
    client.rpc('bkk_admin_set_thread_status', {
      ...{ p_thread_id: threadId, p_status: status, p_expected: expected },
    }),
  );

export const assignThread = (threadId: string, to: string | null, expected: string | null) =>
  callJson(assignment, (client) =>
    client.rpc('bkk_admin_assign_thread', {
      p_thread_id: threadId,
      ...assignmentArgs(to, expected),
    }),
  );

export const markThreadRead = (threadId: string) =>
  callData((client) => client.rpc('bkk_admin_read_thread', { p_thread_id: threadId }));

/** Deletes the thread of a visitor for good, with its files. */
export const eraseThread = (threadId: string) =>
  callData((client) => client.rpc('bkk_admin_erase_thread', { p_thread_id: threadId }));
