import { beforeAll, describe, expect, test } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { startAdminDatabase } from './member-database.ts';

const { nattaya, somchai } = members;
const guest = { id: '00000000-0000-4000-8000-0000000000aa', email: 'guest@bkksiam.example' };
const invite = 'select bkk_admin_invite_role($1, $2)';

/** Somchai is the admin. */
const db = shareDatabase(startAdminDatabase);
beforeAll(() =>
  db.test.sql('insert into auth.users (id, email) values ($1, $2)', [guest.id, guest.email]),
);

/** Confirms the guest; `set` is an additional assignment. */
const confirm = (set = '') =>
  db.test.sql(`update auth.users set email_confirmed_at = now() ${set} where id = $1`, [guest.id]);
const setPassword = () =>
  db.test.sql(`update auth.users set encrypted_password = 'x' where id = $1`, [guest.id]);
const state = async () => {
  const [row] = await db.test.sql(
    `select role, (select count(*)::int from bkk_invited_roles) as pending
     from bkk_user_roles where user_id = $1`,
    [guest.id],
  );
  return row;
};

describe('a role given with an invitation', () => {
  test('counts from the moment the account is confirmed, and is on record', async () => {
    await db.rows(somchai, invite, [guest.id, 'admin']);
    expect(await state()).toEqual({ role: 'member', pending: 1 });
    await confirm();
    expect(await state()).toEqual({ role: 'admin', pending: 0 });
    const log = await db.test.sql(
      `select table_name, operation, actor_id, after ->> 'role' as role from bkk_change_log
       where row_id = $1 order by id`,
      [guest.id],
    );
    expect(log).toEqual([
      { table_name: 'bkk_invited_roles', operation: 'INSERT', actor_id: somchai.id, role: 'admin' },
      { table_name: 'bkk_user_roles', operation: 'UPDATE', actor_id: null, role: 'admin' },
    ]);
  });

  test('is the one of the newest invitation', async () => {
    await db.rows(somchai, invite, [guest.id, 'admin']);
    await db.rows(somchai, invite, [guest.id, 'member']);
    await confirm();
    expect(await state()).toEqual({ role: 'member', pending: 0 });
  });

  test('is dropped when a sign-up with a password confirms the account', async () => {
    await db.rows(somchai, invite, [guest.id, 'admin']);
    await confirm(`, encrypted_password = 'x'`);
    expect(await state()).toEqual({ role: 'member', pending: 0 });
  });

  test('is given where the hosted service sets a random password before it confirms', async () => {
    await db.rows(somchai, invite, [guest.id, 'admin']);
    await setPassword();
    await confirm();
    expect(await state()).toEqual({ role: 'admin', pending: 0 });
  });

  test('goes with the account', async () => {
    await db.rows(somchai, invite, [guest.id, 'admin']);
    await db.test.sql('delete from auth.users where id = $1', [guest.id]);
    expect(await db.test.sql('select from bkk_invited_roles')).toEqual([]);
  });

  test.each([
    ['a role there is not', [guest.id, 'owner'], '22023'],
    ['no role', [guest.id, null], '22023'],
    ['a confirmed account', [nattaya.id, 'admin'], 'PT409'],
    ['an account that is not there', ['00000000-0000-4000-8000-0000000000ff', 'admin'], 'PT404'],
  ])('is refused for %s', async (_what, values, code) => {
    expect(await db.resultOf(somchai, invite, values)).toBe(code);
  });

  test('is refused for an account from a sign-up with a password', async () => {
    await setPassword();
    await expect(db.rows(somchai, invite, [guest.id, 'admin'])).rejects.toMatchObject({
      code: 'PT409',
      message: expect.stringMatching(/Delete that user, then invite the address/) as string,
    });
  });
});

describe('an account whose address is unconfirmed', () => {
  const setRole = (role: string) =>
    db.resultOf(somchai, 'select bkk_admin_set_role($1, $2)', [guest.id, role]);

  test('is not made an admin until it is confirmed, with a password or invited', async () => {
    expect(await setRole('admin')).toBe('PT409');
    await db.rows(somchai, invite, [guest.id, 'member']);
    expect(await setRole('admin')).toBe('PT409');
    await setPassword();
    expect(await setRole('admin')).toBe('PT409');
    await confirm();
    expect(await state()).toEqual({ role: 'member', pending: 0 });
    expect(await setRole('admin')).toBe('done');
    expect(await state()).toEqual({ role: 'admin', pending: 0 });
  });

  test('can be made a member again', async () => {
    await db.test.sql(`update bkk_user_roles set role = 'admin' where user_id = $1`, [guest.id]);
    expect(await setRole('member')).toBe('done');
  });
});

test('an admin can check whether an unconfirmed address has a password', async () => {
  const ask = 'select bkk_admin_has_unconfirmed_sign_up($1) as yes';
  expect(await db.rows(somchai, ask, [guest.email])).toEqual([{ yes: false }]);
  await setPassword();
  expect(await db.rows(somchai, ask, ['Guest@BKKSiam.example'])).toEqual([{ yes: true }]);
  await confirm();
  expect(await db.rows(somchai, ask, [guest.email])).toEqual([{ yes: false }]);
});
