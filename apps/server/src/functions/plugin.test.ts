import { readFile } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anonKey, createTokens, serviceKey } from '../http/jwt.ts';
import { clientWithKey } from '../testing/test-client.ts';
import {
  functionEnvironment,
  hostedFunctions,
  openFunctions,
  type HostedFunction,
} from './hosted-functions.ts';
import { functionsPlugin, type FunctionsOptions } from './plugin.ts';

const root = new URL('../../../../supabase/', import.meta.url);
const tokens = createTokens({ secret: 'a secret of the tests, long enough to sign with' });
const lines: string[] = [];
const log = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString('utf8'));
    done();
  },
});
let url: string;
let anon: string;
let service: string;
let aborted = false;

/** Returns the request. */
const echo: HostedFunction = async (request, environment) =>
  Response.json(
    {
      method: request.method,
      url: request.url,
      body: await request.text(),
      type: request.headers.get('content-type'),
      own: request.headers.get('x-own'),
      backend: environment.get('SUPABASE_URL'),
      knowsBothKeys:
        [anon, service].join() ===
        ['SUPABASE_ANON_KEY', 'SUPABASE_SERVICE_ROLE_KEY']
          .map((key) => environment.get(key))
          .join(),
      address: request.headers.get('x-forwarded-for'),
      other: environment.get('PATH') ?? environment.get('constructor') ?? null,
    },
    { status: 201, headers: { 'x-answer': 'yes' } },
  );

const functions = new Map<string, HostedFunction>([
  ['echo', echo],
  [
    'attach-slip',
    async (request) => Response.json({ bytes: (await request.arrayBuffer()).byteLength }),
  ],
  [
    'throws',
    (request, environment) => {
      const key = environment.get('SUPABASE_SERVICE_ROLE_KEY') ?? '';
      const bearer = request.headers.get('authorization') ?? '';
      throw new Error(`went wrong near ${key} for ${bearer}`);
    },
  ],
  [
    'hangs',
    (request) =>
      new Promise(() => {
        request.signal.addEventListener('abort', () => (aborted = true));
      }),
  ],
  ['bytes', () => Promise.resolve(new Response(new Uint8Array([0, 255, 128])))],
  [
    'preflight',
    () => Promise.resolve(new Response(null, { status: 204, headers: { 'x-own': '1' } })),
  ],
]);

// A caller that gave up may leave its connection open.
const app = fastify({
  forceCloseConnections: true,
  logger: { level: 'error', stream: log },
});

/** Serves the functions; gives the address. */
async function serve(
  host: FastifyInstance,
  changes: Pick<FunctionsOptions, 'allowance' | 'uploadAllowance'> = {},
): Promise<string> {
  await host.register(functionsPlugin, {
    prefix: '/functions/v1',
    functions,
    environment: functionEnvironment(() => 'http://127.0.0.1:1', {
      anon,
      service,
      sealing: 'the key that seals',
    }),
    tokens,
    siteUrl: 'https://bkksiam.example',
    timeLimitMs: 300,
    ...changes,
  });
  return host.listen({ host: '127.0.0.1', port: 0 });
}

beforeAll(async () => {
  anon = await anonKey(tokens);
  service = await serviceKey(tokens);
  url = await serve(app);
});
afterAll(async () => {
  await app.close();
});

function call(path: string, init: RequestInit = {}, bearer: string | null = anon) {
  const headers = new Headers(init.headers);
  if (bearer !== null) headers.set('authorization', `Bearer ${bearer}`);
  return fetch(`${url}/functions/v1/${path}`, { method: 'POST', ...init, headers });
}

