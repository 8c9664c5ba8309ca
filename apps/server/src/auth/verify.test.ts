import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTokens } from '../http/jwt.ts';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';
import { hashToken, tokenCode } from './link-tokens.ts';
import { hashPassword } from './passwords.ts';

const email = 'somying@example.com';
const newer = { 'x-supabase-api-version': '2024-01-01' };
const badCode = { code: 'otp_expired', message: 'Token has expired or is invalid' };
const badLink = { code: 'otp_expired', message: 'Email link is invalid or has expired' };

let service: AuthService;
let id: string;

beforeAll(async () => {
  service = await startAuthService();
});
afterAll(async () => {
  await service.close();
});
beforeEach(async () => {
  await service.test.sql('delete from auth.users; delete from bkksiam_private.limits');
  id = await service.addMember(email, await hashPassword('river-dusk'));
});

async function made(type: 'magiclink' | 'recovery' | 'invite', address = email) {
  const { data, error } = await service.admin.auth.admin.generateLink({ type, email: address });
  if (error !== null) throw error;
  const { email_otp: code, hashed_token: tokenHash } = data.properties;
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  return { code, tokenHash, wrong };
}

async function verify(body: unknown, headers: Record<string, string> = newer) {
  const response = await service.request('POST', '/verify', { body, headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('the unmodified client', () => {
  it.each(['magiclink', 'recovery', 'email'] as const)(
    'signs in by a code as %s, once',
    async (type) => {
      const { code } = await made(type === 'email' ? 'magiclink' : type);
      const client = service.client();
      const { data, error } = await client.auth.verifyOtp({
        email: email.toUpperCase(),
        token: code,
        type,
      });
      expect(error).toBeNull();
      expect(data.user?.id).toBe(id);
      expect((await client.auth.getUser()).data.user?.email).toBe(email);
      const again = await service.client().auth.verifyOtp({ email, token: code, type });
      expect(again.error).toMatchObject({ code: 'otp_expired', status: 403 });
    },
  );

  it('signs in by the token of a link', async () => {
    const { tokenHash } = await made('magiclink');
    const { data, error } = await service
      .client()
      .auth.verifyOtp({ token_hash: tokenHash, type: 'email' });
    expect(error).toBeNull();
    expect(data.session?.access_token).toBeDefined();
  });

  it('accepts an invitation by its code', async () => {
    const { code } = await made('invite', 'guest@example.com');
    const { data } = await service
      .client()
      .auth.verifyOtp({ email: 'guest@example.com', token: code, type: 'invite' });
    expect(data.user?.email_confirmed_at).toBeDefined();
  });
});

describe('a proof is refused', () => {
  it.each([
    [{}, 400, 'validation_failed', 'Verify requires a verification type'],
    [{ type: 'email' }, 400, 'validation_failed', 'Verify requires either a token or a token hash'],
    [
      { type: 'email', token: '1', token_hash: '1', email },
      400,
      'validation_failed',
      'Verify requires either a token or a token hash',
    ],
    [
      { type: 'email', token: '123456' },
      400,
      'validation_failed',
      'Only an email address or phone number should be provided on verify',
    ],
    [
      { type: 'email', token: '123456', email, phone: '66812345678' },
      400,
      'validation_failed',
      'Only an email address or phone number should be provided on verify',
    ],
    [
      { type: 'email', token_hash: 'x', email },
      400,
      'validation_failed',
      'Only the token_hash and type should be provided',
    ],
    [
      { type: 'email', token_hash: 'x', redirect_to: 'https://bkksiam.example' },
      400,
      'validation_failed',
      'Only the token_hash and type should be provided',
    ],
    [{ type: 'x', token_hash: 'x' }, 400, 'validation_failed', 'Unsupported verification type'],
    [
      { type: 'sms', token: '123456', phone: '66812345678' },
      400,
      'phone_provider_disabled',
      'Unsupported phone provider',
    ],
    [
      { type: 'sms', token: '123456', phone: '0812345678' },
      400,
      'validation_failed',
      'Invalid phone number format (E.164 required)',
    ],
    [{ type: 'email', token_hash: 'x' }, 403, badLink.code, badLink.message],
    [
      { type: 'email', token: 'x', email: 'nobody@example.com' },
      403,
      badCode.code,
      badCode.message,
    ],
  ])('for %j', async (body, status, code, message) => {
    expect(await verify(body)).toEqual({ status, body: { code, message } });
  });

  it('in the older shape for older clients', async () => {
    expect(await verify({ type: 'email', token_hash: 'x' }, {})).toEqual({
      status: 403,
      body: { code: 403, error_code: 'otp_expired', msg: badLink.message },
    });
  });

  it('when it is of another type, another address or too old', async () => {
    await service.addMember('other@example.com', '');
    const { code, tokenHash } = await made('magiclink');
    const proofs = [
      { type: 'signup', token: code, email },
      { type: 'email', token: code, email: 'other@example.com' },
    ];
    for (const proof of proofs) expect((await verify(proof)).body).toEqual(badCode);
    expect((await verify({ type: 'invite', token_hash: tokenHash })).body).toEqual(badLink);
    await service.test.sql(
      `update auth.users set recovery_sent_at = recovery_sent_at - interval '61 minutes'`,
    );
    expect((await verify({ type: 'email', token: code, email })).body).toEqual(badCode);
    expect((await verify({ type: 'email', token_hash: tokenHash })).body).toEqual(badLink);
  });

  it('for a banned user', async () => {
    const { code } = await made('magiclink');
    await service.test.sql(`update auth.users set banned_until = 'infinity'`);
    expect(await verify({ type: 'email', token: code, email })).toEqual({
      status: 403,
      body: { code: 'user_banned', message: 'User is banned' },
    });
  });
});

describe('of the link and the code of one mail', () => {
  const byCode = (token: string, type: string) => verify({ type, token, email });
  const byLink = (token: string, type: string) => verify({ type, token_hash: token });

  it.each(['magiclink', 'recovery'] as const)(
    'each works once, as %s, in either order',
    async (type) => {
      for (const order of [
        [byLink, byCode],
        [byCode, byLink],
      ] as const) {
        const mail = await made(type);
        const proof = (by: typeof byLink) => (by === byLink ? mail.tokenHash : mail.code);
        const [first, second] = order;
        expect((await first(proof(first), type)).status).toBe(200);
        expect((await first(proof(first), type)).status).toBe(403);
        expect((await second(proof(second), type)).status).toBe(200);
        expect((await second(proof(second), type)).status).toBe(403);
        expect((await first(proof(first), type)).status).toBe(403);
        await service.test.sql('delete from bkksiam_private.limits');
      }
    },
  );

  it('both used at once open a session each, and neither twice', async () => {
    const { code, tokenHash } = await made('magiclink');
    const all = await Promise.all(
      Array.from({ length: 3 }, () => [byCode(code, 'email'), byLink(tokenHash, 'email')]).flat(),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(all.filter(({ status }) => status === 403)).toHaveLength(4);
  });

  it('the second expires an hour after the mail, not after the first', async () => {
    const { code, tokenHash } = await made('recovery');
    const age = (interval: string) =>
      service.test.sql(
        'update bkksiam_private.remaining_tokens set created_at = created_at - $1::interval',
        [interval],
      );
    expect((await byLink(tokenHash, 'recovery')).status).toBe(200);
    await age('1 hour 1 second');
    expect((await byCode(code, 'recovery')).body).toEqual(badCode);
    await age('-5 seconds');
    expect((await byCode(code, 'recovery')).status).toBe(200);
  });

  it('the second is of no other type than the first', async () => {
    const { code, tokenHash } = await made('magiclink');
    expect((await byLink(tokenHash, 'magiclink')).status).toBe(200);
    expect((await byCode(code, 'signup')).body).toEqual(badCode);
    expect((await byCode(code, 'email')).status).toBe(200);
  });

  const voids: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['a newer mail', () => made('recovery')],
    [
      'a new password',
      () => service.admin.auth.admin.updateUserById(id, { password: 'another-dusk' }),
    ],
    [
      'another address',
      () => service.admin.auth.admin.updateUserById(id, { email: 'moved@example.com' }),
    ],
    [
      'another address of an imported account',
      () => service.test.sql(`update auth.users set email = 'moved@example.com'`),
    ],
    ['a ban', () => service.test.sql(`update auth.users set banned_until = 'infinity'`)],
    ['the end of the account', () => service.admin.auth.admin.deleteUser(id, true)],
  ];

  it.each(voids)('neither is accepted after %s', async (_what, act) => {
    const { code, tokenHash } = await made('magiclink');
    await act();
    expect((await byCode(code, 'email')).status).toBe(403);
    expect((await byLink(tokenHash, 'email')).status).toBe(403);
  });

  it.each(voids)('the unused one is not accepted after %s', async (_what, act) => {
    const { code, tokenHash } = await made('magiclink');
    expect((await byLink(tokenHash, 'email')).status).toBe(200);
    await act();
    expect((await byCode(code, 'email')).status).toBe(403);
  });

  it.each(voids)('the unused link is not accepted after %s', async (_what, act) => {
    const { code, tokenHash } = await made('magiclink');
    expect((await byCode(code, 'email')).status).toBe(200);
    await act();
    expect((await byLink(tokenHash, 'email')).status).toBe(403);
  });

  it('the unused one is void once a member has chosen a new password', async () => {
    const { code, tokenHash } = await made('recovery');
    const client = service.client();
    await client.auth.verifyOtp({ token_hash: tokenHash, type: 'recovery' });
    expect((await client.auth.updateUser({ password: 'another-dusk' })).error).toBeNull();
    expect((await byCode(code, 'recovery')).body).toEqual(badCode);
  });

  it('a PKCE client can trade the link after the code was typed', async () => {
    const { auth } = service.client('pkce');
    await auth.signInWithOtp({ email });
    const link = await service.linkFor(email);
    const token = new URL(link).searchParams.get('token') ?? '';
    const code = tokenCode(service.tokens, hashToken(token));
    expect((await byCode(code, 'email')).status).toBe(200);
    const { address } = await service.follow(link);
    const traded = await auth.exchangeCodeForSession(
      new URL(address).searchParams.get('code') ?? '',
    );
    expect(traded.error).toBeNull();
  });
});

describe('codes', () => {
  it.each([
    ['an address with an account', email],
    ['an unknown address', 'nobody@example.com'],
  ])('for %s are checked five times in a quarter of an hour', async (_what, address) => {
    const wrong = address === email ? (await made('magiclink')).wrong : '123456';
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => verify({ type: 'email', token: wrong, email: address })),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 403),
      ...Array.from({ length: 3 }, () => 429),
    ]);
    const refused = await service.request('POST', '/verify', {
      body: { type: 'email', token: wrong, email: address },
      headers: newer,
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(await refused.json()).toMatchObject({ code: 'over_request_rate_limit' });
  });

  it('that are right do not count past the limit, but the link still does, and later the code', async () => {
    const { wrong } = await made('magiclink');
    for (let count = 0; count < 5; count += 1) {
      expect((await verify({ type: 'email', token: wrong, email })).status).toBe(403);
    }
    const next = await made('magiclink');
    expect((await verify({ type: 'email', token: next.code, email })).status).toBe(429);
    expect((await verify({ type: 'email', token_hash: next.tokenHash })).status).toBe(200);
    const last = await made('magiclink');
    await service.test.sql(`update bkksiam_private.limits set until = now()`);
    expect((await verify({ type: 'email', token: last.code, email })).status).toBe(200);
    const after = await Promise.all(
      Array.from({ length: 6 }, () => verify({ type: 'email', token: last.wrong, email })),
    );
    expect(after.filter((tried) => tried.status === 403)).toHaveLength(5);
  });

  it('are void after five wrong ones, also when the address has attempts again', async () => {
    const { code, wrong, tokenHash } = await made('magiclink');
    for (let count = 0; count < 5; count += 1) {
      expect((await verify({ type: 'email', token: wrong, email })).status).toBe(403);
    }
    // The address has attempts again long before the code expires.
    await service.test.sql(
      `update bkksiam_private.limits set until = until - interval '15 minutes'`,
    );
    expect(await verify({ type: 'email', token: code, email })).toEqual({
      status: 403,
      body: badCode,
    });
    expect((await verify({ type: 'email', token_hash: tokenHash })).status).toBe(200);
  });

  it('of an unknown address get the same response and headers as a wrong code', async () => {
    const { wrong } = await made('magiclink');
    const answers = [];
    for (const address of [email, 'nobody@example.com']) {
      const body = { type: 'email', token: wrong, email: address };
      const answer = await service.request('POST', '/verify', { body, headers: newer });
      const names = [...answer.headers.keys()].filter((name) => name !== 'date');
      answers.push([answer.status, names, await answer.text()]);
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  it('do not follow from what the database keeps', async () => {
    const { code } = await made('magiclink');
    const [row] = await service.test.sql<{ token_hash: string }>(
      'select token_hash from auth.one_time_tokens',
    );
    const kept = row?.token_hash ?? '';
    expect(kept).toMatch(/^[0-9a-f]{64}$/);
    expect((await verify({ type: 'email', token_hash: kept })).body).toEqual(badLink);
    expect(JSON.stringify(await service.test.sql('select * from auth.users'))).not.toContain(
      `"${code}"`,
    );
    // By other secrets the same row gives other codes; two of four may be equal by chance, four are not.
    const codes = ['one', 'two', 'three'].map((name) =>
      tokenCode(createTokens({ secret: `${name} secret that is long enough for a key` }), kept),
    );
    expect(tokenCode(service.tokens, kept)).toBe(code);
    expect(new Set([code, ...codes]).size).toBeGreaterThan(2);
  });
});
