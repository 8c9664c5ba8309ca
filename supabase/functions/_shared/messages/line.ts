import type { FunctionEnvironment } from '../http/environment.ts';
import { Undeliverable } from './delivery-errors.ts';
import { readFeature } from './mail-data.ts';
import { toShortMessage, type MessageMails } from './message-mails.ts';
import type { Message } from './message-queue.ts';
import { failedDelivery, post } from './post.ts';

/** The Messaging API of a LINE account. */
export interface LineSettings {
  /** The long-lived token of its channel. */
  readonly token: string;
  /** Address of the API, without a trailing slash. */
  readonly url: string;
}

/** The settings of an environment; undefined without a LINE account. */
export function lineSettings(environment: FunctionEnvironment): LineSettings | undefined {
  const token = environment.get('LINE_CHANNEL_TOKEN') ?? '';
  const url = environment.get('LINE_API_URL') ?? '';
  if (token === '') return undefined;
  return { token, url: url === '' ? 'https://api.line.me' : url.replace(/\/+$/, '') };
}

const textMessage = (text: string) => [{ type: 'text', text }];

function call(
  { token, url }: LineSettings,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  return post(
    `${url}/v2/bot/message/${path}`,
    { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    JSON.stringify(body),
  );
}

/** The channel `line`: a push with the message's id as retry key, by which LINE takes a repeated one once. */
export function lineDelivery(
  line: LineSettings,
  mails: MessageMails,
): (message: Message) => Promise<void> {
  return async (message) => {
    const { title, body, url } = await toShortMessage(message, mails);
    const to = await readFeature(mails, 'bkk_line_recipient', {
      p_user_id: String(message.userId),
    });
    if (typeof to !== 'string') throw new Undeliverable('not_linked');
    const status = await call(
      line,
      'push',
      { to, messages: textMessage(`${title}\n${body}\n${url}`) },
      { 'x-line-retry-key': message.id },
    );
    // 409: LINE has accepted this retry key before.
    if (status === 200 || status === 409) return;
    // 401: the token can be replaced while the message waits.
    if (status === 401 || status === 429 || status >= 500)
      throw failedDelivery(`line_${String(status)}`);
    throw new Undeliverable(`line_${String(status)}`);
  };
}

/** Answers an event once, by its reply token. */
export async function replyByLine(
  line: LineSettings,
  replyToken: string,
  text: string,
): Promise<void> {
  const status = await call(line, 'reply', { replyToken, messages: textMessage(text) });
  if (status !== 200) throw failedDelivery(`line_${String(status)}`);
}
