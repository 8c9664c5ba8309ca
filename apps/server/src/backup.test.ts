import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { backup } from './commands/backup.ts';
import { restore } from './commands/restore.ts';
import { hashPassword } from './auth/passwords.ts';
import { readConfig } from './config.ts';
import { withAdminClient } from './db/admin-server.ts';
import { silentLog } from './db/migrate.ts';
import { openDatabase } from './db/open-database.ts';
import { createTokens } from './http/jwt.ts';
import { authenticator } from './testing/authenticator.ts';
import { databaseUrl } from './testing/database-url.ts';
import { prepareDataDir } from './testing/fresh-cluster.ts';
import { readOutbox } from './testing/outbox.ts';
import { runCommand, startProgram } from './testing/run-command.ts';
import { startServerProcess, type ServerProcess } from './testing/server-process.ts';
import { clientWithKey } from './testing/test-client.ts';
import { isWholeSuite, onlyInWholeSuite } from './testing/variations.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let folder: string;
const running: ServerProcess[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bkksiam-command-'));
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const commands = { backup, restore };

function environment(env: Readonly<Record<string, string>>): Record<string, string> {
  return { DATA_DIR: join(folder, 'none'), ...env };
}

const run = (
  name: keyof typeof commands,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) => runCommand(commands[name], args, environment(env));

const start = (
  name: keyof typeof commands,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) => startProgram(name, args, environment(env));

async function serve(env: Record<string, string>): Promise<ServerProcess> {
  const server = await startServerProcess({ AUTH_AUTOCONFIRM: 'on', ...env });
  running.push(server);
  return server;
}

/** Whether the database knows when there was a backup, and a restore. */
async function recordedRuns(dataDir: string): Promise<unknown> {
  return withAdminClient(readConfig({ DATA_DIR: dataDir }), async (client) => {
    const { rows } = await client.query<{ backup: boolean; restore: boolean }>(
      'select backup_at is not null as backup, restore_at is not null as restore from public.bkk_setup',
    );
    return rows[0];
  });
}

const password = 'river-dusk';
const email = 'member@example.com';

function clientOf({ url, anonKey }: ServerProcess): SupabaseClient {
  return clientWithKey(url, anonKey);
}

describe('an installation of the embedded database, moved by backup and restore', () => {
  const first = (): string => join(folder, 'first');
  const source = (): string => join(folder, 'backup');
  const silentMailServer = 'smtp://127.0.0.1:1';
  let codeAt: (timestamp?: number) => string;
  let factorId: string;
  let refreshToken: string;
  let accessToken: string;
  let printed: string;

  beforeAll(async () => {
    const server = await serve({
      DATA_DIR: prepareDataDir(first()),
      SEED: 'demo',
      SMTP_URL: silentMailServer,
    });
    const client = clientOf(server);
    const { data, error } = await client.auth.signUp({ email, password });
    expect(error).toBeNull();
    const enrolled = await client.auth.mfa.enroll({ factorType: 'totp' });
    factorId = enrolled.data?.id ?? '';
    codeAt = authenticator(enrolled.data?.type === 'totp' ? enrolled.data.totp.uri : '');
    const proved = await client.auth.mfa.challengeAndVerify({ factorId, code: codeAt() });
    expect(proved.error).toBeNull();
    const { session } = (await client.auth.getSession()).data;
    [accessToken, refreshToken] = [session?.access_token ?? '', session?.refresh_token ?? ''];
    const named = await client
      .from('bkk_user_profiles')
      .update({ full_name: 'Moved Member' })
      .eq('user_id', data.user?.id);
    expect(named.error).toBeNull();
    await client.auth.resetPasswordForEmail(email);
    const taken = await start('backup', [source()], { DATA_DIR: first() }).finished;
    expect(taken).toMatchObject({ code: 0, stderr: '' });
    expect(await recordedRuns(first())).toEqual({ backup: true, restore: false });
    printed = taken.stdout;
  }, 60_000);

  test('the backup beside the running server says what it has', () => {
    expect(printed).toContain(`Backup in ${source()}\n`);
    expect(printed).toMatch(
      / {2}\d+ tables, \d+ rows, .* 0 mails, 0 files \(0.0 MB\), in [\d.]+ s\n/,
    );
  });

  test('sessions, passwords, factors and waiting mails work afterwards', async () => {
    const dataDir = prepareDataDir(join(folder, 'second'), 'fresh');
    const restored = await start('restore', [source()], { DATA_DIR: dataDir }).finished;
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(restored.stdout).toContain('  auth.users: 5 rows, equal\n');
    expect(await recordedRuns(dataDir)).toEqual({ backup: false, restore: true });
    // Where it was taken, the next backup tells.
    const next = await run('backup', [join(folder, 'next')], { DATA_DIR: first() });
    expect(next).toMatchObject({ code: 0, stderr: '' });
    expect(await recordedRuns(first())).toEqual({ backup: true, restore: true });
    expect(restored.stdout).toMatch(
      /all \d+ tables are equal to it, by rows and checksum\.\nUsers erased since then are back: .*\n$/,
    );
    const server = await serve({ DATA_DIR: dataDir });
    const before = clientOf(server);
    expect((await before.auth.getUser(accessToken)).data.user?.email).toBe(email);
    const refreshed = await before.auth.refreshSession({ refresh_token: refreshToken });
    expect(refreshed.error).toBeNull();
    const profile = await before.from('bkk_user_profiles').select('full_name');
    expect(profile.data).toEqual([{ full_name: 'Moved Member' }]);
    const client = clientOf(server);
    expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
    // A code counts once, so this is the next one.
    const code = codeAt(Date.now() + 30_000);
    const proved = await client.auth.mfa.challengeAndVerify({ factorId, code });
    expect(proved.error).toBeNull();
    const recovery = await vi.waitUntil(
      async () => (await readOutbox(join(dataDir, 'outbox'))).at(0),
      { timeout: 20_000 },
    );
    expect(recovery.to).toMatchObject([{ address: email }]);
  }, 60_000);

  test.runIf(isWholeSuite)(
    'without its secrets the passwords and refresh tokens work, and it says what does not',
    async () => {
      const dataDir = prepareDataDir(join(folder, 'third'), 'fresh');
      const restored = await run('restore', [source(), '--without-secrets'], { DATA_DIR: dataDir });
      expect(restored).toMatchObject({ code: 0, stderr: '' });
      expect(restored.stdout).toContain('The JWT secret of before was not restored.');
      expect(existsSync(join(dataDir, 'credentials.txt'))).toBe(false);
      const server = await serve({ DATA_DIR: dataDir });
      const before = clientOf(server);
      expect((await before.auth.getUser(accessToken)).error?.status).toBe(403);
      const refreshed = await before.auth.refreshSession({ refresh_token: refreshToken });
      expect(refreshed.error).toBeNull();
      const client = clientOf(server);
      expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
      const code = codeAt(Date.now() + 30_000);
      const proved = await client.auth.mfa.challengeAndVerify({ factorId, code });
      expect(proved.error).not.toBeNull();
    },
    60_000,
  );

  test('moves to a server of the operator with its secret', async () => {
    onlyInWholeSuite();
    const db = await createTestDatabase();
    const dataDir = join(folder, 'fourth');
    const name = `${db.admin.database}_moved`;
    await db.sql(`create database ${name}`);
    try {
      const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl(db.admin, name, db.admin) };
      expect(await run('restore', [source()], env)).toMatchObject({ code: 0, stderr: '' });
      const opened = await openDatabase(readConfig(env), silentLog, { hashPassword });
      await opened.close();
      const tokens = createTokens({ secret: opened.secrets.jwtSecret });
      expect(await tokens.verify(accessToken)).toMatchObject({ email });
    } finally {
      await db.sql(`drop database ${name} with (force)`);
      await db.drop();
    }
  }, 60_000);
});

