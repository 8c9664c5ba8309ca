import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from './passwords.ts';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';

let service: AuthService;
let passwordHash: string;
const password = 'river-dusk';
const newer = { 'x-supabase-api-version': '2024-01-01' };

beforeAll(async () => {
  service = await startAuthService();
  passwordHash = await hashPassword(password);
});
afterAll(async () => {
  await service.close();
});

/** Follows the newest mail's link and returns where it redirects to. */
async function followed(email: string, link?: string): Promise<URL> {
  const { pathname, search } = new URL(link ?? (await service.linkFor(email)));
  const answer = await fetch(`${service.url}${pathname}${search}`, { redirect: 'manual' });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location') ?? '');
}

async function codeFor(email: string): Promise<string> {
  expect(await service.linkFor(email)).toMatch(/verify\?token=pkce_[0-9a-f]{56}&/);
  const led = await followed(email);
  expect(led.hash).toBe('');
  expect([...led.searchParams.keys()].filter((key) => key !== 'tab')).toEqual(['code']);
  return led.searchParams.get('code') ?? '';
}

async function proofs(token: string | undefined) {
  const claims = await service.tokens.verify(token ?? '');
  return (claims.amr as { method: string }[]).map(({ method }) => method);
}

const verifier = 'v'.repeat(64);
const challenge = {
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
};

describe('a client that keeps a verifier', () => {
  it.each([
    ['signs up', 'email/signup', 'new@example.com'],
    ['signs in by a mailed link', 'magiclink', 'link@example.com'],
    ['gets an account by a mailed link', 'email/signup', 'fresh@example.com'],
    ['recovers', 'recovery', 'forgot@example.com'],
    ['has the first mail sent again', 'email/signup', 'again@example.com'],
  ])('%s by a code and its verifier', async (what, method, email) => {
    const { auth } = service.client('pkce');
    const options = { emailRedirectTo: `${service.siteUrl}/dashboard?tab=1` };
    if (what === 'signs in by a mailed link' || what === 'recovers') {
      await service.addMember(email, passwordHash);
    }
    switch (what) {
      case 'signs up':
        expect((await auth.signUp({ email, password, options })).error).toBeNull();
        break;
      case 'recovers':
        expect((await auth.resetPasswordForEmail(email)).error).toBeNull();
        break;
      case 'has the first mail sent again':
        await auth.signUp({ email, password });
        expect((await auth.resend({ type: 'signup', email })).error).toBeNull();
        break;
      default:
        expect((await auth.signInWithOtp({ email, options })).error).toBeNull();
    }
    const code = await codeFor(email);
    const traded = await auth.exchangeCodeForSession(code);
    expect(traded.error).toBeNull();
    expect(traded.data.user?.email).toBe(email);
    expect(await proofs(traded.data.session?.access_token)).toEqual([method]);
    const kept = await service.test.sql('select from auth.flow_state where user_id = $1', [
      traded.data.user?.id,
    ]);
    expect(kept).toHaveLength(0);
  });

  // The current client drops its verifier when it saves the changed user, so this test keeps its own.
  it('changes the address by a code, after both addresses have agreed', async () => {
    const [old, email] = ['moving@example.com', 'moved@example.com'];
    await service.addMember(old, passwordHash);
    const signedIn = await service.client().auth.signInWithPassword({ email: old, password });
    const bearer = signedIn.data.session?.access_token ?? '';
    const body = { email, ...challenge };
    expect((await service.request('PUT', '/user', { bearer, body })).status).toBe(200);
    const first = await followed(old);
    expect(first.searchParams.get('message')).toMatch(/^Confirmation link accepted/);
    expect(first.searchParams.get('code')).toBeNull();
    const traded = await service.request('POST', '/token?grant_type=pkce', {
      body: { auth_code: await codeFor(email), code_verifier: verifier },
    });
    const session = (await traded.json()) as { access_token: string; user: { email: string } };
    expect(session.user.email).toBe(email);
    expect(await proofs(session.access_token)).toEqual(['email_change']);
  });

  it('keeps the query of the redirect, and gets the error of a used link in query and fragment', async () => {
    const email = 'query@example.com';
    await service.addMember(email, passwordHash);
    const { auth } = service.client('pkce');
    const emailRedirectTo = `${service.siteUrl}/dashboard?tab=1`;
    await auth.signInWithOtp({ email, options: { emailRedirectTo } });
    const led = await followed(email);
    expect(led.pathname + led.search).toMatch(/^\/dashboard\?tab=1&code=[0-9a-f-]{36}$/);
    const again = await followed(email);
    const expected = {
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    };
    expect(Object.fromEntries(again.searchParams)).toEqual({ tab: '1', ...expected });
    expect(Object.fromEntries(new URLSearchParams(again.hash.slice(1)))).toEqual({
      ...expected,
      sb: '',
    });
  });

  it('is the only one the link works for, and the database does not tell the code', async () => {
    const email = 'stolen@example.com';
    await service.addMember(email, passwordHash);
    await service.client('pkce').auth.signInWithOtp({ email });
    const code = await codeFor(email);
    const body = { auth_code: code, code_verifier: 'guessed' };
    const thief = await service.request('POST', '/token?grant_type=pkce', { body });
    expect(await thief.json()).toMatchObject({ error_code: 'bad_code_verifier' });
    const rows = await service.test.sql('select * from auth.flow_state');
    expect(JSON.stringify(rows)).not.toContain(code);
  });
});

