import type { DatabaseClient } from '../http/database-client.ts';
import type { FunctionEnvironment } from '../http/environment.ts';
import { idIn, readBody, respond, unavailable } from '../http/function-request.ts';
import { hashLinkToken, tokenIn } from '../http/link-token.ts';
import { callOrRespond } from '../http/raised-response.ts';
import { RequestError } from '../http/responses.ts';
import { requireSupport } from './support-request.ts';

interface VisitorMessage {
  readonly message_id: string;
  readonly object_path: string | null;
}

/** What `bkk_visitor_thread` returns. */
interface VisitorThread {
  readonly messages: readonly VisitorMessage[];
}

const urlSeconds = 60;

/** The address of a message's file for a minute, below that of the project; it is only ever saved. */
async function fileAddress(
  asService: DatabaseClient,
  { messages }: VisitorThread,
  messageId: string,
): Promise<object> {
  const path = messages.find(({ message_id: id }) => id === messageId)?.object_path ?? null;
  if (path === null) throw new RequestError(404, 'not_found', 'There is no such file.');
  const { data, error } = await asService.storage.from('support').createSignedUrl(path, urlSeconds);
  if (error !== null) throw unavailable();
  const { pathname, search } = new URL(data.signedUrl);
  return { path: pathname + search };
}

/**
 * POST { token } of a mailed link: the visitor's thread. With { message_id, text } a message is written first, with
 * { is_solved: true } the thread is ended, and { file: message_id } responds { path } of its file.
 */
export function supportThread(
  request: Request,
  environment: FunctionEnvironment,
): Promise<Response> {
  return respond(request, async () => {
    const { asService } = await requireSupport(request, environment);
    const body = await readBody(request);
    const isMessage = body.text !== undefined;
    const thread = (await callOrRespond(asService, 'bkk_visitor_thread', {
      p_link_hash: await hashLinkToken(tokenIn(body)),
      p_message_id: isMessage ? idIn(body, 'message_id', 'message') : null,
      p_text: typeof body.text === 'string' ? body.text : null,
      p_is_solved: body.is_solved === true,
    })) as VisitorThread;
    if (body.file !== undefined)
      return fileAddress(asService, thread, idIn(body, 'file', 'message'));
    const messages = thread.messages.map(({ object_path: _path, ...message }) => message);
    return { ...thread, messages };
  });
}