describe('a function', () => {
  it('is asked and answers by the web standards, at the public address, with its environment', async () => {
    const response = await call('echo/sub/path?x=1&x=2', {
      method: 'PUT',
      body: 'สวัสดี',
      headers: {
        'content-type': 'text/plain',
        'x-own': 'a, b',
        'x-forwarded-for': '203.0.113.7',
      },
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('x-answer')).toBe('yes');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({
      method: 'PUT',
      url: 'https://bkksiam.example/functions/v1/echo/sub/path?x=1&x=2',
      body: 'สวัสดี',
      type: 'text/plain',
      own: 'a, b',
      backend: 'http://127.0.0.1:1',
      knowsBothKeys: true,
      address: '127.0.0.1',
      other: null,
    });
  });

  it('is invoked by the unmodified client', async () => {
    const client = clientWithKey(url, anon);
    const answer = await client.functions.invoke<{ body: string }>('echo', { body: { a: 1 } });
    expect(answer.error).toBeNull();
    expect(answer.data?.body).toBe('{"a":1}');
    const missing = await client.functions.invoke('missing', { body: {} });
    expect(missing.error).toMatchObject({ name: 'FunctionsHttpError' });
    const late = await client.functions.invoke('hangs', { body: {} });
    expect(late.error).toMatchObject({ name: 'FunctionsRelayError' });
  });

  it('may answer with bytes', async () => {
    const response = await call('bytes');
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255, 128]);
  });

  it('answers its preflight itself, without a token', async () => {
    const response = await call('preflight', { method: 'OPTIONS' }, null);
    expect([response.status, response.headers.get('x-own')]).toEqual([204, '1']);
  });
});

describe('the host', () => {
  it.each([
    ['no token', null, 'Missing authorization header'],
    ['no token at all in it', 'x', 'Invalid JWT'],
    ['a token of another issuer', 'eyJhbGciOiJIUzI1NiJ9.e30.AAAA', 'Invalid JWT'],
  ])('rejects %s', async (_what, bearer, message) => {
    const response = await call('echo', {}, bearer);
    expect(response.status).toBe(401);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toEqual({ code: 401, message });
  });

  it('rejects an expired token', async () => {
    const old = await tokens.sign({ role: 'authenticated', iat: 1 }, 60);
    expect((await call('echo', {}, old)).status).toBe(401);
  });

  it.each(['missing', 'constructor', '__proto__', 'echo%2F..', '%00'])(
    'knows no function %s',
    async (name) => {
      const response = await call(name);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
    },
  );

  it('takes no body over one mebibyte', async () => {
    expect((await call('echo', { body: 'a'.repeat(1024 * 1024) })).status).toBe(201);
    const response = await call('echo', { body: 'a'.repeat(1024 * 1024 + 1) });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'BODY_TOO_LARGE' });
  });

  it('answers for a function that throws, and logs it without a key or token', async () => {
    lines.length = 0;
    const bearer = await tokens.sign({ role: 'authenticated', sub: 'member' }, 60);
    const response = await call('throws', {}, bearer);
    expect(response.status).toBe(500);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toEqual({
      code: 'WORKER_ERROR',
      message: 'Something went wrong. Please try again.',
    });
    const logged = lines.join('');
    expect(logged).toContain('went wrong near [secret] for Bearer [token]');
    expect(logged).toContain('"function":"throws"');
    expect(logged).not.toMatch(/eyJ/);
  });

  it('answers for a function that takes too long, and tells it to stop', async () => {
    aborted = false;
    const response = await call('hangs');
    expect(response.status).toBe(546);
    expect(response.headers.get('x-relay-error')).toBe('true');
    expect(await response.json()).toMatchObject({ code: 'WORKER_LIMIT' });
    expect(aborted).toBe(true);
  });
});

