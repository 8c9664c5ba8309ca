import { fastify } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';
import { hashPassword } from '../auth/passwords.ts';
import { pruneAccounts, runJobs } from './run-jobs.ts';

const password = 'river-dusk';
const sentColumns = ['confirmation_sent_at', 'recovery_sent_at', 'created_at', 'invited_at'];

let service: AuthService;

beforeAll(async () => {
  service = await startAuthService({ anonymous: true });
});
afterAll(async () => {
  await service.close();
});
beforeEach(async () => {
  await service.test.sql('delete from auth.users; delete from auth.flow_state');
});

async function signUp(email: string, flowType: 'implicit' | 'pkce' = 'implicit') {
  const { error } = await service.client(flowType).auth.signUp({ email, password });
  expect(error).toBeNull();
}

/** Moves every account's times back by this many days. */
async function age(days: number) {
  const earlier = sentColumns.map((column) => `${column} = ${column} - make_interval(days => $1)`);
  await service.test.sql(`update auth.users set ${earlier.join(', ')}`, [days]);
}

async function emails() {
  const rows = await service.test.sql<{ email: string | null }>(
    'select email from auth.users order by email nulls last',
  );
  return rows.map(({ email }) => email);
}

const purge = () => pruneAccounts(service.test.database);

describe('an unconfirmed sign-up', () => {
  it('goes a week after its last mail, with everything that refers to it', async () => {
    await signUp('new@example.com', 'pkce');
    await service.client().auth.signInWithOtp({ email: 'linked@example.com' });
    await age(6);
    expect(await purge()).toBe(0);
    await age(2);
    await service.client().auth.resend({ type: 'signup', email: 'linked@example.com' });
    expect(await purge()).toBe(1);
    expect(await emails()).toEqual(['linked@example.com']);
    const [left] = await service.test.sql<{ rows: number }>(`
      select (select count(*) from auth.identities where email = 'new@example.com')
        + (select count(*) from auth.flow_state)
        + (select count(*) from public.bkk_user_roles where email = 'new@example.com')
        + (select count(*) from public.bkk_user_profiles where email = 'new@example.com') as rows`);
    expect(Number(left?.rows)).toBe(0);
    await signUp('new@example.com');
    const { values } = await service.follow(await service.linkFor('new@example.com'));
    expect(values.has('access_token')).toBe(true);
  });

  it('stays while a link of any kind was mailed within the week', async () => {
    await signUp('new@example.com');
    await age(8);
    await service.client().auth.resetPasswordForEmail('new@example.com');
    expect(await purge()).toBe(0);
  });
});

describe('another account', () => {
  it('stays however old it is', async () => {
    await signUp('confirmed@example.com');
    await service.follow(await service.linkFor('confirmed@example.com'));
    await service.addMember('member@example.com', await hashPassword(password));
    await service.admin.auth.admin.inviteUserByEmail('invited@example.com');
    const created = { email: 'created@example.com', password, email_confirm: false };
    expect((await service.admin.auth.admin.createUser(created)).error).toBeNull();
    await signUp('created@example.com');
    await signUp('banned@example.com');
    const [banned] = await service.test.sql<{ id: string }>(
      `select id from auth.users where email = 'banned@example.com'`,
    );
    await service.admin.auth.admin.updateUserById(banned?.id ?? '', { ban_duration: '9999h' });
    expect((await service.client().auth.signInAnonymously()).error).toBeNull();
    await age(400);
    expect(await purge()).toBe(0);
    expect(await emails()).toEqual([
      'banned@example.com',
      'confirmed@example.com',
      'created@example.com',
      'invited@example.com',
      'member@example.com',
      null,
    ]);
  });
});

