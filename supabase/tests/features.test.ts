import { features, requiredFeatures } from '@bkksiam/domain/features';
import type { Identity } from '@bkksiam/domain/identity';
import { beforeAll, describe, expect, test } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { featureGaps } from './feature-gaps.ts';
import { identityOf, startAdminDatabase } from './member-database.ts';
import { specifiedFunctions } from './policies/functions.ts';
import { specifiedTables } from './policies/tables.ts';

const { nattaya, somchai } = members;
const specified = [
  ...specifiedTables.map(({ name }) => name),
  ...specifiedFunctions.map(({ name }) => name),
];

/** What belongs to two features of these tests alone: notes, and stars, which need notes. */
const testObjects = `
  create table bkk_notes (id int generated always as identity, user_id uuid not null, text text);
  alter table bkk_notes enable row level security;
  grant select, insert, delete on bkk_notes to authenticated;
  create policy "members have their own notes" on bkk_notes to authenticated
    using (user_id = (select auth.uid()) and (select bkk_has_feature('notes')))
    with check (user_id = (select auth.uid()) and (select bkk_has_feature('notes')));
  insert into bkk_notes (user_id, text) values ('${nattaya.id}', 'kept');

  create view bkk_notes_admin_view as
    select * from bkk_notes where (select bkk_is_admin() and bkk_has_feature('notes'));
  grant select on bkk_notes_admin_view to authenticated;

  create function bkk_count_notes() returns bigint
    language plpgsql stable security definer set search_path = ''
  as $$
  begin
    perform public.bkk_require_feature('notes');
    return (select count(*) from public.bkk_notes where user_id = auth.uid());
  end
  $$;
  create function bkk_star_note(p_id int) returns text
    language plpgsql stable security definer set search_path = ''
  as $$
  begin
    perform public.bkk_require_feature('stars');
    return 'starred';
  end
  $$;
  revoke all on function bkk_count_notes(), bkk_star_note(int) from public;
  grant execute on function bkk_count_notes(), bkk_star_note(int) to authenticated`;

const testFeatures = `insert into bkk_features (name, requires) values ('notes', '{}'), ('stars', '{notes}')`;

/** Three that do not ask for a feature. */
const openObjects = `
  create table bkk_open (id int);
  alter table bkk_open enable row level security;
  grant select, insert on bkk_open to anon;
  create policy "everybody" on bkk_open using (true);
  create view bkk_open_view as select 1 as a;
  grant select on bkk_open_view to authenticated;
  create function bkk_open_function(p_a int) returns int language sql return p_a;
  grant execute on function bkk_open_function to authenticated`;

/** Somchai is the admin. */
const db = shareDatabase(startAdminDatabase);

const callers = new Map<string, Identity>([
  ['visitor', { role: 'anon', claims: {} }],
  ['member', identityOf(nattaya)],
  ['admin', identityOf(somchai)],
]);

const gaps = () => featureGaps({ db: db.test, specified, callers });
const switchTo = (names: string) => db.test.sql(`select bkk_internal.set_features('{${names}}')`);
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error as Error).message,
  );

beforeAll(() => db.test.sql(testObjects));

describe('the features of the database', () => {
  test('are those of the product, with what they need, and all off', async () => {
    const rows = await db.test.sql('select name, requires, is_on from bkk_features');
    expect(rows).toHaveLength(features.length);
    for (const name of features)
      expect(rows).toContainEqual({ name, requires: requiredFeatures[name] ?? [], is_on: false });
  });

  test('are switched together by the owner', async () => {
    await switchTo('flights,bookings');
    await switchTo('bookings,support');
    const on = await db.rows(nattaya, 'select name from bkk_features where is_on order by name');
    expect(on).toEqual([{ name: 'bookings' }, { name: 'support' }]);
  });

  test.each([
    ['bookings,teleport', 'There is no feature teleport.'],
    ['bookings,null', 'There is no feature without a name.'],
    ['flights,support', 'The feature flights needs bookings.'],
    ['bookings,shop', 'The feature shop needs payments.'],
  ])('stay as they are when asked for %s', async (names, message) => {
    await switchTo('support');
    expect(await errorOf(switchTo(names))).toBe(message);
    expect(await db.test.sql('select name from bkk_features where is_on')).toEqual([
      { name: 'support' },
    ]);
  });
});

describe('with every feature off', () => {
  test('what a feature has refuses a visitor, a member and an admin', async () => {
    await db.test.sql(testFeatures);
    expect(await gaps()).toEqual([]);
  });

  test('what does not ask for its feature is noticed', async () => {
    await db.test.sql(`${testFeatures}; ${openObjects}`);
    const found = await gaps();
    await db.test.sql(
      'drop table bkk_open; drop view bkk_open_view; drop function bkk_open_function',
    );
    for (const gap of [
      'a rule of bkk_open does not ask for its feature',
      'visitor may insert in bkk_open: 1 rows',
      'a rule of bkk_open_view does not ask for its feature',
      'member may select in bkk_open_view: 1 rows',
      'bkk_open_function does not begin with its feature',
      'admin may call bkk_open_function: 1 rows',
    ])
      expect(found).toContain(gap);
  });
});

test('a feature that was off for a while has lost nothing', async () => {
  await db.test.sql(testFeatures);
  const count = () => db.rows(nattaya, 'select bkk_count_notes() as notes');
  await switchTo('notes');
  expect(await count()).toEqual([{ notes: 1 }]);
  expect(await db.resultOf(nattaya, 'select bkk_star_note(1)')).toBe('PT404');
  await switchTo('');
  expect(await db.rows(nattaya, 'select * from bkk_notes')).toEqual([]);
  expect(await db.resultOf(nattaya, 'select bkk_count_notes()')).toBe('PT404');
  await switchTo('notes,stars');
  expect(await count()).toEqual([{ notes: 1 }]);
  expect(await db.rows(somchai, 'select text from bkk_notes_admin_view')).toEqual([
    { text: 'kept' },
  ]);
  expect(await db.resultOf(nattaya, 'select bkk_star_note(1)')).toBe('done');
});
