import { callFunction, RaisedError, serviceClient } from '../http/database-client.ts';
import type { FunctionEnvironment } from '../http/environment.ts';
import { respond } from '../http/function-request.ts';
import { RequestError } from '../http/responses.ts';
import { reasonOf } from './delivery-errors.ts';
import { lineSettings, replyByLine } from './line.ts';
import type { CallDatabase } from './message-queue.ts';
import { messageTexts } from './message-texts.ts';

/** The parts of an event that are read here; LINE may send any of them as something else. */
interface LineEvent {
  readonly type?: unknown;
  readonly timestamp?: unknown;
  readonly replyToken?: unknown;
  readonly source?: { readonly userId?: unknown } | null;
  readonly message?: { readonly text?: unknown } | null;
}

interface LinkResult {
  readonly state: 'linked' | 'unknown' | 'limited';
  readonly language?: string | null;
}

interface Reply {
  readonly token: string;
  readonly text: string;
}

const maxEvents = 100;
/** With its prefix, so that no word of a chat with the agency is taken for a code. */
const codePattern = /^\s*(BKK[ -]?[\da-z]{4}[ -]?[\da-z]{4})\s*$/i;

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z\d+/]{43}=$/.test(base64)) return new Uint8Array();
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** HMAC-SHA256 of the body as sent, in base64; `verify` takes the same time for every signature. */
async function isSigned(header: string, body: ArrayBuffer, secret: string): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const bytes = new TextEncoder().encode(secret);
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
  return crypto.subtle.verify('HMAC', key, bytesOf(header.trim()), body);
}

function eventsOf(body: ArrayBuffer): readonly LineEvent[] {
  try {
    const { events } = JSON.parse(new TextDecoder().decode(body)) as { events?: unknown };
    if (Array.isArray(events))
      return events
        .filter((event): event is LineEvent => typeof event === 'object' && event !== null)
        .slice(0, maxEvents);
  } catch {
    // Answered as every other body without events.
  }
  throw new RequestError(400, 'bad_request', 'The body must have events.');
}

function replyText({ state, language }: LinkResult): string {
  if (state === 'linked') return messageTexts(language === 'th' ? 'th' : 'en').line.linked;
  // Nobody knows yet who asks.
  return `${messageTexts('th').line[state]}\n\n${messageTexts('en').line[state]}`;
}

/** Does what an event asks for; events of any other kind are ignored. LINE may send an event again. */
async function handle(event: LineEvent, call: CallDatabase): Promise<Reply | undefined> {
  const { type, timestamp, replyToken, source, message } = event;
  const userId = source?.userId;
  if (typeof userId !== 'string' || !/^U[\da-f]{32}$/.test(userId)) return undefined;
  if (type === 'unfollow') {
    const now = Date.now();
    const at = typeof timestamp === 'number' && timestamp > 0 && timestamp < now ? timestamp : now;
    const values = { p_line_user_id: userId, p_at: new Date(at).toISOString() };
    await call('bkk_unlink_line_account', values);
    return undefined;
  }
  const text = message?.text;
  const code = type === 'message' && typeof text === 'string' ? codePattern.exec(text) : null;
  if (code?.[1] === undefined) return undefined;
  const result = (await call('bkk_link_line', {
    p_code: code[1],
    p_line_user_id: userId,
  })) as LinkResult;
  return typeof replyToken === 'string' && replyToken.length <= 100
    ? { token: replyToken, text: replyText(result) }
    : undefined;
}

async function handleAll(events: readonly LineEvent[], call: CallDatabase) {
  const replies: Reply[] = [];
  for (const event of events) {
    const reply = await handle(event, call);
    if (reply !== undefined) replies.push(reply);
  }
  return replies;
}

/** An unanswered code is linked all the same, and the site shows it. */
async function answerAll(replies: readonly Reply[], environment: FunctionEnvironment) {
  const line = lineSettings(environment);
  if (line === undefined) return;
  for (const { token, text } of replies)
    await replyByLine(line, token, text).catch((error: unknown) => {
      environment.warn?.({ reason: reasonOf(error) }, 'a LINE message was not answered');
    });
}

/**
 * POST by LINE: events of the agency's account. A message with a code links the account of its sender, who is answered; blocking
 * the agency unlinks it.
 */
export function lineWebhook(request: Request, environment: FunctionEnvironment): Promise<Response> {
  return respond(request, async () => {
    if (request.method !== 'POST')
      throw new RequestError(405, 'method_not_allowed', 'This function answers POST only.');
    const secret = environment.get('LINE_CHANNEL_SECRET') ?? '';
    if (secret === '') throw new RequestError(404, 'not_found', 'This project expects no events.');
    const body = await request.arrayBuffer();
    if (!(await isSigned(request.headers.get('x-line-signature') ?? '', body, secret)))
      throw new RequestError(401, 'not_signed', 'The signature is not right.');
    const events = eventsOf(body);
    const client = serviceClient(request, environment);
    const call: CallDatabase = (name, values) => callFunction(client, name, values);
    const replies = await handleAll(events, call).catch((error: unknown) => {
      throw error instanceof RaisedError && error.code === 'PT404'
        ? new RequestError(404, 'not_found', 'This feature is not switched on.')
        : error;
    });
    await answerAll(replies, environment);
    return { received: true };
  });
}
