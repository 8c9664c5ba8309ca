import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { databaseUrl } from '../testing/database-url.ts';
import { emptyTemplate, startFreshCluster, type FreshCluster } from '../testing/fresh-cluster.ts';
import { replaceLogins } from './login-roles.ts';
import { migrateDatabase, openDatabase, type OpenedDatabase } from './open-database.ts';
import { withClient } from './server-address.ts';

const cheap = { hashPassword: (plain: string) => hash(plain, { memoryCost: 8, timeCost: 1 }) };
const login = { user: 'bkksiam_web', password: 'the password of the web server' };
const name = 'prepared';
const visitor = { role: 'anon', claims: {} } as const;
const newsCount = { text: 'select count(*) as n from bkk_airline_news' };

let cluster: FreshCluster;
let ownerUrl: string;
let opened: OpenedDatabase[] = [];
let warnings: string[] = [];

const log = {
  info: () => undefined,
  warn: (_fields: object, message = '') => warnings.push(message),
};

function configOf(url: string, env: Record<string, string> = {}) {
  return readConfig({ DATABASE_URL: url, DATA_DIR: join(cluster.folder, 'data'), ...env });
}

async function migrate(env: Record<string, string> = {}): Promise<void> {
  await migrateDatabase(configOf(ownerUrl, { SEED: 'demo', ...env }), log, cheap);
}

/** Opens the database as a server does that migrates nothing. */
async function open(as = login, env: Record<string, string> = {}): Promise<OpenedDatabase> {
  const url = databaseUrl(cluster.admin, name, as);
  const database = await openDatabase(
    configOf(url, { DATABASE_MIGRATE: 'off', ...env }),
    log,
    cheap,
  );
  opened.push(database);
  return database;
}

beforeAll(async () => {
  cluster = await startFreshCluster('migrated');
  ownerUrl = await cluster.createDatabase(name);
  await migrate();
  await cluster.sql(
    `create role ${login.user} login password '${login.password}' in role bkksiam_server`,
  );
});

afterAll(() => cluster.stop());

afterEach(async () => {
  await Promise.all(opened.map((database) => database.close()));
  opened = [];
  warnings = [];
});

test('a member of bkksiam_server opens what the owner has prepared', async () => {
  const { database, secrets } = await open();
  const [result] = await database.asIdentity(visitor, [newsCount]);
  expect(result?.rows).toEqual([{ n: 7 }]);
  expect(warnings).toEqual([]);
  const migrating = await openDatabase(configOf(ownerUrl), log, cheap);
  opened.push(migrating);
  expect(migrating.secrets).toEqual(secrets);
});

test('that login reads the secrets of servers and nothing else', async () => {
  const address = { ...cluster.admin, database: name };
  await withClient(address, login, async (client) => {
    const { rows } = await client.query(
      'select name from bkksiam_private.server_secrets() order by 1',
    );
    expect(rows).toEqual([{ name: 'jwt secret' }, { name: 'login passwords' }]);
    for (const statement of [
      'table bkksiam_private.secrets',
      'table auth.users',
      'table public.bkk_features',
      'table public.bkk_products',
      'set role service_role',
      'set role authenticator',
      'set role postgres',
      'create table public.mine (n int)',
      `select bkk_internal.set_features('{}')`,
    ])
      await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});

test('a login that is no member, or a database that nobody prepared, is refused in one line', async () => {
  const stranger = { user: 'stranger', password: 'the password of a stranger' };
  await cluster.sql(`create role stranger login password '${stranger.password}'`);
  await expect(open(stranger)).rejects.toThrow(
    /^DATABASE_URL: the server's secrets cannot be read \(.*\): run npm run migrate with the owner's DATABASE_URL first, and make the role a member of bkksiam_server$/,
  );
  const empty = await cluster.createDatabase(
    'nobody_prepared',
    undefined,
    `template ${emptyTemplate}`,
  );
  await expect(
    openDatabase(configOf(empty, { DATABASE_MIGRATE: 'off' }), log, cheap),
  ).rejects.toThrow(/run npm run migrate with the owner's DATABASE_URL first/);
});

test('the owner’s login is taken with a warning', async () => {
  const { user, password = '' } = cluster.admin;
  await open({ user, password });
  expect(warnings).toEqual([expect.stringContaining('use a member of bkksiam_server alone')]);
});

test('other features than those of the database stop the start, until the owner has set them', async () => {
  await expect(open(login, { FEATURES: 'support' })).rejects.toThrow(
    'FEATURES: the database has none, the setting support: change the setting, or run npm run migrate with it',
  );
  await migrate({ FEATURES: 'support' });
  await open(login, { FEATURES: 'support' });
  await expect(open()).rejects.toThrow('FEATURES: the database has support, the setting none');
  await migrate();
  await open();
});

test('a migration that is missing stops the start and is named', async () => {
  const forget = `with gone as (
      delete from bkksiam_private.applied_files where name = '0104_server.sql' returning *)
    select * from gone`;
  const [row] = await cluster.sql(forget, name);
  await expect(open()).rejects.toThrow(
    'the database lacks the migration platform/0104_server.sql: run npm run migrate',
  );
  await cluster.sql(
    `insert into bkksiam_private.applied_files (kind, name, sha256)
     values ('platform', '0104_server.sql', '${String(row?.sha256)}')`,
    name,
  );
  await open();
});

test('logins get new passwords while servers run: what connects next reads them, and nothing fails', async () => {
  const { database } = await open();
  const migrating = await openDatabase(configOf(ownerUrl), log, cheap);
  opened.push(migrating);
  const address = { ...cluster.admin, database: name };
  const use = async () => {
    for (const { database: one } of [{ database }, migrating]) {
      const [result] = await one.asIdentity(visitor, [newsCount]);
      expect(result?.rows).toEqual([{ n: 7 }]);
      await one.asService([{ text: 'select count(*) from auth.users' }]);
      await one.asStore([{ text: 'select count(*) from public.bkk_products' }]);
      await one.ping();
    }
  };
  await use();
  for (let round = 0; round < 2; round += 1) {
    await withClient(address, cluster.admin, (client) => replaceLogins(client));
    await cluster.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where usename in ('authenticator', 'supabase_auth_admin', 'bkksiam_store_reader')`,
    );
    // A terminated connection leaves its pool with the first statement that meets it, as after any loss.
    await Promise.allSettled([use(), use(), use()]);
    await Promise.all([use(), use(), use(), use()]);
  }
  await open();
});

// Runs last, as the passwords have been replaced by then.
test('another database of the cluster does not replace passwords that this one keeps', async () => {
  const other = await cluster.createDatabase('other');
  await expect(migrateDatabase(configOf(other), log, cheap)).rejects.toThrow(
    `the passwords of this cluster's logins were replaced and are kept by the database ${name}: use another cluster for this one`,
  );
  const { database } = await open();
  await database.asIdentity(visitor, [newsCount]);
});

test('a setting that only the owner can apply is named', async () => {
  await open(login, { ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'a long password' });
  expect(warnings).toEqual([expect.stringContaining('ADMIN_EMAIL has no effect')]);
});
