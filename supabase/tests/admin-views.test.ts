import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { maxSavedViews, maxViewName } from '@bkksiam/domain/saved-view';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { startAdminDatabase, type SignedInUser } from './member-database.ts';

const { nattaya, somchai } = members;

/** Somchai is the admin, and Nattaya another one. */
const db = shareDatabase(startAdminDatabase);

const ids = { mine: randomUUID(), another: randomUUID(), theirs: randomUUID() };

const save = (who: SignedInUser, id: string, name: string, list = 'bookings', query = '') =>
  db.resultOf(who, 'select bkk_admin_save_view($1, $2, $3, $4)', [id, list, name, query]);

beforeEach(async () => {
  await db.test.sql(`select bkk_internal.set_features('{bookings}')`);
  await db.test.sql(`update bkk_user_roles set role = 'admin' where user_id = $1`, [nattaya.id]);
  expect(await save(somchai, ids.mine, 'Due first')).toBe('done');
  expect(await save(nattaya, ids.theirs, 'Due first')).toBe('done');
});

test.each([
  ['a new name', ids.another, ' To call ', 'bookings', 'done'],
  ['the same name in another case', ids.another, 'DUE first ', 'bookings', 'PT409'],
  ['the same name in another list', ids.another, 'Due first', 'requests', 'done'],
  ['a change of its name', ids.mine, 'Due soon', 'bookings', 'done'],
  ['its own name once more', ids.mine, 'Due first', 'bookings', 'done'],
  ['the id of another list', ids.mine, 'Due soon', 'requests', 'PT404'],
  ["another admin's id", ids.theirs, 'Stolen', 'bookings', 'PT404'],
  ['a longest name', ids.another, 'ก'.repeat(maxViewName), 'bookings', 'done'],
  ['a longer name', ids.another, 'ก'.repeat(maxViewName + 1), 'bookings', 'PT400'],
  ['no name', ids.another, ' ', 'bookings', 'PT400'],
  ['a list without views', ids.another, 'Users', 'users', 'PT400'],
])('an admin saves a view with %s', async (_what, id, name, list, result) => {
  expect(await save(somchai, id, name, list)).toBe(result);
  const names = await db.test.sql('select name from bkk_admin_views where view_id = $1', [id]);
  if (result === 'done') expect(names).toEqual([{ name: name.trim() }]);
});

test('an admin saves 20 views of a list, and changes and deletes own ones alone', async () => {
  for (let count = 1; count < maxSavedViews; count += 1)
    expect(await save(somchai, randomUUID(), `View ${String(count)}`)).toBe('done');
  expect(await save(somchai, ids.another, 'One more')).toBe('PT409');
  expect(await save(somchai, ids.mine, 'Due soon', 'bookings', 'show=all')).toBe('done');
  const remove = 'select bkk_admin_delete_view($1)';
  expect(await db.resultOf(somchai, remove, [ids.theirs])).toBe('PT404');
  expect(await db.resultOf(somchai, remove, [ids.mine])).toBe('done');
  expect(await db.rows(nattaya, 'select name from bkk_admin_views')).toEqual([
    { name: 'Due first' },
  ]);
});

test('a dismissed admin reads no views; they are in the export and go with the account', async () => {
  await db.test.sql(`update bkk_user_roles set role = 'member' where user_id = $1`, [nattaya.id]);
  expect(await db.rows(nattaya, 'select from bkk_admin_views')).toEqual([]);
  expect(await save(nattaya, ids.theirs, 'Due soon')).toBe('42501');
  const exported = await db.test.sql(
    `select bkk_internal.export_user($1) -> 'admin_views' -> 0 ->> 'name' as name`,
    [nattaya.id],
  );
  expect(exported).toEqual([{ name: 'Due first' }]);
  await db.test.sql('select bkk_internal.erase_user($1)', [nattaya.id]);
  expect(await db.test.sql('select view_id from bkk_admin_views')).toEqual([{ view_id: ids.mine }]);
});