test.each([
  ['backup', [], {}, 'name one folder'],
  ['backup', ['a', 'b'], {}, 'name one folder'],
  ['restore', ['a', '--force'], {}, 'name one backup'],
  ['backup', ['a'], {}, 'DATA_DIR: there is no database in'],
  ['restore', ['/nowhere'], {}, 'not a complete backup'],
  ['backup', ['a'], { SUPABASE_URL: 'https://x.example', SUPABASE_ANON_KEY: 'k' }, 'SUPABASE_URL'],
  [
    'backup',
    ['a'],
    { DATABASE_URL: 'postgresql://u:p@127.0.0.1:1/x' },
    'DATABASE_URL: cannot connect',
  ],
] as const)('%s %j with %j is refused in one line', async (name, args, env, line) => {
  const { code, stderr } = await run(name, args, env);
  expect(code).toBe(1);
  expect(stderr).toContain(line);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});

describe('interrupted', () => {
  let db: TestDatabase;
  let url: string;
  let parent: string;

  beforeAll(async () => {
    db = await createTestDatabase({ seed: 'demo' });
    url = databaseUrl(db.admin, db.admin.database, db.admin);
    // 40 MB in the first table, so that it is cut off in the middle.
    await db.sql(`insert into auth.audit_log_entries (id, payload)
      select gen_random_uuid(), json_build_object('text', repeat(md5(n::text), 10)) from generate_series(1, 120000) as n`);
  }, 60_000);

  afterAll(() => db.drop());

  beforeEach(() => {
    parent = mkdtempSync(join(folder, 'interrupted-'));
  });

  /** Starts a backup and resolves while it writes the large table. */
  async function begunBackup() {
    const child = start('backup', [join(parent, 'b')], { DATABASE_URL: url });
    await vi.waitUntil(
      () =>
        readdirSync(parent).some((name) => {
          const file = join(parent, name, 'tables', 'auth.audit_log_entries.copy.gz');
          return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
        }),
      { timeout: 20_000, interval: 2 },
    );
    return child;
  }

  test('a killed backup leaves nothing that looks like one', async () => {
    const child = await begunBackup();
    child.kill('SIGKILL');
    expect((await child.finished).code).toBeNull();
    const [left = ''] = readdirSync(parent);
    expect(left).toMatch(/^b\.unfinished-/);
    expect((await run('restore', [join(parent, left)])).stderr).toContain(
      'is not a complete backup',
    );
  });

  test('a backup that is told to stop leaves nothing', async () => {
    const child = await begunBackup();
    child.kill('SIGTERM');
    expect(await child.finished).toMatchObject({
      code: 1,
      stderr: 'bkksiam: stopped: there is no backup\n',
    });
    expect(readdirSync(parent)).toEqual([]);
  });

  test.runIf(isWholeSuite).each(['SIGKILL', 'SIGTERM'] as const)(
    'a restore ended by %s leaves an empty database, which another one fills',
    async (signal) => {
      const source = join(parent, 'b');
      expect((await run('backup', [source], { DATABASE_URL: url })).code).toBe(0);
      const dataDir = join(parent, 'data');
      const child = start('restore', [source], { DATA_DIR: dataDir });
      const ask = (query: string) =>
        withAdminClient(readConfig({ DATA_DIR: dataDir }), async (client) => {
          return (await client.query<Record<string, unknown>>(query)).rows;
        });
      await vi.waitUntil(() => existsSync(join(dataDir, 'postgres')), { timeout: 20_000 });
      await vi
        .waitUntil(
          async () =>
            (await ask('select from pg_stat_progress_copy where bytes_processed > 1000000'))
              .length > 0,
          { timeout: 20_000, interval: 5 },
        )
        .catch(async (error: unknown) => {
          throw new Error(JSON.stringify(await child.finished), { cause: error });
        });
      child.kill(signal);
      const { code, stderr } = await child.finished;
      expect(code).toBe(signal === 'SIGKILL' ? null : 1);
      if (signal === 'SIGTERM') expect(stderr).toBe('bkksiam: stopped: nothing was restored\n');
      await vi.waitUntil(
        async () =>
          (
            await ask(`select from pg_stat_activity
              where backend_type = 'client backend' and application_name = 'bkksiam' and pid <> pg_backend_pid()`)
          ).length === 0,
        { timeout: 20_000 },
      );
      expect(
        await ask(`select relname from pg_class where relnamespace = 'public'::regnamespace`),
      ).toEqual([]);
      expect(existsSync(join(dataDir, 'credentials.txt'))).toBe(false);
      const again = await run('restore', [source], { DATA_DIR: dataDir });
      expect(again).toMatchObject({ code: 0, stderr: '' });
    },
    60_000,
  );
});
