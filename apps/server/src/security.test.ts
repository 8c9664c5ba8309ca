import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTokens, serviceKey } from './http/jwt.ts';
import { buildTinySite } from './testing/built-site.ts';
import { startTestBackend, type TestBackend } from './testing/test-backend.ts';
import { clientWithKey } from './testing/test-client.ts';
import { demoPassword } from './testing/test-database.ts';

let site: Awaited<ReturnType<typeof buildTinySite>>;
let backend: TestBackend;

beforeAll(async () => {
  site = await buildTinySite();
  const config = { siteDir: site.siteDir, siteUrl: 'https://bkksiam.example' };
  backend = await startTestBackend({ seed: 'demo', config });
});
afterAll(async () => {
  await backend.close();
  await site.remove();
});

/** One path of each protocol and of the site, with what a visitor sends to it. */
const paths = {
  page: '/',
  unknown: '/nowhere.json',
  auth: '/auth/v1/settings',
  data: '/rest/v1/bkk_airline_news',
  functions: '/functions/v1/admin-system-status',
  store: '/store/bkksiam/products',
  settings: '/config.json',
  realtime: '/realtime/v1/api',
};

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(backend.url + path, { redirect: 'manual', ...init });
}

describe('a browser', () => {
  it.each(Object.entries(paths))('takes no response for another type: %s', async (_name, path) => {
    const { headers } = await ask(path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-powered-by') ?? headers.get('server')).toBeNull();
  });

  it('comes back over HTTPS only, where the site has it', async () => {
    expect((await ask('/')).headers.get('strict-transport-security')).toMatch(/^max-age=\d{7,}/);
  });

  it('shows no page in a frame, runs no script of another origin and sends no address along', async () => {
    const { headers } = await ask('/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(policy).not.toContain('unsafe');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });

  it.each(Object.entries(paths))(
    'gets no cookie and sends none to another origin: %s',
    async (_name, path) => {
      const { headers } = await ask(path, { headers: { origin: 'https://evil.example' } });
      expect(headers.get('set-cookie')).toBeNull();
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('access-control-allow-origin') ?? '*').toBe('*');
    },
  );

  it('is not signed in by a cookie alone', async () => {
    const key = await serviceKey(createTokens({ secret: backend.config.jwtSecret }));
    const cookie = ['authorization', 'apikey', 'sb-access-token', 'bkksiam-auth']
      .map((name) => `${name}=${key}`)
      .join('; ');
    expect((await ask('/auth/v1/user', { headers: { cookie } })).status).toBe(401);
    expect((await ask('/rest/v1/bkk_credit_accounts', { headers: { cookie } })).status).toBe(401);
  });
});

it.each(['page', 'auth', 'data', 'functions', 'realtime'] as const)(
  'what may belong to one caller is kept by no cache: %s',
  async (name) => {
    expect((await ask(paths[name])).headers.get('cache-control')).toBe('no-store');
  },
);

it('what a function responds is kept by no cache', async () => {
  const headers = { authorization: `Bearer ${backend.anonKey}` };
  const response = await ask('/functions/v1/admin-invite-user', { method: 'POST', headers });
  expect(await response.json()).toMatchObject({ code: 'not_signed_in' });
  expect(response.headers.get('cache-control')).toBe('no-store');
});

it('no response of the auth service is faster for an address without an account', async () => {
  const known = 'nattaya@bkksiam.example';
  const { data } = await clientWithKey(backend.url, backend.anonKey).auth.signInWithPassword({
    email: known,
    password: demoPassword,
  });
  const headers = { authorization: `Bearer ${data.session?.access_token ?? ''}` };
  const timed = async (method: string, path: string, body: object) => {
    const start = performance.now();
    const { status } = await ask(path, { method, headers, body: JSON.stringify(body) });
    return { path, status, isPadded: performance.now() - start > 199 };
  };
  const given = { password: 'a long password', type: 'signup', token: '000000' };
  const answers = await Promise.all(
    [known, 'unknown@example.com'].flatMap((email) => [
      ...['/signup', '/otp', '/magiclink', '/recover', '/resend', '/verify'].map((path) =>
        timed('POST', `/auth/v1${path}`, { ...given, email }),
      ),
      timed('PUT', '/auth/v1/user', { email: `new-${email}` }),
    ]),
  );
  expect(answers.filter(({ status, isPadded }) => status >= 429 || !isPadded)).toEqual([]);
});

it('a mail holds nothing that was typed at a sign-up', async () => {
  const typed = 'Call 0555-0100 now';
  const data = { full_name: typed, language: typed, email: typed };
  for (const [path, email] of [
    ['/signup', 'typed@example.com'],
    ['/otp', 'typed-too@example.com'],
  ]) {
    const body = JSON.stringify({ email, password: typed, data });
    const headers = { 'user-agent': typed };
    expect((await ask(`/auth/v1${path}`, { method: 'POST', body, headers })).status).toBe(200);
    const mail = (await backend.mails()).findLast(({ to }) => to?.[0]?.address === email);
    const text = [mail?.subject, mail?.text, mail?.html].join('\n');
    expect(text).toContain('BKK Siam');
    // Not the digits alone: a random token may have them.
    expect(text).not.toContain('0555-0100');
  }
});

it('no header of a request decides where a mailed link leads', async () => {
  const email = 'poisoned@example.com';
  const headers = {
    'content-type': 'application/json',
    // fetch would set its own.
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example',
    origin: 'https://evil.example',
    referer: 'https://evil.example/sign-up',
  };
  const asked = request(`${backend.url}/auth/v1/signup`, { method: 'POST', headers });
  asked.end(JSON.stringify({ email, password: 'a long password' }));
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  expect(answer.resume().statusCode).toBe(200);
  const mail = (await backend.mails()).findLast(({ to }) => to?.[0]?.address === email);
  const links = (mail?.text ?? '').match(/https?:\/\/\S+/g) ?? [];
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect(new URL(link).origin).toBe('https://bkksiam.example');
  expect(`${mail?.text ?? ''}${mail?.html ?? ''}`).not.toContain('evil.example');
});

it.each([
  'a@example.com\r\nBcc: b@example.com',
  'a@example.com, b@example.com',
  'a@example.com;b@example.com',
  '"a@example.com" <b@example.com>',
  'a@example.com\0',
])('no mail goes to more than one address: %j', async (email) => {
  const before = (await backend.mails()).length;
  for (const path of ['/signup', '/recover', '/otp']) {
    const body = JSON.stringify({ email, password: 'a long password' });
    const answer = await ask(`/auth/v1${path}`, { method: 'POST', body });
    expect(answer.status).toBe(400);
  }
  expect(await backend.mails()).toHaveLength(before);
});

it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('the store takes no %s', async (method) => {
  for (const path of [
    '/store/bkksiam/products',
    '/store/bkksiam/products/x',
    '/store/bkksiam/variants',
  ])
    expect((await ask(path, { method })).status).toBe(404);
});
