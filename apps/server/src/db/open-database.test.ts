import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hash, verify } from '@node-rs/argon2';
import {
  afterAll,
  afterEach,
  beforeAll,
  describe,
  expect,
  inject,
  onTestFinished,
  test,
} from 'vitest';
import { readConfig } from '../config.ts';
import { databaseUrl } from '../testing/database-url.ts';
import { emptyTemplate, startFreshCluster, type FreshCluster } from '../testing/fresh-cluster.ts';
import type { PreparedCluster } from '../testing/test-cluster.ts';
import { openDatabase, type OpenedDatabase } from './open-database.ts';
import { setupProblem } from './server-checks.ts';

const silent = { info: () => undefined, warn: () => undefined };
const cheap = { hashPassword: (plain: string) => hash(plain, { memoryCost: 8, timeCost: 1 }) };
const processFile = fileURLToPath(new URL('../testing/open-database-process.ts', import.meta.url));
const run = promisify(execFile);

let cluster: FreshCluster;
let opened: OpenedDatabase[] = [];
let counter = 0;

beforeAll(async () => {
  cluster = await startFreshCluster('migrated');
});

afterAll(() => cluster.stop());

afterEach(async () => {
  await Promise.all(opened.map((database) => database.close()));
  opened = [];
});

function freshName(): string {
  counter += 1;
  return `open_${String(counter)}`;
}

async function open(url: string, env: Record<string, string> = {}): Promise<OpenedDatabase> {
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: join(cluster.folder, 'data'), ...env });
  const database = await openDatabase(config, silent, cheap);
  opened.push(database);
  return database;
}

