import type { ClientBase } from 'pg';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { productFiles, splitStatements, sqlFile, type SqlFile } from './migration-files.ts';
import { inTransaction, migrate } from './migrate.ts';
import { withClient } from './server-address.ts';
import { DatabaseSetupError } from './setup-errors.ts';

const warnings: object[] = [];
const log = { info: () => undefined, warn: (fields: object) => void warnings.push(fields) };

let db: TestDatabase;

beforeEach(async () => {
  db = await createTestDatabase();
  warnings.length = 0;
});

afterEach(() => db.drop());

function asAdmin<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
  return withClient(db.admin, db.admin, work);
}

async function migrateWith(change: (files: readonly SqlFile[]) => readonly SqlFile[]) {
  const files = change(await productFiles());
  await asAdmin((client) => migrate(client, log, { product: files }));
}

describe('migrations', () => {
  test('a new file is applied once, as postgres, with its statements on record', async () => {
    const added = sqlFile(
      '20270101000000_added.sql',
      `create table public.added (a text default ';');\n-- a comment; with a semicolon\ncomment on table public.added is 'x';\n`,
    );
    await migrateWith((files) => [...files, added]);
    await migrateWith((files) => [...files, added]);
    expect(
      await db.sql(`select name, statements from supabase_migrations.schema_migrations
        where version = '20270101000000'`),
    ).toEqual([
      {
        name: 'added',
        statements: [
          `create table public.added (a text default ';')`,
          `-- a comment; with a semicolon\ncomment on table public.added is 'x'`,
        ],
      },
    ]);
    expect(
      await db.sql(
        `select pg_get_userbyid(relowner) as owner from pg_class where relname = 'added'`,
      ),
    ).toEqual([{ owner: 'postgres' }]);
  });

  test('an applied file that has changed since is refused by name', async () => {
    await expect(
      migrateWith((files) =>
        files.map((one) => (one.name.includes('news') ? sqlFile(one.name, `${one.text}\n`) : one)),
      ),
    ).rejects.toThrow(/^20261210000900_airline_news\.sql has changed since it was applied/);
  });

  test('a failing file is named in one line and leaves nothing behind', async () => {
    const broken = sqlFile(
      '20270101000000_broken.sql',
      'create table public.half (a int); select no_such_function();',
    );
    await expect(migrateWith((files) => [...files, broken])).rejects.toThrow(
      /^20270101000000_broken\.sql: function no_such_function\(\) does not exist$/,
    );
    expect(
      await db.sql(`select from pg_class where relname = 'half'
        union all select from supabase_migrations.schema_migrations where version = '20270101000000'`),
    ).toEqual([]);
  });

  test('what hosted Supabase forbids a migration is refused', async () => {
    const greedy = sqlFile('20270101000000_greedy.sql', 'create table auth.mine (a int)');
    await expect(migrateWith((files) => [...files, greedy])).rejects.toThrow(
      /permission denied for schema auth/,
    );
  });

  test('a migration recorded by the Supabase CLI is adopted, an unknown one only logged', async () => {
    await db.sql(`delete from bkksiam_private.applied_files where kind = 'product';
      insert into supabase_migrations.schema_migrations (version) values ('20990101000000')`);
    await migrateWith((files) => files);
    expect(warnings).toEqual([{ versions: ['20990101000000'] }]);
    expect(
      await db.sql(
        `select count(*)::int as n from bkksiam_private.applied_files where kind = 'product'`,
      ),
    ).toEqual([{ n: (await productFiles()).length }]);
  });

  test('of a database from before 1.0.0 are refused in one line', async () => {
    await db.sql(`insert into bkksiam_private.applied_files (kind, name, sha256)
      values ('product', '20261123000100_users.sql', '')`);
    await expect(migrateWith((files) => files)).rejects.toThrow(
      /^the database is from before 1\.0\.0 and cannot be upgraded: start with an empty one$/,
    );
  });

  test('tells the REST service to look again', async () => {
    const heard = new Promise<string>((resolve, reject) => {
      db.database
        .listen('pgrst', resolve)
        .then(() => migrateWith((files) => files))
        .catch(reject);
    });
    expect(await heard).toBe('reload schema');
  });
});