describe('what a network calls', () => {
  let limited: FastifyInstance;
  let limitedUrl: string;
  beforeEach(async () => {
    limited = fastify({ forceCloseConnections: true, trustProxy: true });
    limitedUrl = await serve(limited, {
      allowance: { name: 'test calls', requests: 3, bytes: 1000, windowSeconds: 3600 },
      uploadAllowance: { name: 'test uploads', requests: 3, bytes: 2000, windowSeconds: 3600 },
    });
  });
  afterEach(() => limited.close());

  const callFrom = (address: string, init: RequestInit = {}, bearer = anon, name = 'echo') =>
    fetch(`${limitedUrl}/functions/v1/${name}`, {
      method: 'POST',
      ...init,
      headers: { authorization: `Bearer ${bearer}`, 'x-forwarded-for': address },
    });
  const statusesOf = async (count: number, call: () => Promise<Response>) => {
    const statuses: number[] = [];
    for (let time = 0; time < count; time += 1) statuses.push((await call()).status);
    return statuses;
  };

  it('is counted, and another network and the service key are not held up', async () => {
    expect(await statusesOf(5, () => callFrom('192.0.2.1'))).toEqual([201, 201, 201, 429, 429]);
    const refused = await callFrom('192.0.2.1');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(await refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect((await callFrom('192.0.2.2')).status).toBe(201);
    expect(await statusesOf(5, () => callFrom('192.0.2.1', {}, service))).toEqual(
      Array.from({ length: 5 }, () => 201),
    );
  });

  it('is counted apart for functions that take a file', async () => {
    const body = 'a'.repeat(900);
    const upload = () => callFrom('192.0.2.1', { body }, anon, 'attach-slip');
    expect(await statusesOf(3, upload)).toEqual([200, 200, 429]);
    expect(await statusesOf(2, () => callFrom('192.0.2.1', { body }))).toEqual([201, 429]);
  });

  it('has a limit of bytes, whether they are announced or not', async () => {
    const body = 'a'.repeat(600);
    expect(await statusesOf(2, () => callFrom('192.0.2.1', { body }))).toEqual([201, 429]);
    const stream = () => callFrom('192.0.2.2', { body: new Blob([body]).stream(), duplex: 'half' });
    expect(await statusesOf(2, stream)).toEqual([201, 429]);
  });
});

describe('the same functions on hosted Supabase', () => {
  it('are declared with a checked token, an entry and the import map', async () => {
    const config = await readFile(new URL('config.toml', root), 'utf8');
    // A server has a worker and a clock of its own for what the last two do.
    const checked = [...hostedFunctions.keys(), 'send-messages', 'reconcile-flight-orders'];
    const deployed = [...checked, ...openFunctions.keys()];
    for (const name of deployed) {
      const section = config.split(`[functions.${name}]`)[1]?.split('\n[')[0] ?? '';
      expect(section).toContain('enabled = true');
      expect(section).toContain(`verify_jwt = ${String(checked.includes(name))}`);
      expect(section).toContain('import_map = "./functions/deno.json"');
      expect(section).toContain(`entrypoint = "./functions/${name}/index.ts"`);
    }
    expect(config.match(/\[functions\./g)).toHaveLength(deployed.length);
  });

  it('use the releases of the packages that are tested here', async () => {
    const text = await readFile(new URL('functions/deno.json', root), 'utf8');
    const { imports } = JSON.parse(text) as { imports: Record<string, string> };
    const lock = JSON.parse(await readFile(new URL('../package-lock.json', root), 'utf8')) as {
      packages: Record<string, { version: string }>;
    };
    expect(imports).toEqual(
      Object.fromEntries(
        ['@supabase/supabase-js', 'nodemailer'].map((name) => {
          const { version = '' } = lock.packages[`node_modules/${name}`] ?? {};
          return [name, `npm:${name}@${version}`];
        }),
      ),
    );
  });

  it.each([...hostedFunctions.keys()])('%s is served by its own entry', async (name) => {
    const entry = (await import(new URL(`functions/${name}/index.ts`, root).href)) as {
      default: { fetch: (request: Request) => Promise<Response> };
    };
    const preflight = await entry.default.fetch(
      new Request('https://x.supabase.co/', { method: 'OPTIONS' }),
    );
    expect(preflight.status).toBe(204);
    const asked = new Request('https://x.supabase.co/', {
      method: 'POST',
      headers: { authorization: `Bearer ${anon}` },
    });
    await expect(entry.default.fetch(asked.clone())).rejects.toThrow(
      /^SUPABASE_(ANON|SERVICE_ROLE)_KEY is not set$/,
    );
    Object.assign(globalThis, {
      Deno: {
        env: { get: (key: string) => (key === 'SUPABASE_URL' ? 'http://127.0.0.1:1' : anon) },
      },
    });
    try {
      // Those that a link may take the place of a session read the body first, which is none.
      expect([400, 503]).toContain((await entry.default.fetch(asked)).status);
    } finally {
      Reflect.deleteProperty(globalThis, 'Deno');
    }
  });
});