/** A code that was issued for the challenge above. */
async function issuedCode(email: string, method: Record<string, string> = challenge) {
  const answer = await service.request('POST', '/recover', { body: { email, ...method } });
  expect(answer.status).toBe(200);
  return codeFor(email);
}

async function refused(
  body: unknown,
  expected: readonly [status: number, code: string, message: string],
) {
  const [status, code, message] = expected;
  const path = '/token?grant_type=pkce';
  const older = await service.request('POST', path, { body });
  expect(older.status).toBe(status);
  expect(await older.json()).toEqual({ code: status, error_code: code, msg: message });
  const dated = await service.request('POST', path, { body, headers: newer });
  expect(await dated.json()).toEqual({ code, message });
}

const unknown = [
  404,
  'flow_state_not_found',
  'invalid flow state, no valid flow state found',
] as const;

describe('the trade of a code', () => {
  it('refuses what is missing, unknown, wrong, too old or used', async () => {
    const email = 'trade@example.com';
    await service.addMember(email, passwordHash);
    const missing = [
      400,
      'validation_failed',
      'invalid request: both auth code and code verifier should be non-empty',
    ] as const;
    await refused({}, missing);
    await refused({ auth_code: 'x', code_verifier: '' }, missing);
    await refused({ auth_code: 'x', code_verifier: verifier }, unknown);

    const code = await issuedCode(email);
    await refused({ auth_code: code, code_verifier: challenge.code_challenge }, [
      400,
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    ]);
    const age = (column: string, seconds: number) =>
      service.test.sql(`update auth.flow_state set ${column} = now() - make_interval(secs => $1)`, [
        seconds,
      ]);
    await age('created_at', 301);
    const right = { auth_code: code, code_verifier: verifier };
    await refused(right, [422, 'flow_state_expired', 'invalid flow state, flow state has expired']);
    await age('created_at', 290);
    const trade = () => service.request('POST', '/token?grant_type=pkce', { body: right });
    const results = await Promise.all([trade(), trade(), trade()]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    await refused(right, unknown);
  });

  it('counts the time of a sign-in link from the moment it was followed', async () => {
    const email = 'slow@example.com';
    await service.addMember(email, passwordHash);
    const { auth } = service.client('pkce');
    await auth.signInWithOtp({ email });
    await service.test.sql(`update auth.flow_state set created_at = now() - interval '20 minutes'`);
    expect((await auth.exchangeCodeForSession(await codeFor(email))).error).toBeNull();
  });

  it('takes a plain challenge, and only the newest flow of a user', async () => {
    const email = 'plain@example.com';
    await service.addMember(email, passwordHash);
    const plain = { code_challenge: verifier, code_challenge_method: 'plain' };
    const first = await issuedCode(email, plain);
    const second = await issuedCode(email, plain);
    await refused({ auth_code: first, code_verifier: verifier }, unknown);
    const body = { auth_code: second, code_verifier: verifier };
    const traded = await service.request('POST', '/token?grant_type=pkce', { body });
    expect(traded.status).toBe(200);
  });

  it('ends with a new password and with a ban', async () => {
    const email = 'voided@example.com';
    const id = await service.addMember(email, passwordHash);
    const code = await issuedCode(email);
    const { auth } = service.client();
    await auth.signInWithPassword({ email, password });
    expect((await auth.updateUser({ password: 'forest-dawn' })).error).toBeNull();
    await refused({ auth_code: code, code_verifier: verifier }, unknown);
    const next = await issuedCode(email);
    await service.admin.auth.admin.updateUserById(id, { ban_duration: '1h' });
    await refused({ auth_code: next, code_verifier: verifier }, [
      400,
      'user_banned',
      'User is banned',
    ]);
  });
});

describe('a challenge', () => {
  const both = 'PKCE flow requires code_challenge_method and code_challenge';
  const length = 'code challenge has to be between 43 and 128 characters';
  const characterError =
    'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes';
  const cases: readonly [string, Record<string, string>, string][] = [
    ['alone', { code_challenge: verifier }, both],
    ['that is missing', { code_challenge_method: 's256' }, both],
    ['too short', { ...challenge, code_challenge: 'a'.repeat(42) }, length],
    ['too long', { ...challenge, code_challenge: 'a'.repeat(129) }, length],
    ['with other characters', { ...challenge, code_challenge: 'ก'.repeat(43) }, characterError],
    [
      'by another method',
      { ...challenge, code_challenge_method: 's512' },
      'code challenge method has to be s256 or plain',
    ],
  ];
  it.each(cases)('%s is refused wherever one is taken', async (_what, fields, msg) => {
    const { data } = await (async () => {
      const client = service.client();
      const email = `asker-${String(_what.length)}@example.com`;
      await service.addMember(email, passwordHash);
      return client.auth.signInWithPassword({ email, password });
    })();
    const bearer = data.session?.access_token ?? '';
    const routes: readonly [string, string, Record<string, string>][] = [
      ['POST', '/signup', { email: 'a@example.com', password }],
      ['POST', '/otp', { email: 'a@example.com' }],
      ['POST', '/magiclink', { email: 'a@example.com' }],
      ['POST', '/recover', { email: 'a@example.com' }],
      ['POST', '/resend', { email: 'a@example.com', type: 'signup' }],
      ['PUT', '/user', { data: '' }],
    ];
    for (const [method, path, body] of routes) {
      const whole = path === '/user' ? fields : { ...body, ...fields };
      const answer = await service.request(method, path, { bearer, body: whole });
      expect([path, answer.status]).toEqual([path, 400]);
      expect(await answer.json()).toEqual({ code: 400, error_code: 'validation_failed', msg });
    }
  });
});
