import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClientBase } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { productFiles, seedFiles } from '../../apps/server/src/db/migration-files.ts';
import { withClient } from '../../apps/server/src/db/server-address.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../apps/server/src/testing/test-database.ts';
import { catalogueGaps } from './catalogue-gaps.ts';
import { hostedViolations, layoutErrors } from './hosted-rules.ts';
import { tablePolicies } from './policies/tables.ts';

const silent = { info: () => undefined, warn: () => undefined };
const folder = fileURLToPath(new URL('..', import.meta.url));

describe('the folder', () => {
  let copy: string;

  beforeEach(async () => {
    copy = await mkdtemp(join(tmpdir(), 'bkksiam-supabase-'));
    await cp(folder, copy, { recursive: true });
  });

  afterEach(() => rm(copy, { recursive: true }));

  test('is what the Supabase CLI expects', () => {
    expect(layoutErrors(folder)).toEqual([]);
  });

  const migrations = (name: string) => join(copy, 'migrations', name);
  const first = '20261210000100_internal.sql';

  test.each<[violation: string, change: () => Promise<unknown>]>([
    ['config.toml is missing', () => rm(join(copy, 'config.toml'))],
    ['config.toml names no project_id', () => writeFile(join(copy, 'config.toml'), '[db]\n')],
    [
      'config.toml does not let admins enrol an authenticator',
      async () => {
        const config = await readFile(join(copy, 'config.toml'), 'utf8');
        await writeFile(
          join(copy, 'config.toml'),
          config.replace('verify_enabled = true', 'verify_enabled = false'),
        );
      },
    ],
    ['config.toml seeds ./seed.sql, which is not there', () => rm(join(copy, 'seed.sql'))],
    [
      'migrations/1_short.sql is not <14 digits>_<name>.sql',
      () => rename(migrations(first), migrations('1_short.sql')),
    ],
    [
      'migrations/20261210000100_other.sql has the version of another',
      () => writeFile(migrations('20261210000100_other.sql'), ''),
    ],
    [
      'functions/hello.ts is not <name>/index.ts',
      () => writeFile(join(copy, 'functions', 'hello.ts'), ''),
    ],
    [
      'config.toml configures the function admin-delete-user, which is not there',
      () => rm(join(copy, 'functions', 'admin-delete-user'), { recursive: true }),
    ],
    [
      'functions/admin-delete-user is not <name>/index.ts',
      () => rm(join(copy, 'functions', 'admin-delete-user', 'index.ts')),
    ],
    [
      'config.toml names ./functions/deno.json, which is not there',
      () => rm(join(copy, 'functions', 'deno.json')),
    ],
    ['notes is not part of the layout', () => mkdir(join(copy, 'notes'))],
  ])('noticed: %s', async (violation, change) => {
    await change();
    expect(layoutErrors(copy)).toContain(violation);
  });
});

test('no migration and no seed has a statement that a hosted project rejects', async () => {
  const files = [...(await productFiles()), ...(await seedFiles())];
  const violations = files.flatMap(({ name, text }) =>
    hostedViolations(text).map((violation) => `${name} ${violation}`),
  );
  expect(violations).toEqual([]);
  expect(files.length).toBeGreaterThan(10);
});

