import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTinySite } from '../testing/built-site.ts';
import { startTestBackend, type TestBackend } from '../testing/test-backend.ts';
import { Pressure } from './load-shedding.ts';

let site: Awaited<ReturnType<typeof buildTinySite>>;
let backend: TestBackend;
const pendingRequests: Socket[] = [];
const log: string[] = [];

beforeAll(async () => {
  site = await buildTinySite();
  backend = await startTestBackend({
    seed: 'demo',
    shedsLoad: true,
    config: { siteDir: site.siteDir, trustProxy: ['loopback'] },
    log,
  });
});
afterAll(async () => {
  await backend.close();
  await site.remove();
});

/** Opens requests of a network that stay in progress: the headers are sent, the bodies are not. */
async function openRequests(count: number, network: string): Promise<void> {
  const { hostname, port } = new URL(backend.url);
  for (let one = 0; one < count; one += 1) {
    const socket = connect(Number(port), hostname);
    pendingRequests.push(socket);
    await once(socket, 'connect');
    socket.write(
      `POST /auth/v1/token HTTP/1.1\r\nhost: site\r\nx-forwarded-for: ${network}\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n`,
    );
  }
}

function closeRequests(): void {
  for (const socket of pendingRequests.splice(0)) socket.destroy();
}

/** Keeps the event loop from idling, as a flood of requests does, while the work runs. */
async function withSaturatedLoop<T>(work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const spin = (): void => {
    if (!isOver) setImmediate(spin);
  };
  spin();
  try {
    return await work();
  } finally {
    isOver = true;
  }
}

/** Repeats the request until the response has this status. */
async function fetchUntil(
  status: number,
  path: string,
  given: Record<string, string> = {},
): Promise<Response> {
  for (;;) {
    const headers = {
      ...{ apikey: backend.anonKey, authorization: `Bearer ${backend.anonKey}` },
      ...given,
    };
    const response = await fetch(backend.url + path, { headers });
    if (response.status === status) return response;
    await response.arrayBuffer();
    // Requests without a pause would saturate the loop themselves.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const statusOf = async (path: string) => (await fetch(backend.url + path)).status;

const rest = '/rest/v1/bkk_airline_news?select=id&limit=1';
const anything = expect.anything() as unknown;

test('a saturated event loop with few requests rejects none', async () => {
  await withSaturatedLoop(async () => {
    const end = performance.now() + 1_000;
    while (performance.now() < end) expect(await statusOf(rest)).not.toBe(503);
  });
});

describe('while many requests saturate the event loop', () => {
  beforeAll(() => openRequests(25, '127.0.0.1'));
  afterAll(closeRequests);

  test.each([
    ['the data service', rest, { code: 'PGRST003', message: anything, details: null, hint: null }],
    ['the auth service', '/auth/v1/user', { code: 503, error_code: 'unexpected_failure' }],
    ['the store', '/store/bkksiam/products', { message: 'Service Unavailable' }],
    ['a function', '/functions/v1/admin-invite-user', { code: 'SERVICE_UNAVAILABLE' }],
  ])(
    '%s answers 503 in its own shape, with Retry-After and for any origin',
    async (_name, path, body) => {
      const response = await withSaturatedLoop(() => fetchUntil(503, path));
      expect(response.headers.get('retry-after')).toBe('1');
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(await response.json()).toMatchObject(body);
    },
  );

  test('a page makes the browser reload, and files, settings and health are served', async () => {
    await withSaturatedLoop(async () => {
      const page = await fetchUntil(503, '/');
      expect(page.headers.get('retry-after')).toBe('1');
      expect(page.headers.get('refresh')).toBe('2');
      for (const path of ['/config.json', '/health', '/robots.txt']) {
        expect(await statusOf(path)).toBe(200);
      }
    });
  });

  test('nothing is logged as an error', () => {
    const levels = log.map((line) => (JSON.parse(line) as { level: number }).level);
    expect(Math.max(...levels)).toBeLessThan(50);
  });
});

describe('while one network saturates the event loop', () => {
  beforeAll(() => openRequests(25, '192.0.2.1'));
  afterAll(closeRequests);

  test('its requests are rejected, and those of others are served', async () => {
    await withSaturatedLoop(async () => {
      await fetchUntil(503, rest, { 'x-forwarded-for': '192.0.2.1' });
      for (let time = 0; time < 50; time += 1) expect(await statusOf(rest)).not.toBe(503);
    });
  });
});

test('afterwards everything is served again', async () => {
  expect((await fetchUntil(200, rest)).status).toBe(200);
  expect((await fetchUntil(200, '/')).status).toBe(200);
});

describe('the share of rejected requests', () => {
  const after = (...samples: readonly [utilization: number, times: number][]) => {
    const pressure = new Pressure();
    for (const [utilization, times] of samples)
      for (let time = 0; time < times; time += 1) pressure.sample(utilization);
    return pressure;
  };

  test('is none while the event loop has idle time, and after a pause of 150 ms', () => {
    expect(after([0.95, 100]).ofData).toBe(0);
    expect(after([0.95, 100], [1, 3]).ofData).toBe(0);
  });

  test('rises while the event loop is saturated, first for data, then for pages, never to all', () => {
    expect(after([1, 6]).ofData).toBeCloseTo(0.6);
    expect(after([1, 6]).ofPages).toBe(0);
    expect(after([1, 100])).toMatchObject({ ofData: 0.9, ofPages: 0.9 });
  });

  test('is none one second after the event loop is idle again', () => {
    expect(after([1, 100], [0.5, 20]).ofData).toBe(0);
  });
});
