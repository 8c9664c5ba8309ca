// Some hundred frames of every kind; FUZZ_RUNS and FUZZ_SEED choose others.
import { once } from 'node:events';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestBackend, type TestBackend } from '../testing/test-backend.ts';
import { fuzzRuns } from '../testing/variations.ts';

const runs = fuzzRuns(2000);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_126);
/** A socket that is closed for too many messages is opened again after so many frames. */
const framesOfSocket = 100;

const log: string[] = [];
let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({ log });
  await backend.database.sql(`
    create table public.notes (id int primary key, body text);
    grant select on public.notes to anon;
    alter publication supabase_realtime add table public.notes`);
});
afterAll(() => backend.close());

const topics = fc.constantFrom('realtime:a', 'realtime:b', 'realtime:', 'phoenix', 'other');
const events = fc.constantFrom(
  'phx_join',
  'phx_leave',
  'heartbeat',
  'broadcast',
  'presence',
  'access_token',
  '__proto__',
);
const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, -1, '', '\0', '__proto__'),
);
const filters = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom('id=eq.1', 'id=in.(1,2', 'body=match.(a+)+$', "id=eq.1' or true--", 'body=is.x'),
);
const config = fc.record(
  {
    broadcast: fc.oneof(odd, fc.record({ ack: fc.boolean(), self: fc.boolean(), replay: odd })),
    presence: fc.oneof(odd, fc.record({ enabled: fc.boolean(), key: fc.string() })),
    postgres_changes: fc.oneof(
      odd,
      fc.array(
        fc.record({
          event: fc.constantFrom('*', 'INSERT', 'x'),
          schema: fc.constantFrom('public', '*', 'pg_catalog', '"'),
          table: fc.constantFrom('notes', '*', '; drop table notes', ''),
          filter: filters,
        }),
        { maxLength: 4 },
      ),
    ),
    private: fc.oneof(fc.boolean(), odd),
  },
  { requiredKeys: [] },
);
const payload = fc.oneof(
  odd,
  fc.record({ config }),
  fc.record({ event: fc.constantFrom('track', 'untrack', 'x'), payload: odd, type: odd }),
  fc.record({ access_token: fc.oneof(odd, fc.constantFrom('a.b.c', 'sb_x')) }),
);
const reference = fc.oneof(fc.constantFrom('1', '2', null), odd);
const frame = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(reference, reference, topics, events, payload)
      .map((parts) => JSON.stringify(parts)),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from([3, ...bytes])),
  },
);

async function connected(): Promise<WebSocket> {
  const url = `${backend.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${backend.anonKey}`;
  const socket = new WebSocket(url);
  socket.on('error', () => undefined);
  await once(socket, 'open');
  return socket;
}

test(
  'whatever frames come, every socket is answered or closed, and nothing fails inside',
  async () => {
    const frames = fc.sample(frame, { numRuns: runs, seed });
    for (let at = 0; at < frames.length; at += framesOfSocket) {
      const socket = await connected();
      for (const sent of frames.slice(at, at + framesOfSocket)) socket.send(sent);
      const beat = JSON.stringify([null, 'last', 'phoenix', 'heartbeat', {}]);
      const answered = new Promise<void>((resolve) => {
        socket.on('message', (data: Buffer) => {
          if (data.toString().includes('"last"')) resolve();
        });
        socket.on('close', () => resolve());
      });
      if (socket.readyState === WebSocket.OPEN) socket.send(beat);
      await answered;
      socket.terminate();
    }
    const failures = log.filter((line) => /"level":[4-6]0/.test(line));
    expect(failures.slice(0, 3), `seed ${String(seed)}`).toEqual([]);
  },
  60_000 + runs * 20,
);
