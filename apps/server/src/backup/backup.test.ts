import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { readConfig, type Config } from '../config.ts';
import { startCluster, type Cluster } from '../db/embedded-cluster.ts';
import { migrate } from '../db/migrate.ts';
import { migrationFiles, releaseVersion } from '../db/migration-files.ts';
import { withClient, type AdminLogin } from '../db/server-address.ts';
import { databaseUrl } from '../testing/database-url.ts';
import { startFreshCluster, type FreshCluster } from '../testing/fresh-cluster.ts';
import { oldestBinaries } from '../testing/global-setup-pg15.ts';
import { hasPgbouncer, startPgbouncer } from '../testing/pgbouncer.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { isWholeSuite, onlyInWholeSuite } from '../testing/variations.ts';
import { otherTables, productTables } from './product-tables.ts';
import { checksum, manifestText, readManifest, tableFile, type Manifest } from './manifest.ts';
import { restoreBackup, type RestoredBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

const silent = { info: () => undefined, warn: () => undefined };
const signal = new AbortController().signal;

let folder: string;
let targets: FreshCluster;
let count = 0;
let db: TestDatabase;
let source: Config;
/** A backup of the source, with mails and uploaded files. */
let good: string;
const slip = join('objects', '7d', '7d9f5f0e-0000-4000-8000-000000000001');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bkksiam-backup-'));
  [targets, db] = await Promise.all([startFreshCluster(), demoDatabase()]);
  source = configOf(urlOf(db));
  const outbox = join(source.dataDir, 'outbox');
  await mkdir(outbox, { recursive: true });
  for (const name of ['one.eml', 'one (copy).eml', '._one.eml', 'notes.txt'])
    writeFileSync(join(outbox, name), 'Subject: one\r\n\r\ntext');
  await mkdir(dirname(join(source.dataDir, 'storage', slip)), { recursive: true });
  writeFileSync(join(source.dataDir, 'storage', slip), 'a payment slip');
  await db.sql(`insert into storage.buckets (id, name) values ('slips', 'slips');
    insert into storage.objects (bucket_id, name, version)
      values ('slips', 'a', '${basename(slip)}'),
        ('slips', 'without bytes', '7d9f5f0e-0000-4000-8000-000000000002'), ('slips', 'without version', null)`);
  good = await backup(source);
});

afterAll(async () => {
  await Promise.all([targets.stop(), db.drop()]);
  rmSync(folder, { recursive: true, force: true });
});

const freshName = (): string => `backup_${String(++count)}`;

function configOf(url: string, dataDir = join(folder, freshName())): Config {
  return readConfig({ DATABASE_URL: url, DATA_DIR: dataDir });
}

const urlOf = ({ admin }: TestDatabase): string => databaseUrl(admin, admin.database, admin);

/** Takes a backup into a new folder and returns its path. */
async function backup(config: Config, withSecrets = true): Promise<string> {
  const target = join(folder, freshName());
  return (await takeBackup(config, { target, withSecrets, signal })).folder;
}

function restore(source: string, config: Config, withSecrets = true): Promise<RestoredBackup> {
  return restoreBackup(config, { source, withSecrets, signal });
}

interface Target {
  readonly name: string;
  readonly config: Config;
  readonly sql: (text: string) => Promise<Record<string, unknown>[]>;
}

/** An empty database on a cluster without the product's roles of before. */
async function emptyTarget(): Promise<Target> {
  const name = freshName();
  const config = configOf(await targets.createDatabase(name));
  return { name, config, sql: (text) => targets.sql(text, name) };
}

const relations = `select relname from pg_class join pg_namespace as n on n.oid = relnamespace
  where nspname in ('public', 'auth', 'storage', 'bkksiam_private', 'supabase_migrations')`;

