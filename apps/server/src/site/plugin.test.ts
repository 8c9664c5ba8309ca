import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTinySite } from '../testing/built-site.ts';
import { startTestBackend, type TestBackend } from '../testing/test-backend.ts';

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

async function open(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(backend.url + path, { headers });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}

function block(html: string, id: string): unknown {
  const json = new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`).exec(html);
  return json?.[1] === undefined ? undefined : JSON.parse(json[1]);
}

describe('a page', () => {
  it.each([
    [{ 'accept-language': 'th-TH,th;q=0.9' }, 'th'],
    [{ 'accept-language': 'th', cookie: 'bkksiam-language=en' }, 'en'],
    [{ cookie: 'bkksiam-language=th' }, 'th'],
  ])('is rendered for %j in %s', async (headers, language) => {
    const { status, html, headers: answered } = await open('/news?page=2', headers);
    expect(status).toBe(200);
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain(`<title>${language} ${backend.config.siteUrl}</title>`);
    expect(html).toContain('<div id="root" data-server-rendered><h1>/news</h1><i>$& rendered');
    expect(html).not.toContain('waiting');
    expect(answered.get('content-language')).toBe(language);
  });

  it('is not cached, and varies by language and cookie', async () => {
    const { headers } = await open('/');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('vary')).toBe('Accept-Language, Cookie, Accept-Encoding');
  });

  it('comes in the chosen theme', async () => {
    const { html } = await open('/', { cookie: 'bkksiam-theme=dark; bkksiam-language=th' });
    expect(html).toContain('<html lang="th" data-theme="dark">');
  });

  it('carries its data where nothing in it can end its element', async () => {
    const { html } = await open('/');
    expect(html.match(/<\/script>/g)).toHaveLength(2);
    expect(html).not.toMatch(/[\u2028\u2029]/);
    expect(block(html, 'dehydrated-state')).toMatchObject({
      hostile: '</script><script>alert(1)</script>\u2028\u2029<!--',
    });
  });

  it('carries its settings, and a nonce of its own that its policy names', async () => {
    const [first, second] = [await open('/'), await open('/')];
    const { anonKey, styleNonce } = block(first.html, 'settings') as Record<string, string>;
    expect(anonKey).toBe(backend.anonKey);
    expect(first.headers.get('content-security-policy')).toContain(`'nonce-${styleNonce ?? ''}'`);
    expect(first.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(second.html).not.toContain(styleNonce);
  });

  it('is rendered once for a language', async () => {
    const rendering = async (language: string) =>
      /rendered \d+/.exec((await open('/contact', { 'accept-language': language })).html)?.[0];
    const english = await rendering('en');
    expect(await rendering('en')).toBe(english);
    expect(await rendering('th')).not.toBe(english);
  });

  it('is prefetched with what a visitor may see', async () => {
    const { news } = block((await open('/news')).html, 'dehydrated-state') as {
      news: { is_public: boolean }[];
    };
    expect(news.length).toBeGreaterThan(0);
    expect(news.every((item) => item.is_public)).toBe(true);
  });

  it.each(['/store', '/store/'])('is at %s, although the store answers below it', async (path) => {
    const { status, html } = await open(path);
    expect(status).toBe(200);
    expect(html).toContain('<div id="root" data-server-rendered><h1>/store');
  });

  it('says 404 where there is none', async () => {
    expect((await open('/nowhere/1')).status).toBe(404);
  });

  it('that cannot be rendered is left to the browser, in the right language', async () => {
    const { status, html } = await open('/broken', { 'accept-language': 'th' });
    expect(status).toBe(200);
    expect(html).toContain('<html lang="th">');
    expect(html).toContain('<p>waiting</p>');
    expect(block(html, 'settings')).toMatchObject({ anonKey: backend.anonKey });
  });

  it.each([
    ...['//evil.example/', '/%', '/%zz', '/%ff', '/%00', '/..%2f..%2fetc', '/a?b=<script>'],
    ...['/%0a', '/a%0d%0ab', '/dashboard/%E2%80%A8', '/%ED%A0%80', '/?q=%ED%A0%80', '/%c0%ae'],
    ...['/nowhere/__proto__', '/nowhere/constructor?__proto__=1', `/nowhere/${'long/'.repeat(20)}`],
    ...[`/${'a'.repeat(8000)}`, `/${'%0a'.repeat(2000)}`, `/${'a/'.repeat(4000)}`],
  ])('at an address like %.60s is served with the usual headers', async (path) => {
    const { status, headers, html } = await open(path);
    expect([200, 404]).toContain(status);
    expect(html).toContain('<div id="root"');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(headers.get('x-request-id')).toMatch(/[\w-]{36}/);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
    ['identity', undefined, (body: Buffer) => body],
  ] as const)('is compressed for %s', async (accepted, encoding, unpack) => {
    const body = await new Promise<Buffer>((resolve, reject) => {
      const asked = request(backend.url, { headers: { 'accept-encoding': accepted } }, (answer) => {
        const parts: Buffer[] = [];
        expect(answer.headers['content-encoding']).toBe(encoding);
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => resolve(Buffer.concat(parts)));
      });
      asked.on('error', reject).end();
    });
    expect(unpack(body).toString()).toContain('<h1>/</h1>');
  });

  it('does not serve its server build', async () => {
    for (const path of ['/server/entry-server.js', '/../server/entry-server.js', '/index.html']) {
      expect((await open(path)).html).not.toContain('createRenderer');
    }
  });
});

it('may ask a store and show pictures of the hosts that are set, whatever the path of the store', async () => {
  const elsewhere = await startTestBackend({
    config: {
      siteDir: site.siteDir,
      storeUrl: 'https://shop.example:8443/api/v2',
      hosted: { url: 'https://project.example/base', anonKey: 'key' },
      imageHosts: ['https://cdn.example', '*.pictures.example'],
    },
  });
  try {
    const policy = (await fetch(elsewhere.url)).headers.get('content-security-policy');
    const directives = policy?.split('; ');
    expect(directives).toContain(
      "connect-src 'self' https://project.example wss://project.example https://shop.example:8443",
    );
    expect(directives).toContain(
      "img-src 'self' data: https://shop.example:8443 https://cdn.example *.pictures.example",
    );
  } finally {
    await elsewhere.close();
  }
});

it('is rendered without its news while the database is away', async () => {
  const away = await startTestBackend({ config: { siteDir: site.siteDir } });
  await away.database.database.close();
  const html = await (await fetch(away.url)).text();
  expect(html).toContain('<h1>/</h1>');
  expect(block(html, 'dehydrated-state')).not.toHaveProperty('news');
  await away.close();
});
