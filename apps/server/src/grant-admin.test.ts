import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { grantAdmin } from './commands/grant-admin.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './db/open-database.ts';
import { databaseUrl } from './testing/database-url.ts';
import { prepareDataDir } from './testing/fresh-cluster.ts';
import { runCommand, startProgram } from './testing/run-command.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

const silent = { info: () => undefined, warn: () => undefined };
const email = 'nattaya@bkksiam.example';
const unconfirmed = 'new@bkksiam.example';

let folder: string;
let db: TestDatabase;
let url: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bkksiam-grant-'));
  db = await createTestDatabase({ seed: 'demo' });
  url = databaseUrl(db.admin, db.admin.database, db.admin);
  // The last active admin could not be demoted.
  await db.sql(`insert into auth.users (id, email) values (gen_random_uuid(), '${unconfirmed}');
    update bkk_user_roles role set role = 'admin' from auth.users account
      where account.id = role.user_id and account.email = 'somchai@bkksiam.example'`);
});

afterAll(async () => {
  await db.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Nattaya is a deactivated member with a factor. */
beforeEach(async () => {
  await db.sql(`
    update bkk_user_roles role set role = 'member', is_active = false
      from auth.users account where account.id = role.user_id and account.email = '${email}';
    update auth.users set banned_until = now() + interval '100 years' where email = '${email}';
    delete from auth.mfa_factors;
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      select gen_random_uuid(), id, 'totp', 'verified', now(), now() from auth.users where email = '${email}'`);
});

const run = (args: readonly string[], env: Record<string, string> = { DATABASE_URL: url }) =>
  runCommand(grantAdmin, args, { DATA_DIR: join(folder, 'data'), ...env });

const accounts = () =>
  db.sql(`select account.email, role.role, is_active, banned_until is null as may_sign_in, encrypted_password as hash,
      (select count(*)::int from auth.mfa_factors where user_id = account.id) as factors
    from auth.users account join bkk_user_roles role on role.user_id = account.id order by account.email`);

describe('npm run grant-admin', () => {
  test('makes the account an active admin, leaves its password and factors, and is on record', async () => {
    const before = await accounts();
    const { code, stdout, stderr } = await run([email.toUpperCase()]);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stderr: '',
      stdout: `${email} is an active admin now. Password and two-step verification were not changed.\n`,
    });
    expect(await accounts()).toEqual(
      before.map((account) =>
        account.email === email
          ? { ...account, role: 'admin', is_active: true, may_sign_in: true }
          : account,
      ),
    );
    const [change] = await db.sql(
      `select before ->> 'role' as before, after ->> 'role' as after, actor_id
       from bkk_change_log where table_name = 'bkk_user_roles' order by id desc limit 1`,
    );
    expect(change).toEqual({ before: 'member', after: 'admin', actor_id: null });
    expect(await run([email])).toMatchObject({
      code: 0,
      stdout: `${email} is an active admin already. Nothing was changed.\n`,
    });
  });

  test.each([
    ['an unknown address', ['nobody@bkksiam.example'], 'there is no account of nobody@bkksiam.ex'],
    ['an unconfirmed account', [unconfirmed], 'is not confirmed'],
    ['no address', [], 'name one email address'],
    ['two addresses', [email, email], 'name one email address'],
  ])('changes nothing for %s, and prints the reason in one line', async (_what, args, line) => {
    const before = await accounts();
    const { code, stderr } = await run(args);
    expect(code).toBe(1);
    expect(stderr).toContain(line);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(await accounts()).toEqual(before);
  });

  test('works on the embedded database, beside a running server', async () => {
    const dataDir = prepareDataDir(join(folder, 'embedded'));
    const config = readConfig({ DATA_DIR: dataDir, SEED: 'demo' });
    const opened = await openDatabase(config, silent, { hashPassword: () => Promise.resolve('') });
    const granted = await startProgram('grant-admin', [email], { DATA_DIR: dataDir }).finished;
    await opened.close();
    expect(granted).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('is an active admin now') as string,
    });
  });

  test('leaves the accounts of a hosted project to it', async () => {
    const hosted = { SUPABASE_URL: 'https://x.supabase.co', SUPABASE_ANON_KEY: 'anon' };
    const { code, stderr } = await run([email], hosted);
    expect(code).toBe(1);
    expect(stderr).toContain('SUPABASE_URL');
  });
});
