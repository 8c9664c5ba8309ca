import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from './passwords.ts';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';

const password = 'river-dusk';
const secret = 'the secret of the captcha';
let provider: Server;
let asked: URLSearchParams[] = [];
let answer: (response: ServerResponse) => void;
let service: AuthService;

function json(value: unknown) {
  return (response: ServerResponse) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(value));
  };
}

beforeAll(async () => {
  provider = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked.push(new URLSearchParams(Buffer.concat(chunks).toString()));
      answer(response);
    });
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const address = provider.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const verifyUrl = `http://127.0.0.1:${String(address.port)}/siteverify`;
  service = await startAuthService({
    captcha: { provider: 'turnstile', secret, verifyUrl, timeoutMs: 300 },
  });
  await service.addMember('mali@example.com', await hashPassword(password));
});
afterAll(async () => {
  provider.closeAllConnections();
  provider.close();
  await service.close();
});
beforeEach(() => {
  asked = [];
  answer = json({ success: true });
});

const signIn = (captchaToken?: string) =>
  service.client().auth.signInWithPassword({
    email: 'mali@example.com',
    password,
    ...(captchaToken !== undefined && { options: { captchaToken } }),
  });

describe('with a captcha', () => {
  it('a user signs in, and refreshes need no further captcha', async () => {
    const client = service.client();
    const signedIn = await client.auth.signInWithPassword({
      email: 'mali@example.com',
      password,
      options: { captchaToken: ' proof ' },
    });
    expect(signedIn.error).toBeNull();
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect(asked.map((form) => Object.fromEntries(form))).toEqual([
      { secret, response: 'proof', remoteip: '127.0.0.1' },
    ]);
    const exchange = await service.request('POST', '/token?grant_type=pkce', { body: {} });
    expect(await exchange.json()).toMatchObject({ error_code: 'validation_failed' });
  });

  it.each([
    ['/signup', { email: 'new@example.com', password }],
    ['/token?grant_type=password', { email: 'mali@example.com', password }],
    ['/otp', { email: 'new@example.com' }],
    ['/magiclink', { email: 'new@example.com' }],
    ['/recover', { email: 'mali@example.com' }],
    ['/resend', { email: 'new@example.com', type: 'signup' }],
  ])('%s without a proof is refused in both shapes, unasked', async (path, body) => {
    const message = 'captcha protection: request disallowed (no captcha_token found)';
    const older = await service.request('POST', path, { body });
    expect(older.status).toBe(400);
    expect(await older.json()).toEqual({ code: 400, error_code: 'captcha_failed', msg: message });
    const headers = { 'x-supabase-api-version': '2024-01-01' };
    const empty = { ...body, gotrue_meta_security: { captcha_token: ' ' } };
    const newer = await service.request('POST', path, { body: empty, headers });
    expect(await newer.json()).toEqual({ code: 'captcha_failed', message });
    expect(asked).toEqual([]);
    const guarded = { ...body, gotrue_meta_security: { captcha_token: 'proof' } };
    expect((await service.request('POST', path, { body: guarded })).status).toBe(200);
    expect(asked).toHaveLength(1);
  });

  it('a rejected captcha is reported by the provider’s codes alone', async () => {
    answer = json({ success: false, 'error-codes': ['invalid-input-response', '<b>x</b>'] });
    expect((await signIn('forged')).error).toMatchObject({
      status: 400,
      code: 'captcha_failed',
      message: 'captcha protection: request disallowed (invalid-input-response)',
    });
    answer = json({ success: false });
    expect((await signIn('forged')).error?.message).toBe(
      'captcha protection: request disallowed (not accepted)',
    );
  });

  it.each([
    ['says nothing in time', () => undefined],
    ['says something else', json({ ok: true })],
    ['is broken', (response: ServerResponse) => response.writeHead(502).end('<html>')],
    [
      'leads elsewhere',
      (response: ServerResponse) => response.writeHead(307, { location: '/other' }).end(),
    ],
  ])('no sign-in succeeds while the provider %s', async (_what, behave) => {
    answer = behave;
    const body = {
      email: 'mali@example.com',
      password,
      gotrue_meta_security: { captcha_token: 'x' },
    };
    const response = await service.request('POST', '/token?grant_type=password', { body });
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({
      error_code: 'unexpected_failure',
      msg: 'captcha verification process failed',
    });
    expect(asked).toHaveLength(1);
  });

  it('the service key needs no proof, another token does', async () => {
    const body = { email: 'mali@example.com', password };
    const path = '/token?grant_type=password';
    const trusted = await service.request('POST', path, { body, bearer: service.serviceKey });
    expect(trusted.status).toBe(200);
    for (const bearer of [service.anon, 'rubbish']) {
      expect((await service.request('POST', path, { body, bearer })).status).toBe(400);
    }
    expect(asked).toEqual([]);
  });
});
