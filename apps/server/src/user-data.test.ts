import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eraseUser } from './commands/erase-user.ts';
import { exportUser } from './commands/export-user.ts';
import { databaseUrl } from './testing/database-url.ts';
import { runCommand, startProgram } from './testing/run-command.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

const email = 'nattaya@bkksiam.example';
const name = 'Nattaya Wongthai';
const phone = '+66 81 234 5678';
/** Of the account, as the hosted auth service writes it into its log. */
const accountPhone = '66812345678';
const requestCount = 20;
const file = 'her-payment-slip.png';

let db: TestDatabase;
let folder: string;
let id: string;

/** Nattaya has left a trace in every table; Somchai is an admin who has changed her requests. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bkksiam-user-data-'));
  db = await createTestDatabase({ seed: 'demo' });
  const [row] = await db.sql<{ id: string }>('select id from auth.users where email = $1', [email]);
  id = row?.id ?? '';
  const [other] = await db.sql<{ id: string }>(
    `select id from auth.users where email = 'somchai@bkksiam.example'`,
  );
  const actors = [
    { sub: other?.id, email: 'somchai@bkksiam.example', role: 'authenticated' },
    { sub: id, email, role: 'authenticated' },
  ];
  await db.sql(`
    update bkk_user_roles set role = 'admin' where user_id = '${String(other?.id)}';
    update bkk_user_profiles set full_name = '${name}', phone = '${phone}' where user_id = '${id}';
    insert into bkk_login_logs (user_id, email) values ('${id}', '${email}');
    insert into auth.sessions (id, user_id, user_agent, ip) values (gen_random_uuid(), '${id}', 'her phone', '10.1.2.3');
    insert into auth.audit_log_entries (id, payload, created_at, ip_address) values
      (gen_random_uuid(), '{"actor_id": "${id}", "actor_username": "${email}", "action": "login"}', now(), '10.1.2.3'),
      (gen_random_uuid(), '{"actor_id": "${String(other?.id)}", "actor_username": "somchai@bkksiam.example",
        "action": "user_modified", "traits": {"user_id": "${id}", "user_email": "${email}", "user_phone": "${accountPhone}"}}', now(), '10.9.9.9');
    insert into bkksiam_private.mail_outbox (id, type, language, recipient, redirect_to, sealed_token, expires_at)
      values (gen_random_uuid(), 'recovery', 'th', '${email}', '', '', now() + interval '1 hour');
    insert into bkk_outbox (key, channel, user_id, event) values ('greeting ${email}', 'mail', '${id}', 'greeting');
    insert into bkksiam_private.sign_up_passwords (email, password_hash) values ('${email}', 'hash');
    insert into bkksiam_private.named_admins (email) values ('${email}');
    insert into bkk_invited_roles (user_id, role) values ('${id}', 'member');
    insert into storage.buckets (id, name) values ('slips', 'slips');
    insert into storage.objects (bucket_id, name, owner_id) values ('slips', '${file}', '${id}'), ('slips', 'other', '${String(other?.id)}')`);
  for (const [index, claims] of actors.entries())
    await db.sql(`begin; set local request.jwt.claims = '${JSON.stringify(claims)}';
      insert into bkk_quote_requests (user_id, origin, destination, dep_date)
        select '${id}', 'BKK', 'NRT', '2030-01-01' from generate_series(1, ${String(requestCount / 2)});
      update bkk_user_roles set is_active = ${String(index === 1)} where user_id = '${id}'; commit`);
});

afterEach(async () => {
  await db.drop();
  rmSync(folder, { recursive: true, force: true });
});

const env = () => ({
  DATA_DIR: join(folder, 'data'),
  DATABASE_URL: databaseUrl(db.admin, db.admin.database, db.admin),
});
const commands = { 'export-user': exportUser, 'erase-user': eraseUser };
const run = (name: keyof typeof commands, args: readonly string[]) =>
  runCommand(commands[name], args, env());

/** The tables in which a text stands anywhere. */
async function tablesWith(searched: string): Promise<string[]> {
  const tables = await db.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const found: string[] = [];
  for (const table of tables) {
    const rows = await db.sql(`select from ${table.name} t where strpos(t::text, $1) > 0 limit 1`, [
      searched,
    ]);
    if (rows.length > 0) found.push(table.name);
  }
  return found;
}