async function setupError(url: string): Promise<string> {
  return open(url).then(
    () => 'opened',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

async function openInProcess(url: string) {
  const { stdout } = await run(process.execPath, [
    '--import',
    import.meta.resolve('tsx'),
    processFile,
    url,
    join(cluster.folder, 'data'),
  ]);
  return JSON.parse(stdout) as { jwtSecret: string; news: number; credentials: number };
}

const productCount = { text: 'select count(*) as n from bkksiam_store.products' };
const newsCount = { text: 'select count(*) as n from bkk_airline_news' };
const visitor = { role: 'anon', claims: {} } as const;

const empty = `template ${emptyTemplate}`;

describe('several servers starting at once', () => {
  test('on two empty databases of a cluster without the roles: all come up, each pair agrees', async () => {
    const own = await startFreshCluster();
    onTestFinished(own.stop);
    const urls = [await own.createDatabase('one'), await own.createDatabase('two')];
    const [one, two, three, four] = await Promise.all(
      [...urls, ...urls].map((url) => openInProcess(url)),
    );
    expect([one, two, three, four].map((found) => found?.news)).toEqual([7, 7, 7, 7]);
    expect(one?.jwtSecret).toBe(three?.jwtSecret);
    expect(two?.jwtSecret).toBe(four?.jwtSecret);
    expect(one?.jwtSecret).not.toBe(two?.jwtSecret);
    expect((one?.credentials ?? 0) + (three?.credentials ?? 0)).toBe(3);
  });

  test('a server that runs keeps its logins when another starts on the same cluster', async () => {
    const first = await open(await cluster.createDatabase(freshName()));
    const passwords = `select rolname, rolpassword from pg_authid
      where rolname in ('authenticator', 'supabase_auth_admin', 'bkksiam_store_reader') order by 1`;
    const before = await cluster.sql(passwords);
    await open(await cluster.createDatabase(freshName()));
    expect(await cluster.sql(passwords)).toEqual(before);
    await cluster.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator'`,
    );
    const [result] = await first.database.asIdentity(visitor, [newsCount]);
    expect(result?.rows).toEqual([{ n: 0 }]);
  });
});

describe('a database of the operator', () => {
  test('is migrated when it is empty, and left alone the second time', async () => {
    const name = freshName();
    const url = await cluster.createDatabase(name, undefined, empty);
    const first = await open(url);
    expect(first.credentials).toBeUndefined();
    const history = `select kind, name, applied_at from bkksiam_private.applied_files order by 1, 2`;
    const recorded = `select version, name, cardinality(statements) > 3 as split
      from supabase_migrations.schema_migrations order by version`;
    const before = [await cluster.sql(history, name), await cluster.sql(recorded, name)];
    expect(before[1]?.[0]).toEqual({
      version: '20261201000100',
      name: 'features',
      split: true,
    });
    const second = await open(url);
    expect([await cluster.sql(history, name), await cluster.sql(recorded, name)]).toEqual(before);
    expect(second.secrets).toEqual(first.secrets);
    expect(first.secrets.jwtSecret.length).toBeGreaterThanOrEqual(32);
  });

  test('gives its secret to no role of the API', async () => {
    const { database } = await open(await cluster.createDatabase(freshName()));
    for (const role of ['anon', 'authenticated', 'service_role'] as const)
      await expect(
        database.asIdentity({ role, claims: {} }, [{ text: 'table bkksiam_private.secrets' }]),
      ).rejects.toMatchObject({ code: '42501' });
  });

  test('reviews payment slips for the hours of the last start', async () => {
    const name = freshName();
    const url = await cluster.createDatabase(name);
    const started = async (env: Record<string, string>) => {
      await open(url, env);
      return cluster.sql('select review_hours from bkk_booking_settings', name);
    };
    expect(await started({ BOOKING_REVIEW_HOURS: '12' })).toEqual([{ review_hours: 12 }]);
    expect(await started({})).toEqual([{ review_hours: 24 }]);
  });

  test('has keys of pushes from the first start with notifications on', async () => {
    const name = freshName();
    const url = await cluster.createDatabase(name);
    const started = async (env: Record<string, string>) => {
      const { secrets } = await open(url, env);
      const text = 'select has_line, push_public_key as key from bkk_notification_channels';
      const [channels] = await cluster.sql(text, name);
      return { keys: secrets.pushKeys, channels };
    };
    const without = { keys: undefined, channels: { has_line: false, key: null } };
    expect(await started({})).toEqual(without);
    const FEATURES = 'bookings,notifications';
    const first = await started({ FEATURES });
    expect(first.keys?.publicKey).toMatch(/^B[\w-]{86}$/);
    expect(first.channels).toEqual({ has_line: false, key: first.keys?.publicKey });
    const line = { LINE_CHANNEL_TOKEN: 'a-token-of-the-tests', LINE_CHANNEL_SECRET: 'a secret' };
    const second = await started({ FEATURES, ...line });
    expect(second).toEqual({ keys: first.keys, channels: { ...first.channels, has_line: true } });
  });

  test('has on what the last start has named, and nothing by default', async () => {
    const url = await cluster.createDatabase(freshName());
    const started = async (env: Record<string, string>) => {
      const { database } = await open(url, env);
      const text = 'select name from bkk_features where is_on order by name';
      const [on] = await database.asIdentity(visitor, [{ text }]);
      return on?.rows.map(({ name }) => name);
    };
    expect(await started({})).toEqual([]);
    expect(await started({ FEATURES: 'requests,bookings' })).toEqual(['bookings', 'requests']);
    expect(await started({ FEATURES: 'shop' })).toEqual(['shop']);
    expect(await started({})).toEqual([]);
  });

  test('is used by as many connections as the settings say', async () => {
    const url = await cluster.createDatabase(freshName());
    const sizes = { DATABASE_POOL_CALLERS: '3', DATABASE_POOL_AUTH: '2', DATABASE_POOL_STORE: '1' };
    const { database } = await open(url, sizes);
    expect(database.poolStats().map(({ pool, max }) => [pool, max])).toEqual([
      ['callers', 3],
      ['auth', 2],
      ['store', 1],
    ]);
  });

  test('gets demo rows only while it is empty; their members get passwords, told once', async () => {
    const name = freshName();
    const url = await cluster.createDatabase(name);
    const dataDir = join(cluster.folder, name);
    const first = await open(url, { SEED: 'demo', DATA_DIR: dataDir });
    expect(first.credentials?.map(({ kind, email }) => `${kind} ${email}`)).toEqual([
      'member nattaya@bkksiam.example',
      'member somchai@bkksiam.example',
      'member malee@bkksiam.example',
    ]);
    const [{ email, password } = { email: '', password: '' }] = first.credentials ?? [];
    const [user] = await cluster.sql(
      `select encrypted_password as hash from auth.users where email = '${email}'`,
      name,
    );
    expect(await verify(String(user?.hash), password)).toBe(true);
    const file = join(dataDir, 'credentials.txt');
    expect(await readFile(file, 'utf8')).toContain(`member  ${email}  ${password}\n`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    await cluster.sql('delete from bkk_airline_news', name);
    const second = await open(url, { SEED: 'demo', DATA_DIR: dataDir });
    expect(second.credentials).toBeUndefined();
    const [result] = await second.database.asIdentity(visitor, [newsCount]);
    expect(result?.rows).toEqual([{ n: 0 }]);
  });

  describe('with ADMIN_EMAIL', () => {
    const email = 'boss@example.com';
    const env = { ADMIN_EMAIL: 'Boss@Example.com', ADMIN_PASSWORD: 'first password' };

    async function createNamed() {
      const name = freshName();
      const url = await cluster.createDatabase(name);
      const sql = (text: string) => cluster.sql(text, name);
      const state = async () => {
        const rows = await sql(
          `select encrypted_password as hash, role.role, is_active, banned_until is not null as banned,
             email_confirmed_at is not null as confirmed,
             (select count(*)::int from auth.sessions where user_id = account.id) as sessions,
             (select count(*)::int from auth.mfa_factors) as factors,
             (select count(*)::int from bkksiam_private.pending_confirmations) as pending
           from auth.users account join bkk_user_roles role on role.user_id = account.id
           where account.email = '${email}'`,
        );
        expect(rows).toHaveLength(1);
        return rows[0];
      };
      const addAccount = (hashOf: string, confirmed: boolean) =>
        sql(`insert into auth.users (id, email, encrypted_password, email_confirmed_at)
            values (gen_random_uuid(), '${email}', '${hashOf}', ${confirmed ? 'now()' : 'null'});
          insert into auth.sessions (id, user_id) select gen_random_uuid(), id from auth.users`);
      const restart = async (change: Record<string, string> = {}) =>
        (await open(url, { ...env, ...change })).close();
      return { sql, state, addAccount, restart, start: () => restart() };
    }

    test('the first start creates that admin, and later ones change nothing', async () => {
      const { state, start, restart } = await createNamed();
      await start();
      const admin = await state();
      expect(admin).toMatchObject({ role: 'admin', is_active: true, confirmed: true });
      expect(await verify(String(admin?.hash), 'first password')).toBe(true);
      await restart({ ADMIN_PASSWORD: 'another password' });
      expect(await state()).toEqual(admin);
    });

    test.each([
      ['demoted', `role = 'member'`, { role: 'member', is_active: true }],
      ['deactivated', 'is_active = false', { role: 'admin', is_active: false, banned: true }],
    ])('an admin who is %s stays so at a later start', async (_what, change, expected) => {
      const { sql, state, start } = await createNamed();
      await start();
      await sql(`insert into auth.users (id, email, email_confirmed_at)
          values ('00000000-0000-4000-8000-000000000001', 'other@example.com', now());
        update bkk_user_roles set role = 'admin'
          where user_id = '00000000-0000-4000-8000-000000000001';
        update bkk_user_roles role set ${change}
          from auth.users account where account.id = role.user_id and account.email = '${email}';
        update auth.users account set banned_until = now() + interval '100 years'
          from bkk_user_roles role where role.user_id = account.id and not role.is_active;
        insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
          select gen_random_uuid(), id, 'totp', 'verified', now(), now() from auth.users where email = '${email}'`);
      const before = await state();
      expect(before).toMatchObject({ ...expected, factors: 1 });
      await start();
      expect(await state()).toEqual(before);
      // The address is not on record after an upgrade from a release that kept none.
      await sql('delete from bkksiam_private.named_admins');
      await start();
      expect(await state()).toEqual(before);
    });

    test('an existing member becomes an admin and keeps password and sessions', async () => {
      const { state, addAccount, start, restart } = await createNamed();
      await restart({ ADMIN_EMAIL: 'first@example.com' });
      await addAccount('hash of the member', true);
      await start();
      expect(await state()).toMatchObject({
        role: 'admin',
        is_active: true,
        hash: 'hash of the member',
        sessions: 1,
      });
    });

    test('a deactivated member is neither activated nor made an admin', async () => {
      const { sql, state, addAccount, start, restart } = await createNamed();
      await restart({ ADMIN_EMAIL: 'first@example.com' });
      await addAccount('hash of the member', true);
      await sql(`update bkk_user_roles set is_active = false where role = 'member'`);
      await start();
      expect(await state()).toMatchObject({ role: 'member', is_active: false });
    });

    test.each([
      ['that is not confirmed', false, {}],
      ['that no mail has confirmed', true, { AUTH_AUTOCONFIRM: 'on' }],
    ])(
      'a stranger with an account of that address %s does not become the admin',
      async (_what, confirmed, settings) => {
        const { sql, state, addAccount, restart } = await createNamed();
        await restart({ ADMIN_EMAIL: 'first@example.com' });
        await addAccount('hash of the stranger', confirmed);
        if (!confirmed)
          await sql(`insert into bkksiam_private.pending_confirmations
              (token_hash, user_id, email, kind, password_hash)
            select 'hash of a link', id, email, 'signup', 'hash of the stranger'
            from auth.users where email = '${email}'`);
        await restart(settings);
        const admin = await state();
        expect(admin).toMatchObject({
          role: 'admin',
          is_active: true,
          confirmed: true,
          sessions: 0,
          pending: 0,
        });
        expect(await verify(String(admin?.hash), 'first password')).toBe(true);
      },
    );
  });
});

describe('a DATABASE_URL that cannot work is refused in one line', () => {
  const login = (user: string) => ({ user, password: 'pw' });

  test('no server, a wrong password, no such database', async () => {
    const unreachable = await setupError('postgresql://u:secret-password@127.0.0.1:1/x');
    expect(unreachable).toMatch(
      /^DATABASE_URL: cannot connect to x at 127\.0\.0\.1:1: .*ECONNREFUSED.*: start PostgreSQL there, or correct/,
    );
    const { admin } = cluster;
    const wrong = await setupError(
      databaseUrl(admin, 'postgres', { user: admin.user, password: 'secret-password' }),
    );
    expect(wrong).toMatch(
      /^DATABASE_URL: .*password authentication failed.*: correct user and password/,
    );
    const missing = await setupError(databaseUrl(admin, 'no_such_database', admin));
    expect(missing).toMatch(/^DATABASE_URL: .*does not exist: create that database/);
    const nowhere = await setupError('postgresql://u:secret-password@nowhere.invalid/x');
    expect(nowhere).toMatch(/^DATABASE_URL: .*(ENOTFOUND|EAI_AGAIN).*: correct the host/);
    expect([unreachable, wrong, missing, nowhere].join()).not.toContain('secret-password');
  });

  test('no SSL where it is asked for, and a port where no PostgreSQL listens', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.end('N')));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const url = `postgresql://u:p@127.0.0.1:${String(port)}/x`;
    try {
      expect(await setupError(`${url}?sslmode=require`)).toMatch(/SSL connections: remove sslmode/);
      server.removeAllListeners('connection');
      server.on('connection', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
      expect(await setupError(url)).toMatch(/terminated unexpectedly: correct the port/);
    } finally {
      server.close();
    }
  });

  test('another encoding', async () => {
    const url = await cluster.createDatabase(
      freshName(),
      undefined,
      `encoding 'SQL_ASCII' locale 'C' template template0`,
    );
    expect(await setupError(url)).toMatch(/^DATABASE_URL: .*SQL_ASCII.*UTF8/);
  });

  test('a role without the powers', async () => {
    await cluster.sql(`create role powerless login password 'pw'`);
    expect(
      await setupError(await cluster.createDatabase(freshName(), login('powerless'), empty)),
    ).toBe('DATABASE_URL: the role powerless needs CREATEROLE (or must be a superuser)');
    await cluster.sql(`create role halfway login createrole password 'pw'`);
    expect(
      await setupError(await cluster.createDatabase(freshName(), login('halfway'), empty)),
    ).toMatch(
      inject('postgres').version < 160_000
        ? /^DATABASE_URL: the role halfway must be a superuser: before version 16/
        : /^DATABASE_URL: the role halfway needs BYPASSRLS itself/,
    );
  });

  const facts = {
    version_num: 170_000,
    version: '17.0',
    encoding: 'UTF8',
    role: 'r',
    is_super: false,
    may_create_roles: true,
    may_bypass_policies: true,
    may_create_schemas: true,
    may_share_public: true,
    ungranted_role: null,
    has_other_auth: false,
  };

  test.each([
    [{}, undefined],
    [{ version_num: 140_009, version: '14.9', is_super: true }, /PostgreSQL 15 or newer.*14\.9/],
    [{ version_num: 150_000, is_super: true }, undefined],
    [{ may_create_schemas: false }, /CREATE on the database d/],
    [{ may_share_public: false }, /must own the database d/],
    [{ has_other_auth: true, is_super: true }, /d has an auth schema already/],
    [{ ungranted_role: 'anon' }, /anon exists and r does not administer it/],
  ])('%j', (change, expected) => {
    const line = setupProblem({ ...facts, ...change }, 'd');
    if (expected === undefined) expect(line).toBeUndefined();
    else expect(line).toMatch(expected);
  });
});

