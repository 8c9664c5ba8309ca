import { FunctionsHttpError } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTokens, serviceKey } from '../http/jwt.ts';
import { startTestBackend, type TestBackend } from '../testing/test-backend.ts';
import { clientWithKey, clientWithToken } from '../testing/test-client.ts';

const password = 'river-dusk';
const unknownId = '11111111-2222-4333-8444-555555555555';
const names = [
  'admin-invite-user',
  'admin-reset-password',
  'admin-reset-factor',
  'admin-delete-user',
] as const;
type Name = (typeof names)[number];

type Client = ReturnType<typeof clientWith>;

let backend: TestBackend;
let service: Client;

function clientWith(key: string) {
  return clientWithKey(backend.url, key);
}

async function addUser(email: string): Promise<string> {
  const { data, error } = await service.auth.admin.createUser({
    email,
    password,
    email_confirm: true,
  });
  if (error !== null) throw error;
  return data.user.id;
}

async function signedIn(email: string): Promise<Client> {
  const client = clientWith(backend.anonKey);
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error !== null) throw error;
  return client;
}

/** Status and body of an invocation by the real client. */
async function invoke(client: Client, name: Name, body: object | string) {
  const answer = await client.functions.invoke<Record<string, unknown>>(name, { body });
  const error: unknown = answer.error;
  if (error === null) return { status: 200, body: answer.data };
  if (!(error instanceof FunctionsHttpError))
    throw new Error('the function gave no answer', { cause: error });
  const response = error.context as Response;
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

let admin: Client;
let adminId: string;
let member: Client;
let memberId: string;

beforeAll(async () => {
  backend = await startTestBackend();
  service = clientWith(await serviceKey(createTokens({ secret: backend.config.jwtSecret })));
});
afterAll(async () => {
  await backend.close();
});
beforeEach(async () => {
  await backend.database.sql(
    `alter table bkk_user_roles disable trigger user; delete from auth.users;
     alter table bkk_user_roles enable trigger user`,
  );
  adminId = await addUser('admin@example.com');
  await backend.database.sql(`update bkk_user_roles set role = 'admin' where user_id = $1`, [
    adminId,
  ]);
  memberId = await addUser('member@example.com');
  admin = await signedIn('admin@example.com');
  member = await signedIn('member@example.com');
});

const bodies: Record<Name, object> = {
  'admin-invite-user': { email: 'guest@example.com', role: 'member' },
  'admin-reset-password': { user_id: unknownId },
  'admin-reset-factor': { user_id: unknownId },
  'admin-delete-user': { user_id: unknownId },
};

async function userCount(): Promise<number> {
  return (await backend.database.sql('select id from auth.users')).length;
}

describe('every function for admins', () => {
  const notAdmin = { code: 'not_admin', message: 'Only an admin can do this.' };
  const notSignedIn = {
    code: 'not_signed_in',
    message: 'Your session has ended. Please sign in again.',
  };

  const answersTo = (client: Client, body?: object | string) =>
    Promise.all(
      names.map(async (name) => [name, await invoke(client, name, body ?? bodies[name])]),
    );
  const fromEach = (answer: object) => names.map((name) => [name, answer]);

  it('tells a member nothing but that admins may', async () => {
    for (const body of [undefined, { user_id: adminId }, {}, 'no JSON']) {
      expect(await answersTo(member, body)).toEqual(fromEach({ status: 403, body: notAdmin }));
    }
    expect(await userCount()).toBe(2);
  });

  it('asks the database and not the token who is an admin', async () => {
    await backend.database.sql(
      `update auth.users set raw_app_meta_data = '{"role": "admin", "claims_admin": true}' where id = $1`,
      [memberId],
    );
    const pretender = await signedIn('member@example.com');
    expect(await answersTo(pretender)).toEqual(fromEach({ status: 403, body: notAdmin }));
  });

  it('refuses an admin who was deactivated, with the token still valid', async () => {
    await addUser('second@example.com');
    await backend.database.sql(
      `update bkk_user_roles set role = 'admin' where user_id <> $1 and user_id <> $2`,
      [adminId, memberId],
    );
    await backend.database.sql('update bkk_user_roles set is_active = false where user_id = $1', [
      adminId,
    ]);
    expect(await answersTo(admin)).toEqual(fromEach({ status: 403, body: notAdmin }));
    expect(await answersTo(member)).toEqual(fromEach({ status: 403, body: notAdmin }));
  });

  it('refuses an admin who has signed out or is banned', async () => {
    const { data } = await admin.auth.getSession();
    const token = data.session?.access_token ?? '';
    const holder = clientWithToken(backend.url, backend.anonKey, token);
    const ban = (until: string | null) =>
      backend.database.sql('update auth.users set banned_until = $2 where id = $1', [
        adminId,
        until,
      ]);
    await ban('infinity');
    expect(await answersTo(holder)).toMatchObject(fromEach({ status: 401 }));
    await ban(null);
    await admin.auth.signOut();
    expect(await answersTo(holder)).toEqual(fromEach({ status: 401, body: notSignedIn }));
  });

  it('refuses a visitor', async () => {
    const visitor = clientWith(backend.anonKey);
    expect(await answersTo(visitor)).toEqual(fromEach({ status: 401, body: notSignedIn }));
    expect(await userCount()).toBe(2);
  });

  it('wants its fields from an admin and not a list, text or nothing of use', async () => {
    const badRequest = fromEach({ status: 400, body: { code: 'bad_request' } });
    for (const body of [[], 'no JSON', {}])
      expect(await answersTo(admin, body)).toMatchObject(badRequest);
    expect(await userCount()).toBe(2);
  });

  it('answers a preflight without a token, and other methods with 405', async () => {
    for (const name of names) {
      const preflight = await fetch(`${backend.url}/functions/v1/${name}`, { method: 'OPTIONS' });
      expect([name, preflight.status]).toEqual([name, 204]);
      expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
      expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
      const read = await admin.functions.invoke(name, { method: 'GET' });
      expect([name, read.response?.status]).toEqual([name, 405]);
    }
  });
});

describe('an invitation by an admin', () => {
  it('is mailed, leads to the page for a password, and the guest is a member', async () => {
    const answer = await admin.functions.invoke<Record<string, unknown>>('admin-invite-user', {
      body: { email: ' Guest@Example.com ', role: 'member' },
      headers: { origin: backend.config.siteUrl },
    });
    expect(answer.error).toBeNull();
    expect(answer.data).toMatchObject({ email: 'guest@example.com', role: 'member' });
    const mail = (await backend.mails()).at(-1);
    expect(mail?.to?.[0]?.address).toBe('guest@example.com');
    expect(mail?.subject).toBe('You are invited to BKK Siam');
    const link = new URL(/http\S+verify\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    expect(link.searchParams.get('type')).toBe('invite');
    expect(link.searchParams.get('redirect_to')).toBe(`${backend.config.siteUrl}/reset-password`);
    const followed = await fetch(`${backend.url}${link.pathname}${link.search}`, {
      redirect: 'manual',
    });
    expect(followed.headers.get('location')).toMatch(/\/reset-password#access_token=/);
    expect(await roleOf(String(answer.data?.user_id))).toBe('member');
  });

  const asAdmin = { email: 'guest@example.com', role: 'admin' };
  const signUp = (password: string) =>
    clientWith(backend.anonKey).auth.signUp({ email: asAdmin.email, password });

  it('makes an admin of the guest who accepts it, and not before', async () => {
    const { body } = await invoke(admin, 'admin-invite-user', asAdmin);
    expect(body).toMatchObject(asAdmin);
    const id = String(body?.user_id);
    expect(await roleOf(id)).toBe('member');
    const list = await admin.from('bkk_users_admin_view').select('role').eq('user_id', id);
    expect(list.data).toEqual([{ role: 'member' }]);
    await followNewestMail();
    expect(await roleOf(id)).toBe('admin');
  });

  it('gives nothing to a stranger who signed up with the address first', async () => {
    await signUp(password);
    const { body } = await invoke(admin, 'admin-invite-user', asAdmin);
    await followNewestMail();
    expect(await roleOf(String(body?.user_id))).toBe('admin');
    const stranger = await clientWith(backend.anonKey).auth.signInWithPassword({
      email: asAdmin.email,
      password,
    });
    expect(stranger.error?.code).toBe('invalid_credentials');
  });

  it('makes no admin of an account that the link of a sign-up confirmed', async () => {
    const { body } = await invoke(admin, 'admin-invite-user', asAdmin);
    await signUp(password);
    await followNewestMail();
    expect(await roleOf(String(body?.user_id))).toBe('member');
  });

  it('is not sent when an unconfirmed account already has a password', async () => {
    // The state in which the hosted auth service keeps a sign-up.
    await backend.database.sql(
      `insert into auth.users (id, email, encrypted_password) values ($1, 'guest@example.com', 'x')`,
      [unknownId],
    );
    const before = (await backend.mails()).length;
    const refused = await invoke(admin, 'admin-invite-user', asAdmin);
    expect(refused).toMatchObject({ status: 409, body: { code: 'signed_up' } });
    expect((await backend.mails()).length).toBe(before);
    expect(await roleOf(unknownId)).toBe('member');
  });

  it('is for a member when no role is named', async () => {
    const { body } = await invoke(admin, 'admin-invite-user', { email: 'guest@example.com' });
    expect(body).toMatchObject({ role: 'member' });
  });

  it('is rejected with a message', async () => {
    const noAddress = 'An email address is required.';
    const noRole = 'The role must be admin or member.';
    const invalid = 'Unable to validate email address: invalid format';
    for (const [body, status, message] of [
      [{ email: '' }, 400, noAddress],
      [{ email: 7 }, 400, noAddress],
      [{ email: 'guest@example.com', role: 'owner' }, 400, noRole],
      [{ email: 'guest@example.com', role: null }, 400, noRole],
      [{ email: 'guest' }, 400, invalid],
      [{ email: 'guest\ud800@example.com' }, 400, invalid],
      [{ email: 'guest\0@example.com' }, 400, invalid],
      [
        { email: 'member@example.com', role: 'admin' },
        422,
        'A user with this email address has already been registered',
      ],
    ] as const) {
      const refused = await invoke(admin, 'admin-invite-user', body);
      expect([body, refused.status, refused.body?.message]).toEqual([body, status, message]);
    }
    expect(await userCount()).toBe(2);
    expect(await roleOf(memberId)).toBe('member');
  });

  it('never leads a link away from our own sites', async () => {
    await admin.functions.invoke('admin-invite-user', {
      body: { email: 'guest@example.com' },
      headers: { origin: 'https://evil.example' },
    });
    expect((await backend.mails()).at(-1)?.text).not.toContain('evil');
  });
});

async function followNewestMail(): Promise<void> {
  const text = (await backend.mails()).at(-1)?.text ?? '';
  const { pathname, search } = new URL(/http\S+verify\S+/.exec(text)?.[0] ?? '');
  const followed = await fetch(`${backend.url}${pathname}${search}`, { redirect: 'manual' });
  expect(followed.headers.get('location')).toContain('#access_token=');
}

async function roleOf(id: string): Promise<unknown> {
  const [row] = await backend.database.sql('select role from bkk_user_roles where user_id = $1', [
    id,
  ]);
  return row?.role;
}

describe('a password reset by an admin', () => {
  it('mails the link to the user', async () => {
    const { status, body } = await invoke(admin, 'admin-reset-password', { user_id: memberId });
    expect([status, body]).toEqual([200, { user_id: memberId }]);
    const mail = (await backend.mails()).at(-1);
    expect(mail?.to?.[0]?.address).toBe('member@example.com');
    expect(mail?.subject).toBe('Reset your BKK Siam password');
  });

  it('is rejected with a message for what is no user', async () => {
    const before = (await backend.mails()).length;
    const noId = 'user_id must be the id of a user.';
    for (const [body, status, message] of [
      [{ user_id: 'x' }, 400, noId],
      [{ user_id: [unknownId] }, 400, noId],
      [{ user_id: unknownId }, 404, 'User not found'],
    ] as const) {
      const refused = await invoke(admin, 'admin-reset-password', body);
      expect([body, refused.status, refused.body?.message]).toEqual([body, status, message]);
    }
    expect((await backend.mails()).length).toBe(before);
  });
});

describe('a reset of the second factor by an admin', () => {
  const addFactor = (userId: string, status: string) =>
    backend.database.sql(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
       values (gen_random_uuid(), $1, 'totp', $2, now(), now(), '')`,
      [userId, status],
    );
  const factorsOf = (userId: string) =>
    backend.database.sql('select from auth.mfa_factors where user_id = $1', [userId]);

  it('removes every factor of the user, lowers their sessions, and is in the audit log', async () => {
    for (const status of ['verified', 'verified', 'unverified']) await addFactor(memberId, status);
    await backend.database.sql(
      `update auth.sessions set aal = 'aal2', factor_id = (select id from auth.mfa_factors
         where status = 'verified' limit 1) where user_id = $1`,
      [memberId],
    );
    const { status, body } = await invoke(admin, 'admin-reset-factor', { user_id: memberId });
    expect([status, body]).toEqual([200, { user_id: memberId }]);
    expect(await factorsOf(memberId)).toEqual([]);
    expect(
      await backend.database.sql('select aal from auth.sessions where user_id = $1', [memberId]),
    ).toEqual([{ aal: 'aal1' }]);
    expect(
      await backend.database.sql(
        `select from auth.audit_log_entries where payload ->> 'action' = 'factor_deleted'
           and payload -> 'traits' ->> 'user_id' = $1`,
        [memberId],
      ),
    ).toHaveLength(3);
  });

  it('is not for oneself', async () => {
    await addFactor(adminId, 'unverified');
    expect(await invoke(admin, 'admin-reset-factor', { user_id: adminId })).toEqual({
      status: 403,
      body: {
        code: 'own_account',
        message: 'You cannot reset your own two-step verification here.',
      },
    });
    expect(await factorsOf(adminId)).toHaveLength(1);
  });

  it('says where there is nothing to reset, and where there is no user', async () => {
    expect(await invoke(admin, 'admin-reset-factor', { user_id: memberId })).toEqual({
      status: 422,
      body: { code: 'no_factor', message: 'This user has no two-step verification.' },
    });
    const unknown = await invoke(admin, 'admin-reset-factor', { user_id: unknownId });
    expect([unknown.status, unknown.body?.message]).toEqual([404, 'User not found']);
  });
});

describe('a deletion by an admin', () => {
  it('ends the account and everything that hung on it', async () => {
    const { status, body } = await invoke(admin, 'admin-delete-user', { user_id: memberId });
    expect([status, body]).toEqual([200, { user_id: memberId }]);
    const [left] = await backend.database.sql(
      `select (select count(*) from auth.users where id = $1)
        + (select count(*) from auth.sessions where user_id = $1)
        + (select count(*) from bkk_user_profiles where user_id = $1) as rows`,
      [memberId],
    );
    expect(Number(left?.rows)).toBe(0);
    const again = await invoke(admin, 'admin-delete-user', { user_id: memberId });
    expect([again.status, again.body?.message]).toEqual([404, 'User not found']);
  });

  it('is not for oneself, however the id is written', async () => {
    for (const user_id of [adminId, adminId.toUpperCase()]) {
      expect(await invoke(admin, 'admin-delete-user', { user_id })).toEqual({
        status: 403,
        body: { code: 'own_account', message: 'You cannot delete yourself.' },
      });
    }
    expect(await userCount()).toBe(2);
  });

  it('names the last admin only if the user is that', async () => {
    await backend.database.sql(
      `create table test_invoices (user_id uuid references auth.users on delete restrict);
       insert into test_invoices values ('${memberId}')`,
    );
    try {
      expect(await invoke(admin, 'admin-delete-user', { user_id: memberId })).toEqual({
        status: 500,
        body: {
          code: 'user_kept',
          message: 'The database kept this user. The log of the auth service says why.',
        },
      });
      expect(await userCount()).toBe(2);
    } finally {
      await backend.database.sql('drop table test_invoices');
    }
  });

  it('keeps a user with an open booking, and names it', async () => {
    const id = await addUser('booked@example.com');
    await backend.database.sql(
      `insert into bkk_bookings (reference, user_id, status, request_key, pax_adt, hold_expires_at)
        values ('BKK-7M4Q9XWD', $1, 'HOLD', gen_random_uuid(), 1, now() + interval '1 day')`,
      [id],
    );
    const answer = await invoke(admin, 'admin-delete-user', { user_id: id });
    expect(answer).toEqual({
      status: 409,
      body: {
        code: 'open_booking',
        message:
          'This user has the open booking BKK-7M4Q9XWD. Cancel it or issue its tickets first.',
      },
    });
    await backend.database.sql(`update bkk_bookings set status = 'CANCELLED' where user_id = $1`, [
      id,
    ]);
    const again = await invoke(admin, 'admin-delete-user', { user_id: id });
    expect(again.status).toBe(200);
  });

  it('never leaves the product without an admin: of two who delete each other one stays', async () => {
    const secondId = await addUser('second@example.com');
    await backend.database.sql(`update bkk_user_roles set role = 'admin' where user_id = $1`, [
      secondId,
    ]);
    const second = await signedIn('second@example.com');
    // Both requests have passed the admin check before the first deletion commits.
    await backend.database.sql(
      `create function test_wait() returns trigger language plpgsql as
         $$ begin perform pg_advisory_xact_lock_shared(4711); return old; end $$;
       create trigger a_test_wait before delete on public.bkk_user_roles
         for each row execute function test_wait()`,
    );
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let lock: () => void = () => undefined;
    const locked = new Promise<void>((resolve) => (lock = resolve));
    const held = backend.database.database.serviceTransaction(async (transaction) => {
      await transaction.run({ text: 'select pg_advisory_xact_lock(4711)' });
      lock();
      await released;
    });
    await locked;
    try {
      const asked = Promise.all([
        invoke(admin, 'admin-delete-user', { user_id: secondId }),
        invoke(second, 'admin-delete-user', { user_id: adminId }),
      ]);
      await vi.waitFor(async () => {
        const [row] = await backend.database.sql(
          `select count(*) as waiting from pg_locks where objid = 4711 and not granted
            and database = (select oid from pg_database where datname = current_database())`,
        );
        expect(Number(row?.waiting)).toBe(2);
      }, 5_000);
      release();
      await held;
      const answers = await asked;
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)?.body).toEqual({
        code: 'last_admin',
        message: 'The last active admin cannot be deleted.',
      });
      const left = await backend.database.sql(
        `select user_id from bkk_user_roles where role = 'admin' and is_active`,
      );
      expect(left).toHaveLength(1);
    } finally {
      release();
      await backend.database.sql(
        'drop trigger a_test_wait on public.bkk_user_roles; drop function test_wait()',
      );
    }
  });
});
