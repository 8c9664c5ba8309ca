import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
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
import { migrateDatabase, openDatabase, type OpenedDatabase } from './open-database.ts';
import { setupProblem } from './server-checks.ts';
import { isWholeSuite, onlyInWholeSuite } from '../testing/variations.ts';

const silent = { info: () => undefined, warn: () => undefined };
const cheap = { hashPassword: (plain: string) => hash(plain, { memoryCost: 8, timeCost: 1 }) };

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

const productCount = { text: 'select count(*) as n from public.bkk_products' };
const newsCount = { text: 'select count(*) as n from bkk_airline_news' };
const visitor = { role: 'anon', claims: {} } as const;

const empty = `template ${emptyTemplate}`;

describe('several servers starting at once', () => {
  test.runIf(isWholeSuite)(
    'on two empty databases of a cluster without the roles: all come up, each pair agrees',
    async () => {
      const own = await startFreshCluster();
      onTestFinished(own.stop);
      const urls = [await own.createDatabase('one'), await own.createDatabase('two')];
      const servers = await Promise.all(
        [...urls, ...urls].map((url) => open(url, { SEED: 'demo' })),
      );
      for (const { database } of servers) {
        const [news] = await database.asIdentity(visitor, [newsCount]);
        expect(news?.rows).toEqual([{ n: 7 }]);
        await database.asService([{ text: 'select count(*) from auth.users' }]);
      }
      const [one, two, three, four] = servers;
      expect(one?.secrets.jwtSecret).toBe(three?.secrets.jwtSecret);
      expect(two?.secrets.jwtSecret).toBe(four?.secrets.jwtSecret);
      expect(one?.secrets.jwtSecret).not.toBe(two?.secrets.jwtSecret);
      expect([...(one?.credentials ?? []), ...(three?.credentials ?? [])]).toHaveLength(3);
    },
  );

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
      version: '20261210000100',
      name: 'internal',
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

  test('has what the last start has named: settings of bookings, features, channels and connections; keys of pushes from the first start with notifications on', async () => {
    const name = freshName();
    const url = await cluster.createDatabase(name);
    const started = async (env: Record<string, string>) => {
      const { database, secrets } = await open(url, env);
      const text = 'select name from bkk_features where is_on order by name';
      const [on] = await database.asIdentity(visitor, [{ text }]);
      const [settings] = await cluster.sql(
        `select review_hours, one_name_style as one_name, has_line, push_public_key as key
         from bkk_booking_settings, bkk_notification_channels`,
        name,
      );
      return {
        on: on?.rows.map(({ name }) => name),
        keys: secrets.pushKeys,
        settings,
        pools: database.poolStats().map(({ pool, max }) => [pool, max]),
      };
    };
    const without = { review_hours: 24, one_name: 'fnu', has_line: false, key: null };
    expect(await started({})).toMatchObject({ on: [], keys: undefined, settings: without });
    const FEATURES = 'notifications,bookings';
    const sizes = { DATABASE_POOL_CALLERS: '3', DATABASE_POOL_AUTH: '2', DATABASE_POOL_STORE: '1' };
    const bookings = { BOOKING_REVIEW_HOURS: '12', BOOKING_ONE_NAME: 'twice' };
    const first = await started({ FEATURES, ...bookings, ...sizes });
    const key = first.keys?.publicKey;
    expect(key).toMatch(/^B[\w-]{86}$/);
    expect(first).toMatchObject({
      on: ['bookings', 'notifications'],
      settings: { review_hours: 12, one_name: 'twice', has_line: false, key },
      pools: [
        ['callers', 3],
        ['auth', 2],
        ['store', 1],
      ],
    });
    const line = { LINE_CHANNEL_TOKEN: 'a-token-of-the-tests', LINE_CHANNEL_SECRET: 'a secret' };
    expect(await started({ FEATURES, ...line })).toMatchObject({
      keys: first.keys,
      settings: { review_hours: 24, one_name: 'fnu', has_line: true, key },
    });
    expect(await started({ FEATURES: 'support' })).toMatchObject({ on: ['support'] });
    expect(await started({})).toMatchObject({ on: [] });
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
    const name = 'named_admins';
    const sql = (text: string) => cluster.sql(text, name);
    let url: string;

    beforeAll(async () => {
      url = await cluster.createDatabase(name);
      await accountOf('first').start();
    });

    /** What a test does with an address of its own. */
    function accountOf(user: string) {
      const email = `${user}@example.com`;
      const account = `(select id from auth.users where email = '${email}')`;
      const start = async (change: Record<string, string> = {}) => {
        const ADMIN_EMAIL = `${user.toUpperCase()}@Example.com`;
        const env = { ADMIN_EMAIL, ADMIN_PASSWORD: 'first password', ...change };
        const dataDir = join(cluster.folder, 'data');
        const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataDir, ...env });
        await migrateDatabase(config, silent, cheap);
      };
      const state = async () => {
        const rows = await sql(
          `select encrypted_password as hash, role.role, is_active, banned_until is not null as banned,
             email_confirmed_at is not null as confirmed,
             (select count(*)::int from auth.sessions where user_id = account.id) as sessions,
             (select count(*)::int from auth.mfa_factors where user_id = account.id) as factors,
             (select count(*)::int from bkksiam_private.pending_confirmations pending
               where pending.email = account.email) as pending
           from auth.users account join bkk_user_roles role on role.user_id = account.id
           where account.email = '${email}'`,
        );
        expect(rows).toHaveLength(1);
        return rows[0];
      };
      const add = (hashOf: string, confirmed: boolean) =>
        sql(`insert into auth.users (id, email, encrypted_password, email_confirmed_at)
            values (gen_random_uuid(), '${email}', '${hashOf}', ${confirmed ? 'now()' : 'null'});
          insert into auth.sessions (id, user_id) values (gen_random_uuid(), ${account})`);
      return { email, account, start, state, add };
    }

    test('the first start creates that admin, and later ones change nothing', async () => {
      const { state, start } = accountOf('new');
      await start();
      const admin = await state();
      expect(admin).toMatchObject({ role: 'admin', is_active: true, confirmed: true });
      expect(await verify(String(admin?.hash), 'first password')).toBe(true);
      await start({ ADMIN_PASSWORD: 'another password' });
      expect(await state()).toEqual(admin);
    });

    test.each([
      ['demoted', `role = 'member'`, { role: 'member', is_active: true }],
      ['deactivated', 'is_active = false', { role: 'admin', is_active: false, banned: true }],
    ])('an admin who is %s stays so at a later start', async (what, change, expected) => {
      const { account, state, start } = accountOf(what);
      await start();
      await sql(`update bkk_user_roles set ${change} where user_id = ${account};
        update auth.users account set banned_until = now() + interval '100 years'
          from bkk_user_roles role where role.user_id = account.id and not role.is_active;
        insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
          values (gen_random_uuid(), ${account}, 'totp', 'verified', now(), now())`);
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
      const { state, add, start } = accountOf('member');
      await add('hash of the member', true);
      await start();
      expect(await state()).toMatchObject({
        role: 'admin',
        is_active: true,
        hash: 'hash of the member',
        sessions: 1,
      });
    });

    test('a deactivated member is neither activated nor made an admin', async () => {
      const { account, state, add, start } = accountOf('inactive');
      await add('hash of the member', true);
      await sql(`update bkk_user_roles set is_active = false where user_id = ${account}`);
      await start();
      expect(await state()).toMatchObject({ role: 'member', is_active: false });
    });

    test.each([
      ['that is not confirmed', false, {}],
      ['that no mail has confirmed', true, { AUTH_AUTOCONFIRM: 'on' }],
    ])(
      'a stranger with an account of that address %s does not become the admin',
      async (_what, confirmed, settings) => {
        const { email, state, add, start } = accountOf(
          confirmed ? 'stranger' : 'unconfirmed-stranger',
        );
        await add('hash of the stranger', confirmed);
        if (!confirmed)
          await sql(`insert into bkksiam_private.pending_confirmations
              (token_hash, user_id, email, kind, password_hash)
            select 'hash of a link', id, email, 'signup', 'hash of the stranger'
            from auth.users where email = '${email}'`);
        await start(settings);
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

  async function startOwn(): Promise<void> {
    own = await startFreshCluster();
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
    onlyInWholeSuite();
    await startOwn();
    await own.sql(`create role boss login createrole bypassrls password 'pw'`);
    expect(await ownerOf(await own.createDatabase('shop', boss))).toBe('postgres');
    expect(await ownerOf(await own.createDatabase('second', boss))).toBe('postgres');
  });

  test.runIf(isWholeSuite && from16)(
    'beside a postgres that it may not become it owns the product',
    async () => {
      await startOwn();
      await own.sql(`create role postgres superuser login password 'pw';
      create role boss login createrole bypassrls password 'pw'`);
      expect(await ownerOf(await own.createDatabase('shop', boss))).toBe('boss');
    },
  );

  test('the password in DATABASE_URL can be changed while servers run', async () => {
    await cluster.sql(`create role boss superuser login password 'pw'`);
    const name = freshName();
    const before = await open(await cluster.createDatabase(name, boss));
    await cluster.sql(`alter role boss password 'another'`);
    const changed = databaseUrl(cluster.admin, name, { user: 'boss', password: 'another' });
    const after = [await open(changed), await open(changed)];
    for (const { database } of [before, ...after]) {
      await cluster.sql(`select pg_terminate_backend(pid) from pg_stat_activity
        where usename in ('authenticator', 'supabase_auth_admin', 'bkksiam_store_reader')`);
      // A connection that was just ended fails once; the next one is new and has to log in.
      await database.asIdentity(visitor, [newsCount]).catch(() => undefined);
      await expect(database.asIdentity(visitor, [newsCount])).resolves.toHaveLength(1);
      await expect(database.asService([{ text: 'select' }])).resolves.toHaveLength(1);
      await expect(database.asStore([productCount])).resolves.toHaveLength(1);
    }
  });

  test.runIf(isWholeSuite)('a login whose password was changed by hand is set again', async () => {
    const shop = await cluster.createDatabase(freshName());
    await (await open(shop)).close();
    await cluster.sql(`alter role authenticator password 'set by hand'`);
    const { database } = await open(shop);
    await expect(database.asIdentity(visitor, [newsCount])).resolves.toHaveLength(1);
  });

  test.runIf(isWholeSuite)(
    'a superuser called postgres owns the product and stays what it is',
    async () => {
      await startOwn();
      await own.sql(`create role postgres superuser login password 'pw'`);
      expect(await ownerOf(await own.createDatabase('shop', postgres))).toBe('postgres');
      expect(await own.sql(`select rolsuper from pg_roles where rolname = 'postgres'`)).toEqual([
        { rolsuper: true },
      ]);
    },
  );
});
