import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from './passwords.ts';
import { readSigningKeys } from '../http/signing-keys.ts';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';

function pair(kid: string, kind: 'rsa' | 'ec') {
  const { privateKey } =
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid };
}

function keySet(...jwks: object[]) {
  const read = readSigningKeys(JSON.stringify({ keys: jwks }));
  if ('problem' in read) expect.fail(read.problem);
  return read.keys;
}

// The client keeps public keys by kid for the whole process, so every server here names its own.
describe.each(['rsa', 'ec'] as const)('with %s keys', (kind) => {
  const other = kind === 'rsa' ? 'ec' : 'rsa';
  let service: AuthService;

  beforeAll(async () => {
    const keys = keySet(pair(`${kind}-first`, kind), pair(`${kind}-second`, other));
    service = await startAuthService({}, undefined, keys);
    await service.addMember('mali@example.com', await hashPassword('river-dusk'));
  });
  afterAll(async () => {
    await service.close();
  });

  it('the client checks its session by the public halves and is known by it', async () => {
    const client = service.client();
    const { data } = await client.auth.signInWithPassword({
      email: 'mali@example.com',
      password: 'river-dusk',
    });
    const checked = await client.auth.getClaims();
    expect(checked.error).toBeNull();
    expect(checked.data?.header).toMatchObject({
      alg: kind === 'rsa' ? 'RS256' : 'ES256',
      kid: `${kind}-first`,
    });
    expect(checked.data?.claims.sub).toBe(data.user?.id);
    expect((await client.auth.getUser()).data.user?.email).toBe('mali@example.com');
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect((await service.admin.auth.admin.listUsers()).data.users).toHaveLength(1);
  });

  it('shows them, and may be asked again after ten minutes', async () => {
    const answer = await service.request('GET', '/.well-known/jwks.json');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=600');
    const { keys } = (await answer.json()) as { keys: Record<string, unknown>[] };
    expect(keys.map(({ kid }) => kid)).toEqual([`${kind}-first`, `${kind}-second`]);
    const secretParts = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'];
    expect(keys.flatMap((key) => secretParts.filter((name) => name in key))).toEqual([]);
  });

  it('a token of a key it does not have is refused in both shapes', async () => {
    const foreign = await startAuthService({}, undefined, keySet(pair('third', other)));
    try {
      const bearer = await foreign.tokens.sign({ role: 'service_role' }, 60);
      const message =
        'invalid JWT: unable to parse or verify signature, token signature is invalid: signature is invalid';
      const older = await service.request('GET', '/admin/users', { bearer });
      expect(older.status).toBe(403);
      expect(await older.json()).toEqual({ code: 403, error_code: 'bad_jwt', msg: message });
      const newer = await service.request('GET', '/admin/users', {
        bearer,
        headers: { 'x-supabase-api-version': '2024-01-01' },
      });
      expect(await newer.json()).toEqual({ code: 'bad_jwt', message });
    } finally {
      await foreign.close();
    }
  });
});
