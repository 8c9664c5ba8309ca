import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The result of a load. */
export interface Load {
  /** Responses per second. */
  readonly rate: number;
  /** 99th percentile of the response time in milliseconds. */
  readonly p99: number;
}

/** Parses one complete HTTP response with a Content-Length or without a body; undefined while it is incomplete. */
function parseResponse(
  received: string,
): { readonly status: string; readonly body: string } | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = received.slice(0, headEnd);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  const body = received.slice(headEnd + 4);
  if (body.length < length) return undefined;
  return { status: head.slice(9, 12), body };
}

async function sendRequest(socket: Socket, request: string): Promise<void> {
  socket.write(request);
  let received = '';
  for (;;) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    received += chunk.toString('latin1');
    const response = parseResponse(received);
    if (response === undefined) continue;
    if (!response.status.startsWith('2')) throw new Error(`${response.status}: ${response.body}`);
    return;
  }
}

/**
 * Sends requests over persistent connections on the loopback interface, one at a time on each.
 *
 * @param requests the repeated request of each connection, as HTTP/1.1 text; an error response throws
 */
export async function runLoad(
  milliseconds: number,
  port: number,
  requests: readonly string[],
): Promise<Load> {
  const sockets = await Promise.all(
    requests.map(async () => {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true });
      await once(socket, 'connect');
      return socket;
    }),
  );
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + milliseconds;
  await Promise.all(
    sockets.map(async (socket, index) => {
      for (let sentAt = performance.now(); sentAt < end;) {
        await sendRequest(socket, requests[index] ?? '');
        const receivedAt = performance.now();
        latencies.push(receivedAt - sentAt);
        sentAt = receivedAt;
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  for (const socket of sockets) socket.destroy();
  latencies.sort((one, other) => one - other);
  return {
    rate: latencies.length / seconds,
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? NaN,
  };
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}
