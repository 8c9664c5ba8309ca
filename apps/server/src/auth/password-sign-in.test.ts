import { hash as bcryptHash } from '@node-rs/bcrypt';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SqlValue, Transaction } from '../db/database.ts';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';
import { hashPassword } from './passwords.ts';

const email = 'member@example.com';
const password = 'river-dusk';

let service: AuthService;

beforeAll(async () => {
  service = await startAuthService();
});
afterAll(() => service.close());
beforeEach(() => service.test.sql('delete from auth.users'));

const signIn = (typed = password) =>
  service.client().auth.signInWithPassword({ email, password: typed });

function waiters(count: number) {
  return expect
    .poll(
      () =>
        service.test.sql(`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`),
      { timeout: 10_000 },
    )
    .toHaveLength(count);
}

/** Locks the account until so many sign-ins have checked the password and wait for it, and then does the rest. */
async function whileWaiting<T>(count: number, rest: (transaction: Transaction) => Promise<T>) {
  return service.test.database.serviceTransaction(async (transaction) => {
    await transaction.run({ text: 'select from auth.users for update' });
    const started = Array.from({ length: count }, () => signIn());
    await waiters(count);
    const done = await rest(transaction);
    // In an object, because promises alone would be waited for here.
    return { started, done };
  });
}

async function signInWhile(count: number, text: string, values: readonly SqlValue[] = []) {
  const { started } = await whileWaiting(count, (transaction) => transaction.run({ text, values }));
  return Promise.all(started);
}

describe('a sign-in whose password is replaced while it waits', () => {
  it('opens no session, and none is recorded', async () => {
    await service.addMember(email, await hashPassword(password));
    const changed = 'update auth.users set encrypted_password = $1';
    const [answer] = await signInWhile(1, changed, [await hashPassword('another-one')]);
    expect(answer?.error).toMatchObject({ code: 'invalid_credentials', status: 400 });
    expect(await service.test.sql('select from auth.sessions')).toEqual([]);
    expect(
      await service.test.sql(
        `select from auth.audit_log_entries where payload ->> 'action' = 'login'`,
      ),
    ).toEqual([]);
    expect((await signIn('another-one')).error).toBeNull();
  });

  it('opens one where the new hash is of the same password', async () => {
    await service.addMember(email, await hashPassword(password));
    const renewed = 'update auth.users set encrypted_password = $1';
    const [answer] = await signInWhile(1, renewed, [await hashPassword(password)]);
    expect(answer?.error).toBeNull();
    expect(await service.test.sql('select from auth.sessions')).toHaveLength(1);
  });

  it('opens one for each of several that renew an outdated hash', async () => {
    await service.addMember(email, await bcryptHash(password, { cost: 4 }));
    const answers = await signInWhile(3, 'select');
    expect(answers.map(({ error }) => error)).toEqual([null, null, null]);
    expect(await service.test.sql('select from auth.sessions')).toHaveLength(3);
  });

  it('opens none for an account that is deleted meanwhile', async () => {
    await service.addMember(email, await hashPassword(password));
    const [answer] = await signInWhile(1, 'delete from auth.users');
    expect(answer?.error).toMatchObject({ code: 'invalid_credentials', status: 400 });
  });
});

describe('a new password', () => {
  it.each(['its owner', 'an admin'])(
    'chosen by %s while a sign-in with the old one opens its session ends that session',
    async (who) => {
      const id = await service.addMember(email, await hashPassword(password));
      const { data } = await signIn();
      const [kept] = await service.test.sql('select id from auth.sessions');
      const { started, done } = await whileWaiting(1, async () => {
        const change = service.request(
          'PUT',
          who === 'its owner' ? '/user' : `/admin/users/${id}`,
          {
            body: { password: 'another-one' },
            bearer: who === 'its owner' ? (data.session?.access_token ?? '') : service.serviceKey,
          },
        );
        await waiters(2);
        return { change };
      });
      expect((await done.change).status).toBe(200);
      await Promise.all(started);
      const left = await service.test.sql('select id from auth.sessions');
      expect(left).toEqual(who === 'its owner' ? [kept] : []);
    },
  );
});

describe('a failed sign-in', () => {
  const logged = () =>
    service.test.sql(
      'select user_id, email, event, success from public.bkk_login_logs order by id',
    );

  it('is in the login log of the account', async () => {
    const userId = await service.addMember(email, await hashPassword(password));
    const failed = { user_id: userId, email, event: 'login', success: false };
    expect((await signIn('a wrong one')).error?.code).toBe('invalid_credentials');
    await expect.poll(logged).toEqual([failed]);
  });

  it('is not recorded for an unknown address, nor is the right password', async () => {
    await service.addMember(email, await hashPassword(password));
    const other = { email: 'nobody@example.com', password };
    const { error } = await service.client().auth.signInWithPassword(other);
    expect(error?.code).toBe('invalid_credentials');
    expect((await signIn()).error).toBeNull();
    expect((await signIn('a wrong one')).error).not.toBeNull();
    await expect.poll(logged).toHaveLength(1);
  });
});
