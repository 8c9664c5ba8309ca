import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemStatusFunction } from '@bkksiam/domain/system-status';
import { buildTinySite } from './testing/built-site.ts';
import { startTestBackend, type TestBackend } from './testing/test-backend.ts';

let site: Awaited<ReturnType<typeof buildTinySite>>;
let backend: TestBackend;

beforeAll(async () => {
  site = await buildTinySite();
  backend = await startTestBackend({ seed: 'demo', config: { siteDir: site.siteDir } });
});
afterAll(async () => {
  await backend.close();
  await site.remove();
});

/** Sends the target unchanged, which `fetch` does not. */
async function ask(method: string, path: string): Promise<{ status?: number; body: string }> {
  const { anonKey, url } = backend;
  const headers = { apikey: anonKey, authorization: `Bearer ${anonKey}` };
  const sent = request({ port: new URL(url).port, method, path, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: await text(response) };
}

/** Without what differs between two renderings. */
const comparable = ({ status, body }: { status?: number; body: string }) => ({
  status,
  body: body.replaceAll(/nonce[^,]*"/gi, ''),
});

describe('a target in absolute form, which clients send to a proxy', () => {
  it.each([
    ['GET', '/rest/v1/bkk_airline_news?select=title&limit=1', 200],
    ['GET', '/auth/v1/settings', 200],
    ['POST', `/functions/v1/${systemStatusFunction}`, 401],
    ['GET', '/functions/v1/none', 404],
    ['GET', '/store/bkksiam/products?limit=1', 200],
    ['GET', '/config.json', 200],
    ['GET', '/livez', 200],
    ['GET', '/news', 200],
    ['GET', '/', 200],
    ['GET', '/%zz?q=%zz', 200],
  ])('%s %s is answered as its path is', async (method, path, status) => {
    const own = comparable(await ask(method, path));
    expect(own.status).toBe(status);
    for (const origin of ['http://proxied.example', 'HTTPS://proxied.example:8443']) {
      expect(comparable(await ask(method, origin + path))).toEqual(own);
    }
  });

  it.each(['http://proxied.example', 'http://proxied.example?q=1'])(
    '%s is the home page',
    async (target) => expect((await ask('GET', target)).status).toBe(200),
  );

  it.each(['ftp://proxied.example/rest/v1/', 'http:///', 'http://'])(
    '%s is not found, or no request',
    async (target) => {
      const { status } = await ask('GET', target);
      expect([200, 400, 404]).toContain(status);
    },
  );
});
