import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A message that the server has accepted. */
interface Accepted {
  readonly call: 'push' | 'reply';
  /** The user's id, or the reply token. */
  readonly to: string;
  readonly text: string;
}

/** A local server that speaks the documented parts of LINE's Messaging API, with answers of its own making. */
export interface LineServer {
  readonly url: string;
  readonly token: string;
  /** The calls with their retry keys, also those that were not accepted. */
  readonly calls: { readonly status: number; readonly retryKey: string }[];
  readonly accepted: Accepted[];
  /** How the next calls are answered; `lost` accepts the message and breaks the connection. */
  answer: 'ok' | 'lost' | 400 | 401 | 429 | 500;
  close(): Promise<void>;
}

interface Body {
  readonly to?: unknown;
  readonly replyToken?: unknown;
  readonly messages?: readonly { readonly type?: unknown; readonly text?: unknown }[];
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The message of a valid call; undefined for any other. */
function messageOf(path: string, body: Body): Accepted | undefined {
  const call = /^\/v2\/bot\/message\/(push|reply)$/.exec(path)?.[1];
  const to = call === 'push' ? body.to : body.replyToken;
  const [message, ...more] = body.messages ?? [];
  if ((call !== 'push' && call !== 'reply') || typeof to !== 'string' || more.length > 0)
    return undefined;
  if (message?.type !== 'text' || typeof message.text !== 'string') return undefined;
  return { call, to, text: message.text };
}

/** The status of a call, and its message if it is accepted. */
async function take(server: LineServer, keys: Set<string>, request: IncomingMessage) {
  const { headers, method, url = '' } = request;
  const message = messageOf(url, JSON.parse(await text(request)) as Body);
  const retryKey = String(headers['x-line-retry-key'] ?? '');
  if (headers.authorization !== `Bearer ${server.token}`) return { status: 401, retryKey };
  if (method !== 'POST' || message === undefined) return { status: 400, retryKey };
  if (message.call === 'push' && !uuid.test(retryKey)) return { status: 400, retryKey };
  if (keys.has(retryKey)) return { status: 409, retryKey };
  if (typeof server.answer === 'number') return { status: server.answer, retryKey };
  if (retryKey !== '') keys.add(retryKey);
  server.accepted.push(message);
  return { status: 200, retryKey };
}

/** Starts the server on a free port. */
export async function startLineServer(): Promise<LineServer> {
  const keys = new Set<string>();
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { status, retryKey } = await take(server, keys, request);
    server.calls.push({ status, retryKey });
    if (status === 200 && server.answer === 'lost') {
      response.destroy();
      return;
    }
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-line-request-id': randomUUID(),
    });
    // The texts of real errors can quote what was sent.
    response.end(JSON.stringify(status === 200 ? { sentMessages: [] } : { message: 'failed' }));
  };
  const http = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const server: LineServer = {
    url: `http://127.0.0.1:${String((http.address() as AddressInfo).port)}`,
    token: 'a-line-token-of-the-tests',
    calls: [],
    accepted: [],
    answer: 'ok',
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  return server;
}
