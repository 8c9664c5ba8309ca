import assert from 'node:assert/strict';
import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { WebSocket } from 'ws';
import { fuzzedFrames } from '../../apps/server/src/testing/frame-arbitraries.ts';
import {
  readCredential,
  startServerProcess,
  type ServerProcess,
} from '../../apps/server/src/testing/server-process.ts';
import { memoryOf } from '../../bench/server-watch.ts';
import { discardCluster, inFolder, type Drill } from './drill.ts';

const callCount = 50_000;
const frameCount = 50_000;
const atOnce = 8;
/** A socket that is closed for too many messages is opened again after so many frames. */
const framesOfSocket = 100;
/** A part of the calls or frames, after which memory is read. */
const chunk = 5_000;
const mostGrowthMegabytes = 60;

type Caller = 'visitor' | 'member' | 'admin';
type Keys = Readonly<Record<Caller, string>>;

interface Schema {
  readonly properties?: Readonly<Record<string, { readonly format?: string }>>;
}
interface Description {
  readonly paths: Readonly<
    Record<string, { readonly post?: { readonly parameters: readonly { schema?: Schema }[] } }>
  >;
}

const hostedFunctions = ['search-flights', 'hold-flight', 'traveller-passport', 'line-webhook'];
/** Functions that end the sessions or the role of the callers. */
const excluded = /erase_user|toggle_active|set_role|invite_role/;

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, -1, 0, 1e30, '', ' ', '\0', '__proto__', 'x'.repeat(3000), '🛫', 'กก'),
);
const days = fc.constantFrom(
  '2026-12-24',
  '2030-01-01',
  '0001-01-01',
  'infinity',
  '-infinity',
  'x',
);
const words = fc.constantFrom('BKK', 'CNX', 'NRT', 'TG', 'economy', 'PENDING', 'AB12CD', 'a@b.co');

/** Objects with the keys that the features read, and odd values. */
const details = fc.dictionary(
  fc.constantFrom(
    ...['origin', 'destination', 'day', 'label', 'type', 'count', 'price_satang', 'tax_satang'],
    ...[
      'first_name',
      'last_name',
      'birth_date',
      'segments',
      'lines',
      'options',
      'fares',
      'version',
    ],
  ),
  fc.oneof(odd, words, days, fc.integer()),
);

/** A value for an argument of a type, often a wrong one. */
function valueOf(format: string, ids: readonly string[]): fc.Arbitrary<unknown> {
  const known = fc.constantFrom(...ids);
  const plain: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    uuid: fc.oneof({ weight: 4, arbitrary: known }, { weight: 1, arbitrary: fc.uuid() }),
    bigint: fc.oneof(fc.integer({ min: -2, max: 20 }), fc.constant('9223372036854775807')),
    integer: fc.integer({ min: -2, max: 20 }),
    smallint: fc.integer({ min: -2, max: 20 }),
    boolean: fc.boolean(),
    date: days,
    'timestamp with time zone': days,
    jsonb: fc.oneof(details, fc.array(details, { maxLength: 4 }), odd),
    text: fc.oneof(fc.string({ unit: 'grapheme' }), words, known),
  };
  const [, element] = /^(.*)\[\]$/.exec(format) ?? [];
  const right =
    element === undefined
      ? (plain[format] ?? odd)
      : fc.array(plain[element] ?? odd, { maxLength: 5 });
  return fc.oneof({ weight: 6, arbitrary: right }, { weight: 1, arbitrary: odd });
}

interface Call {
  readonly caller: Caller;
  readonly path: string;
  readonly body: unknown;
}

/** Calls of the functions of SQL that callers may use, and of those beside the database. */
function callsOf({ paths }: Description, ids: readonly string[]): fc.Arbitrary<Call> {
  const sql = Object.entries(paths).flatMap(([path, { post }]) => {
    if (!path.startsWith('/rpc/') || post === undefined || excluded.test(path)) return [];
    const types = Object.entries(post.parameters[0]?.schema?.properties ?? {});
    const values = types.map(([name, { format = '' }]) => [name, valueOf(format, ids)] as const);
    const body = fc.oneof(
      { weight: 5, arbitrary: fc.record(Object.fromEntries(values)) },
      { weight: 2, arbitrary: fc.record(Object.fromEntries(values), { requiredKeys: [] }) },
      { weight: 1, arbitrary: odd },
    );
    return [{ path: `/rest/v1${path}`, body }];
  });
  const others = hostedFunctions.map((name) => ({
    path: `/functions/v1/${name}`,
    body: fc.oneof(details, odd),
  }));
  return fc.constantFrom(...sql, ...others).chain(({ path, body }) =>
    fc.record({
      caller: fc.constantFrom<Caller>('visitor', 'member', 'admin'),
      path: fc.constant(path),
      body,
    }),
  );
}

async function json<T>(response: Response): Promise<T> {
  assert(response.ok, `${response.url}: ${String(response.status)}`);
  return (await response.json()) as T;
}

