import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemStatusFunction } from '@bkksiam/domain/system-status';
import { buildTinySite } from './testing/built-site.ts';
import { metricsToken } from './testing/scrape.ts';
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
async function ask(
  method: string,
  path: string,
  { url, anonKey }: TestBackend = backend,
  token = anonKey,
): Promise<{ status?: number; body: string }> {
  const headers = { apikey: anonKey, authorization: `Bearer ${token}` };
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

describe('probes and metrics', () => {
  const ownPaths = ['/readyz', '/livez', '/health', '/metrics'];
  const withMetrics = async (work: (internal: TestBackend) => Promise<void>) => {
    const internal = await startTestBackend({ config: { metricsToken } });
    try {
      await work(internal);
    } finally {
      await internal.close();
    }
  };

  it('are at their exact paths alone, which proxies keep from outside', () =>
    withMetrics(async (internal) => {
      for (const path of ownPaths) {
        const statusOf = async (target: string) =>
          (await ask('GET', target, internal, metricsToken)).status;
        expect([path, await statusOf(path)]).toEqual([path, 200]);
        expect([path, await statusOf(`${path}?x=1`)]).toEqual([path, 200]);
        const escaped = `/%${path.charCodeAt(1).toString(16)}${path.slice(2)}`;
        const others = [`${path}/`, `${path}//`, `/${path}`, escaped, `${path}/?x`, `/.${path}`];
        for (const other of [...others, `${path}%2f`, `${path};x`, path.toUpperCase()]) {
          expect([other, await statusOf(other)]).toEqual([other, 404]);
        }
      }
    }));

  it.each([
    ['nginx.conf', /location ~ (\S+) \{\s+return 404;/],
    ['cluster/haproxy.cfg', /deny_status 404 if \{ path_reg (\S+) \}/],
  ])(
    'are kept from outside by deploy/%s, with and without a slash at the end',
    async (file, rule) => {
      const text = await readFile(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8');
      const denied = new RegExp(rule.exec(text)?.[1] ?? 'no rule');
      for (const path of ['/readyz', '/livez', '/metrics']) {
        expect([path, `${path}/`].map((one) => denied.test(one))).toEqual([true, true]);
      }
      expect(['/health', '/', '/metrics-of-2025'].map((one) => denied.test(one))).not.toContain(
        true,
      );
    },
  );
});
