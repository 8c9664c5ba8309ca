import { readPicture, removeFile, storeFile, type FileStore } from '../files/sent-file.ts';
import { memberIdOf, type DatabaseClient } from '../http/database-client.ts';
import type { FunctionEnvironment } from '../http/environment.ts';
import { respond } from '../http/function-request.ts';
import { hashLinkToken } from '../http/link-token.ts';
import { callOrRespond } from '../http/raised-response.ts';
import { RequestError } from '../http/responses.ts';
import { readSupportForm, supportNaming, type SupportForm } from './support-form.ts';
import { requireSupport } from './support-request.ts';

/** Who sends the file to which thread. */
interface Sender {
  readonly threadId: string;
  readonly author: 'customer' | 'agency';
  /** Null for a visitor. */
  readonly authorId: string | null;
}

interface Sending {
  readonly form: SupportForm;
  readonly sender: Sender;
  readonly store: FileStore;
}

async function visitorOf(
  asService: DatabaseClient,
  { messageId }: SupportForm,
  token: string,
): Promise<Sender> {
  const values = { p_link_hash: await hashLinkToken(token), p_message_id: messageId };
  const threadId = await callOrRespond(asService, 'bkk_check_visitor_file', values);
  return { threadId: String(threadId), author: 'customer', authorId: null };
}

async function memberOf(
  asCaller: DatabaseClient,
  { messageId, threadId }: SupportForm,
  authorId: string,
): Promise<Sender> {
  const values = { p_thread_id: threadId, p_message_id: messageId };
  const author = await callOrRespond(asCaller, 'bkk_check_support_file', values);
  return {
    threadId: String(threadId),
    author: author === 'agency' ? 'agency' : 'customer',
    authorId,
  };
}

/** A PDF is stored as it is and opened by nobody here; where the host reads no pictures, they are too. */
async function cleanBytes(
  { file, type }: SupportForm,
  sender: string,
  signal: AbortSignal,
  { readPicture: read }: FunctionEnvironment,
): Promise<Uint8Array> {
  if (type.contentType === 'application/pdf' || read === undefined) return file;
  return (await readPicture(file, { naming: supportNaming, sender, signal, read })).bytes;
}

/** Records the message of a stored file. The file is removed where it is refused, or the message has one already. */
async function recordFile({ form, sender, store }: Sending, bytes: Uint8Array): Promise<void> {
  const path = `${sender.threadId}/${crypto.randomUUID()}.${form.type.extension}`;
  await storeFile(store, path, bytes, form.type);
  const recorded = await callOrRespond(store.asService, 'bkk_record_support_file', {
    p_thread_id: sender.threadId,
    p_author: sender.author,
    p_author_id: sender.authorId,
    p_message: {
      ...{ message_id: form.messageId, text: form.text, object_path: path },
      ...{ file_name: form.fileName, content_type: form.type.contentType },
      byte_size: bytes.byteLength,
    },
  }).catch(async (error: unknown) => {
    // Without an answer it may be recorded; the clock removes a file that is not.
    if (error instanceof RequestError && error.status < 500) await removeFile(store, path);
    throw error;
  });
  if (recorded !== path) await removeFile(store, path);
}

/**
 * POST a form { file, name, message_id, text, thread_id } as a member or an admin, or with { token } of a mailed link in place of
 * the thread: writes a message with a file. Responds { message_id }.
 */
export function supportFile(request: Request, environment: FunctionEnvironment): Promise<Response> {
  return respond(request, async () => {
    const { token, asCaller, asService } = await requireSupport(request, environment);
    const form = await readSupportForm(request);
    const sender =
      form.linkToken === null
        ? await memberOf(asCaller, form, await memberIdOf(asCaller, token))
        : await visitorOf(asService, form, form.linkToken);
    const by = sender.authorId ?? sender.threadId;
    const bytes = await cleanBytes(form, by, request.signal, environment);
    const store = { bucket: 'support', asService, environment };
    await recordFile({ form, sender, store }, bytes);
    return { message_id: form.messageId };
  });
}