describe('run as a hosted project`s postgres', () => {
  let db: TestDatabase;

  beforeAll(async () => {
    db = await createTestDatabase();
  });

  afterAll(() => db.drop());

  test('which is no superuser, owns all of the product and nothing of the accounts', async () => {
    expect(
      await db.sql(`select rolname, rolsuper, rolcreaterole, rolbypassrls, rolinherit
        from pg_roles where rolname in ('postgres', 'authenticator', 'service_role') order by 1`),
    ).toEqual(
      [
        ['authenticator', false, false, false],
        ['postgres', true, true, true],
        ['service_role', false, true, true],
      ].map(([rolname, rolcreaterole, rolbypassrls, rolinherit]) => ({
        rolname,
        rolsuper: false,
        rolcreaterole,
        rolbypassrls,
        rolinherit,
      })),
    );
    expect(
      await db.sql(`select nspname as schema, array_agg(distinct pg_get_userbyid(relowner)::text) as owners,
          has_schema_privilege('postgres', nspname, 'create') as open
        from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where nspname in ('public', 'auth', 'storage') group by nspname order by 1`),
    ).toEqual([
      { schema: 'auth', owners: ['supabase_auth_admin'], open: false },
      { schema: 'public', owners: ['postgres'], open: true },
      { schema: 'storage', owners: ['supabase_storage_admin'], open: false },
    ]);
  });

  /** Forbidden statements, with the SQLSTATE they raise here, if any. */
  const bad: [text: string, violation: string, code?: string][] = [
    ['create table auth.mine (a int)', 'creates in a schema of the platform', '42501'],
    [
      `create or replace function auth.mine() returns int language sql as 'select 1'`,
      'creates in a schema of the platform',
      '42501',
    ],
    ['create view\n  storage . mine as select 1', 'creates in a schema of the platform', '42501'],
    [
      `create policy "${'x'.repeat(64)}" on public.bkk_outbox`,
      'has a name that PostgreSQL truncates to 63 bytes',
    ],
    ['create schema realtime', 'creates a schema that the platform has'],
    ['alter table auth.users add column mine int', 'changes what belongs to the platform', '42501'],
    [
      'alter table only auth.users disable row level security',
      'changes what belongs to the platform',
      '42501',
    ],
    ['drop table auth.sessions', 'changes what belongs to the platform', '42501'],
    ['create index on auth.users (phone)', 'indexes a table of the platform', '42501'],
    [
      'create policy mine on auth.users using (true)',
      'puts a policy on a table of accounts',
      '42501',
    ],
    [
      'create event trigger mine on ddl_command_end execute function extensions.pgrst_ddl_watch()',
      'makes an event trigger',
      '42501',
    ],
    ['create role mine nologin SUPERUSER', 'makes a superuser', '42501'],
    ['alter role supabase_auth_admin bypassrls', 'changes a role of the platform', '42501'],
    ['set local role supabase_auth_admin', 'acts as a role of the platform'],
    ['reset role', 'acts as a role of the platform'],
    [`alter system set log_statement = 'all'`, 'changes the server', '25001'],
    ['set local session_replication_role = replica', 'switches triggers off', '42501'],
    [
      'alter table public.bkk_credit_accounts disable trigger all',
      'switches triggers off',
      '42501',
    ],
    [
      `copy public.bkk_airline_news from program 'ls'`,
      'reads or runs files of the server',
      '42501',
    ],
    [
      `copy public.bkk_airline_news (title) from '/etc/hostname'`,
      'reads or runs files of the server',
      '42501',
    ],
    [`select pg_read_file('PG_VERSION')`, 'reads or runs files of the server', '42501'],
    [
      `create function public.mine() returns int language internal as 'int4um'`,
      'makes an untrusted function',
      '42501',
    ],
    [
      `create tablespace mine location '/tmp'`,
      'makes a tablespace, subscription or language',
      '25001',
    ],
    ['create extension citext', 'installs an extension outside of schema extensions'],
    [
      'create extension if not exists "citext" with schema public',
      'installs an extension outside of schema extensions',
    ],
    [
      `do $$ begin execute 'create extension citext schema public'; end $$`,
      'installs an extension outside of schema extensions',
    ],
    ['alter extension pg_trgm set schema public', 'moves an extension into the open'],
    [
      'create index concurrently on public.bkk_airline_news (title)',
      'cannot run in a transaction',
      '25001',
    ],
  ];

  test.each(bad)('a bad migration is caught: %s', async (text, violation, code) => {
    expect(hostedViolations(`-- harmless\n${text};\n`)).toContain(violation);
    if (code === undefined) return;
    const run = db.sql(`begin; set local role postgres; ${text}; rollback`);
    await expect(run).rejects.toMatchObject({ code });
  });

  test('a bad file among the real ones is refused by name', async () => {
    const text = 'alter table auth.users add column mine int';
    const name = '20990101000000_bad.sql';
    const sha256 = createHash('sha256').update(text).digest('hex');
    const files = [...(await productFiles()), { name, text, sha256 }];
    await expect(
      withClient(db.admin, db.admin, (client: ClientBase) =>
        migrate(client, silent, { product: files }),
      ),
    ).rejects.toThrow('20990101000000_bad.sql: must be owner of table users');
  });

  test('a comment about a forbidden statement is allowed', () => {
    expect(hostedViolations('-- alter system\n/* create event trigger */ select 1')).toEqual([]);
  });

  test('default grants to every role, as on older projects, leave nothing open', async () => {
    const name = `${db.admin.database}_older`;
    await db.sql(`create database ${name}`);
    const older = { ...db.admin, database: name };
    try {
      await withClient(older, older, async (client) => {
        await migrate(client, silent, { product: [] });
        for (const objects of ['tables', 'functions', 'sequences'])
          await client.query(
            `alter default privileges for role postgres in schema public
             grant all on ${objects} to anon, authenticated, service_role`,
          );
        await client.query(
          'alter default privileges for role postgres grant execute on functions to public',
        );
        await client.query('set role postgres; create table public.probe (a int); reset role');
        const { rows } = await client.query(
          `select has_table_privilege('anon', 'public.probe', 'truncate') as open`,
        );
        expect(rows).toEqual([{ open: true }]);
        await client.query('drop table public.probe');
        await migrate(client, silent);
        const gaps = await catalogueGaps(
          async <R extends Record<string, unknown>>(text: string) =>
            (await client.query<R>(text)).rows,
          tablePolicies,
        );
        expect(gaps).toEqual([]);
      });
    } finally {
      await db.sql(`drop database ${name} with (force)`);
    }
  });
});