describe('another kind of owner', () => {
  let own: FreshCluster;
  const boss = { user: 'boss', password: 'pw' };
  const postgres = { user: 'postgres', password: 'pw' };
  const from16 = inject('postgres').version >= 160_000;

  async function startOwn(prepared?: PreparedCluster): Promise<void> {
    own = await startFreshCluster(prepared);
    onTestFinished(own.stop);
  }

  /** Opens the database, uses it as visitor, auth service and store, and returns the owner of the product's tables. */
  async function ownerOf(url: string): Promise<string> {
    const { database } = await open(url, { SEED: 'demo' });
    const [news, users, products] = await Promise.all([
      database.asIdentity(visitor, [newsCount]),
      database.asService([{ text: 'select count(*) as n from auth.users' }]),
      database.asStore([productCount]),
    ]);
    expect(news[0]?.rows).toEqual([{ n: 7 }]);
    expect(users[0]?.rows).toEqual([{ n: 3 }]);
    expect(products[0]?.rows).toEqual([{ n: 13 }]);
    const [owner] = await own.sql(
      `select pg_get_userbyid(relowner) as owner from pg_class where relname = 'bkk_airline_news'`,
      new URL(url).pathname.slice(1),
    );
    return String(owner?.owner);
  }

  test.runIf(from16)('one that is no superuser is enough from version 16 on', async () => {
    await startOwn();
    await own.sql(`create role boss login createrole bypassrls password 'pw'`);
    expect(await ownerOf(await own.createDatabase('shop', boss))).toBe('postgres');
    expect(await ownerOf(await own.createDatabase('second', boss))).toBe('postgres');
  });

  test.runIf(from16)('beside a postgres that it may not become it owns the product', async () => {
    await startOwn();
    await own.sql(`create role postgres superuser login password 'pw';
      create role boss login createrole bypassrls password 'pw'`);
    expect(await ownerOf(await own.createDatabase('shop', boss))).toBe('boss');
  });

  test('the password in DATABASE_URL can be changed while servers run', async () => {
    await startOwn('migrated');
    await own.sql(`create role boss superuser login password 'pw'`);
    const before = await open(await own.createDatabase('shop', boss));
    await own.sql(`alter role boss password 'another'`);
    const changed = databaseUrl(own.admin, 'shop', { user: 'boss', password: 'another' });
    const after = [await open(changed), await open(changed)];
    for (const { database } of [before, ...after]) {
      await own.sql(`select pg_terminate_backend(pid) from pg_stat_activity
        where usename in ('authenticator', 'supabase_auth_admin', 'bkksiam_store_reader')`);
      // A connection that was just ended fails once; the next one is new and has to log in.
      await database.asIdentity(visitor, [newsCount]).catch(() => undefined);
      await expect(database.asIdentity(visitor, [newsCount])).resolves.toHaveLength(1);
      await expect(database.asService([{ text: 'select' }])).resolves.toHaveLength(1);
      await expect(database.asStore([productCount])).resolves.toHaveLength(1);
    }
  });

  test('a login whose password was changed by hand is set again', async () => {
    await startOwn('migrated');
    await own.sql(`create role boss superuser login password 'pw'`);
    const shop = await own.createDatabase('shop', boss);
    await (await open(shop)).close();
    await own.sql(`alter role authenticator password 'set by hand'`);
    const { database } = await open(shop);
    await expect(database.asIdentity(visitor, [newsCount])).resolves.toHaveLength(1);
  });

  test('a superuser called postgres owns the product and stays what it is', async () => {
    await startOwn();
    await own.sql(`create role postgres superuser login password 'pw'`);
    expect(await ownerOf(await own.createDatabase('shop', postgres))).toBe('postgres');
    expect(await own.sql(`select rolsuper from pg_roles where rolname = 'postgres'`)).toEqual([
      { rolsuper: true },
    ]);
  });
});