describe('an erased user', () => {
  test('is found nowhere in the database by address, name, phone or network', async () => {
    const traces = [email, name, phone, accountPhone, '10.1.2.3', file];
    for (const searched of traces) expect(await tablesWith(searched)).not.toEqual([]);
    const erased = startProgram('erase-user', [email, '--yes'], env());
    const { stdout, stderr, code } = await erased.finished;
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect(stdout).toContain(`${email} (${id}) is erased.`);
    for (const searched of traces)
      expect([searched, await tablesWith(searched)]).toEqual([searched, []]);
  });

  test('leaves what was done in the logs, and everybody else’s data', async () => {
    const log = () => db.sql<{ n: number }>('select count(*)::int as n from bkk_change_log');
    const others = `select u.id, u.email, p.full_name from auth.users u left join bkk_user_profiles p on p.user_id = u.id
      where u.id <> '${id}' order by 1`;
    const [before, othersBefore] = [await log(), await db.sql(others)];
    await run('erase-user', [id, '--yes']);
    expect((await log())[0]?.n).toBeGreaterThanOrEqual(before[0]?.n ?? 0);
    expect(await db.sql(others)).toEqual(othersBefore);
    const changes = await db.sql(
      `select actor_email, after ->> 'is_active' as active, after ? 'email' as named, after ->> 'email' as email
        from bkk_change_log where row_id = $1 and operation = 'UPDATE' order by id`,
      [id],
    );
    expect(changes.slice(-2)).toEqual([
      { actor_email: 'somchai@bkksiam.example', active: 'false', named: true, email: null },
      { actor_email: null, active: 'true', named: true, email: null },
    ]);
    const audit = await db.sql(
      `select payload::jsonb as payload from auth.audit_log_entries where payload::text like '%${id}%'`,
    );
    expect(audit).toHaveLength(2);
  });

  test('is asked for twice, and the last admin stays', async () => {
    expect(await run('erase-user', [email])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^bkksiam: this deletes nattaya@\S+ for good: .* --yes\n$/,
      ) as string,
    });
    expect(await run('erase-user', ['nobody@example.com', '--yes'])).toMatchObject({
      code: 1,
      stderr: 'bkksiam: there is no account of nobody@example.com\n',
    });
    expect((await run('erase-user', ['somchai@bkksiam.example', '--yes'])).code).toBe(1);
    expect(await tablesWith('somchai@bkksiam.example')).toContain('auth.users');
  });
});

test('an export has everything about the user, and nothing that opens the account or names another', async () => {
  const { stdout, code } = await startProgram('export-user', [email], env()).finished;
  expect(code).toBe(0);
  const data = JSON.parse(stdout) as Record<string, unknown[]>;
  expect(data).toMatchObject({
    account: { email },
    profile: { full_name: name, phone },
    sessions: [{ user_agent: 'her phone', ip: '10.1.2.3' }],
    audit: [{ action: 'login', ip: '10.1.2.3' }],
    messages: [{ channel: 'mail', event: 'greeting' }],
    invited_role: { role: 'member' },
    files: [{ bucket_id: 'slips', name: file }],
  });
  expect(data.requests?.length).toBeGreaterThanOrEqual(requestCount);
  expect(data.changes?.length).toBeGreaterThanOrEqual(requestCount);
  expect(stdout).not.toMatch(/somchai|encrypted_password|"hash"/);
});

test('an export of an admin has what the admin changed, without the addresses and names of others', async () => {
  const { stdout, code } = await run('export-user', ['somchai@bkksiam.example']);
  expect(code).toBe(0);
  const { changes = [] } = JSON.parse(stdout) as Record<string, Record<string, unknown>[]>;
  const ofOthers = changes.filter(({ table_name: table }) => table === 'bkk_quote_requests');
  expect(ofOthers).toHaveLength(requestCount / 2);
  expect(ofOthers[0]).toMatchObject({
    actor_email: 'somchai@bkksiam.example',
    before: null,
    after: { user_id: id, origin: 'BKK', member_email: null, member_name: null },
  });
  expect(changes).toContainEqual(
    expect.objectContaining({
      row_id: id,
      before: expect.objectContaining({ email: null, is_active: true }) as unknown,
    }),
  );
  expect(changes).toContainEqual(
    expect.objectContaining({
      table_name: 'bkk_user_roles',
      after: expect.objectContaining({
        email: 'somchai@bkksiam.example',
        role: 'admin',
      }) as unknown,
    }),
  );
  expect(stdout).not.toContain(email);
  expect(stdout).not.toContain(name);
});

test('the change log stays append-only but for what an erasure empties', async () => {
  const attempts = [
    `update bkk_change_log set operation = 'DELETE'`,
    `update bkk_change_log set actor_email = 'somebody@example.com'`,
    `update bkk_change_log set after = '{"role": "admin"}'`,
    `update bkk_change_log set after = null`,
    'delete from bkk_change_log',
    'truncate bkk_change_log',
  ];
  for (const attempt of attempts)
    await expect(db.sql(attempt)).rejects.toThrow('The change log is append-only.');
});
