import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startCluster } from '../../apps/server/src/db/embedded-cluster.ts';
import { withClient } from '../../apps/server/src/db/server-address.ts';
import { createTokens, serviceKey } from '../../apps/server/src/http/jwt.ts';
import { databaseUrl } from '../../apps/server/src/testing/database-url.ts';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { realtimeClient } from '../../apps/server/src/testing/realtime-client.ts';
import {
  startServerProcess,
  type ServerProcess,
} from '../../apps/server/src/testing/server-process.ts';
import { median } from '../../bench/load.ts';
import { DrillSkipped, inFolder, type Drill } from './drill.ts';

const clientCount = 20;
const measuredWrites = 100;
const rounds = 3;
const medianLimitMs = 200;
const returnLimitMs = 10_000;
const database = 'realtime_drill';
const jwtSecret = 'the secret of the drills, which is long enough';

const table = `
  create table public.drill_notes (id int primary key, body text);
  alter table public.drill_notes enable row level security;
  create policy "all read" on public.drill_notes for select using (true);
  grant select on public.drill_notes to anon, authenticated;
  grant select, insert on public.drill_notes to service_role;
  alter publication supabase_realtime add table public.drill_notes;
  notify pgrst, 'reload schema'`;

/** The sample of HAProxy for these servers: its part for the site, without the databases. */
function writeConfig(folder: string, port: number, servers: readonly number[]): string {
  const sample = fileURLToPath(new URL('../../deploy/cluster/haproxy.cfg', import.meta.url));
  const text = readFileSync(sample, 'utf8');
  const global = text.slice(0, text.indexOf('# Patroni reports'));
  const site = text
    .slice(text.indexOf('# The site.'))
    .replace('@SITE_PORT@', String(port))
    .replaceAll('@SERVER_PORT_1@', String(servers[0]))
    .replaceAll('@SERVER_PORT_2@', String(servers[1]))
    .replaceAll(/^.*@SERVER_PORT_\d@.*\n?/gm, '');
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, global + site);
  return file;
}

async function startHaproxy(config: string, url: string): Promise<ChildProcess> {
  const child = spawn('haproxy', ['-f', config], { stdio: 'ignore' });
  const failed = once(child, 'error').then(([error]) => {
    throw new DrillSkipped(`needs HAProxy (apt-get install haproxy): ${String(error)}`);
  });
  const ready = async () => {
    for (;;) {
      const response = await fetch(`${url}/config.json`).catch(() => undefined);
      if (response?.ok === true) return;
      await sleep(100);
    }
  };
  await Promise.race([failed, ready()]);
  return child;
}

/** A reader with the unmodified client, which reads what it does not have whenever it has subscribed. */
class Reader {
  readonly #client: ReturnType<typeof realtimeClient>;
  readonly seen = new Set<number>();
  /** When each row came by Realtime. */
  readonly arrivals = new Map<number, number>();
  readonly #reads: Promise<void>[] = [];
  /** When it has subscribed, each time. */
  readonly subscriptions: number[] = [];

  constructor(url: string, key: string) {
    this.#client = realtimeClient(url, key);
  }

  start(): void {
    this.#client
      .channel('notes')
      .on(
        'postgres_changes',
        { event: 'INSERT', schema: 'public', table: 'drill_notes' },
        ({ new: row }: { new: { id?: number } }) => {
          if (row.id === undefined) return;
          this.seen.add(row.id);
          this.arrivals.set(row.id, performance.now());
        },
      )
      .on('system', {}, ({ status }: { status: string }) => {
        if (status !== 'ok') return;
        this.subscriptions.push(performance.now());
        this.#reads.push(this.#read());
      })
      .subscribe();
  }

  async #read(): Promise<void> {
    for (;;) {
      const { data } = await this.#client.from('drill_notes').select('id').limit(10_000);
      if (data === null) {
        await sleep(100);
        continue;
      }
      for (const { id } of data as { id: number }[]) this.seen.add(id);
      return;
    }
  }

  async settle(): Promise<void> {
    await Promise.all(this.#reads);
  }

  async stop(): Promise<void> {
    await this.#client.removeAllChannels();
    await this.#client.realtime.disconnect();
  }
}

async function until(what: string, limitMs: number, holds: () => boolean): Promise<void> {
  const end = performance.now() + limitMs;
  while (!holds()) {
    assert(performance.now() < end, `${what} took more than ${String(limitMs)} ms`);
    await sleep(5);
  }
}

/** Writes rows through HAProxy, each once more with the next id when it was broken off. */
class Writer {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly acknowledged: number[] = [];
  #next = 1;
  failed = 0;

  constructor(url: string, key: string) {
    this.#url = `${url}/rest/v1/drill_notes`;
    const authorization = `Bearer ${key}`;
    this.#headers = { apikey: key, authorization, 'content-type': 'application/json' };
  }

