import { queryOptions } from '@tanstack/react-query';
import { toAppError } from '#platform/app-error.ts';
import { callFunction } from '#platform/call-function.ts';
import { callData } from '#platform/data-api.ts';
import { saveFile } from '#platform/save-file.ts';
import { supabase } from '#platform/supabase.ts';

/** A message of a thread, or what happened to it. */
export interface ThreadMessage {
  readonly message_id: string;
  readonly created_at: string;
  readonly author: string;
  readonly author_name: string | null;
  /** Null for a message. */
  readonly event: string | null;
  readonly text: string | null;
  readonly file_name: string | null;
  readonly content_type: string | null;
  /** Visitors ask for the file by its message. */
  readonly object_path?: string | null;
}

/** A message as it is sent. Sending it again under its id writes it once. */
export interface SentMessage {
  readonly messageId: string;
  readonly text: string;
  readonly file: File | null;
}

/** The prefixes of the query keys of threads. */
export const threadKeys = {
  ofMember: (userId: string) => ['support', 'member', userId] as const,
  forAdmins: ['support', 'admin'],
} as const;

const messageColumns =
  'message_id, number, created_at, author, author_name, event, text, object_path, file_name, content_type';

/** The page shows the newest messages of a thread. */
export const shownMessages = 200;

export async function readMessages(
  threadId: string,
  signal: AbortSignal,
): Promise<readonly ThreadMessage[]> {
  const newest = await callData((client) =>
    client
      .from('bkk_support_messages')
      .select(messageColumns)
      .eq('thread_id', threadId)
      .order('number', { ascending: false })
      .limit(shownMessages)
      .abortSignal(signal),
  );
  return newest.toReversed();
}

/** Sends a file with its message to the function that checks and stores it. */
export function sendFile(
  { messageId, text, file }: SentMessage & { readonly file: File },
  target: Readonly<Record<string, string>>,
): Promise<unknown> {
  const body = new FormData();
  for (const [name, value] of Object.entries(target)) body.set(name, value);
  body.set('message_id', messageId);
  body.set('text', text);
  body.set('name', file.name);
  body.set('file', file, file.name);
  return callFunction('support-file', body);
}

/** Saves the file of a message that the user may read. */
export async function saveThreadFile({ object_path: path, file_name: name }: ThreadMessage) {
  const { storage } = await supabase();
  const { data, error } = await storage.from('support').download(path ?? '');
  if (error !== null) throw toAppError(error);
  saveFile(name ?? 'file', data);
}

/** How many threads wait for the agency, for the link of admins. */
export const openThreadsQuery = queryOptions({
  queryKey: [...threadKeys.forAdmins, 'open'],
  queryFn: async ({ signal }) => {
    const rows = await callData((client) =>
      client
        .from('bkk_support_threads_admin_view')
        .select('thread_id')
        .eq('status', 'open')
        .limit(100)
        .abortSignal(signal),
    );
    return rows.length;
  },
  refetchInterval: 60_000,
});
