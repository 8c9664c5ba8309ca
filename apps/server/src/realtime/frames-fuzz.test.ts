// Some hundred frames of every kind; FUZZ_RUNS and FUZZ_SEED choose others.
import { once } from 'node:events';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { fuzzedFrames } from '../testing/frame-arbitraries.ts';
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
    const frames = fc.sample(fuzzedFrames, { numRuns: runs, seed });
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
