import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemStatusFunction } from '@bkksiam/domain/system-status';
import { startTestBackend, type TestBackend } from './testing/test-backend.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend({ seed: 'demo', config: { rest: restSettings } });
  await backend.database.sql(
    `insert into bkk_airline_news (title, excerpt, is_public)
       select 'ข่าว ' || n, 'Flight ' || n || ' leaves later.', true from generate_series(1, 200) n;
     create function public.test_headers(name text, value text) returns setof public.bkk_airline_news
       language plpgsql as $$
       begin
         perform set_config('response.headers',
           jsonb_build_array(jsonb_build_object(name, value))::text, true);
         return query select * from public.bkk_airline_news where is_public;
       end $$;
     grant execute on function public.test_headers(text, text) to anon;
     notify pgrst, 'reload schema'`,
  );
  await vi.waitFor(async () => {
    expect((await ask('GET', `${headersOf}?name=x-any&value=1`)).status).toBe(200);
  }, 10_000);
});
afterAll(() => backend.close());

const restSettings = {
  schemas: ['public'],
  maxRows: 1000,
  allowTx: false,
  aggregates: false,
  explain: true,
} as const;
const news = '/rest/v1/bkk_airline_news';
const headersOf = '/rest/v1/rpc/test_headers';
const manyNews = `${news}?order=id&limit=100`;

/** Without the decompression of `fetch`. */
async function ask(
  method: string,
  path: string,
  headers: Record<string, string> = { 'accept-encoding': 'gzip, br' },
) {
  const { anonKey, url } = backend;
  const sent = request(url + path, {
    method,
    headers: { apikey: anonKey, authorization: `Bearer ${anonKey}`, ...headers },
  }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const body = await buffer(response);
  return { status: response.statusCode, headers: response.headers, body };
}

describe('rows over a kilobyte', () => {
  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
  ] as const)('are compressed for %s', async (accepted, encoding, unpack) => {
    const plain = await ask('GET', manyNews, { 'accept-encoding': 'identity' });
    const { status, headers, body } = await ask('GET', manyNews, { 'accept-encoding': accepted });
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['content-length']).toBe(String(body.length));
    expect(headers.vary).toBe('Accept-Encoding');
    expect(headers['content-type']).toBe(plain.headers['content-type']);
    expect(headers['content-range']).toBe('0-99/*');
    expect(unpack(body)).toEqual(plain.body);
    expect(body.length).toBeLessThan(plain.body.length / 3);
  });

  it('are compressed however many they are', async () => {
    const columns = Array.from({ length: 20 }, (_, index) => `c${index}:excerpt`).join();
    const { headers, body } = await ask('GET', `${news}?select=${columns}`);
    expect(headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(body).length).toBeGreaterThan(100_000);
  });

  it.each(['text/csv', 'application/vnd.pgrst.plan+json; options=verbose'])(
    'are compressed as %s too',
    async (accept) => {
      const { headers, body } = await ask('GET', manyNews, { accept, 'accept-encoding': 'gzip' });
      expect(headers['content-type']).toContain(accept.split(';', 1)[0]);
      expect(headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(body).length).toBeGreaterThan(1024);
    },
  );

  it.each([{}, { 'accept-encoding': 'identity' }, { 'accept-encoding': 'zstd' }])(
    'are plain for %j, and vary all the same',
    async (accepted) => {
      const { headers, body } = await ask('GET', manyNews, accepted);
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers.vary).toBe('Accept-Encoding');
      expect(JSON.parse(body.toString())).toHaveLength(100);
    },
  );

  it('have the headers of a HEAD without a body', async () => {
    const { status, headers, body } = await ask('HEAD', manyNews);
    expect(status).toBe(200);
    expect(headers.vary).toBe('Accept-Encoding');
    expect(headers['content-encoding']).toBeUndefined();
    expect(body).toHaveLength(0);
  });
});

describe('not compressed', () => {
  it('are rows up to a kilobyte and errors', async () => {
    const few = await ask('GET', `${news}?limit=1`);
    expect([few.status, few.headers['content-encoding']]).toEqual([200, undefined]);
    const failed = await ask('GET', `${news}?${'x'.repeat(3000)}=eq.1`);
    expect([failed.status, failed.headers['content-encoding']]).toEqual([400, undefined]);
    expect(failed.headers.vary).toBe('Accept-Encoding');
  });

  it.each([headersOf, '/rest/v1//rpc/test_headers', '/rest/v1/%72pc/test_headers/'])(
    'is what a function answers, which may hold a secret beside what the caller sent: %s',
    async (path) => {
      const { status, headers, body } = await ask('GET', `${path}?name=x-any&value=1`);
      expect(status).toBe(200);
      expect(body.length).toBeGreaterThan(1024);
      expect(headers['content-encoding']).toBeUndefined();
    },
  );

  it.each([
    ['GET', '/auth/v1/settings'],
    ['GET', '/auth/v1/.well-known/jwks.json'],
    ['POST', '/auth/v1/token?grant_type=password'],
    ['POST', `/functions/v1/${systemStatusFunction}`],
  ])('are accounts and edge functions: %s %s', async (method, path) => {
    const { headers } = await ask(method, path);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary ?? '').not.toContain('Accept-Encoding');
  });
});

it('the stock of many products is compressed', async () => {
  await backend.database.sql(
    `insert into public.bkk_product_variants (id, product_id, title, price_in_cents)
     select 'size-' || n, 'palm-fan', 'Size ' || n, 100 from generate_series(1, 100) n`,
  );
  const path = '/store/bkksiam/variants?fields=inventory_quantity&product_ids[]=palm-fan';
  const { headers, body } = await ask('GET', path);
  expect(headers['content-encoding']).toBe('br');
  expect(headers.vary).toBe('Accept-Encoding');
  expect(JSON.parse(brotliDecompressSync(body).toString())).toHaveProperty('variants');
});
