import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTokens, serviceKey } from '../http/jwt.ts';
import { clientWithKey } from '../testing/test-client.ts';
import {
  asJson,
  newParent,
  startTracedBackend,
  trees,
  type TracedBackend,
} from '../testing/traced-backend.ts';

const serverKind = 2;
const clientKind = 3;
const errorCode = 2;

let one: TracedBackend;

beforeAll(async () => {
  one = await startTracedBackend();
});
afterAll(() => one.close());

describe('the spans of a request', () => {
  it('form one tree below the span of its traceparent: server, database', async () => {
    const { spans, rootSpan } = await one.traced('/rest/v1/bkk_airline_news?select=id', trees.read);
    expect(rootSpan).toMatchObject({
      kind: serverKind,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/rest/v1/*',
        'http.response.status_code': 200,
        'url.path': '/rest/v1/bkk_airline_news',
        'url.scheme': 'http',
      },
      resource: {
        'service.name': 'bkksiam',
        'service.version': '1.2.3',
        'deployment.environment.name': 'trial',
      },
    });
    expect(spans.find(({ kind }) => kind === clientKind)?.attributes).toEqual({
      'db.system.name': 'postgresql',
      'db.operation.name': 'SELECT',
      'db.client.connection.pool.name': 'callers',
    });
  });

  it('have the transaction of one with a body', async () => {
    const body = { email: 'traveller@example.com', password: 'first-password-river' };
    const { spans, status } = await one.traced('/auth/v1/signup', trees.signUp, asJson(body));
    expect(status).toBe(200);
    const [size] = spans.flatMap(({ attributes }) => attributes['db.operation.batch.size'] ?? []);
    expect(size).toBeGreaterThan(1);
  });

  it('have what a page is rendered from', async () => {
    const { status } = await one.traced('/news', trees.news);
    expect(status).toBe(200);
  });

  it('have what a function calls', async () => {
    const key = await serviceKey(createTokens({ secret: one.backend.config.jwtSecret }));
    const account = { email: 'admin@example.com', password: 'second-password-lake' };
    const { data } = await clientWithKey(one.backend.url, key).auth.admin.createUser({
      ...account,
      email_confirm: true,
    });
    await one.backend.database.sql(`update bkk_user_roles set role = 'admin' where user_id = $1`, [
      data.user?.id,
    ]);
    const client = clientWithKey(one.backend.url, one.backend.anonKey);
    const { session } = (await client.auth.signInWithPassword(account)).data;
    const called = 'POST /functions/v1/:name';
    const tree = [
      `${called} < caller`,
      `POST /rest/v1/* < ${called}`,
      'BATCH callers < POST /rest/v1/*',
      `GET /auth/v1/user < ${called}`,
      'SELECT auth < GET /auth/v1/user',
      `GET /store/:store/variants < ${called}`,
      'SELECT store < GET /store/:store/variants',
    ];
    const { status } = await one.traced('/functions/v1/admin-system-status', tree, {
      ...asJson({}),
      headers: { authorization: `Bearer ${session?.access_token ?? ''}` },
    });
    expect(status).toBe(200);
  });

  it('name no route where none matches, and an error of the client is no failure', async () => {
    const { spans } = await one.traced('/nowhere.txt', ['GET < caller']);
    expect(spans[0]?.name).toBe('GET');
    expect(spans[0]?.attributes).not.toHaveProperty('http.route');
    expect(spans[0]?.attributes['http.response.status_code']).toBe(404);
    expect(spans[0]?.status.code ?? 0).toBe(0);
  });

  it('are failed by an error of the server, with its SQLSTATE', async () => {
    await one.backend.database.sql(
      `create function public.refuse() returns trigger language plpgsql as
        $$ begin raise exception 'no'; end $$;
      create trigger refuse before insert on auth.users for each row execute function public.refuse()`,
    );
    const body = { email: 'second@example.com', password: 'third-password-hill' };
    const failed = await one.traced('/auth/v1/signup', trees.signUp, asJson(body));
    await one.backend.database.sql('drop trigger refuse on auth.users');
    expect(failed.rootSpan).toMatchObject({
      status: { code: errorCode },
      attributes: { 'error.type': '500', 'http.response.status_code': 500 },
    });
    const [ofDatabase] = failed.spans.filter(({ kind }) => kind === clientKind);
    expect(ofDatabase?.attributes['error.type']).toBe('P0001');
  });

  it('end when the client leaves before the response', async () => {
    const { traceId, spanId } = newParent();
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const { database } = one.backend.database;
    // Takes every connection of the auth service.
    const held = [1, 2, 3, 4].map(() => database.serviceTransaction(() => released));
    const { port, hostname } = new URL(one.backend.url);
    const socket = connect(Number(port), hostname);
    const head = `traceparent: 00-${traceId}-${spanId}-01\r\n`;
    socket.write(`GET /auth/v1/verify?token=1&type=signup HTTP/1.1\r\nhost: x\r\n${head}\r\n`);
    await expect.poll(() => database.poolStats().map(({ waiting }) => waiting)).toContain(1);
    socket.destroy();
    await expect.poll(() => one.spansOf(traceId).map(({ kind }) => kind)).toContain(serverKind);
    const span = one.spansOf(traceId).find(({ kind }) => kind === serverKind);
    expect(span?.attributes).not.toHaveProperty('http.response.status_code');
    release();
    await Promise.all(held);
  });

  it('are none of a probe', async () => {
    const { traceId } = await one.traced('/readyz', []);
    await one.traced('/config.json', trees.settings);
    expect(one.spansOf(traceId)).toEqual([]);
  });

  it('are none of a trace that its caller does not sample, whose id the log still has', async () => {
    const { traceId, spanId } = newParent();
    const headers = { apikey: one.backend.anonKey, traceparent: `00-${traceId}-${spanId}-00` };
    await fetch(`${one.backend.url}/rest/v1/bkk_airline_news`, { headers });
    await one.traced('/config.json', trees.settings);
    expect(one.spansOf(traceId)).toEqual([]);
    expect(one.lines().filter((line) => line.trace_id === traceId)).toHaveLength(1);
  });
});

describe('what is sent to the collector', () => {
  it('has no token, password, address, query or value of the requests above', async () => {
    const email = 'traveller@example.com';
    const token = await serviceKey(createTokens({ secret: one.backend.config.jwtSecret }));
    const wrong = { email, password: 'wrong-password-dusk' };
    const { headers, ...signIn } = asJson(wrong);
    await fetch(`${one.backend.url}/auth/v1/token?grant_type=password`, {
      ...signIn,
      headers: { ...headers, apikey: one.backend.anonKey },
    });
    await one.traced('/rest/v1/bkk_user_profiles?full_name=eq.value-in-query', trees.read, {
      headers: { authorization: `Bearer ${token}`, cookie: 'a=value-in-cookie' },
    });
    const ofWrite = ['POST /rest/v1/* < caller', 'BATCH callers < POST /rest/v1/*'];
    await one.traced('/rest/v1/bkk_airline_news', ofWrite, {
      ...asJson({ title: 'value-in-body' }),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    const sent = one.collector.bodies().join('');
    expect(sent).toContain('POST /auth/v1/token');
    const secrets = [token, one.backend.anonKey, email, 'example.com', 'grant_type', 'value-in'];
    const passwords = ['-password-', 'first-', 'select=', '127.0.0.1', 'insert into', 'wrong'];
    expect([...secrets, ...passwords].filter((secret) => sent.includes(secret))).toEqual([]);
    expect(one.warnings).toEqual([]);
  });
});
