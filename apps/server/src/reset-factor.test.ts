import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { onlyInWholeSuite } from './testing/variations.ts';
import { resetFactor } from './commands/reset-factor.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './db/open-database.ts';
import { databaseUrl } from './testing/database-url.ts';
import { prepareDataDir } from './testing/fresh-cluster.ts';
import { runCommand, startProgram } from './testing/run-command.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

const silent = { info: () => undefined, warn: () => undefined };
const email = 'nattaya@bkksiam.example';

let folder: string;
let db: TestDatabase;
let url: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bkksiam-reset-'));
  db = await createTestDatabase({ seed: 'demo' });
  url = databaseUrl(db.admin, db.admin.database, db.admin);
});

afterAll(async () => {
  await db.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Every member has a session, Nattaya two factors. */
beforeEach(async () => {
  await db.sql(`
    delete from auth.mfa_factors;
    delete from auth.sessions;
    delete from auth.audit_log_entries;
    insert into auth.sessions (id, user_id, aal) select gen_random_uuid(), id, 'aal2' from auth.users;
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      select gen_random_uuid(), id, 'totp', 'verified', now(), now()
      from auth.users, generate_series(1, 2) where email = '${email}'`);
});

const run = (args: readonly string[], env: Record<string, string> = { DATABASE_URL: url }) =>
  runCommand(resetFactor, args, { DATA_DIR: join(folder, 'data'), ...env });

const left = async () => {
  const [row] = await db.sql(`select
    (select count(*)::int from auth.mfa_factors) as factors,
    (select count(*)::int from auth.sessions) as sessions,
    (select count(*)::int from auth.sessions join auth.users on users.id = user_id
      where email = '${email}') as own,
    (select json_agg(payload -> 'traits' ->> 'user_email') from auth.audit_log_entries
      where payload ->> 'action' = 'factor_deleted') as recorded`);
  return row;
};

describe('npm run reset-factor', () => {
  test('removes the factors, ends the sessions, records it and prints one line', async () => {
    expect(await run([email.toUpperCase()])).toEqual({
      code: 0,
      stderr: '',
      stdout: `Two-step verification of ${email.toUpperCase()} was reset and every session ended. The password alone signs in.\n`,
    });
    expect(await left()).toEqual({ factors: 0, sessions: 2, own: 0, recorded: [email] });
    const again = await run([email]);
    expect(again).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('has no two-step') as string,
    });
  });

  test.each([
    ['an unknown address', ['nobody@bkksiam.example'], 'there is no account of nobody@bkksiam.ex'],
    ['no address', [], 'name one email address'],
    ['two addresses', [email, email], 'name one email address'],
  ])('changes nothing for %s, and prints the reason in one line', async (_what, args, line) => {
    const { code, stderr } = await run(args);
    expect(code).toBe(1);
    expect(stderr).toContain(line);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(await left()).toEqual({ factors: 2, sessions: 3, own: 1, recorded: null });
  });

  test('works on the embedded database, beside a running server and without one', async () => {
    onlyInWholeSuite();
    const dataDir = prepareDataDir(join(folder, 'embedded'));
    const config = readConfig({ DATA_DIR: dataDir, SEED: 'none' });
    const opened = await openDatabase(config, silent, { hashPassword: () => Promise.resolve('') });
    const admin = 'admin@bkksiam.example';
    const addFactor = () =>
      opened.database.asService([
        {
          text: `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
            select gen_random_uuid(), id, 'totp', 'verified', now(), now() from auth.users`,
        },
      ]);
    await addFactor();
    const beside = await run([admin], { DATA_DIR: dataDir });
    expect(beside).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('was reset') as string,
    });
    await addFactor();
    await opened.close();
    const alone = await startProgram('reset-factor', [admin], { DATA_DIR: dataDir }).finished;
    expect(alone).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('was reset') as string,
    });
  });

  test('makes no database where the data folder has none', async () => {
    const { code, stderr } = await run([email], {});
    expect(code).toBe(1);
    expect(stderr).toContain('DATA_DIR: there is no database in');
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  test('leaves the accounts of a hosted project to it', async () => {
    const hosted = { SUPABASE_URL: 'https://x.supabase.co', SUPABASE_ANON_KEY: 'anon' };
    const { code, stderr } = await run([email], hosted);
    expect(code).toBe(1);
    expect(stderr).toContain('SUPABASE_URL');
  });
});
