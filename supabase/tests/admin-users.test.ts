import { describe, expect, test } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { identityOf, startAdminDatabase } from './member-database.ts';

const { nattaya, somchai, malee } = members;
const setRole = 'select bkk_admin_set_role($1, $2)';
const toggle = 'select bkk_admin_toggle_active($1, $2)';

/** Somchai is the admin. */
const db = shareDatabase(startAdminDatabase);

const state = async (id: string) => {
  const [row] = await db.test.sql('select role, is_active from bkk_user_roles where user_id = $1', [
    id,
  ]);
  return row;
};

describe('an admin', () => {
  test('makes a member an admin, who is one from the next statement on, and back', async () => {
    await db.rows(somchai, setRole, [nattaya.id, 'admin']);
    expect(await db.rows(nattaya, 'select bkk_is_admin() as yes')).toEqual([{ yes: true }]);
    await db.rows(somchai, setRole, [nattaya.id, 'member']);
    expect(await db.rows(nattaya, 'select bkk_is_admin() as yes')).toEqual([{ yes: false }]);
  });

  test('shuts a user out at once: no rows, no sessions, banned; and lets them in again', async () => {
    await db.rows(somchai, toggle, [nattaya.id, false]);
    expect(await db.rows(nattaya, 'select from bkk_quote_requests')).toEqual([]);
    expect(
      await db.test.sql(`select id from auth.users where banned_until > now() + interval '1 year'`),
    ).toEqual([{ id: nattaya.id }]);
    expect(await db.test.sql('select user_id from auth.sessions order by 1')).toEqual([
      { user_id: somchai.id },
      { user_id: malee.id },
    ]);
    await db.rows(somchai, toggle, [nattaya.id, true]);
    expect(await db.rows(nattaya, 'select from bkk_quote_requests')).toHaveLength(12);
    expect(await db.test.sql('select from auth.users where banned_until is not null')).toEqual([]);
  });

  test.each([
    ['a role there is not', setRole, ['owner']],
    ['no role', setRole, [null]],
    ['neither in nor out', toggle, [null]],
  ])('is refused %s', async (_what, call, values) => {
    expect(await db.resultOf(somchai, call, [nattaya.id, ...values])).toBe('22023');
    expect(await state(nattaya.id)).toEqual({ role: 'member', is_active: true });
  });

  test.each([
    [setRole, 'admin'],
    [toggle, false],
  ])('gets PT404 for an unknown user: %s', async (call, value) => {
    const unknownId = '00000000-0000-4000-8000-0000000000bb';
    expect(await db.resultOf(somchai, call, [unknownId, value])).toBe('PT404');
  });

  test.each([
    [setRole, 'member'],
    [toggle, false],
  ])('cannot do it to themselves, with another admin there: %s', async (call, value) => {
    await db.rows(somchai, setRole, [nattaya.id, 'admin']);
    expect(await db.resultOf(somchai, call, [somchai.id, value])).toBe('42501');
    expect(await state(somchai.id)).toEqual({ role: 'admin', is_active: true });
  });

  test('sees in the list who is in it, under the name and e-mail of the profile', async () => {
    await db.rows(nattaya, `update bkk_user_profiles set full_name = 'Natt'`);
    await db.test.sql(`update auth.users set email = 'm@bkksiam.example' where id = $1`, [
      malee.id,
    ]);
    await db.rows(somchai, toggle, [malee.id, false]);
    expect(
      await db.rows(
        somchai,
        'select email, full_name, role, is_active from bkk_users_admin_view order by user_id',
      ),
    ).toEqual([
      { email: nattaya.email, full_name: 'Natt', role: 'member', is_active: true },
      { email: somchai.email, full_name: 'Somchai Rattanakul', role: 'admin', is_active: true },
      { email: 'm@bkksiam.example', full_name: 'Malee Srisuk', role: 'member', is_active: false },
    ]);
    expect(
      await db.test.sql(`select from bkk_user_roles join auth.users on id = user_id
        where bkk_user_roles.created_at <> users.created_at`),
    ).toEqual([]);
  });
});

describe('the last active admin', () => {
  test.each([
    `update bkk_user_roles set role = 'member' where user_id = '${somchai.id}'`,
    `update bkk_user_roles set is_active = false where user_id = '${somchai.id}'`,
    `delete from bkk_user_roles where user_id = '${somchai.id}'`,
    `delete from auth.users where id = '${somchai.id}'`,
  ])('stays for every role: %s', async (change) => {
    await expect(db.test.sql(change)).rejects.toMatchObject({ code: '42501' });
    await db.test.sql(`update bkk_user_roles set role = 'admin' where user_id = '${malee.id}'`);
    await db.test.sql(change);
    expect(await db.rows(malee, 'select bkk_is_admin() as yes')).toEqual([{ yes: true }]);
  });

  test('is one of two who demote each other: the second waits for the first, and is refused', async () => {
    await db.rows(somchai, setRole, [nattaya.id, 'admin']);
    let second: Promise<string> | undefined;
    let result: string | undefined;
    await db.test.database.transaction(identityOf(somchai), async (transaction) => {
      await transaction.run({ text: setRole, values: [nattaya.id, 'member'] });
      second = db.resultOf(nattaya, setRole, [somchai.id, 'member']).then((is) => (result = is));
      let waiting: unknown[] = [];
      while (waiting.length === 0 && result === undefined)
        waiting = await db.test.sql(`select from pg_locks where not granted and database =
          (select oid from pg_database where datname = current_database())`);
    });
    expect(await second).toBe('42501');
    expect(await state(somchai.id)).toEqual({ role: 'admin', is_active: true });
  });
});

test('an admin is told who is invited or unconfirmed, of the users asked for', async () => {
  await db.test.sql(
    `update auth.users set email_confirmed_at = null,
       invited_at = case when id = $1 then now() end where id = any ($2)`,
    [malee.id, `{${malee.id},${nattaya.id}}`],
  );
  const asked = 'select bkk_admin_account_states($1) as states';
  const all = `{${malee.id},${nattaya.id},${somchai.id}}`;
  expect(await db.rows(somchai, asked, [all])).toEqual([
    { states: { [malee.id]: 'invited', [nattaya.id]: 'unconfirmed' } },
  ]);
  expect(await db.rows(somchai, asked, [`{${somchai.id}}`])).toEqual([{ states: {} }]);
  const tooMany = `{${Array.from({ length: 101 }, () => malee.id).join(',')}}`;
  expect(await db.resultOf(somchai, asked, [tooMany])).toBe('22023');
});
