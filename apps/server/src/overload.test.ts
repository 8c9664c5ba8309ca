import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { Identity } from '@bkksiam/domain/identity';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest';
import { DatabaseBusy, type Database } from './db/database.ts';
import {
  startTestBackend,
  type TestBackend,
  type TestBackendOptions,
} from './testing/test-backend.ts';
import { clientWithKey } from './testing/test-client.ts';

const ask = { text: 'select 1 as one' };
const service: Identity = { role: 'service_role', claims: {} };
const visitor = (network: string): Identity => ({ role: 'anon', claims: {}, network });
const member = (sub: string): Identity => ({ role: 'authenticated', claims: { sub } });

let backend: TestBackend;
let database: Database;
let letGo: () => void;
let released: Promise<void>;
let held: Promise<unknown>[];

beforeAll(() => start());
afterAll(() => backend.close());

async function start(config?: TestBackendOptions['config']): Promise<void> {
  backend = await startTestBackend({
    seed: 'demo',
    limits: { waitMs: 100 },
    ...(config && { config }),
  });
  database = backend.database.database;
}

/** Starts the server of one test with other settings. */
async function startWith(config: TestBackendOptions['config']): Promise<void> {
  const shared = backend;
  await start(config);
  onTestFinished(async () => {
    await backend.close();
    backend = shared;
    ({ database } = shared.database);
  });
}

beforeEach(() => {
  released = new Promise((resolve) => (letGo = resolve));
  held = [];
});

afterEach(async () => {
  letGo();
  await Promise.allSettled(held);
});

/**
 * Acquires and holds connections as these callers; resolves with the number acquired when all have one or were
 * rejected.
 */
async function hold(callers: readonly Identity[]): Promise<number> {
  const had = callers.map(
    (caller) =>
      new Promise<boolean>((resolve, reject) => {
        const holding = database.transaction(caller, async () => {
          resolve(true);
          await released;
        });
        holding.catch((error: unknown) => {
          if (error instanceof DatabaseBusy) resolve(false);
          else reject(error instanceof Error ? error : new Error(String(error)));
        });
        held.push(holding);
      }),
  );
  return (await Promise.all(had)).filter(Boolean).length;
}

const many = (count: number, caller: (index: number) => Identity): Identity[] =>
  Array.from({ length: count }, (_, index) => caller(index));

const read = (caller: Identity) => database.asIdentity(caller, [ask]);
const answered = [expect.objectContaining({ rows: [{ one: 1 }] })];

async function holdAuthConnections(count: number): Promise<void> {
  const had = Array.from(
    { length: count },
    () =>
      new Promise<void>((resolve) => {
        held.push(
          database.serviceTransaction(async () => {
            resolve();
            await released;
          }),
        );
      }),
  );
  await Promise.all(had);
}

const restPath = '/rest/v1/bkk_airline_news?select=id&limit=1';

describe('the connections of the pool', () => {
  test('are for visitors up to half: members and the service still have theirs', async () => {
    expect(await hold(many(9, (index) => visitor(`192.0.2.${String(index)}`)))).toBe(4);
    expect(await read(member('a'))).toEqual(answered);
    expect(await read(service)).toEqual(answered);
  });

  test('are for members up to all but one: a visitor still has one', async () => {
    expect(await hold(many(9, (index) => member(String(index))))).toBe(7);
    expect(await read(visitor('192.0.2.1'))).toEqual(answered);
  });

  test.each([
    ['network of visitors', visitor],
    ['member', member],
  ])('are for one %s less than half: its neighbours still have theirs', async (_name, caller) => {
    expect(await hold(many(5, () => caller('192.0.2.1')))).toBe(3);
    expect(await read(caller('192.0.2.2'))).toEqual(answered);
  });

  test('tell networks apart by the address the trusted proxy names', async () => {
    await startWith({ trustProxy: ['loopback'] });
    await hold(many(5, () => visitor('192.0.2.1')));
    const status = async (network: string) => {
      const headers = { apikey: backend.anonKey, 'x-forwarded-for': network };
      return (await fetch(backend.url + restPath, { headers })).status;
    };
    expect(await status('192.0.2.1')).toBe(503);
    expect(await status('192.0.2.2')).toBe(200);
    expect(await status('2001:db8::1')).toBe(200);
  });

  test.each([[[]], [['10.0.0.0/8']]])(
    'know a network by its own address where another proxy is trusted: %j',
    async (trustProxy) => {
      await startWith({ trustProxy });
      const status = async () => {
        const headers = { apikey: backend.anonKey, 'x-forwarded-for': '192.0.2.2' };
        return (await fetch(backend.url + restPath, { headers })).status;
      };
      expect(await status()).toBe(200);
      await hold(many(5, () => visitor('127.0.0.1')));
      expect(await status()).toBe(503);
    },
  );
});