  async write(): Promise<number | undefined> {
    const id = this.#next;
    this.#next += 1;
    const body = JSON.stringify({ id, body: 'a note' });
    const sent = fetch(this.#url, { method: 'POST', headers: this.#headers, body });
    const isKept = await sent.then(({ ok }) => ok).catch(() => false);
    if (!isKept) {
      this.failed += 1;
      return undefined;
    }
    this.acknowledged.push(id);
    return id;
  }
}

interface Site {
  readonly url: string;
  readonly servers: ServerProcess[];
  readonly environments: readonly Record<string, string>[];
  readonly readers: readonly Reader[];
  readonly writer: Writer;
}

/** How long the last of the readers, who are at both servers, waits for a row. */
async function measureArrival({ readers, writer }: Site): Promise<number> {
  const waits: number[] = [];
  for (let n = 0; n < measuredWrites; n += 1) {
    const start = performance.now();
    const id = await writer.write();
    assert(id !== undefined);
    const all = () => readers.every(({ arrivals }) => arrivals.has(id));
    await until('a change', 5_000, all);
    waits.push(Math.max(...readers.map(({ arrivals }) => arrivals.get(id) ?? 0)) - start);
  }
  return median(waits);
}

/** Kills a server under writes; how long its readers are away, and how many there were. */
async function killOne(site: Site, index: number): Promise<{ ms: number; readers: number }> {
  const { servers, environments, readers, writer } = site;
  const before = readers.map(({ subscriptions }) => subscriptions.length);
  const writing = { stopped: false, done: Promise.resolve() };
  writing.done = (async () => {
    while (!writing.stopped) {
      await writer.write();
      await sleep(20);
    }
  })();
  const killedAt = performance.now();
  await servers[index]?.stop('SIGKILL');
  // Readers of the other server stay; those of this one notice within moments.
  const isBack = ({ subscriptions }: Reader, at: number) =>
    subscriptions.length > (before[at] ?? 0);
  await sleep(returnLimitMs);
  const back = readers.filter(isBack);
  const ms = Math.max(
    0,
    ...back.map(({ subscriptions }) => (subscriptions.at(-1) ?? 0) - killedAt),
  );
  servers[index] = await startServerProcess(environments[index] ?? {});
  writing.stopped = true;
  await writing.done;
  const last = writer.acknowledged.at(-1) ?? 0;
  await until('the last change', 10_000, () => readers.every(({ seen }) => seen.has(last)));
  for (const [at, reader] of readers.entries()) {
    await reader.settle();
    const missed = writer.acknowledged.filter((id) => !reader.seen.has(id));
    assert.deepEqual(missed, [], `reader ${String(at)} has missed changes`);
  }
  return { ms, readers: back.length };
}

async function measure(site: Site): Promise<string> {
  for (const reader of site.readers) reader.start();
  const subscribed = ({ subscriptions }: Reader) => subscriptions.length > 0;
  await until('subscribing', 20_000, () => site.readers.every(subscribed));
  const arrival = await measureArrival(site);
  assert(arrival < medianLimitMs, `the median is ${arrival.toFixed(0)} ms`);
  const kills: { ms: number; readers: number }[] = [];
  for (let round = 0; round < rounds; round += 1) kills.push(await killOne(site, round % 2));
  const away = kills.map(({ ms, readers }) => `${String(readers)} within ${ms.toFixed(0)} ms`);
  assert(
    kills.some(({ readers }) => readers > 0),
    'no reader was at a killed server',
  );
  return `a change at the last of ${String(clientCount)} readers of both servers after ${arrival.toFixed(0)} ms at the median of ${String(measuredWrites)}; readers of a killed server back: ${away.join(', ')}; nothing of ${String(site.writer.acknowledged.length)} changes missed (${String(site.writer.failed)} writes broken off)`;
}

async function behindHaproxy(folder: string): Promise<string> {
  const cluster = await startCluster({
    ...{ dataDir: join(folder, 'cluster'), durable: false, maxConnections: 100 },
  });
  const { admin } = cluster;
  const servers: ServerProcess[] = [];
  let haproxy: ChildProcess | undefined;
  try {
    await withClient(admin, admin, (client) => client.query(`create database ${database}`));
    const environments: Record<string, string>[] = [];
    for (const name of ['one', 'two']) {
      const environment = {
        DATA_DIR: join(folder, name),
        DATABASE_URL: databaseUrl(admin, database, admin),
        ...{ PORT: String(await freePort()), JWT_SECRET: jwtSecret, TRUST_PROXY: 'loopback' },
      };
      environments.push(environment);
      servers.push(await startServerProcess(environment));
    }
    await withClient({ ...admin, database }, admin, (client) => client.query(table));
    const port = await freePort();
    const url = `http://127.0.0.1:${String(port)}`;
    const ports = environments.map(({ PORT }) => Number(PORT));
    haproxy = await startHaproxy(writeConfig(folder, port, ports), url);
    const writer = new Writer(url, await serviceKey(createTokens({ secret: jwtSecret })));
    const key = servers[0]?.anonKey ?? '';
    const readers = Array.from({ length: clientCount }, () => new Reader(url, key));
    try {
      return await measure({ url, servers, environments, readers, writer });
    } finally {
      await Promise.all(readers.map((reader) => reader.stop()));
    }
  } finally {
    haproxy?.kill('SIGTERM');
    await Promise.all(servers.map((server) => server.stop('SIGTERM')));
    await cluster.release();
  }
}

export const realtimeDrills: readonly Drill[] = [
  {
    name: 'realtime: two servers behind HAProxy, one of them killed',
    run: () => inFolder(behindHaproxy),
  },
];
