import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { identify } from './identity.ts';
import { anonKey, createTokens, serviceKey, TokenError, type TokenProblem } from './jwt.ts';

const secret = 'a secret of the tests, long enough to sign with';
const tokens = createTokens({ secret });

function base64url(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString(
    'base64url',
  );
}

function handMade(header: unknown, payload: unknown, key = secret): string {
  const body = `${base64url(header)}.${base64url(payload)}`;
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`;
}

async function refused(token: string, reason: TokenProblem, message: RegExp): Promise<void> {
  const error: unknown = await tokens.verify(token).then(
    () => null,
    (failure: unknown) => failure,
  );
  if (!(error instanceof TokenError)) expect.fail(`not refused: ${token}`);
  expect(error.reason).toBe(reason);
  expect(error.message).toMatch(message);
}

afterEach(() => {
  vi.useRealTimers();
});

describe('signing', () => {
  it('makes a token another library can check', async () => {
    const token = await tokens.sign({ sub: 'member' }, 60);
    const [header = '', payload = '', signature] = token.split('.');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
      alg: 'HS256',
      typ: 'JWT',
    });
    expect(signature).toBe(
      createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url'),
    );
    const claims = await tokens.verify(token);
    expect(claims.sub).toBe('member');
    expect(Number(claims.exp) - Number(claims.iat)).toBe(60);
  });

  it('hands out the same keys in every process that shares the secret', async () => {
    const elsewhere = createTokens({ secret });
    expect(await anonKey(elsewhere)).toBe(await anonKey(tokens));
    expect(await serviceKey(elsewhere)).toBe(await serviceKey(tokens));
    const claims = await tokens.verify(await serviceKey(tokens));
    expect(claims).toMatchObject({ iss: 'bkksiam', role: 'service_role' });
  });
});

describe('two secrets, while one replaces the other', () => {
  const next = 'the next secret of the tests, as long as the other';
  const claims = { sub: 'member' };

  it('accepts tokens of both and signs with the first', async () => {
    const both = createTokens({ secret, accepted: next });
    const replaced = createTokens({ secret: next });
    for (const one of [tokens, replaced])
      expect((await both.verify(await one.sign(claims, 60))).sub).toBe('member');
    const token = await both.sign(claims, 60);
    await expect(tokens.verify(token)).resolves.toBeDefined();
    await expect(replaced.verify(token)).rejects.toMatchObject({ reason: 'signature' });
    await expect(
      both.verify(await createTokens({ secret: `${next}!` }).sign(claims, 60)),
    ).rejects.toMatchObject({ reason: 'signature' });
  });

  it('derives with the sealing key, whatever signs, and knows what the accepted one derives', () => {
    const sealing = { secret, accepted: next };
    const split = createTokens({ secret: next, sealing });
    expect(split.fingerprint('purpose', 'text')).toEqual(tokens.fingerprint('purpose', 'text'));
    expect(split.fingerprints('purpose', 'text')).toEqual([
      tokens.fingerprint('purpose', 'text'),
      createTokens({ secret: next }).fingerprint('purpose', 'text'),
    ]);
  });
});

describe('checking', () => {
  it('refuses what is no token', async () => {
    await refused('nonsense', 'malformed', /^Expected 3 parts in JWT; got 1$/);
    await refused('a.b', 'malformed', /^Expected 3 parts in JWT; got 2$/);
    await refused('a.b.c', 'malformed', /^JWT cannot be decoded$/);
    await refused(handMade({ alg: 'HS256' }, '[1]'), 'malformed', /not a JSON object/);
    await refused(handMade({ alg: 'HS256' }, { exp: 'soon' }), 'malformed', /'exp' claim/);
  });

  it('takes one form of a token only, so that no variations of it fill the cache', async () => {
    const token = await anonKey(tokens);
    const [header = '', payload = '', signature = ''] = token.split('.');
    const last = signature.at(-1) ?? '';
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    // 32 bytes leave two bits of the last character unused.
    const looseBits = [1, 2, 3].map((bits) => alphabet[alphabet.indexOf(last) + bits] ?? '');
    const variations = [
      ...looseBits.map((character) => signature.slice(0, -1) + character),
      ...['=', '==', ' ', '\n', '%'].map((more) => signature + more),
      ` ${signature}`,
      `${signature.slice(0, 20)}\t${signature.slice(20)}`,
    ];
    for (const variation of variations) {
      await refused(`${header}.${payload}.${variation}`, 'malformed', /^JWT cannot be decoded$/);
    }
    const sign = (body: string) =>
      `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
    for (const more of ['=', '==', ' ', '\n']) {
      await refused(sign(`${header}${more}.${payload}`), 'malformed', /^JWT cannot be decoded$/);
      await refused(sign(`${header}.${payload}${more}`), 'malformed', /^JWT cannot be decoded$/);
    }
    await expect(tokens.verify(token)).resolves.toBeDefined();
  });

  it('refuses a foreign signature, a changed payload and an unsigned token', async () => {
    await refused(
      handMade({ alg: 'HS256' }, { role: 'service_role' }, 'another key'),
      'signature',
      /^JWT cryptographic operation failed$/,
    );
    const [header, , signature] = (await anonKey(tokens)).split('.');
    const raised = `${header ?? ''}.${base64url({ role: 'service_role' })}.${signature ?? ''}`;
    await refused(raised, 'signature', /^JWT cryptographic operation failed$/);
    const unsigned = `${base64url({ alg: 'none' })}.${base64url({ role: 'service_role' })}.`;
    await refused(unsigned, 'signature', /^No suitable key or wrong key type$/);
  });

  it('looks at the times again although it remembers the token', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const now = Math.floor(Date.now() / 1000);
    const token = await tokens.sign({ nbf: now + 60 }, 120);
    await refused(token, 'not_yet_valid', /^JWT not yet valid$/);
    vi.setSystemTime((now + 60) * 1000);
    await expect(tokens.verify(token)).resolves.toBeDefined();
    vi.setSystemTime((now + 150) * 1000);
    await refused(token, 'expired', /^JWT expired$/);
  });

  it('allows 30 s of clock skew for exp, nbf and iat', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const now = Math.floor(Date.now() / 1000);
    const allowed = [{ exp: now - 29 }, { nbf: now + 30 }, { iat: now + 30 }];
    for (const claims of allowed) {
      await expect(tokens.verify(handMade({ alg: 'HS256' }, claims))).resolves.toBeDefined();
    }
    await refused(handMade({ alg: 'HS256' }, { exp: now - 30 }), 'expired', /^JWT expired$/);
    const early = handMade({ alg: 'HS256' }, { nbf: now + 31 });
    await refused(early, 'not_yet_valid', /^JWT not yet valid$/);
    const future = handMade({ alg: 'HS256' }, { iat: now + 31 });
    await refused(future, 'not_yet_valid', /^JWT issued at future$/);
  });
});

