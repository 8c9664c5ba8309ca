import { isSystemStatus } from '@bkksiam/domain/system-status';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '../db/server-address.ts';
import { demoPassword } from '../testing/test-database.ts';
import { startTestBackend, type TestBackend } from '../testing/test-backend.ts';

let backend: TestBackend;
const tokens = { member: '', admin: '', latecomer: '' };

async function signIn(email: string): Promise<string> {
  const answer = await fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: backend.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return token;
}

beforeAll(async () => {
  backend = await startTestBackend({ seed: 'demo' });
  await backend.database.sql(
    `update public.bkk_user_roles set role = 'admin' where email in ('somchai@bkksiam.example', 'malee@bkksiam.example')`,
  );
  tokens.member = await signIn('nattaya@bkksiam.example');
  tokens.admin = await signIn('somchai@bkksiam.example');
  tokens.latecomer = await signIn('malee@bkksiam.example');
});
afterAll(() => backend.close());

async function ask(token: string | undefined, method = 'POST') {
  const answer = await fetch(`${backend.url}/functions/v1/admin-system-status`, {
    method,
    headers: {
      apikey: backend.anonKey,
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(method === 'POST' && { body: '{}' }),
  });
  return { status: answer.status, body: await answer.json() };
}

async function statusFor(token: string) {
  const { status, body } = await ask(token);
  expect(status).toBe(200);
  if (!isSystemStatus(body)) throw new Error(JSON.stringify(body));
  return body;
}

const allWork = { database: true, mail: true, store: true };

test('visitors and members get no status', async () => {
  expect((await ask(undefined)).status).toBe(401);
  expect((await ask('no token')).status).toBe(401);
  expect((await ask(backend.anonKey)).status).toBe(401);
  const body = { code: 'not_admin', message: 'Only an admin can do this.' };
  expect(await ask(tokens.member)).toEqual({ status: 403, body });
  expect((await ask(tokens.admin, 'GET')).status).toBe(405);
});

test('an admin gets the status of all parts, checked for each response', async () => {
  const before = Date.now();
  const first = await statusFor(tokens.admin);
  expect(first).toMatchObject({ working: allWork, mailsWaiting: 0 });
  expect(Date.parse(first.checkedAt)).toBeGreaterThanOrEqual(before);
  const second = await statusFor(tokens.admin);
  expect(Date.parse(second.checkedAt)).toBeGreaterThan(Date.parse(first.checkedAt));
});

const mail = (columns: string, values: string) =>
  backend.database.sql(
    `insert into bkksiam_private.mail_outbox
       (id, type, language, recipient, redirect_to, sealed_token, expires_at, ${columns})
     values (gen_random_uuid(), 'recovery', 'en', 'a@example.com', '', '', now() + interval '1 hour', ${values})`,
  );

test('queued mails are counted; a failed or overdue one marks the queue as failing', async () => {
  const empty = () => backend.database.sql('delete from bkksiam_private.mail_outbox');
  await mail('due_at', `now() + interval '10 minutes'`);
  expect(await statusFor(tokens.admin)).toMatchObject({ working: allWork, mailsWaiting: 1 });
  await mail('due_at, attempts, last_failure', `now() + interval '10 minutes', 1, 'ECONNREFUSED'`);
  const failed = { working: { ...allWork, mail: false }, mailsWaiting: 2 };
  expect(await statusFor(tokens.admin)).toMatchObject(failed);
  await empty();
  // Locks the row like a hanging worker; other workers skip it.
  await withClient(backend.database.admin, backend.database.admin, async (client) => {
    await mail('due_at', `now() - interval '2 minutes'`);
    await client.query('begin');
    await client.query('select from bkksiam_private.mail_outbox for update');
    const queue = await statusFor(tokens.admin);
    await client.query('rollback');
    expect(queue).toMatchObject({ working: { ...allWork, mail: false }, mailsWaiting: 1 });
  });
  await empty();
  expect((await statusFor(tokens.admin)).working).toEqual(allWork);
});

test('a store without a stock response counts as failing', async () => {
  await backend.database.sql('alter table public.bkk_product_variants rename to elsewhere');
  expect((await statusFor(tokens.admin)).working).toEqual({ ...allWork, store: false });
  await backend.database.sql('alter table public.elsewhere rename to bkk_product_variants');
  expect((await statusFor(tokens.admin)).working).toEqual(allWork);
});

test('an unavailable database is reported only to recently confirmed admins', async () => {
  await statusFor(tokens.admin);
  await backend.database.away(async () => {
    const started = performance.now();
    expect(await statusFor(tokens.admin)).toMatchObject({
      working: { database: false, mail: false, store: false },
      mailsWaiting: null,
    });
    expect(performance.now() - started).toBeLessThan(10_000);
    for (const token of [tokens.latecomer, tokens.member, backend.anonKey]) {
      expect((await ask(token)).status).toBe(503);
    }
  });
  await expect
    .poll(async () => (await ask(tokens.admin)).body, { timeout: 10_000 })
    .toMatchObject({
      working: allWork,
    });
  await backend.database.sql(
    `update public.bkk_user_roles set role = 'member' where email = 'somchai@bkksiam.example'`,
  );
  expect((await ask(tokens.admin)).status).toBe(403);
  await backend.database.away(async () => {
    expect((await ask(tokens.admin)).status).toBe(503);
  });
});