/** Every row of every table, generated columns included, and the state of what belongs to the tables. */
async function contents(sql: Target['sql']): Promise<Record<string, unknown>> {
  const tables = await sql(`select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'auth', 'storage', 'bkksiam_private', 'supabase_migrations')
      and tablename not in ('limits', 'secrets') order by 1`);
  const found: Record<string, unknown> = {};
  for (const { name } of tables) {
    const [row] = await sql(
      `select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text collate "C")) as md5
       from ${String(name)} as t`,
    );
    found[String(name)] = row;
  }
  found.triggers =
    await sql(`select tgrelid::regclass::text as "table", tgname, tgenabled from pg_trigger
    where not tgisinternal order by 1, 2`);
  found.sequences = await sql(`select schemaname, sequencename, last_value::int from pg_sequences
    order by 1, 2`);
  found.policies = await sql(
    'select schemaname, tablename, policyname from pg_policies order by 1, 2, 3',
  );
  return found;
}

async function demoDatabase(): Promise<TestDatabase> {
  const db = await createTestDatabase({ seed: 'demo' });
  await db.sql(String.raw`
    insert into auth.sessions (id, user_id, aal, ip, refreshed_at)
      select gen_random_uuid(), id, 'aal2', '10.0.0.1/32', now() from auth.users;
    insert into auth.refresh_tokens (token, user_id, revoked, session_id)
      select 'token' || row_number() over (), user_id, false, id from auth.sessions;
    insert into auth.audit_log_entries (id, payload, created_at)
      values (gen_random_uuid(), '{"text": "tab\t line\n ไทย \\ \\. \\N end"}', now());
    insert into bkk_login_logs (user_id, email, session_id)
      select user_id, E'odd\t\n\\N\\.\r"ไทย', id from auth.sessions;
    insert into bkksiam_private.mail_outbox
        (id, type, language, recipient, redirect_to, sealed_token, expires_at)
      values (gen_random_uuid(), 'recovery', 'th', 'a@example.com', 'https://x', '\x0001ff5c', 'infinity');
    insert into bkksiam_private.limits values ('key', 1, now() + interval '1 hour')`);
  return db;
}

