import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from './testing/test-backend.ts';

let shared: TestBackend;

beforeAll(async () => {
  shared = await startTestBackend();
});
afterAll(() => shared.close());

async function ask(path: string) {
  const response = await fetch(shared.url + path);
  return { status: response.status, body: await response.json() };
}

describe('the server', () => {
  it('reports its health, and gives every response an id', async () => {
    const headers = { 'x-request-id': 'asked-by-me' };
    const response = await fetch(`${shared.url}/health`, { headers });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'ok' });
    expect(response.headers.get('x-request-id')).toBe('asked-by-me');
  });

  it('is alive and not ready without its database, and says what is missing', async () => {
    const ready = { database: 'ok', migrations: 'ok', mail: 'ok', process: 'ok' };
    const live = { status: 200, body: { status: 'ok' } };
    expect(await ask('/livez')).toEqual(live);
    expect(await ask('/readyz')).toEqual({ status: 200, body: { status: 'ok', checks: ready } });
    await shared.database.away(async () => {
      expect(await ask('/livez')).toEqual(live);
      const checks = {
        ...ready,
        database: 'does not answer',
        migrations: 'unknown, the database does not answer',
      };
      const unavailable = { status: 'unavailable' };
      expect(await ask('/readyz')).toEqual({ status: 503, body: { ...unavailable, checks } });
      expect(await ask('/health')).toEqual({ status: 503, body: unavailable });
    });
    await expect.poll(() => ask('/readyz')).toMatchObject({ status: 200 });
  });

  it('is not ready on a database that lacks a migration of its release, such as an older copy', async () => {
    const { sql } = shared.database;
    const [file] = await sql<{ name: string }>(
      `select max(name) as name from bkksiam_private.applied_files where kind = 'product'`,
    );
    const rename = (from: string, to: string) =>
      sql('update bkksiam_private.applied_files set name = $2 where name = $1', [from, to]);
    await rename(file?.name ?? '', 'another file');
    expect(await ask('/readyz')).toMatchObject({
      status: 503,
      body: { checks: { database: 'ok', migrations: `not applied: product/${file?.name ?? ''}` } },
    });
    expect((await ask('/health')).status).toBe(503);
    await rename('another file', file?.name ?? '');
  });

  it('is ready on a database that a newer release has migrated', async () => {
    const { sql } = shared.database;
    await sql(
      `insert into bkksiam_private.applied_files values ('product', '29990101000000_later.sql', '')`,
    );
    expect((await ask('/readyz')).status).toBe(200);
    await sql(`delete from bkksiam_private.applied_files where name like '2999%'`);
  });

  it('hands out the public settings and no secret', async () => {
    const { url, anonKey, config } = shared;
    const text = await (await fetch(`${url}/config.json`)).text();
    const { siteUrl, storeId } = config;
    const urls = { siteUrl, supabaseUrl: siteUrl, storeUrl: siteUrl };
    expect(JSON.parse(text)).toEqual({
      ...urls,
      anonKey,
      storeId,
      features: [],
      hasFlightSupplier: false,
      product: 'bkksiam',
    });
    expect(text).not.toContain(config.jwtSecret);
  });
});

describe('a path that cannot be decoded', () => {
  it.each(['%zz', '%', '%ff', '%00', 'a%zz/%e0%a4'])('such as %s is not found', async (part) => {
    const { url, anonKey } = shared;
    const headers = { apikey: anonKey, authorization: `Bearer ${anonKey}` };
    const keysOf = async (path: string) => {
      const response = await fetch(`${url}/${path}${part}`, { headers });
      expect({ path, status: response.status }).toEqual({ path, status: 404 });
      expect(response.headers.get('x-request-id')).toMatch(/[\w-]{36}/);
      return Object.keys((await response.json()) as object)
        .toSorted()
        .join();
    };
    expect(await keysOf('')).toBe('message');
    expect(await keysOf('store/bkksiam/')).toBe('message');
    expect(await keysOf('store/bkksiam/products/')).toBe('message');
    expect(await keysOf('functions/v1/')).toBe('code,message');
    expect(await keysOf('auth/v1/')).toBe('code,error_code,msg');
    expect(await keysOf('rest/v1/')).toBe('code,details,hint,message');
  });
});

describe('a stop', () => {
  it('finishes what is in flight, is not ready meanwhile, and still serves what arrives', async () => {
    const backend = await startTestBackend();
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const locked = new Promise<void>((resolve, reject) => {
      backend.database.database
        .serviceTransaction(async (transaction) => {
          await transaction.run({ text: 'lock table auth.users in access exclusive mode' });
          resolve();
          await released;
        })
        .catch(reject);
    });
    await locked;
    const asked = fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: backend.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@example.com', password: 'anything' }),
    });
    await expect
      .poll(async () => {
        const [row] = await backend.database.sql<{ waiting: number }>(
          `select count(*)::int as waiting from pg_locks where not granted
             and database = (select oid from pg_database where datname = current_database())`,
        );
        return row?.waiting;
      })
      .toBeGreaterThan(0);
    const closed = backend.close();
    const readiness = () => fetch(`${backend.url}/readyz`);
    await expect.poll(async () => (await readiness()).status).toBe(503);
    const response = await readiness();
    expect(response.headers.get('connection')).toBe('close');
    expect(await response.json()).toMatchObject({
      checks: { database: 'ok', process: 'is stopping' },
    });
    expect((await fetch(`${backend.url}/livez`)).status).toBe(200);
    const news = await fetch(`${backend.url}/rest/v1/bkk_airline_news?select=id`, {
      headers: { apikey: backend.anonKey },
    });
    expect(news.status).toBe(200);
    release();
    expect(await (await asked).json()).toMatchObject({ error_code: 'invalid_credentials' });
    await closed;
  });

  it('does not wait for connections on which nothing was asked', async () => {
    const backend = await startTestBackend();
    const socket = connect(Number(new URL(backend.url).port), '127.0.0.1');
    await once(socket, 'connect');
    const gone = once(socket, 'close');
    await backend.close();
    await gone;
  });
});
