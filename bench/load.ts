import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** One whole HTTP answer with a Content-Length, once it is all there. */
function wholeAnswer(
  received: string,
): { readonly status: string; readonly body: string } | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = received.slice(0, headEnd);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
  const body = received.slice(headEnd + 4);
  if (Buffer.byteLength(body) < length) return undefined;
  return { status: head.slice(9, 12), body };
}

async function ask(socket: Socket, request: string): Promise<string> {
  socket.write(request);
  let received = '';
  for (;;) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    received += chunk.toString('latin1');
    const answer = wholeAnswer(received);
    if (answer === undefined) continue;
    if (answer.status !== '200') throw new Error(`${answer.status}: ${answer.body}`);
    return answer.body;
  }
}

/**
 * Asks over kept-alive connections of the loopback interface, one request at a time on each.
 *
 * @param requests what each connection asks again and again, as HTTP/1.1 text; answers other than 200 throw
 * @returns answers a second
 */
export async function askFor(
  milliseconds: number,
  port: number,
  requests: readonly string[],
): Promise<number> {
  const sockets = await Promise.all(
    requests.map(async () => {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true });
      await once(socket, 'connect');
      return socket;
    }),
  );
  const start = performance.now();
  const end = start + milliseconds;
  const counts = await Promise.all(
    sockets.map(async (socket, index) => {
      let answers = 0;
      for (; performance.now() < end; answers += 1) await ask(socket, requests[index] ?? '');
      return answers;
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  for (const socket of sockets) socket.destroy();
  return counts.reduce((sum, answers) => sum + answers, 0) / seconds;
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}
