import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';
import { hashPassword } from './passwords.ts';

const email = 'member@example.com';
const password = 'river-dusk';
const newer = { 'x-supabase-api-version': '2024-01-01' };

let service: AuthService;
let hash: string;
let id: string;
let token: string;

beforeAll(async () => {
  service = await startAuthService({ anonymous: true });
  hash = await hashPassword(password);
});
afterAll(async () => {
  await service.close();
});
beforeEach(async () => {
  await service.test.sql('delete from auth.users');
  id = await service.addMember(email, hash);
  token = await signIn();
});

async function signIn(): Promise<string> {
  const { data } = await service.client().auth.signInWithPassword({ email, password });
  return data.session?.access_token ?? '';
}

async function send(method: string, path: string, body: object, bearer = service.serviceKey) {
  const response = await service.request(method, path, { body, bearer, headers: newer });
  const answer = (await response.json()) as Record<string, unknown>;
  return { status: response.status, code: answer.code, message: answer.message, answer };
}

function claimsOf(accessToken: string): Record<string, unknown> {
  const [, payload = ''] = accessToken.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
}

const large = { note: 'x'.repeat(13_000) };
const deep = { a: { b: { c: { d: { e: { f: { g: [{}] } } } } } } };
const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`k${index}`, 1]));

/** Every request that writes metadata, with the fields that carry it. */
const writes: readonly [string, string, string, object][] = [
  ['POST', '/signup', 'data', { email: 'new@example.com', password }],
  ['POST', '/signup', 'data', { email, password }],
  ['POST', '/signup', 'data', {}],
  ['POST', '/otp', 'data', { email: 'new@example.com' }],
  ['POST', '/otp', 'data', { email, create_user: false }],
  ['POST', '/magiclink', 'data', { email: 'new@example.com' }],
  ['PUT', '/user', 'data', {}],
  ['POST', '/admin/users', 'user_metadata', { email: 'new@example.com' }],
  ['POST', '/admin/users', 'app_metadata', { email: 'new@example.com' }],
  ['PUT', '/admin/users/:id', 'user_metadata', {}],
  ['PUT', '/admin/users/:id', 'app_metadata', {}],
  ['POST', '/invite', 'data', { email: 'new@example.com' }],
  ['POST', '/admin/generate_link', 'data', { type: 'signup', email: 'new@example.com', password }],
];

describe('metadata that no token could carry is refused', () => {
  it.each(writes)('by %s %s in %s of %j', async (method, path, field, body) => {
    const before = await service.test.sql('select raw_user_meta_data from auth.users');
    const name = field === 'app_metadata' ? field : 'user_metadata';
    for (const [value, why] of [
      [large, 'cannot be larger than 4096 bytes as JSON'],
      [{ note: 'ก'.repeat(1400) }, 'cannot be larger than 4096 bytes as JSON'],
      [deep, 'cannot be nested deeper than 8 levels'],
      [many, 'cannot have more than 100 keys'],
    ] as const) {
      const bearer = path === '/user' ? token : service.serviceKey;
      const sent = { ...body, [field]: value };
      expect(await send(method, path.replace(':id', id), sent, bearer)).toMatchObject({
        status: 400,
        code: 'validation_failed',
        message: `${name} ${why}`,
      });
    }
    expect(await service.test.sql('select raw_user_meta_data from auth.users')).toEqual(before);
  });

  it('also where only the merged result is too large', async () => {
    const half = 'x'.repeat(3000);
    expect((await send('PUT', '/user', { data: { one: half } }, token)).status).toBe(200);
    const both = await send('PUT', '/user', { data: { two: half } }, token);
    expect(both).toMatchObject({ status: 400, code: 'validation_failed' });
    const replaced = await send('PUT', '/user', { data: { one: null, two: half } }, token);
    expect(replaced.answer.user_metadata).toEqual({ two: half });

    const path = `/admin/users/${id}`;
    const granted = await send('PUT', path, { app_metadata: { one: half } });
    expect(granted.status).toBe(200);
    expect((await send('PUT', path, { app_metadata: { two: half } })).status).toBe(400);
    expect((await send('PUT', path, { user_metadata: { one: half } })).status).toBe(400);
    const { data } = await service.admin.auth.admin.getUserById(id);
    expect(data.user?.app_metadata).toEqual(granted.answer.app_metadata);
  });

  it('counting what the account has from its sign-up', async () => {
    const address = { email: 'new@example.com', password };
    const own = Buffer.byteLength(
      JSON.stringify({
        sub: id,
        email: address.email,
        email_verified: false,
        phone_verified: false,
      }),
    );
    const fits = { n: 'x'.repeat(4096 - own - '"n":"",'.length) };
    expect((await send('POST', '/signup', { ...address, data: { n: `${fits.n}x` } })).status).toBe(
      400,
    );
    expect((await send('POST', '/signup', { ...address, data: fits })).status).toBe(200);
    const { values } = await service.follow(await service.linkFor(address.email));
    const access = values.get('access_token') ?? '';
    expect(claimsOf(access).user_metadata).toMatchObject(fits);
    expect((await service.client().auth.getUser(access)).error).toBeNull();
  });
});

describe('an account that has larger metadata from before', () => {
  it('gets tokens without it, can use them, and can repair itself', async () => {
    await service.test.sql(
      `update auth.users set raw_user_meta_data = $2, raw_app_meta_data = $2 where id = $1`,
      [id, JSON.stringify({ ...large, name: 'Somying' })],
    );
    const access = await signIn();
    expect(access.length).toBeLessThan(2000);
    expect(claimsOf(access)).toMatchObject({ user_metadata: {}, app_metadata: {} });
    const renamed = await send('PUT', '/user', { password: 'new-dusk' }, access);
    expect(renamed.status).toBe(200);
    expect((await send('PUT', '/user', { data: { name: 'N' } }, access)).status).toBe(400);
    const repaired = await send('PUT', '/user', { data: { note: null } }, access);
    expect(repaired.answer.user_metadata).toEqual({ name: 'Somying' });
  });
});
