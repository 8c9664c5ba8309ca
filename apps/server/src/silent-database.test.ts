import { inject, test, type TestContext } from 'vitest';
import { DatabaseUnavailable } from './db/database.ts';
import { demoPassword } from './testing/test-database.ts';
import { startSilentProxy } from './testing/silent-proxy.ts';
import { startTestBackend, type TestBackend } from './testing/test-backend.ts';
import { isWholeSuite } from './testing/variations.ts';

const email = 'nattaya@bkksiam.example';
const connections = 4;

/** A backend behind a proxy of its own, so that the tests, which mostly wait, run at once. */
async function start(onTestFinished: TestContext['onTestFinished']) {
  const proxy = await startSilentProxy(inject('postgres'));
  onTestFinished(() => proxy.stop());
  const backend = await startTestBackend({
    seed: 'demo',
    proxy: proxy.address,
    limits: { callers: connections, services: 2, waitMs: 500, answerMs: 1_000 },
  });
  onTestFinished(async () => {
    proxy.forward();
    await backend.close();
  });
  return { proxy, backend, database: backend.database.database, sql: backend.database.sql };
}

const callsOf = (backend: TestBackend) => {
  async function call(
    path: string,
    body?: object,
    method = body === undefined ? 'GET' : 'POST',
    key = backend.anonKey,
  ): Promise<Response> {
    const response = await fetch(`${backend.url}${path}`, {
      method,
      headers: {
        apikey: backend.anonKey,
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    await response.clone().arrayBuffer();
    return response;
  }
  const signIn = () =>
    call('/auth/v1/token?grant_type=password', { email, password: demoPassword });
  return { call, signIn, read: () => call('/rest/v1/bkk_airline_news?select=id&limit=1') };
};

test.concurrent('a database host that vanishes means 503 with Retry-After, and all is as before when it returns', async ({
  expect,
  onTestFinished,
}) => {
  const { proxy, backend } = await start(onTestFinished);
  const { call, signIn, read } = callsOf(backend);
  const { access_token: token } = (await (await signIn()).json()) as { access_token: string };
  const write = () => call('/rest/v1/bkk_user_profiles?phone=eq.1', { phone: '1' }, 'PATCH', token);
  // Fills the pools with connections that will be silent.
  await Promise.all(Array.from({ length: connections }, read));
  const statuses = async () =>
    (await Promise.all([read(), write(), signIn(), call('/readyz')])).map(({ status }) => status);
  expect(await statuses()).toEqual([200, 204, 200, 200]);
  proxy.silence();
  const during = await Promise.all([
    ...Array.from({ length: 2 * connections }, read),
    ...Array.from({ length: connections }, write),
    ...Array.from({ length: connections }, signIn),
  ]);
  expect(during.map(({ status }) => status)).toEqual(during.map(() => 503));
  expect(during.map(({ headers }) => headers.get('retry-after'))).toEqual(during.map(() => '1'));
  const notReady = await call('/readyz');
  expect([notReady.status, await notReady.json()]).toMatchObject([
    503,
    { checks: { database: 'does not answer' } },
  ]);
  proxy.forward();
  await expect.poll(statuses, { timeout: 10_000 }).toEqual([200, 204, 200, 200]);
}, 60_000);

test.runIf(isWholeSuite).concurrent(
  'a statement without a timeout, as the service key has, is given up too',
  async ({ expect, onTestFinished }) => {
    const { proxy, database } = await start(onTestFinished);
    const service = { role: 'service_role', claims: {} } as const;
    const statement = { text: 'select pg_sleep(3), 1 as one' };
    const [slow] = await database.asIdentity(service, [statement]);
    expect(slow?.rows[0]?.one).toBe(1);
    proxy.silence();
    await expect(database.asIdentity(service, [statement])).rejects.toBeInstanceOf(
      DatabaseUnavailable,
    );
  },
  60_000,
);

test.concurrent('a write whose answer is lost is answered with an error', async ({
  expect,
  onTestFinished,
}) => {
  const { proxy, database, sql } = await start(onTestFinished);
  await sql('create table public.written (a int); grant insert on public.written to anon');
  const anon = { role: 'anon', claims: {} } as const;
  const insert = (a: number) => ({ text: `insert into public.written values (${String(a)})` });
  await database.asIdentity(anon, [insert(1)]);
  proxy.silence('answers');
  await expect(database.asIdentity(anon, [insert(2)])).rejects.toBeInstanceOf(DatabaseUnavailable);
  proxy.forward();
  await expect
    .poll(() => sql('select a from public.written order by a'))
    .toEqual([{ a: 1 }, { a: 2 }]);
}, 60_000);

test.runIf(isWholeSuite).concurrent(
  'an explicit transaction that the server stops answering is given up and not committed',
  async ({ expect, onTestFinished }) => {
    const { proxy, database, sql } = await start(onTestFinished);
    await sql('create table public.written (a int); grant insert on public.written to anon');
    const work = database.transaction({ role: 'anon', claims: {} }, async (transaction) => {
      await transaction.run({ text: 'insert into public.written values (1)' });
      proxy.silence();
      await transaction.run({ text: 'insert into public.written values (2)' });
    });
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(await sql('select a from public.written')).toEqual([]);
  },
  60_000,
);

test.runIf(isWholeSuite).concurrent(
  'a listener on a silent connection connects again and is told that it may have missed something',
  async ({ expect, onTestFinished }) => {
    const { proxy, database, sql } = await start(onTestFinished);
    const heard: string[] = [];
    const stop = await database.listen('news', (payload) => void heard.push(payload));
    proxy.silence();
    await sql(`select pg_notify('news', 'lost')`);
    // The connection of the listener is one of those that have lost bytes, and stays silent.
    await expect.poll(() => proxy.silent()).toBeGreaterThan(0);
    proxy.forward();
    await expect.poll(() => heard, { timeout: 20_000 }).toEqual(['']);
    await sql(`select pg_notify('news', 'heard')`);
    await expect.poll(() => heard, { timeout: 20_000 }).toEqual(['', 'heard']);
    await stop();
  },
  60_000,
);
