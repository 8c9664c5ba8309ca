import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../config.ts';
import { anonKey, createTokens, serviceKey } from './jwt.ts';
import { readSigningKeys, type SigningKey } from './signing-keys.ts';

const rsa = {
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kid: 'rsa-1',
};
const ec = {
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  kid: 'ec-1',
};
const secret = 'a secret of the tests, long enough to sign with';

function keysOf(...jwks: object[]): readonly SigningKey[] {
  const read = readSigningKeys(JSON.stringify({ keys: jwks }));
  if ('problem' in read) expect.fail(read.problem);
  return read.keys;
}

const keys = keysOf(ec, rsa);
const tokens = createTokens({ secret, keys });

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function handMade(header: object, key: string | Buffer): string {
  const body = `${encoded(header)}.${encoded({ role: 'service_role' })}`;
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`;
}

const rejection = { reason: 'signature', message: 'No suitable key or wrong key type' };

describe('a server with signing keys', () => {
  it.each([
    ['ES256', keysOf(ec, rsa), 'ec-1'],
    ['RS256', keysOf(rsa, ec), 'rsa-1'],
  ])('signs %s by the first, and the public keys verify it', async (alg, set, kid) => {
    const own = createTokens({ secret, keys: set });
    const token = await own.sign({ sub: 'member' }, 60);
    const jwks = createLocalJWKSet({ keys: own.publicKeys as { kty: string }[] });
    const { protectedHeader, payload } = await jwtVerify(token, jwks);
    expect(protectedHeader).toEqual({ alg, typ: 'JWT', kid });
    expect(payload.sub).toBe('member');
    expect(JSON.stringify(own.publicKeys)).not.toContain('"d"');
    // The other server has the same keys in reverse order and verifies a token of its second key.
    await expect(tokens.verify(token)).resolves.toMatchObject({ sub: 'member' });
  });

  it('still takes what the secret signed, and keeps the keys of the site and of the service by it', async () => {
    const before = createTokens({ secret });
    const token = await before.sign({ sub: 'member' }, 60);
    await expect(tokens.verify(token)).resolves.toBeDefined();
    expect(await anonKey(tokens)).toBe(await anonKey(before));
    expect(await serviceKey(tokens)).toBe(await serviceKey(before));
    await expect(tokens.verify(await serviceKey(tokens))).resolves.toBeDefined();
  });

  it('refuses a key it does not have, also one it had', async () => {
    const token = await tokens.sign({ sub: 'member' }, 60);
    await expect(createTokens({ secret, keys: keysOf(rsa) }).verify(token)).rejects.toMatchObject(
      rejection,
    );
    await expect(createTokens({ secret }).verify(token)).rejects.toMatchObject(rejection);
    await expect(
      tokens.verify(handMade({ alg: 'HS256', kid: 'other' }, secret)),
    ).rejects.toMatchObject(rejection);
  });

  it('never takes the public half for a secret, nor a key for another algorithm, nor none', async () => {
    for (const { kid, publicKey, publicJwk } of keys) {
      const confused = [
        publicKey.export({ type: 'spki', format: 'pem' }),
        publicKey.export({ type: 'spki', format: 'der' }),
        JSON.stringify(publicJwk),
      ];
      for (const asSecret of confused) {
        await expect(
          tokens.verify(handMade({ alg: 'HS256', kid }, asSecret)),
        ).rejects.toMatchObject(rejection);
        await expect(tokens.verify(handMade({ alg: 'HS256' }, asSecret))).rejects.toMatchObject({
          reason: 'signature',
        });
      }
      await expect(tokens.verify(handMade({ alg: 'HS256', kid }, secret))).rejects.toMatchObject(
        rejection,
      );
      for (const alg of ['none', 'None', 'RS512', 'ES384', 'PS256']) {
        await expect(tokens.verify(handMade({ alg, kid }, secret))).rejects.toMatchObject(
          rejection,
        );
      }
    }
    await expect(
      tokens.verify(handMade({ alg: 'RS256', kid: 'ec-1' }, secret)),
    ).rejects.toMatchObject(rejection);
    await expect(tokens.verify(handMade({ alg: 'ES256' }, secret))).rejects.toMatchObject(
      rejection,
    );
    const unsigned = `${encoded({ alg: 'none', kid: 'ec-1' })}.${encoded({ role: 'service_role' })}.`;
    await expect(tokens.verify(unsigned)).rejects.toMatchObject(rejection);
  });

  it('takes no key a token brings along', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = publicKey.export({ format: 'jwk' });
    const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
    for (const header of [
      { kid: 'ec-1' },
      { kid: 'ec-1', jwk },
      { jwk },
      { kid: 'ec-1', jku: 'https://evil.example/jwks.json' },
    ]) {
      const body = `${encoded({ alg: 'ES256', ...header })}.${encoded({ role: 'service_role' })}`;
      const signature = sign('sha256', Buffer.from(body), key).toString('base64url');
      await expect(tokens.verify(`${body}.${signature}`)).rejects.toMatchObject({
        reason: 'signature',
      });
    }
  });
});

describe('JWT_KEYS', () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const otherHalf = other.publicKey.export({ format: 'jwk' });
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
  const publicOnly = { ...ec, d: undefined };
  const nameless = { ...ec, kid: undefined };

  it.each([
    ['no JSON', 'nonsense', 'must be JSON'],
    ['no set', '[]', 'must be a JWK set'],
    ['an empty set', '{"keys":[]}', 'must hold at least one key'],
    ['a shared secret', { kty: 'oct', k: 'c2VjcmV0', kid: 'a' }, 'private RSA or EC key'],
    ['a public key', publicOnly, 'keys.0.d'],
    ['a key without kid', nameless, 'keys.0.kid is missing'],
    ['another algorithm', { ...ec, alg: 'RS256' }, 'keys.0.alg must be "ES256" for an EC key'],
    ['another curve', { ...ec, crv: 'P-384' }, 'keys.0.crv must be "P-256"'],
    ['another use', { ...ec, use: 'enc' }, 'keys.0.use must be "sig"'],
    ['a foreign half', { ...ec, x: otherHalf.x, y: otherHalf.y }, 'JWT_KEYS '],
    ['a point off the curve', { ...ec, x: ec.y }, 'JWT_KEYS '],
    ['a weak key', { ...small.export({ format: 'jwk' }), kid: 'a' }, 'at least 2048 bits'],
    ['one kid twice', JSON.stringify({ keys: [ec, { ...rsa, kid: ec.kid }] }), 'one kid twice'],
  ])('that holds %s stops the start in one line that quotes no key', (_what, value, message) => {
    const text = typeof value === 'string' ? value : JSON.stringify({ keys: [value] });
    const start = () => readConfig({ JWT_KEYS: text });
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(/^JWT_KEYS [^\n]+$/);
    expect(start).toThrow(message);
    expect(start).not.toThrow(String(ec.d));
  });

  it('is read in its order, and may be left out', () => {
    const read = readConfig({ JWT_KEYS: JSON.stringify({ keys: [rsa, ec] }) }).jwtKeys;
    expect(read.map(({ kid, algorithm }) => [kid, algorithm])).toEqual([
      ['rsa-1', 'RS256'],
      ['ec-1', 'ES256'],
    ]);
    expect(readConfig({}).jwtKeys).toEqual([]);
  });
});