describe('who asks', () => {
  it('is a visitor without a token', async () => {
    expect(await identify(tokens, {})).toEqual({ role: 'anon', claims: { role: 'anon' } });
    expect((await identify(tokens, { authorization: 'Basic eDp5' })).role).toBe('anon');
  });

  it('is whom the bearer token names, whatever the key says', async () => {
    const member = await tokens.sign({ role: 'authenticated', sub: 'member' }, 60);
    const headers = { apikey: await anonKey(tokens), authorization: `bearer ${member}` };
    expect(await identify(tokens, headers)).toMatchObject({
      role: 'authenticated',
      claims: { sub: 'member', role: 'authenticated' },
    });
  });

  it('is whom the key names when there is no bearer token', async () => {
    expect((await identify(tokens, { apikey: await serviceKey(tokens) })).role).toBe(
      'service_role',
    );
  });

  it('is rejected for an invalid token', async () => {
    await expect(identify(tokens, { authorization: 'Bearer rubbish' })).rejects.toMatchObject({
      reason: 'malformed',
    });
    const superuser = await tokens.sign({ role: 'supabase_admin' }, 60);
    await expect(identify(tokens, { authorization: `Bearer ${superuser}` })).rejects.toMatchObject({
      message: 'role "supabase_admin" does not exist',
    });
  });
});
