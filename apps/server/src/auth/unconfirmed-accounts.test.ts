import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';
import { hashPassword } from './passwords.ts';
import { purgeUnconfirmedAccounts } from './unconfirmed-accounts.ts';

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

const purge = () => purgeUnconfirmedAccounts(service.test.database);

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
    const other = await startAuthService({ accountPurgeMs: 20 });
    try {
      const { error } = await other.client().auth.signUp({ email: 'new@example.com', password });
      expect(error).toBeNull();
      await other.test.sql(
        `update auth.users set confirmation_sent_at = confirmation_sent_at - interval '8 days'`,
      );
      await expect.poll(() => other.test.sql('select email from auth.users')).toEqual([]);
    } finally {
      await other.close();
    }
  });
});
