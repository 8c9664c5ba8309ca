import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startFreshCluster, type FreshCluster } from './testing/fresh-cluster.ts';
import { startServerProcess, type ServerProcess } from './testing/server-process.ts';
import { isWholeSuite, variations } from './testing/variations.ts';

let folder: string;
let running: ServerProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bkksiam-two-'));
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((server) => server.stop('SIGTERM')));
  rmSync(folder, { recursive: true, force: true });
});

async function start(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const server = await startServerProcess({ DATA_DIR: dataDir, SEED: 'demo', ...env });
  running.push(server);
  return server;
}

async function stop(server: ServerProcess): Promise<void> {
  running = running.filter((other) => other !== server);
  expect(await server.stop('SIGTERM')).toBe(0);
}

async function newsIds(server: ServerProcess): Promise<unknown> {
  const response = await fetch(`${server.url}/rest/v1/bkk_airline_news?select=id&order=id`, {
    headers: { apikey: server.anonKey },
  });
  expect(response.status).toBe(200);
  return response.json();
}

interface Load {
  /** Resolves after this many more responses, rejects on the first error. */
  more(count: number): Promise<void>;
  /** Stops; rejects when a response was an error. */
  finish(): Promise<void>;
}

/** Reads continuously until it is stopped. */
function load(server: ServerProcess): Load {
  let going = true;
  let answers = 0;
  const readLoop = async (): Promise<void> => {
    for (; going; answers += 1) await newsIds(server);
  };
  const loops = Promise.all([readLoop(), readLoop(), readLoop(), readLoop()]);
  return {
    async more(count) {
      const goal = answers + count;
      const reached = vi.waitUntil(() => answers >= goal, { timeout: 60_000 });
      await Promise.race([reached, loops]);
    },
    async finish() {
      going = false;
      await loops;
    },
  };
}

const leavers = [
  ['the first', 0],
  ['the second', 1],
] as const;

/** Stops one server while the other is under load; the other continues and stops last. */
async function leaveUnderLoad(
  servers: readonly [ServerProcess, ServerProcess],
  leaving: 0 | 1,
): Promise<void> {
  const [one, two] = leaving === 0 ? servers : ([servers[1], servers[0]] as const);
  expect(await newsIds(one)).toEqual(await newsIds(two));
  const reads = load(two);
  await reads.more(4);
  await stop(one);
  await reads.more(4);
  await reads.finish();
  await stop(two);
}

describe('two servers on one data folder', () => {
  test.each(variations(leavers, 0))(
    'start at once, serve the same data, and %s can leave under load',
    async (_name, leaving) => {
      const dataDir = join(folder, 'data');
      await leaveUnderLoad(await Promise.all([start(dataDir), start(dataDir)]), leaving);
    },
  );

  test.runIf(isWholeSuite)(
    'the data is there after both have left, also in a folder with a very long path',
    async () => {
      const dataDir = join(folder, 'x'.repeat(80), 'y'.repeat(80));
      mkdirSync(dataDir, { recursive: true });
      const first = await start(dataDir);
      const before = await newsIds(first);
      await stop(first);
      const again = await start(dataDir);
      expect(await newsIds(again)).toEqual(before);
    },
  );
});

describe.runIf(isWholeSuite)(
  'two servers on one DATABASE_URL, each with a data folder of its own',
  () => {
    let own: FreshCluster;
    beforeAll(async () => {
      own = await startFreshCluster();
    });
    afterAll(() => own.stop());

    test.each(variations(leavers, 1))(
      'start at once on the empty database, serve the same data, and %s can leave under load',
      async (_name, leaving) => {
        const env = { DATABASE_URL: await own.createDatabase(`shared_${String(leaving)}`) };
        const servers = await Promise.all([
          start(join(folder, 'one'), env),
          start(join(folder, 'two'), env),
        ]);
        expect(servers[0].anonKey).toBe(servers[1].anonKey);
        await leaveUnderLoad(servers, leaving);
      },
    );
  },
);
