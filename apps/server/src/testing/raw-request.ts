import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A possibly malformed request. Its parts are sent unchanged, as UTF-8. */
export interface RawRequest {
  readonly method: string;
  readonly target: string;
  /** Header lines. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** The whole response as text; empty when the server only closed the connection, undefined after the time limit. */
export async function sendRaw(
  port: number,
  { method, target, headers, body }: RawRequest,
  limitMs: number,
): Promise<string | undefined> {
  const bytes = Buffer.from(body);
  const length = bytes.length === 0 ? [] : [`content-length: ${String(bytes.length)}`];
  const head = [`${method} ${target} HTTP/1.1`, 'host: x', 'connection: close', ...headers];
  const socket = connect(port, '127.0.0.1');
  // The server may close the connection while a rejected body is still being sent.
  socket.on('error', () => undefined);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(Buffer.concat([Buffer.from(`${[...head, ...length].join('\r\n')}\r\n\r\n`), bytes]));
  const done = new AbortController();
  const closed = once(socket, 'close').then(() => Buffer.concat(chunks).toString());
  const late = sleep(limitMs, undefined, { signal: done.signal }).catch(() => undefined);
  const answer = await Promise.race([closed, late]);
  done.abort();
  socket.destroy();
  return answer;
}