describe('without a free connection', () => {
  test('the data service responds 503 with Retry-After', async () => {
    await hold(many(8, () => service));
    const response = await fetch(backend.url + restPath, { headers: { apikey: backend.anonKey } });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(response.headers.get('proxy-status')).toBe('PostgREST; error=PGRST003');
    expect(await response.json()).toEqual({
      code: 'PGRST003',
      message: 'Timed out acquiring connection from connection pool.',
      details: null,
      hint: null,
    });
  });

  test('a read of the unmodified client is tried again and succeeds', async () => {
    await hold(many(8, () => service));
    const seen: number[] = [];
    const watchedFetch: typeof fetch = async (...request) => {
      const response = await fetch(...request);
      seen.push(response.status);
      letGo();
      return response;
    };
    const client = clientWithKey(backend.url, backend.anonKey, 'implicit', watchedFetch);
    const { data, error } = await client.from('bkk_airline_news').select('id').limit(1);
    expect(error).toBeNull();
    expect(data).toHaveLength(1);
    expect(seen).toEqual([503, 200]);
  });

  test('the auth service responds 503 with Retry-After', async () => {
    await holdAuthConnections(4);
    const response = await fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: backend.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@example.com', password: 'anything' }),
    });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toMatchObject({ code: 503, error_code: 'unexpected_failure' });
  });

  test('/health answers all the same', async () => {
    await hold(many(8, () => service));
    await holdAuthConnections(4);
    const response = await fetch(`${backend.url}/health`);
    expect(response.status).toBe(200);
  });
});

describe('a body that is refused', () => {
  /** The response's `Connection` header when the client has announced a body but sent none. */
  async function connectionAfter(bytes: number, { url, anonKey } = backend) {
    const outgoing = request(`${url}/rest/v1/bkk_login_logs`, {
      method: 'POST',
      headers: { apikey: anonKey, 'content-type': 'text/csv', 'content-length': bytes },
    });
    outgoing.flushHeaders();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    outgoing.on('error', () => undefined);
    outgoing.destroy();
    expect([401, 429]).toContain(response.statusCode);
    return response.headers.connection;
  }

  const megabyte = 1024 * 1024;

  test('is read to its end up to 16 MB, so that its client gets the response', async () => {
    expect(await connectionAfter(9 * megabyte)).not.toBe('close');
    expect(await connectionAfter(17 * megabyte)).toBe('close');
  });

  test('is not read to its end for a network that has sent its share: the connection is closed', async () => {
    const limited = await startTestBackend({ config: { rateLimit: true } });
    try {
      for (let sent = 0; sent < 64; sent += 8)
        expect(await connectionAfter(8 * megabyte, limited)).not.toBe('close');
      expect(await connectionAfter(8 * megabyte, limited)).toBe('close');
      expect(await connectionAfter(8 * megabyte, limited)).toBe('close');
      expect(await connectionAfter(1000, limited)).not.toBe('close');
    } finally {
      await limited.close();
    }
  });
});

describe('/health', () => {
  test('reports the database as unavailable, and as available again', async () => {
    const status = async () => (await fetch(`${backend.url}/health`)).status;
    expect(await status()).toBe(200);
    await backend.database.away(async () => {
      expect(await status()).toBe(503);
    });
    expect(await status()).toBe(200);
  });

  test('is well again after its connection was cut', async () => {
    const status = async () => (await fetch(`${backend.url}/health`)).status;
    expect(await status()).toBe(200);
    await backend.database.sql(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    expect(await status()).toBe(200);
  });
});