describe('several processes', () => {
  it('share the accounts that are due', async () => {
    await service.test.sql(`
      insert into auth.users (id, aud, role, email, raw_user_meta_data, created_at, confirmation_sent_at)
      select id, 'authenticated', 'authenticated', id || '@example.com',
        jsonb_build_object('sub', id), now() - interval '9 days', now() - interval '8 days'
      from (select gen_random_uuid() as id from generate_series(1, 500)) as ids`);
    const counts = await Promise.all([purge(), purge(), purge()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(500);
    expect(await emails()).toEqual([]);
  });

  it('do it by themselves', async () => {
    await signUp('new@example.com');
    await age(8);
    const app = fastify();
    runJobs(app, service.test.database, { dueMs: 20, pruneMs: 20 });
    await app.ready();
    try {
      await expect.poll(emails).toEqual([]);
    } finally {
      await app.close();
    }
  });
});

/** The number of rows of a table. */
async function rowsOf(table: string): Promise<number> {
  const [row] = await service.test.sql<{ n: number }>(`select count(*)::int as n from ${table}`);
  return row?.n ?? 0;
}

describe('what is kept for a time', () => {
  it.each([
    ['bkksiam_private.limits', 'until', '2 minutes'],
    ['bkksiam_private.sign_up_passwords', 'created_at', '8 days'],
    ['bkksiam_private.pending_confirmations', 'created_at', '31 days'],
    ['bkksiam_private.remaining_tokens', 'created_at', '8 days'],
    ['auth.one_time_tokens', 'created_at', '8 days'],
    ['auth.flow_state', 'created_at', '2 days'],
    ['auth.audit_log_entries', 'created_at', '401 days'],
  ])('is deleted when its time is over: %s', async (table, column, after) => {
    await service.test.sql(`
      insert into auth.users (id, aud, role, email, email_confirmed_at)
        values (gen_random_uuid(), 'authenticated', 'authenticated', 'kept@example.com', now());
      truncate bkksiam_private.limits, bkksiam_private.sign_up_passwords, auth.audit_log_entries;
      insert into bkksiam_private.limits values ('kept', 1, now());
      insert into bkksiam_private.sign_up_passwords values ('kept@example.com', 'hash');
      insert into auth.audit_log_entries (id, payload, created_at) values (gen_random_uuid(), '{}', now());
      insert into auth.flow_state (id, code_challenge_method, code_challenge, provider_type, authentication_method, created_at)
        values (gen_random_uuid(), 's256', 'x', 'email', 'magiclink', now());
      insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
        select gen_random_uuid(), id, 'recovery_token', 'x', email from auth.users;
      insert into bkksiam_private.remaining_tokens (user_id, token_hash, email, form, token_type, created_at)
        select id, 'x', email, 'code', 'recovery_token', now() from auth.users;
      insert into bkksiam_private.pending_confirmations (token_hash, user_id, email, kind)
        select 'x', id, email, 'magiclink' from auth.users`);
    await purge();
    expect(await rowsOf(table)).toBe(1);
    await service.test.sql(`update ${table} set ${column} = ${column} - interval '${after}'`);
    await purge();
    expect(await rowsOf(table)).toBe(0);
    expect(await rowsOf('auth.users')).toBe(1);
  });

  it('a session ends with its time, and takes its refresh tokens with it', async () => {
    await openSession("now() - interval '8 days'", '3 days');
    await openSession("now() - interval '6 days'", '3 days');
    await openSession('null', '399 days');
    await purge();
    expect([await rowsOf('auth.sessions'), await rowsOf('auth.refresh_tokens')]).toEqual([2, 4]);
  });

  it('a session that nobody has used for 400 days ends, and one that lives loses its oldest tokens alone', async () => {
    await openSession('null', '402 days');
    const living = await openSession('null', '402 days');
    await service.test.sql(
      `update auth.refresh_tokens set updated_at = now() where session_id = $1 and not revoked`,
      [living],
    );
    await purge();
    expect(await service.test.sql('select id from auth.sessions')).toEqual([{ id: living }]);
    expect(await service.test.sql('select revoked from auth.refresh_tokens')).toEqual([
      { revoked: false },
    ]);
  });

  it('more than one batch goes in one run', async () => {
    await service.test.sql(`truncate bkksiam_private.limits;
      insert into bkksiam_private.limits
        select n::text, 1, now() - interval '1 hour' from generate_series(1, 12000) n`);
    await purge();
    expect(await rowsOf('bkksiam_private.limits')).toBe(0);
  });
});

it('nobody but the owner names the time', async () => {
  const text = `select bkksiam_private.prune_accounts(now() + interval '10 years')`;
  await expect(service.test.database.asService([{ text }])).rejects.toMatchObject({
    code: '42501',
  });
});

/** A session with a used and an unused refresh token of this age; returns its id. */
async function openSession(notAfter: string, age: string): Promise<string> {
  const [row] = await service.test.sql<{ id: string }>(`
    with member as (
      insert into auth.users (id, aud, role, email, email_confirmed_at)
      select id, 'authenticated', 'authenticated', id || '@example.com', now() from (select gen_random_uuid() as id) as ids
      returning id),
    opened as (
      insert into auth.sessions (id, user_id, created_at, not_after)
      select gen_random_uuid(), id, now() - interval '${age}', ${notAfter} from member returning id, user_id)
    insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at)
    select left(md5(random()::text), 12), user_id, id, revoked, now() - interval '${age}', now() - interval '${age}'
    from opened, (values (true), (false)) as tokens (revoked)
    returning session_id as id`);
  return row?.id ?? '';
}