describe('a backup of a database', () => {
  test('is restored equal table by table, with triggers, policies, sequences, mails and uploaded files as they were', async () => {
    const target = await emptyTarget();
    const compared: string[] = [];
    const result = await restoreBackup(target.config, {
      ...{ source: good, withSecrets: true, signal },
      onCompared: ({ name }) => compared.push(name),
    });
    expect(result.newMigrations).toBe(0);
    expect(compared).toHaveLength(result.manifest.tables.length);
    const before = await contents(db.sql);
    expect(before['public.bkk_login_logs']).toMatchObject({ rows: 3 });
    expect(before['bkksiam_private.mail_outbox']).toMatchObject({ rows: 1 });
    expect(await contents(target.sql)).toEqual(before);
    expect(await target.sql('select count(*)::int as n from bkksiam_private.limits')).toEqual([
      { n: 0 },
    ]);
    // Of the files in the outbox the mails alone.
    const { dataDir } = target.config;
    expect(await readdir(join(dataDir, 'outbox'))).toEqual(['one.eml']);
    const mail = readFileSync(join(dataDir, 'outbox', 'one.eml'), 'utf8');
    expect(mail).toBe('Subject: one\r\n\r\ntext');
    expect(result.manifest.mails.map(({ name }) => name)).toEqual(['one.eml']);
    expect(result.manifest.objects).toMatchObject({ files: 1, bytes: 14 });
    expect(readFileSync(join(dataDir, 'storage', slip), 'utf8')).toBe('a payment slip');
    expect(await target.sql(`select name from storage.objects order by name`)).toHaveLength(3);
    expect(await readdir(good)).not.toContain('incoming');
    const ids = `insert into bkk_login_logs (user_id, email)
      select id, 'next' from auth.users limit 1 returning id::int`;
    expect(await target.sql(ids)).toEqual(await db.sql(ids));
  });

  test('has every table that the migrations create but unlogged ones and the secrets, each with a key to order by', async () => {
    await withClient(db.admin, db.admin, async (client) => {
      const tables = await productTables(client);
      expect(tables.filter(({ order }) => order.length === 0)).toEqual([]);
      const { rows } = await client.query<{ name: string }>(`
        select schemaname || '.' || tablename as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema') order by 1`);
      const names = tables.map(({ schema, name }) => `${schema}.${name}`);
      expect(rows.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([
        'bkksiam_private.limits',
        'bkksiam_private.realtime_changes',
        'bkksiam_private.realtime_presences',
        'bkksiam_private.realtime_relays',
        'bkksiam_private.realtime_servers',
        'bkksiam_private.secrets',
        'realtime.messages',
      ]);
      expect(await otherTables(client)).toEqual([]);
    });
  });

  test('is readable by its owner alone, and two of one state are the same', async () => {
    const [one, two] = [await backup(source), await backup(source)];
    for (const path of await readdir(one, { recursive: true })) {
      const stats = statSync(join(one, path));
      expect([path, stats.mode & 0o777]).toEqual([path, stats.isDirectory() ? 0o700 : 0o600]);
    }
    expect(statSync(one).mode & 0o777).toBe(0o700);
    const [first, second] = [await readManifest(one), await readManifest(two)];
    expect({ ...first, takenAt: '' }).toEqual({ ...second, takenAt: '' });
  });

  test('leaves tables that are not the product’s out and names them', async () => {
    await db.sql('create table public.ledger (a int)');
    const target = join(folder, freshName());
    const taken = await takeBackup(source, { target, withSecrets: false, signal });
    await db.sql('drop table public.ledger');
    expect(taken.leftOut).toEqual(['public.ledger']);
  });

  test('says which folder cannot be written to', async () => {
    const file = join(folder, freshName());
    writeFileSync(file, '');
    const target = join(file, 'nested', 'backup');
    const taking = takeBackup(source, { target, withSecrets: false, signal });
    await expect(taking).rejects.toThrow(
      `${join(file, 'nested')} cannot be written to (ENOTDIR): name another folder`,
    );
  });

  test('goes into a new folder, and never into another backup', async () => {
    const parent = join(folder, freshName());
    await mkdir(parent);
    const { folder: made } = await takeBackup(source, {
      ...{ target: parent, withSecrets: false, signal },
    });
    expect(made).toMatch(/\/bkksiam-\d{8}T\d{6}Z$/);
    expect(await readdir(parent)).toHaveLength(1);
    await expect(takeBackup(source, { target: made, withSecrets: false, signal })).rejects.toThrow(
      'is a backup already',
    );
  });

  test('of a database that has no tables of the product is refused', async () => {
    const target = await emptyTarget();
    await expect(backup(target.config)).rejects.toThrow('no tables of BKK Siam');
  });

  test('taken while members write is of one moment', async () => {
    const busy = await demoDatabase();
    const rounds = isWholeSuite ? 3 : 1;
    let writing = true;
    try {
      await busy.sql(`insert into bkk_credit_accounts (user_id, balance)
        select id, 1000000 from auth.users on conflict (user_id) do update set balance = 1000000`);
      const writer = withClient(busy.admin, busy.admin, async (client) => {
        let written = 0;
        for (; writing; written += 1)
          await client.query(`
            begin;
            update bkk_credit_accounts set balance = balance - 1
              where user_id = (select min(user_id::text)::uuid from bkk_credit_accounts);
            insert into auth.audit_log_entries (id, payload) values (gen_random_uuid(), '{"move": true}');
            update bkk_credit_accounts set balance = balance + 1
              where user_id = (select max(user_id::text)::uuid from bkk_credit_accounts);
            insert into bkk_login_logs (user_id, email) select id, 'moved' from auth.users limit 1;
            commit`);
        return written;
      });
      const restored: Record<string, unknown>[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const target = await emptyTarget();
        await restore(await backup(configOf(urlOf(busy))), target.config);
        restored.push(
          ...(await target.sql(`select
            (select sum(balance)::int from bkk_credit_accounts) as sum,
            (select count(*)::int from bkk_login_logs where email = 'moved')
              = (select count(*)::int from auth.audit_log_entries where payload ->> 'move' = 'true') as together,
            (select last_value >= max(id) from bkk_login_logs, bkk_login_logs_id_seq group by last_value) as ahead`)),
        );
      }
      writing = false;
      expect(await writer).toBeGreaterThan(10);
      expect(restored).toEqual(Array(rounds).fill({ sum: 3_000_000, together: true, ahead: true }));
    } finally {
      writing = false;
      await busy.drop();
    }
  });
});

describe('a restore into another kind of server', () => {
  const isOldest = inject('postgres').version < 160_000;

  test.runIf(isWholeSuite && (isOldest || existsSync(oldestBinaries)))(
    `into PostgreSQL ${isOldest ? 'of the embedded version' : '15'} is equal`,
    async () => {
      const dataDir = join(folder, freshName());
      let cluster: Cluster | undefined;
      try {
        cluster = await startCluster({
          ...{ dataDir, durable: false },
          ...(isOldest ? {} : { binaries: oldestBinaries }),
        });
        const admin: AdminLogin = cluster.admin;
        expect(Math.floor(cluster.serverVersion / 10_000)).not.toBe(
          Math.floor(inject('postgres').version / 10_000),
        );
        await withClient(admin, admin, (client) => client.query('create database other'));
        const config = configOf(databaseUrl(admin, 'other', admin));
        await restore(await backup(configOf(urlOf(db))), config);
        const other = { ...admin, database: 'other' };
        const sql = (text: string) =>
          withClient(
            other,
            other,
            async (client) => (await client.query<Record<string, unknown>>(text)).rows,
          );
        expect(await contents(sql)).toEqual(await contents(db.sql));
      } finally {
        await cluster?.release();
      }
    },
  );

  test.runIf(isWholeSuite && !isOldest)(
    'by a role that is no superuser is equal, also its backup',
    async () => {
      const own = await startFreshCluster();
      try {
        const boss = { user: 'boss', password: 'pw' };
        await own.sql(`create role boss login createrole bypassrls password 'pw'`);
        const config = configOf(await own.createDatabase('shop', boss));
        const source = await backup(configOf(urlOf(db)));
        await restore(source, config);
        expect(await contents((text) => own.sql(text, 'shop'))).toEqual(await contents(db.sql));
        const [before, again] = [
          await readManifest(source),
          await readManifest(await backup(config)),
        ];
        expect(again.tables).toEqual(before.tables);
      } finally {
        await own.stop();
      }
    },
  );
});

test.runIf(isWholeSuite && hasPgbouncer)('works through a pooler in transaction mode', async () => {
  const pgbouncer = await startPgbouncer(targets.admin);
  const pooled = async () => {
    const name = freshName();
    await targets.createDatabase(name);
    const { admin } = targets;
    return { name, config: configOf(databaseUrl({ ...admin, ...pgbouncer.address }, name, admin)) };
  };
  try {
    const [one, two] = [await pooled(), await pooled()];
    await restore(await backup(configOf(urlOf(db))), one.config);
    await restore(await backup(one.config), two.config);
    expect(await contents((text) => targets.sql(text, two.name))).toEqual(await contents(db.sql));
  } finally {
    await pgbouncer.stop();
  }
});

test('a backup of an older release gets the migrations it does not have, after its rows', async () => {
  onlyInWholeSuite();
  const old = await emptyTarget();
  const all = await migrationFiles();
  const { admin } = targets;
  await withClient({ ...admin, database: old.name }, admin, async (client) => {
    await migrate(client, silent, {
      product: all.product.slice(0, -1),
      platform: all.platform.slice(0, -1),
    });
    await client.query(
      `insert into auth.users (id, email) values (gen_random_uuid(), 'old@example.com')`,
    );
  });
  const target = await emptyTarget();
  const { newMigrations } = await restore(await backup(old.config), target.config);
  expect(newMigrations).toBe(2);
  expect(
    await target.sql(`select (select count(*)::int from bkksiam_private.applied_files) as files,
      (select email from auth.users) as email, (select count(*)::int from bkksiam_private.remaining_tokens) as proofs`),
  ).toEqual([{ files: Object.values(all).flat().length, email: 'old@example.com', proofs: 0 }]);
});

describe('a backup that cannot be restored is found before anything is changed', () => {
  let copy: string;
  let target: Target;

  beforeAll(async () => {
    target = await emptyTarget();
  });

  beforeEach(() => {
    copy = join(folder, freshName());
    cpSync(good, copy, { recursive: true });
  });

  afterEach(async () => {
    expect(await target.sql(relations)).toEqual([]);
    expect(existsSync(target.config.dataDir)).toBe(false);
  });

  const usersFile = (): string => tableFile(copy, { schema: 'auth', name: 'users' });

  function changeByte(path: string, place: number): void {
    const content = readFileSync(path);
    content[place] = (content[place] ?? 0) ^ 1;
    writeFileSync(path, content);
  }

  async function changeManifest(change: (manifest: Manifest) => void): Promise<void> {
    const manifest = await readManifest(copy);
    change(manifest);
    writeFileSync(join(copy, 'manifest.json'), manifestText(manifest));
  }

  /** Changes a table's rows and brings the manifest up to date. */
  async function changeRows(name: string, change: (text: string) => string): Promise<void> {
    await changeManifest(({ tables }) => {
      const table = tables.find((one) => one.name === name);
      if (table === undefined) throw new Error(`no table ${name}`);
      const text = change(gunzipSync(readFileSync(tableFile(copy, table))).toString());
      writeFileSync(tableFile(copy, table), gzipSync(text));
      table.rows = text.split('\n').length - 1;
      table.bytes = Buffer.byteLength(text);
      table.sha256 = checksum(text);
    });
  }

  test.each<[string, () => unknown, RegExp]>([
    ['no manifest', () => rmSync(join(copy, 'manifest.json')), /not a complete backup/],
    [
      'half a manifest',
      () =>
        writeFileSync(
          join(copy, 'manifest.json'),
          readFileSync(join(copy, 'manifest.json')).subarray(0, 900),
        ),
      /damaged, restore another backup: manifest.json/,
    ],
    [
      'another number in the manifest',
      () => {
        const path = join(copy, 'manifest.json');
        writeFileSync(path, readFileSync(path, 'utf8').replace(/"rows": \d+/, '"rows": 77'));
      },
      /damaged, restore another backup: manifest.json/,
    ],
    [
      'a missing table',
      () => rmSync(usersFile()),
      /damaged, .*: the file of auth.users \(ENOENT\)/,
    ],
    [
      'a truncated table',
      () => writeFileSync(usersFile(), readFileSync(usersFile()).subarray(0, -30)),
      /damaged, .*: the file of auth.users/,
    ],
    [
      'a changed byte of a table',
      () => changeByte(usersFile(), 200),
      /damaged, .*: the file of auth.users/,
    ],
    [
      'a table written anew',
      () =>
        writeFileSync(usersFile(), gzipSync(gunzipSync(readFileSync(usersFile())).subarray(100))),
      /damaged, .*: the file of auth.users is not as it was written/,
    ],
    [
      'a changed mail',
      () => changeByte(join(copy, 'outbox', 'one.eml'), 1),
      /damaged, .*: outbox\/one.eml/,
    ],
    [
      'a changed uploaded file',
      () => writeFileSync(join(copy, slip), 'a payment slit'),
      /is damaged/,
    ],
    [
      'changed secrets',
      () => changeByte(join(copy, 'secrets.json'), 20),
      /damaged, .*: secrets.json/,
    ],
    [
      'migrations from before 1.0.0',
      () =>
        changeManifest(({ migrations }) =>
          migrations.product.push({ name: '20261123000100_users.sql', sha256: '0'.repeat(64) }),
        ),
      /^the backup is from before 1\.0\.0 and cannot be restored$/,
    ],
    [
      'missing secrets',
      () => rmSync(join(copy, 'secrets.json')),
      /put it back, or restore with --without-secrets/,
    ],
  ])('%s', async (_what, damage, message) => {
    await damage();
    await expect(restore(copy, target.config)).rejects.toThrow(message);
  });

  test('one of a newer release is refused, by its version and by its migrations', async () => {
    await changeManifest((manifest) => (manifest.release = '99.0.0'));
    await expect(restore(copy, target.config)).rejects.toThrow(
      `of a newer release (99.0.0) than this one (${await releaseVersion()})`,
    );
    const name = '29990101000000_later.sql';
    await changeManifest((manifest) => {
      manifest.release = '0.0.1';
      manifest.migrations.product.push({ name, sha256: checksum('') });
    });
    await expect(restore(copy, target.config)).rejects.toThrow(
      `of a newer release (0.0.1): it has the migration ${name}`,
    );
  });

  test.runIf(isWholeSuite)('one of another pre-release of this release is not newer', async () => {
    const [numbers = ''] = (await releaseVersion()).split('-');
    await changeManifest((manifest) => {
      manifest.release = `${numbers}-rc.1`;
      manifest.migrations.product.push({ name: '29990101000000_later.sql', sha256: checksum('') });
    });
    await expect(restore(copy, target.config)).rejects.toThrow('it has the migration');
  });

  test('one whose migration has another text is refused', async () => {
    await changeManifest(({ migrations }) => {
      const [first] = migrations.product;
      if (first !== undefined) first.sha256 = checksum('');
    });
    await expect(restore(copy, target.config)).rejects.toThrow(/taken with another \d+_internal/);
  });

  test('rows that break a foreign key, or are no rows, leave an empty database', async () => {
    onlyInWholeSuite();
    await changeRows('users', () => '');
    await expect(restore(copy, target.config)).rejects.toThrow('foreign key constraint');
    expect(await target.sql(relations)).toEqual([]);
    await changeRows('users', () => 'no uuid\n'.repeat(100_000));
    await expect(restore(copy, target.config)).rejects.toThrow(
      'invalid input syntax for type uuid',
    );
  });

  test('rows that the database changes while it loads them are noticed', async () => {
    await changeRows('bkk_airline_news', (text) =>
      text.replaceAll(/(\d\d:\d\d:\d\d(?:\.\d+)?)\+00/g, '$1-00'),
    );
    await expect(restore(copy, target.config)).rejects.toThrow(
      'bkk_airline_news differs from the backup',
    );
  });
});

describe('a target that is not empty is refused', () => {
  test('a database with a table', async () => {
    const target = await emptyTarget();
    await target.sql('create table ledger (a int); insert into ledger values (7)');
    await expect(restore(good, target.config)).rejects.toThrow(
      'the database is not empty: it has public.ledger',
    );
    expect(await target.sql('table ledger')).toEqual([{ a: 7 }]);
  });

  test('the database of another installation', async () => {
    await expect(restore(good, configOf(urlOf(db)))).rejects.toThrow('is not empty');
  });

  test('a data folder with the passwords, mails or uploaded files of another installation', async () => {
    const target = await emptyTarget();
    const { dataDir } = target.config;
    await mkdir(join(dataDir, 'outbox'), { recursive: true });
    writeFileSync(join(dataDir, 'outbox', 'other.eml'), '');
    await expect(restore(good, target.config)).rejects.toThrow('it has outbox/other.eml');
    rmSync(join(dataDir, 'outbox'), { recursive: true });
    writeFileSync(join(dataDir, 'credentials.txt'), 'admin');
    await expect(restore(good, target.config)).rejects.toThrow('it has credentials.txt');
    rmSync(join(dataDir, 'credentials.txt'));
    const foreign = join(dataDir, 'storage', slip).replace(/1$/, '3');
    await mkdir(dirname(foreign), { recursive: true });
    writeFileSync(foreign, 'of another installation');
    await expect(restore(good, target.config)).rejects.toThrow('uploaded files is not empty');
    expect(await target.sql(relations)).toEqual([]);
  });
});
