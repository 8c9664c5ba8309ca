import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';
import { hashPassword } from './passwords.ts';

const email = 'somchai@example.com';
const password = 'river-dusk';
const newer = { 'x-supabase-api-version': '2024-01-01' };
const unknownId = '11111111-2222-4333-8444-555555555555';

let service: AuthService;

beforeAll(async () => {
  service = await startAuthService();
});
afterAll(async () => {
  await service.close();
});
beforeEach(async () => {
  await service.test.sql('delete from auth.users; delete from auth.audit_log_entries');
});

const users = () => service.admin.auth.admin;

async function created(fields: Parameters<ReturnType<typeof users>['createUser']>[0] = {}) {
  const { data, error } = await users().createUser({
    email,
    password,
    email_confirm: true,
    ...fields,
  });
  if (error !== null) throw error;
  return data.user;
}

function signIn(address = email, secret = password) {
  return service.client().auth.signInWithPassword({ email: address, password: secret });
}

/** The status and the newer body of a request with the service key. */
async function asService(method: string, path: string, body?: unknown) {
  const response = await service.request(method, path, {
    body,
    headers: newer,
    bearer: service.serviceKey,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('the admin routes', () => {
  it.each([
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${unknownId}`],
    ['PUT', `/admin/users/${unknownId}`],
    ['DELETE', `/admin/users/${unknownId}`],
  ])('need the service key to %s %s', async (method, path) => {
    const id = await service.addMember('member@example.com', await hashPassword(password));
    const member = await signIn('member@example.com');
    const token = member.data.session?.access_token ?? '';
    const body = method === 'GET' || method === 'DELETE' ? undefined : { email, password };
    for (const bearer of [token, service.anon]) {
      const response = await service.request(method, path, { body, bearer, headers: newer });
      expect(response.status).toBe(403);
      expect(await response.json()).toEqual({ code: 'not_admin', message: 'User not allowed' });
    }
    const older = await service.request(method, path, { body });
    expect(older.status).toBe(401);
    expect(await older.json()).toEqual({
      code: 401,
      error_code: 'no_authorization',
      msg: 'This endpoint requires a valid Bearer token',
    });
    const rows = await service.test.sql('select id from auth.users');
    expect(rows).toEqual([{ id }]);
  });

  it('refuse a key that was signed with another secret', async () => {
    const [header, payload] = service.serviceKey.split('.');
    const response = await service.request('GET', '/admin/users', {
      bearer: `${header}.${payload}.${'A'.repeat(43)}`,
      headers: newer,
    });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'bad_jwt' });
  });
});

describe('an account made by an administrator', () => {
  it('can sign in at once when its address is confirmed, and no mail is sent', async () => {
    const user = await created({
      email: 'SomChai@Example.com',
      user_metadata: { full_name: 'สมชาย' },
      app_metadata: { tier: 'gold' },
    });
    expect(user).toMatchObject({
      email,
      role: 'authenticated',
      user_metadata: { full_name: 'สมชาย' },
      app_metadata: { tier: 'gold', provider: 'email', providers: ['email'] },
    });
    expect(user.identities).toMatchObject([{ provider: 'email', id: user.id }]);
    expect(user.email_confirmed_at).toBeDefined();
    expect((await signIn()).data.user?.id).toBe(user.id);
    expect(await service.mails()).toEqual([]);
  });

  it('has to confirm its address otherwise', async () => {
    const user = await created({ email_confirm: false });
    expect(user.email_confirmed_at).toBeUndefined();
    expect((await signIn()).error?.code).toBe('email_not_confirmed');
  });

  it('may have a weak password, a hash from elsewhere, an id of its own or only a phone', async () => {
    await created({ password: 'short' });
    expect((await signIn(email, 'short')).error).toBeNull();

    const hashed = await asService('POST', '/admin/users', {
      email: 'hash@example.com',
      password_hash: await hashPassword('from elsewhere'),
      email_confirm: true,
      id: unknownId,
    });
    expect(hashed).toMatchObject({ status: 200, body: { id: unknownId } });
    expect((await signIn('hash@example.com', 'from elsewhere')).error).toBeNull();

    const phone = await asService('POST', '/admin/users', {
      phone: '+66 81 234 5678',
      phone_confirm: true,
    });
    expect(phone).toMatchObject({ status: 200, body: { phone: '66812345678', email: '' } });
  });

  it.each([
    [{}, 400, 'validation_failed', 'Cannot create a user without either an email or phone'],
    [{ email: 'nobody' }, 400, 'validation_failed', /invalid format/],
    [{ phone: '0812345678' }, 400, 'validation_failed', /E\.164/],
    [{ email: 'a@example.com', password: 'x', password_hash: 'y' }, 400, 'validation_failed', /.+/],
    [{ email: 'a@example.com', password_hash: '$md5$x' }, 400, 'validation_failed', /.+/],
    [{ email: 'a@example.com', password: 'x'.repeat(73) }, 400, 'validation_failed', /72/],
    [{ email: 'a@example.com', id: 'x' }, 400, 'validation_failed', /uuid/],
    [{ email: 'a@example.com', ban_duration: 'soon' }, 400, 'validation_failed', /ban duration/],
    [{ email: 'a@example.com', user_metadata: [] }, 400, 'bad_json', /user_metadata/],
  ])('is refused for %j', async (body, status, code, message) => {
    const refused = await asService('POST', '/admin/users', body);
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    expect(refused.body.message).toMatch(message);
    expect(await service.test.sql('select id from auth.users')).toEqual([]);
  });

  it('is refused for a taken address, phone or id, and leaves nothing behind', async () => {
    const user = await created({ phone: '66812345678' });
    const taken = async (body: object) =>
      (await asService('POST', '/admin/users', { email: 'other@example.com', ...body })).body.code;
    expect(await taken({ email: email.toUpperCase() })).toBe('email_exists');
    expect(await taken({ phone: '+66812345678' })).toBe('phone_exists');
    expect(await taken({ id: user.id })).toBe('user_already_exists');
    expect(await service.test.sql('select id from auth.identities')).toHaveLength(2);
  });
});

describe('the list of accounts', () => {
  it('comes in pages, newest first, and the client finds its way', async () => {
    for (let number = 1; number <= 5; number += 1) {
      await created({
        email: `m${number}@example.com`,
        user_metadata: { full_name: `N_${number}` },
      });
    }
    const first = await users().listUsers({ page: 1, perPage: 2 });
    expect(first.error).toBeNull();
    expect(first.data).toMatchObject({ total: 5, nextPage: 2, lastPage: 3, aud: 'authenticated' });
    expect(first.data.users.map((user) => user.email)).toEqual([
      'm5@example.com',
      'm4@example.com',
    ]);
    const last = await users().listUsers({ page: 3, perPage: 2 });
    expect(last.data).toMatchObject({ total: 5, nextPage: null, lastPage: 3 });
    expect(last.data.users.map((user) => user.email)).toEqual(['m1@example.com']);
    const beyond = await users().listUsers({ page: 9, perPage: 2 });
    expect(beyond.data.users).toEqual([]);

    const found = async (filter: string) => {
      const { body } = await asService('GET', `/admin/users?filter=${encodeURIComponent(filter)}`);
      return (body.users as { email: string }[]).map((user) => user.email);
    };
    expect(await found('m3@')).toEqual(['m3@example.com']);
    expect(await found('n_4')).toEqual(['m4@example.com']);
    expect(await found('%')).toEqual([]);
  });

  it('takes empty numbers for the defaults and refuses what is no number', async () => {
    const response = await service.request('GET', '/admin/users?page=&per_page=', {
      bearer: service.serviceKey,
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-total-count')).toBe('0');
    expect(response.headers.get('link')).toMatch(/\?page=1&per_page=50>; rel="last"$/);
    for (const query of ['page=x', 'per_page=-1', 'page=1.5']) {
      const refused = await asService('GET', `/admin/users?${query}`);
      expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      expect(refused.body.message).toMatch(/^Bad Pagination Parameters: /);
    }
  });
});

describe('one account', () => {
  it('is read by its id', async () => {
    const user = await created();
    const { data, error } = await users().getUserById(user.id);
    expect(error).toBeNull();
    expect(data.user).toEqual(user);
  });

  it.each([['GET'], ['PUT'], ['DELETE']])(
    'that does not exist is reported on %s',
    async (method) => {
      const body = method === 'GET' ? undefined : {};
      expect(await asService(method, `/admin/users/${unknownId}`, body)).toEqual({
        status: 404,
        body: { code: 'user_not_found', message: 'User not found' },
      });
      expect(await asService(method, '/admin/users/x', body)).toEqual({
        status: 404,
        body: { code: 'validation_failed', message: 'user_id must be an UUID' },
      });
    },
  );

  it('changes its address at once, and its links are void', async () => {
    const user = await created({ email_confirm: false });
    const { data, error } = await users().updateUserById(user.id, {
      email: 'Other@example.com',
      email_confirm: true,
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: 'other@example.com' });
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject({
      email: 'other@example.com',
      email_verified: true,
    });
    expect((await signIn('other@example.com')).error).toBeNull();
    expect((await signIn()).error?.code).toBe('invalid_credentials');
  });

  it('gets a new password, which ends every session', async () => {
    const user = await created();
    const client = service.client();
    await client.auth.signInWithPassword({ email, password });
    const weak = await users().updateUserById(user.id, { password: 'short' });
    expect(weak.error).toMatchObject({ code: 'weak_password', status: 422, reasons: ['length'] });
    expect((await client.auth.getUser()).error).toBeNull();

    expect((await users().updateUserById(user.id, { password: 'new-dusk' })).error).toBeNull();
    expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await signIn()).error?.code).toBe('invalid_credentials');
    expect((await signIn(email, 'new-dusk')).error).toBeNull();
  });

  it('merges metadata key by key, null removes a key', async () => {
    const user = await created({ user_metadata: { a: 1, b: 2 }, app_metadata: { tier: 'gold' } });
    const { data } = await users().updateUserById(user.id, {
      user_metadata: { b: null, c: { d: 3 } },
      app_metadata: { tier: null, seats: 2 },
    });
    expect(data.user?.user_metadata).toMatchObject({ a: 1, c: { d: 3 } });
    expect(data.user?.user_metadata).not.toHaveProperty('b');
    expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'], seats: 2 });
  });

  it('cannot take the address of another', async () => {
    await created({ email: 'taken@example.com' });
    const user = await created();
    const { error } = await users().updateUserById(user.id, { email: 'taken@example.com' });
    expect(error).toMatchObject({ code: 'email_exists', status: 422 });
  });

  it('is shut out while it is banned: neither sign-in nor refresh nor its token counts', async () => {
    const user = await created();
    const client = service.client();
    await client.auth.signInWithPassword({ email, password });
    const banned = await users().updateUserById(user.id, { ban_duration: '1h30m' });
    const until = Date.parse(String((banned.data.user as { banned_until?: string }).banned_until));
    expect(Math.abs(until - Date.now() - 5_400_000)).toBeLessThan(60_000);

    expect((await signIn()).error).toMatchObject({ code: 'user_banned', status: 400 });
    expect((await client.auth.refreshSession()).error).toMatchObject({ code: 'user_banned' });
    expect((await client.auth.getUser()).error).toMatchObject({ code: 'user_banned', status: 403 });

    const freed = await users().updateUserById(user.id, { ban_duration: 'none' });
    expect(freed.data.user).not.toHaveProperty('banned_until');
    expect((await signIn()).error).toBeNull();
  });

  it('banned while its password is checked gets no session, and no sign-in is recorded', async () => {
    const user = await created();
    const signingIn = await service.test.database.serviceTransaction(async (transaction) => {
      await transaction.run({
        text: `update auth.users set banned_until = now() + interval '1 hour' where id = $1`,
        values: [user.id],
      });
      const started = signIn();
      await expect
        .poll(() =>
          service.test.sql(`select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`),
        )
        .toHaveLength(1);
      // In an object, because a promise alone would be waited for here.
      return { started };
    });
    expect((await signingIn.started).error).toMatchObject({ code: 'user_banned', status: 400 });
    expect(await service.test.sql('select from auth.sessions')).toEqual([]);
    expect(
      await service.test.sql(
        `select from auth.audit_log_entries where payload ->> 'action' = 'login'`,
      ),
    ).toEqual([]);
  });

  it.each(['1', 'h', '1h 2m', '-', 'NONE', '1d', '9e9h', '99999999999999h'])(
    'is not banned for %j',
    async (duration) => {
      const user = await created();
      const { error } = await users().updateUserById(user.id, { ban_duration: duration });
      expect(error).toMatchObject({ code: 'validation_failed', status: 400 });
      expect(error?.message).toMatch(/^invalid format for ban duration/);
    },
  );

  it('goes for good, with its sessions', async () => {
    const user = await created();
    const client = service.client();
    await client.auth.signInWithPassword({ email, password });
    expect((await users().deleteUser(user.id)).error).toBeNull();
    expect((await client.auth.getUser()).error?.code).toBe('user_not_found');
    expect((await users().getUserById(user.id)).error?.code).toBe('user_not_found');
    expect((await created()).id).not.toBe(user.id);
    const log = await service.test.sql(
      `select payload ->> 'action' as action from auth.audit_log_entries order by created_at`,
    );
    expect(log.map(({ action }) => action)).toContain('user_deleted');
  });

  it('goes softly: its row stays without anything that tells who it was', async () => {
    const user = await created({ phone: '66812345678', user_metadata: { full_name: 'สมชาย' } });
    await signIn();
    expect((await users().deleteUser(user.id, true)).error).toBeNull();
    const kept = await users().getUserById(user.id);
    expect(kept.data.user?.deleted_at).toBeDefined();
    expect(JSON.stringify(kept.data.user)).not.toMatch(/somchai|สมชาย|66812345678/);
    expect((await signIn()).error?.code).toBe('invalid_credentials');
    expect(await service.test.sql('select id from auth.sessions')).toEqual([]);
    expect((await created({ phone: '66812345678' })).id).not.toBe(user.id);
    expect((await users().deleteUser(user.id, true)).error).toBeNull();
    expect((await users().deleteUser(user.id)).error).toBeNull();
  });
});
