import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { sendFile, type SentMessage, type ThreadMessage } from '#entities/support/thread-data.ts';
import { callFunction } from '#platform/call-function.ts';
import { nullIf } from '#platform/data-api.ts';
import { settings } from '#platform/env.ts';
import { saveFileAt } from '#platform/save-file.ts';

/** A visitor has no socket that the row policies would let read. */
const pollMs = 15_000;

const text = z.nullable(z.string());
const threadSchema = z.object({
  thread_id: z.string(),
  subject: z.string(),
  status: z.string(),
  answer_due_at: text,
  agency_read_at: text,
  messages: z.array(
    z.object({
      message_id: z.string(),
      created_at: z.string(),
      author: z.string(),
      author_name: text,
      event: text,
      text,
      file_name: text,
      content_type: text,
    }),
  ),
});

async function callThread(values: object) {
  return threadSchema.parse(await callFunction('support-thread', values));
}

/** The thread of a mailed link; null for one that is not valid. */
export const ticketQuery = (token: string) =>
  queryOptions({
    queryKey: ['support', 'ticket', token],
    queryFn: () => nullIf('not_found', callThread({ token })),
    refetchInterval: ({ state }) => (state.data === null ? false : pollMs),
  });

export const writeAsVisitor = (token: string, message: SentMessage): Promise<unknown> =>
  message.file === null
    ? callThread({ token, message_id: message.messageId, text: message.text })
    : sendFile({ ...message, file: message.file }, { token });

export const solveAsVisitor = (token: string) => callThread({ token, is_solved: true });

const addressSchema = z.object({ path: z.string() });

/** Saves the file of a message by an address that is valid for a minute. */
export async function saveVisitorFile(token: string, message: ThreadMessage): Promise<void> {
  const answer = await callFunction('support-thread', { token, file: message.message_id });
  const address = settings().supabaseUrl + addressSchema.parse(answer).path;
  await saveFileAt(message.file_name ?? 'file', address);
}
