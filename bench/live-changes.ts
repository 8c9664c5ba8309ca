import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { MixedTarget } from './mixed-users.ts';

const everyMs = 250;
const network = '198.51.100.200';

type Frame = readonly [
  joinRef: string | null,
  ref: string | null,
  topic: string,
  event: string,
  payload: { readonly data?: { readonly record?: { readonly noted_at?: number } } },
];

/** How long after a write each change of `bench_notes` reached a visitor of another network; milliseconds, sorted. */
export interface LiveChanges {
  readonly delays: readonly number[];
  readonly lost: number;
}

/**
 * Writes rows as the service and receives them as a visitor, until it is stopped.
 *
 * @param readUrl of the server that the visitor is connected to
 */
export async function watchLiveChanges({ url, anonKey, serviceKey }: MixedTarget, readUrl: string) {
  const address = `${readUrl.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${anonKey}`;
  const socket = new WebSocket(address, { headers: { 'x-forwarded-for': network } });
  await once(socket, 'open');
  const delays: number[] = [];
  const subscribed = new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const [, , , event, payload] = JSON.parse(data.toString()) as Frame;
      if (event === 'system') resolve();
      const at = payload.data?.record?.noted_at;
      if (event === 'postgres_changes' && at !== undefined) delays.push(performance.now() - at);
    });
  });
  const changes = [{ event: 'INSERT', schema: 'public', table: 'bench_notes' }];
  const config = { postgres_changes: changes };
  socket.send(JSON.stringify(['1', '1', 'realtime:live', 'phx_join', { config }]));
  await subscribed;
  const stopping = new AbortController();
  let written = 0;
  const writing = (async () => {
    while (!stopping.signal.aborted) {
      await fetch(`${url}/rest/v1/bench_notes`, {
        method: 'POST',
        headers: { authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ body: 'x'.repeat(500), noted_at: Math.floor(performance.now()) }),
      });
      written += 1;
      socket.send(JSON.stringify([null, '2', 'phoenix', 'heartbeat', {}]));
      await sleep(everyMs);
    }
  })();
  return async (): Promise<LiveChanges> => {
    stopping.abort();
    await writing;
    await sleep(1000);
    socket.terminate();
    return { delays: delays.toSorted((one, other) => one - other), lost: written - delays.length };
  };
}