describe('the product`s SQL', () => {
  async function missing(pattern: RegExp, needed: (name: string) => readonly string[]) {
    const found: string[] = [];
    const oneLine = (text: string) => text.replace(/\s+/g, ' ').replaceAll('( ', '(');
    for (const { name, text } of await productFiles())
      for (const [, object = ''] of text.matchAll(pattern))
        found.push(
          ...needed(oneLine(object))
            .filter((line) => !oneLine(text).includes(line))
            .map((line) => `${name}: ${line}`),
        );
    return found;
  }

  test('says beside every function of the API who may call it', async () => {
    expect(
      await missing(/create function public\.(\w+)/g, (name) => [
        `call bkk_internal.expose('${name}', '`,
      ]),
    ).toEqual([]);
  });

  test('defines every function once', async () => {
    const texts = (await productFiles()).map(({ text }) => text);
    const created = texts.flatMap((text) => [
      ...text.matchAll(/create (?:or replace )?function (\S+)\(/g),
    ]);
    const names = created.map(([, name]) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  test('protects every table where it is created', async () => {
    expect(
      await missing(/create table public\.(\w+)/g, (table) => [
        `call bkk_internal.protect('${table}')`,
      ]),
    ).toEqual([]);
  });
});

describe('splitting a script', () => {
  test.each([
    ['a;b', ['a', 'b']],
    [`select ';' ; select ";"`, [`select ';'`, `select ";"`]],
    [`do $$ begin; end $$; x`, ['do $$ begin; end $$', 'x']],
    [`do $a$ $$;$$ $a$;`, ['do $a$ $$;$$ $a$']],
    ['-- no; end\nx; /* ; */ y;', ['-- no; end\nx', '/* ; */ y']],
    [`select 'it''s;', $1 - 2/3;;`, [`select 'it''s;', $1 - 2/3`]],
  ])('%s', (script, statements) => {
    expect(splitStatements(script)).toEqual(statements);
  });

  test('loses nothing of the real migrations', async () => {
    for (const { text } of await productFiles()) {
      const bare = (sql: string) => sql.replace(/[\s;]/g, '');
      expect(bare(splitStatements(text).join(''))).toBe(bare(text));
    }
  });
});

describe('a migration that needs a lock which another transaction holds', () => {
  const altering = sqlFile(
    '20270101000000_altering.sql',
    'alter table public.bkk_airline_news add column added int',
  );
  const retries = { waitMs: 300, pauseMs: 300, attempts: 200 };
  const newFiles = async () => ({ product: [...(await productFiles()), altering] });

  /** Holds a lock on the news while the work runs; `release` ends the transaction before. */
  async function whileHeld(work: (release: () => Promise<unknown>) => Promise<void>) {
    const { host, port, database, user, password } = db.admin;
    const holder = new pg.Client({
      host,
      port,
      database,
      user,
      password,
      application_name: 'report',
    });
    await holder.connect();
    try {
      await holder.query(`begin; lock table public.bkk_airline_news in access share mode;
        select 'a secret' as told`);
      await work(() => holder.query('commit'));
    } finally {
      await holder.end();
    }
  }

  test('waits without holding up readers for longer than its lock timeout, and succeeds after it', async () => {
    await whileHeld(async (release) => {
      const waiting = vi.fn();
      const migrating = asAdmin(async (client) =>
        migrate(client, { ...log, warn: waiting }, await newFiles(), retries),
      );
      await vi.waitUntil(() => waiting.mock.calls.length > 0, { timeout: 30_000 });
      // A reader behind a migration that waits on would reach the statement timeout of 8 s.
      for (let round = 0; round < 10; round += 1)
        await db.database.asIdentity({ role: 'authenticated', claims: {} }, [
          { text: 'select count(*) from public.bkk_airline_news' },
        ]);
      expect(waiting.mock.calls).toEqual([
        [
          {
            file: altering.name,
            blockers: expect.stringMatching(
              /^process \d+ \(report, idle in transaction since 20\S+Z\), whose last statement begins with: begin; lock table/,
            ) as string,
          },
          'a migration waits for a lock',
        ],
      ]);
      await release();
      await migrating;
    });
    expect(
      await db.sql(`select from pg_attribute where attname = 'added'
        and attrelid = 'public.bkk_airline_news'::regclass`),
    ).toHaveLength(1);
  }, 60_000);

  test.each([
    ['in a transaction of its own', false],
    ['in a surrounding one, as a restore has', true],
  ])(
    'gives up %s and names who holds it, without the literals of its statement',
    async (_what, nested) => {
      await whileHeld(async () => {
        const work = async (client: ClientBase) =>
          migrate(client, log, await newFiles(), { waitMs: 500, pauseMs: 10, attempts: 4 });
        const error: unknown = await asAdmin((client) =>
          nested ? inTransaction(client, () => work(client)) : work(client),
        ).catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(DatabaseSetupError);
        const { message } = error as Error;
        expect(message).toMatch(
          /^20270101000000_altering\.sql: a lock was not free in 4 attempts, .*process \d+ \(report, idle in transaction since/,
        );
        expect(message).not.toContain('secret');
      });
    },
  );
});
