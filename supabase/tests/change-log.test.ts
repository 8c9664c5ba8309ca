import { describe, expect, test } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { startAdminDatabase } from './member-database.ts';

const { nattaya, somchai } = members;

/** Promotes Somchai to admin, which is the first recorded change. */
const db = shareDatabase(startAdminDatabase);

const latest = async () => {
  const [row] = await db.test.sql(
    `select actor_id, actor_email, actor_role, table_name, row_id, operation, before, after
     from bkk_change_log order by id desc limit 1`,
  );
  return row;
};

const count = async () => {
  const [row] = await db.test.sql<{ n: number }>('select count(*)::int as n from bkk_change_log');
  return row?.n;
};

const bySomchai = {
  actor_id: somchai.id,
  actor_email: somchai.email,
  actor_role: 'authenticated',
};

describe('what an admin writes to roles, credit, requests and news is on record: who, what, from what to what', () => {
  test('news, from the first word to the last', async () => {
    const [made] = await db.rows(
      somchai,
      `insert into bkk_airline_news (title) values ('Draft') returning id`,
    );
    const row_id = made?.id as string;
    const about = { ...bySomchai, table_name: 'bkk_airline_news', row_id };
    expect(await latest()).toMatchObject({
      ...about,
      operation: 'INSERT',
      before: null,
      after: { title: 'Draft', is_public: false },
    });
    await db.rows(somchai, 'update bkk_airline_news set is_public = true where id = $1', [row_id]);
    expect(await latest()).toMatchObject({
      ...about,
      operation: 'UPDATE',
      before: { is_public: false },
      after: { is_public: true },
    });
    await db.rows(somchai, 'delete from bkk_airline_news where id = $1', [row_id]);
    expect(await latest()).toMatchObject({ ...about, operation: 'DELETE', after: null });
    expect(await count()).toBe(4);
  });

  test.each([
    ['a role', 'select bkk_admin_set_role($1, $2)', 'admin', { role: 'member' }, { role: 'admin' }],
    [
      'a door shut',
      'select bkk_admin_toggle_active($1, $2)',
      false,
      { is_active: true },
      { is_active: false },
    ],
  ])('%s', async (_what, call, value, before, after) => {
    await db.rows(somchai, call, [nattaya.id, value]);
    expect(await latest()).toMatchObject({
      ...bySomchai,
      table_name: 'bkk_user_roles',
      row_id: nattaya.id,
      operation: 'UPDATE',
      before,
      after,
    });
    expect(await count()).toBe(2);
  });

  test('a balance', async () => {
    await db.rows(somchai, 'update bkk_credit_accounts set balance = 1 where user_id = $1', [
      nattaya.id,
    ]);
    expect(await latest()).toMatchObject({
      ...bySomchai,
      table_name: 'bkk_credit_accounts',
      row_id: nattaya.id,
      before: { balance: 12450 },
      after: { balance: 1 },
    });
  });

  test('a quote request, and what becomes of it', async () => {
    const [made] = await db.rows(
      somchai,
      `insert into bkk_quote_requests (user_id, origin, destination, dep_date)
       values ($1, 'BKK', 'CNX', '2026-12-01') returning quote_id`,
      [nattaya.id],
    );
    const row_id = made?.quote_id as string;
    const about = { ...bySomchai, table_name: 'bkk_quote_requests', row_id };
    const after = { user_id: nattaya.id, status: 'PENDING' };
    expect(await latest()).toMatchObject({ ...about, operation: 'INSERT', before: null, after });
    await db.rows(somchai, `select bkk_admin_set_quote_status($1, 'PENDING', 'QUOTED')`, [row_id]);
    expect(await latest()).toMatchObject({
      ...about,
      operation: 'UPDATE',
      before: { status: 'PENDING' },
      after: { status: 'QUOTED' },
    });
    await db.rows(somchai, 'delete from bkk_quote_requests where quote_id = $1', [row_id]);
    expect(await latest()).toMatchObject({ ...about, operation: 'DELETE', after: null });
    expect(await count()).toBe(4);
  });

  test('what is rolled back has not happened', async () => {
    const change = `with changed as (update bkk_credit_accounts set balance = 1 returning 1)
      select 1 / (select count(*) - count(*) from changed)`;
    expect(await db.resultOf(somchai, change)).toBe('22012');
    expect(await count()).toBe(1);
  });

  test('a removed account, with the record of it outliving both', async () => {
    await db.test.database.asService([
      { text: 'delete from auth.users where id = $1', values: [nattaya.id] },
    ]);
    expect(await latest()).toMatchObject({
      actor_id: null,
      actor_role: null,
      table_name: 'bkk_user_roles',
      row_id: nattaya.id,
      operation: 'DELETE',
      before: { email: nattaya.email },
    });
  });

  test('a role that the service key gives by deleting the row and inserting it again', async () => {
    await db.test.database.asIdentity({ role: 'service_role', claims: { role: 'service_role' } }, [
      { text: 'delete from public.bkk_user_roles where user_id = $1', values: [nattaya.id] },
      {
        text: `insert into public.bkk_user_roles (user_id, role) values ($1, 'admin')`,
        values: [nattaya.id],
      },
    ]);
    expect(await latest()).toMatchObject({
      table_name: 'bkk_user_roles',
      row_id: nattaya.id,
      operation: 'INSERT',
      before: null,
      after: { role: 'admin' },
    });
    expect(await count()).toBe(3);
  });

  test('not a new member', async () => {
    await db.test.sql(
      `insert into auth.users (id, email) values (gen_random_uuid(), 'n@x.example')`,
    );
    expect(await count()).toBe(1);
  });

  test('not a sign-in, nor a member`s own profile', async () => {
    await db.rows(nattaya, 'select bkk_touch_last_login()');
    await db.rows(nattaya, `update bkk_user_profiles set full_name = 'Natt'`);
    expect(await count()).toBe(1);
  });
});

describe('what is on record stays', () => {
  const statements = [
    `update bkk_change_log set actor_email = 'x'`,
    'update bkk_change_log set id = default',
    'delete from bkk_change_log',
    'truncate bkk_change_log',
    'truncate bkk_change_log, bkk_airline_news',
  ];

  test.each(['service_role', 'postgres', 'supabase_auth_admin', 'authenticated'])(
    'for %s',
    async (role) => {
      for (const statement of statements)
        await expect(
          db.test.sql(`begin; set local role ${role}; ${statement}; commit`),
        ).rejects.toMatchObject({ code: '42501' });
      expect(await count()).toBe(1);
    },
  );

  test('for the superuser', async () => {
    for (const statement of statements)
      await expect(db.test.sql(statement)).rejects.toThrow('The change log is append-only.');
    expect(await count()).toBe(1);
  });

  test('and nothing is added to it by hand', async () => {
    const insert = `insert into bkk_change_log (table_name, row_id, operation)
      values ('bkk_airline_news', gen_random_uuid(), 'DELETE')`;
    for (const role of ['service_role', 'authenticated'])
      await expect(
        db.test.sql(`begin; set local role ${role}; ${insert}; commit`),
      ).rejects.toMatchObject({ code: '42501' });
    expect(await db.resultOf(somchai, insert)).toBe('42501');
  });
});
