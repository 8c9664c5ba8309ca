import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { databaseUrl } from '../testing/database-url.ts';
import { emptyTemplate, startFreshCluster, type FreshCluster } from '../testing/fresh-cluster.ts';
import { hasPgbouncer, startPgbouncer, type Pgbouncer } from '../testing/pgbouncer.ts';
import { openDatabase, type OpenedDatabase } from './open-database.ts';

const cheap = { hashPassword: (plain: string) => hash(plain, { memoryCost: 8, timeCost: 1 }) };
const anon = { role: 'anon', claims: {} } as const;
const newsCount = { text: 'select count(*) as n from bkk_airline_news' };

describe.skipIf(!hasPgbouncer)('through pgbouncer in transaction mode', () => {
  let cluster: FreshCluster;
  let pgbouncer: Pgbouncer;
  let warnings: string[] = [];
  let opened: OpenedDatabase[] = [];
  let counter = 0;

  beforeAll(async () => {
    cluster = await startFreshCluster('migrated');
    pgbouncer = await startPgbouncer(cluster.admin);
  });
  afterEach(async () => {
    await Promise.all(opened.map((database) => database.close()));
    [opened, warnings] = [[], []];
  });
  afterAll(async () => {
    await pgbouncer.stop();
    await cluster.stop();
  });

  /** A database: its address through the pooler, and past it. */
  async function createDatabase(options?: string) {
    counter += 1;
    const name = `pooled_${String(counter)}`;
    const direct = await cluster.createDatabase(name, undefined, options);
    return {
      direct,
      pooled: databaseUrl({ ...cluster.admin, ...pgbouncer.address }, name, cluster.admin),
    };
  }

  async function open(env: Record<string, string>): Promise<OpenedDatabase> {
    const config = readConfig({ DATA_DIR: join(cluster.folder, 'data'), SEED: 'demo', ...env });
    const log = {
      info: () => undefined,
      warn: (_fields: object, message = '') => void warnings.push(message),
    };
    const database = await openDatabase(config, log, cheap);
    opened.push(database);
    return database;
  }

  const preparedBy = ({ database }: OpenedDatabase) =>
    database.asIdentity(anon, [{ text: 'select name from pg_prepared_statements' }]);

  test('servers start at once on an empty database and serve it, without a prepared statement', async () => {
    const { pooled } = await createDatabase(`template ${emptyTemplate}`);
    const servers = await Promise.all([1, 2].map(() => open({ DATABASE_URL: pooled })));
    for (const server of servers) {
      const reads = Array.from({ length: 50 }, () => server.database.asIdentity(anon, [newsCount]));
      const counts = new Set((await Promise.all(reads)).map(([result]) => result?.rows[0]?.n));
      expect([...counts]).toEqual([7]);
      expect((await preparedBy(server))[0]?.rows).toEqual([]);
      await server.database.ping();
    }
    expect(servers[0]?.secrets).toEqual(servers[1]?.secrets);
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toMatch(/^DATABASE_URL leads to a connection pooler.*DATABASE_DIRECT_URL/);
  });

  test('a session has the settings of its role', async () => {
    const { pooled } = await createDatabase();
    const { database } = await open({ DATABASE_URL: pooled });
    const settings = {
      text: `select current_setting('TimeZone') as zone, current_setting('search_path') as path,
        current_setting('lock_timeout') as lock`,
    };
    const [caller] = await database.asIdentity(anon, [settings]);
    expect(caller?.rows).toEqual([{ zone: 'UTC', path: 'public, extensions', lock: '8s' }]);
    const stored = database.asStore([{ text: 'delete from public.bkk_products' }]);
    await expect(stored).rejects.toMatchObject({ code: '25006' });
  });

  test('notifications arrive past it by DATABASE_DIRECT_URL', async () => {
    const { pooled, direct } = await createDatabase();
    const { database } = await open({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct });
    expect(warnings).toEqual([]);
    const payloads: string[] = [];
    await database.listen('somewhere', (payload) => payloads.push(payload));
    await database.asIdentity(anon, [{ text: `select pg_notify('somewhere', 'something')` }]);
    await vi.waitUntil(() => payloads.length > 0, { timeout: 10_000 });
    expect(payloads).toEqual(['something']);
  });

  test('without a direct address, every listener is called after five seconds', async () => {
    const { pooled } = await createDatabase();
    const { database } = await open({ DATABASE_URL: pooled, DATABASE_POOLER: 'transaction' });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const listener = vi.fn();
      const stop = await database.listen('somewhere', listener);
      vi.advanceTimersByTime(5000);
      expect(listener.mock.calls).toEqual([['']]);
      await stop();
      vi.advanceTimersByTime(5000);
      expect(listener).toHaveBeenCalledTimes(1);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a database past it is recognised as such, and prepares its statements', async () => {
    const { direct } = await createDatabase();
    const server = await open({ DATABASE_URL: direct });
    for (let n = 0; n < 3; n += 1) await server.database.asIdentity(anon, [newsCount]);
    expect((await preparedBy(server))[0]?.rows).not.toEqual([]);
    expect(warnings).toEqual([]);
  });
});
