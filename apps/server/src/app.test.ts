import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from './testing/test-backend.ts';

async function withBackend(work: (backend: TestBackend) => Promise<void>): Promise<void> {
  const backend = await startTestBackend();
  try {
    await work(backend);
  } finally {
    await backend.close();
  }
}

describe('the server', () => {
  it('reports its health, and gives every response an id', () =>
    withBackend(async ({ url }) => {
      const response = await fetch(`${url}/health`, { headers: { 'x-request-id': 'asked-by-me' } });
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ status: 'ok' });
      expect(response.headers.get('x-request-id')).toBe('asked-by-me');
    }));

  it('reports 503 while its database is unavailable', () =>
    withBackend(async ({ url, database }) => {
      await database.database.close();
      const response = await fetch(`${url}/health`);
      expect(response.status).toBe(503);
      expect(await response.json()).toEqual({ status: 'unavailable' });
    }));

  it('hands out the public settings and no secret', () =>
    withBackend(async ({ url, anonKey, config }) => {
      const text = await (await fetch(`${url}/config.json`)).text();
      const { siteUrl } = config;
      const expected = { supabaseUrl: siteUrl, storeUrl: siteUrl, anonKey };
      expect(JSON.parse(text)).toMatchObject(expected);
      expect(text).not.toContain(config.jwtSecret);
    }));
});

describe('a path that cannot be decoded', () => {
  it.each(['%zz', '%', '%ff', '%00', 'a%zz/%e0%a4'])('such as %s is not found', (part) =>
    withBackend(async ({ url, anonKey }) => {
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
    }),
  );
});

describe('a stop', () => {
  it('finishes what is in flight', async () => {
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
          'select count(*)::int as waiting from pg_locks where not granted',
        );
        return row?.waiting;
      })
      .toBeGreaterThan(0);
    const closed = backend.close();
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