async function keysOf(server: ServerProcess, dataDir: string): Promise<Keys> {
  const signIn = async (who: RegExp): Promise<string> => {
    const response = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: server.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify(await readCredential(dataDir, who)),
    });
    return (await json<{ access_token: string }>(response)).access_token;
  };
  return {
    visitor: server.anonKey,
    member: await signIn(/nattaya@/),
    admin: await signIn(/admin/),
  };
}

const headersOf = (key: string) => ({ apikey: key, authorization: `Bearer ${key}` });

/** The ids of what the demo has, as the admin reads them. */
async function knownIds(url: string, { admin }: Keys): Promise<readonly string[]> {
  const tables = ['bkk_bookings', 'bkk_quote_requests', 'bkk_flights', 'bkk_travellers'];
  const texts = await Promise.all(
    tables.map(async (table) =>
      (await fetch(`${url}/rest/v1/${table}?limit=20`, { headers: headersOf(admin) })).text(),
    ),
  );
  const uuids = texts.join().match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g) ?? [];
  assert(uuids.length > 20, texts.join());
  return [...new Set(uuids)];
}

/** Runs the work chunk by chunk and gives the memory after each. */
async function inChunks(
  pid: number,
  count: number,
  work: (numRuns: number, from: number) => Promise<void>,
): Promise<readonly number[]> {
  const memory: number[] = [];
  for (let from = 0; from < count; from += chunk) {
    await work(Math.min(chunk, count - from), from);
    memory.push(Math.round(await memoryOf(pid)));
  }
  return memory;
}

async function sendCalls(server: ServerProcess, keys: Keys, seed: number) {
  const admins = headersOf(keys.admin);
  const described = await json<Description>(
    await fetch(`${server.url}/rest/v1/`, { headers: admins }),
  );
  const calls = callsOf(described, await knownIds(server.url, keys));
  const statuses = new Map<number, number>();
  const memory = await inChunks(server.pid, callCount, async (numRuns, from) => {
    const next = fc.sample(calls, { numRuns, seed: seed + from }).values();
    const lane = async (): Promise<void> => {
      for (const { caller, path, body } of next) {
        const response = await fetch(server.url + path, {
          method: 'POST',
          headers: { ...headersOf(keys[caller]), 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        const text = await response.text();
        const { status } = response;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        assert(status < 500, `${path} ${JSON.stringify(body)} of ${caller}: ${text}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
  });
  const counts = [...statuses].map(([status, times]) => `${String(times)} x ${String(status)}`);
  return { counts: counts.join(', '), memory };
}

async function sendFrames(server: ServerProcess, keys: Keys, seed: number) {
  const address = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0`;
  const beat = JSON.stringify([null, 'last', 'phoenix', 'heartbeat', {}]);
  const sendAll = async (key: string, frames: readonly (string | Uint8Array)[]): Promise<void> => {
    const socket = new WebSocket(`${address}&apikey=${key}`);
    socket.on('error', () => undefined);
    await once(socket, 'open');
    const ended = new Promise<void>((resolve) => {
      socket.on('message', (data: Buffer) => {
        if (data.toString().includes('"last"')) resolve();
      });
      socket.on('close', () => resolve());
    });
    for (const frame of [...frames, beat]) socket.send(frame);
    await ended;
    socket.terminate();
  };
  return inChunks(server.pid, frameCount, async (numRuns, from) => {
    const frames = fc.sample(fuzzedFrames, { numRuns, seed: seed + from });
    for (let at = 0; at < frames.length; at += framesOfSocket)
      await sendAll(
        at % 200 === 0 ? keys.visitor : keys.member,
        frames.slice(at, at + framesOfSocket),
      );
  });
}

function checkMemory(what: string, memory: readonly number[]): string {
  const [first = 0, ...rest] = memory.slice(Math.floor(memory.length / 5));
  const grown = (rest.at(-1) ?? first) - first;
  assert(grown < mostGrowthMegabytes, `${what}: ${memory.join(', ')} MB`);
  return `${what}: ${memory.join(', ')} MB`;
}

async function fuzzFeatures(folder: string): Promise<string> {
  const dataDir = join(folder, 'data');
  const seed = randomInt(2 ** 31);
  try {
    const server = await startServerProcess({ DATA_DIR: dataDir, SEED: 'demo', FEATURES: 'all' });
    const keys = await keysOf(server, dataDir);
    const { counts, memory } = await sendCalls(server, keys, seed);
    const ofFrames = await sendFrames(server, keys, seed);
    assert.equal((await fetch(`${server.url}/health`)).status, 200);
    const failures = server.output().match(/^.*"level":[56]0.*$/gm) ?? [];
    assert.deepEqual(failures.slice(0, 3), []);
    await server.stop();
    return [
      `seed ${String(seed)}; ${counts}`,
      checkMemory(`resident after each ${String(chunk)} calls`, memory),
      checkMemory(`resident after each ${String(chunk)} frames`, ofFrames),
    ].join('\n  ');
  } finally {
    discardCluster(dataDir);
  }
}

export const featureFuzzDrills: readonly Drill[] = [
  {
    name: 'fuzz: 50,000 calls of the features and 50,000 frames, no failure, flat memory',
    run: () => inFolder(fuzzFeatures),
  },
];
