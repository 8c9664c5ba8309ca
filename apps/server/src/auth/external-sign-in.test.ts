import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';
import { hashPassword } from './passwords.ts';

const credentials = { email: 'member@example.com', password: 'river-dusk' };
const newer = { 'x-supabase-api-version': '2024-01-01' };

let service: AuthService;

beforeAll(async () => {
  service = await startAuthService({ redirectUrls: ['https://app.example/**'] });
  await service.addMember(credentials.email, await hashPassword(credentials.password));
});
afterAll(async () => {
  await service.close();
});

async function bodyOf(response: Response): Promise<unknown> {
  return { status: response.status, body: await response.json() };
}

describe('an id token', () => {
  it.each([
    [{ provider: 'google' }, 'Provider (issuer "https://accounts.google.com") is not enabled'],
    [
      { client_id: 'x', issuer: 'https://appleid.apple.com' },
      'Provider (issuer "https://appleid.apple.com") is not enabled',
    ],
    [
      { provider: 'azure', issuer: 'https://login.microsoftonline.com/x/v2.0' },
      'Provider (issuer "https://login.microsoftonline.com/x/v2.0") is not enabled',
    ],
  ])('of %j is refused because that provider is off', async (body, message) => {
    const response = await service.request('POST', '/token?grant_type=id_token', {
      body: { id_token: 'x', ...body },
      headers: newer,
    });
    expect(await bodyOf(response)).toEqual({
      status: 400,
      body: { code: 'provider_disabled', message },
    });
  });

  it('of an unknown provider or none is refused for that', async () => {
    for (const [body, message] of [
      [{ provider: 'x' }, 'Custom OIDC provider "x" not allowed'],
      [{}, 'provider or client_id and issuer required'],
    ]) {
      const path = '/token?grant_type=id_token';
      const response = await service.request('POST', path, { body, headers: newer });
      expect(await bodyOf(response)).toEqual({
        status: 400,
        body: { code: 'validation_failed', message },
      });
    }
  });

  it('reaches the unmodified client as that error, as a wallet does', async () => {
    const { auth } = service.client();
    const signedIn = await auth.signInWithIdToken({ provider: 'google', token: 'x' });
    expect(signedIn.error).toMatchObject({ status: 400, code: 'provider_disabled' });
    const wallet = await service.request('POST', '/token?grant_type=web3', { body: {} });
    expect(await bodyOf(wallet)).toMatchObject({
      status: 422,
      body: { error_code: 'web3_provider_disabled' },
    });
  });
});

describe('OAuth', () => {
  const target = 'https://app.example/welcome?from=google';
  const query = `provider=google&redirect_to=${encodeURIComponent(target)}`;
  const browser = { accept: 'text/html,application/xhtml+xml' };

  it('is refused for every provider', async () => {
    expect(await bodyOf(await service.request('GET', `/authorize?${query}`))).toEqual({
      status: 400,
      body: {
        code: 400,
        error_code: 'provider_disabled',
        msg: 'Unsupported provider: provider is not enabled',
      },
    });
    const unknown = await service.request('GET', '/authorize?provider=Nobody', { headers: newer });
    expect(await bodyOf(unknown)).toEqual({
      status: 400,
      body: {
        code: 'validation_failed',
        message: 'Unsupported provider: Provider nobody could not be found',
      },
    });
  });

  it('leads a browser back to where it came from, with the error', async () => {
    const response = await service.request('GET', `/authorize?${query}`, { headers: browser });
    expect(response.status).toBe(303);
    const [address, fragment] = (response.headers.get('location') ?? '').split('#');
    expect(address).toBe(target);
    expect(Object.fromEntries(new URLSearchParams(fragment))).toEqual({
      error: 'invalid_request',
      error_code: 'provider_disabled',
      error_description: 'Unsupported provider: provider is not enabled',
      sb: '',
    });
    const pkce = await service.request('GET', `/authorize?${query}&code_challenge=x`, {
      headers: browser,
    });
    expect(new URL(pkce.headers.get('location') ?? '').searchParams.get('error_code')).toBe(
      'provider_disabled',
    );
  });

  it('leads nowhere that is not allowed', async () => {
    const path = '/authorize?provider=google&redirect_to=https%3A%2F%2Fevil.example';
    const response = await service.request('GET', path, { headers: browser });
    expect(response.headers.get('location')?.split('#')[0]).toBe(service.siteUrl);
  });
});

describe('SAML', () => {
  it('is refused whatever is asked', async () => {
    const { auth } = service.client();
    const off = { status: 404, code: 'saml_provider_disabled', message: 'SAML 2.0 is disabled' };
    expect((await auth.signInWithSSO({ domain: 'example.com' })).error).toMatchObject(off);
    for (const [method, path] of [
      ['POST', '/sso'],
      ['GET', '/sso/saml/metadata'],
      ['POST', '/sso/saml/acs'],
    ] as const) {
      const response = await service.request(method, path);
      expect([response.status, response.headers.get('x-sb-error-code')]).toEqual([404, off.code]);
    }
  });
});

describe('linking an identity', () => {
  const requests = [
    ['GET', '/user/identities/authorize?provider=google'],
    ['DELETE', '/user/identities/x'],
  ] as const;

  it('is refused for a member', async () => {
    const { auth } = service.client();
    const { data } = await auth.signInWithPassword(credentials);
    const off = { status: 404, code: 'manual_linking_disabled' };
    expect((await auth.linkIdentity({ provider: 'google' })).error).toMatchObject(off);
    const [identity] = data.user?.identities ?? [];
    if (identity === undefined) throw new Error('a member without an identity');
    expect((await auth.unlinkIdentity(identity)).error).toMatchObject(off);
    const bearer = data.session?.access_token ?? '';
    for (const [method, path] of requests) {
      const response = await service.request(method, path, { bearer, headers: newer });
      expect(await bodyOf(response)).toEqual({
        status: 404,
        body: { code: 'manual_linking_disabled', message: 'Manual linking is disabled' },
      });
    }
  });

  it('asks for a session first', async () => {
    for (const [method, path] of requests) {
      const response = await service.request(method, path, { headers: newer });
      expect(await bodyOf(response)).toMatchObject({
        status: 401,
        body: { code: 'no_authorization' },
      });
    }
  });
});
