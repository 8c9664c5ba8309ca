// Realtime: memory of idle sockets, and what a published table with subscribers costs those who write to it.
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { withClient } from '../apps/server/src/db/server-address.ts';
import { fillDatabases } from './filled-database.ts';
import { HttpClient } from './http-client.ts';
import { median } from './load.ts';
import { memberId, tokenOf } from './product-calls.ts';
import { startServerUnderLoad, type ServerUnderLoad } from './server-under-load.ts';

const idleSockets = 1000;
const subscribers = 100;
const rounds = 20;
const writesOfRound = 50;
/** Megabytes of all idle sockets, and how many times as long a write may take. */
const budget = { memory: 60, write: 1.1 };

const tables = `
  create table public.bench_plain (id bigint generated always as identity primary key, body text);
  create table public.bench_published (like public.bench_plain including all);
  alter table public.bench_plain enable row level security;
  alter table public.bench_published enable row level security;
  grant select, insert on public.bench_plain, public.bench_published to authenticated;
  create policy "all" on public.bench_plain to authenticated using (true);
  create policy "all" on public.bench_published to authenticated using (true);
  alter publication supabase_realtime add table public.bench_published`;

async function connected(port: number, token: string): Promise<WebSocket> {
  const socket = new WebSocket(
    `ws://127.0.0.1:${String(port)}/realtime/v1/websocket?vsn=2.0.0&apikey=${token}`,
  );
  await once(socket, 'open');
  return socket;
}

/** Joins a channel, and resolves once the server has said so many things. */
async function joined(socket: WebSocket, config: object, answers: number): Promise<void> {
  let left = answers;
  const answered = new Promise<void>((resolve) => {
    const count = () => {
      left -= 1;
      if (left > 0) return;
      socket.off('message', count);
      resolve();
    };
    socket.on('message', count);
  });
  socket.send(JSON.stringify(['1', '1', 'realtime:bench', 'phx_join', { config }]));
  await answered;
}

/** Megabytes of a thousand sockets with a channel each. */
async function measureMemory({ port, memory }: ServerUnderLoad, token: string): Promise<number> {
  const before = await memory();
  const sockets: WebSocket[] = [];
  for (let n = 0; n < idleSockets; n += 1) {
    const socket = await connected(port, token);
    await joined(socket, {}, 1);
    sockets.push(socket);
  }
  const used = ((await memory()) - before) / 1024 / 1024;
  console.log(`\n${String(idleSockets)} idle sockets: ${used.toFixed(0)} MB`);
  for (const socket of sockets) socket.terminate();
  return used;
}

/** Medians of writes to both tables, in turns; milliseconds. */
async function measureWrites(port: number, token: string, received: () => number) {
  const client = new HttpClient(`http://127.0.0.1:${String(port)}`);
  const write = async (table: string): Promise<number> => {
    const start = performance.now();
    const { status } = await client.send({
      method: 'POST',
      path: `/rest/v1/${table}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"body":"a note of some length, as people write them"}',
    });
    if (status !== 201) throw new Error(`a write was answered ${String(status)}`);
    return performance.now() - start;
  };
  const times: Record<'bench_plain' | 'bench_published', number[]> = {
    bench_plain: [],
    bench_published: [],
  };
  for (let round = 0; round < rounds; round += 1)
    for (const table of ['bench_plain', 'bench_published'] as const) {
      for (let n = 0; n < writesOfRound; n += 1) times[table].push(await write(table));
      const expected = (round + 1) * writesOfRound * subscribers;
      while (table === 'bench_published' && received() < expected)
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
  client.close();
  return { plain: median(times.bench_plain), published: median(times.bench_published) };
}

/** Fails over the {@link budget}. */
export async function benchRealtime(): Promise<void> {
  const databases = await fillDatabases([1000]);
  const admin = databases.of(1000);
  await withClient(admin, admin, (client) => client.query(tables));
  const server = await startServerUnderLoad(admin);
  const memory = await measureMemory(server, await tokenOf(memberId(0)));
  let received = 0;
  const sockets: WebSocket[] = [];
  for (let n = 0; n < subscribers; n += 1) {
    const socket = await connected(server.port, await tokenOf(memberId(n)));
    const changes = [{ event: 'INSERT', schema: 'public', table: 'bench_published' }];
    await joined(socket, { postgres_changes: changes }, 2);
    socket.on('message', () => (received += 1));
    sockets.push(socket);
  }
  const { plain, published } = await measureWrites(
    server.port,
    await tokenOf(memberId(0)),
    () => received,
  );
  const ratio = published / plain;
  console.log(
    `a write: ${plain.toFixed(2)} ms, with ${String(subscribers)} subscribers ${published.toFixed(2)} ms, ratio ${ratio.toFixed(2)}`,
  );
  for (const socket of sockets) socket.terminate();
  await server.stop();
  await databases.stop();
  if (memory > budget.memory || ratio > budget.write) process.exitCode = 1;
}
