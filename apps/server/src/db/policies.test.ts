import type { Identity } from '@bkksiam/domain/identity';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import type { Row, Scope, Statement } from './database.ts';

const nattaya = '00000000-0000-4000-8000-000000000001';
const somchai = '00000000-0000-4000-8000-000000000002';
const malee = '00000000-0000-4000-8000-000000000003';

const visitor: Identity = { role: 'anon', claims: {} };

function member(id: string, name: string): Identity {
  return { role: 'authenticated', claims: { sub: id, email: `${name}@bkksiam.example` } };
}

const asNattaya = member(nattaya, 'nattaya');
const asSomchai = member(somchai, 'somchai');

let test1: TestDatabase;

beforeEach(async () => {
  test1 = await createTestDatabase({ seed: 'demo' });
});

afterEach(() => test1.drop());

async function run(identity: Identity, text: string, values: Statement['values'] = []) {
  const scope: Scope = {};
  const [result] = await test1.database.asIdentity(identity, [{ text, values }], scope);
  return result ?? { rows: [] as Row[], rowCount: 0 };
}

async function refusal(identity: Identity, text: string, values: Statement['values'] = []) {
  return run(identity, text, values).then(
    () => 'allowed',
    (error: unknown) => (error as { code?: string }).code,
  );
}

const privateTables = [
  'bkk_user_roles',
  'bkk_user_profiles',
  'bkk_login_logs',
  'bkk_credit_accounts',
  'bkk_quote_requests',
];

describe('a visitor', () => {
  test('reads public news and nothing else', async () => {
    const { rows } = await run(visitor, 'select distinct is_public from bkk_airline_news');
    expect(rows).toEqual([{ is_public: true }]);
    expect((await run(visitor, 'select from bkk_airline_news')).rowCount).toBe(7);
    for (const table of privateTables)
      expect(await refusal(visitor, `select from ${table}`)).toBe('42501');
  });

  test('runs none of the functions and writes nothing', async () => {
    for (const call of ['bkk_is_admin()', 'bkk_is_active()', 'bkk_touch_last_login()'])
      expect(await refusal(visitor, `select ${call}`)).toBe('42501');
    expect(await refusal(visitor, `insert into bkk_airline_news (title) values ('x')`)).toBe(
      '42501',
    );
  });
});

describe('a member', () => {
  test('reads only their own rows, without any filter', async () => {
    for (const [identity, id, requests] of [
      [asNattaya, nattaya, 12],
      [asSomchai, somchai, 3],
      [member(malee, 'malee'), malee, 0],
    ] as const) {
      const { rows } = await run(identity, 'select user_id from bkk_quote_requests');
      expect(rows).toEqual(Array.from({ length: requests }, () => ({ user_id: id })));
      expect((await run(identity, 'select user_id from bkk_user_profiles')).rows).toEqual([
        { user_id: id },
      ]);
    }
    expect((await run(asNattaya, 'select balance from bkk_credit_accounts')).rows).toEqual([
      { balance: '12450.00' },
    ]);
    expect((await run(asNattaya, 'select from bkk_login_logs')).rowCount).toBe(0);
    expect((await run(asNattaya, 'select from bkk_airline_news')).rowCount).toBe(10);
    expect(await refusal(asNattaya, 'select from bkk_user_roles')).toBe('42501');
  });

  test('changes name and phone of their own profile, and of no other', async () => {
    const change = `update bkk_user_profiles set full_name = 'Natt', phone = '1', updated_at = now()`;
    expect((await run(asNattaya, change)).rowCount).toBe(1);
    const names = await test1.sql(
      `select full_name from bkk_user_profiles where user_id <> $1 order by user_id`,
      [nattaya],
    );
    expect(names).toEqual([{ full_name: 'Somchai Rattanakul' }, { full_name: 'Malee Srisuk' }]);
  });

  const upsert = `insert into bkk_user_profiles (user_id, email) values ($1, $2)
    on conflict (user_id) do update set user_id = excluded.user_id, email = excluded.email`;

  test('upserts their own profile with the e-mail of their token alone', async () => {
    expect(await refusal(asNattaya, upsert, [nattaya, 'nattaya@bkksiam.example'])).toBe('allowed');
    expect(await refusal(asNattaya, upsert, [nattaya, 'other@bkksiam.example'])).toBe('42501');
    expect(await refusal(asNattaya, upsert, [somchai, 'nattaya@bkksiam.example'])).toBe('42501');
    expect(
      await refusal(asNattaya, `update bkk_user_profiles set email = 'other@bkksiam.example'`),
    ).toBe('42501');
    await test1.sql('delete from bkk_user_profiles where user_id = $1', [nattaya]);
    expect(await refusal(asNattaya, upsert, [nattaya, 'other@bkksiam.example'])).toBe('42501');
    expect(await refusal(asNattaya, upsert, [nattaya, 'nattaya@bkksiam.example'])).toBe('allowed');
  });

  test('can change their name while the token still has the e-mail of before', async () => {
    await test1.sql(`update auth.users set email = 'new@bkksiam.example' where id = $1`, [nattaya]);
    const { rows } = await run(
      asNattaya,
      `update bkk_user_profiles set full_name = 'N' returning email, full_name`,
    );
    expect(rows).toEqual([{ email: 'new@bkksiam.example', full_name: 'N' }]);
  });

  test('records their own sign-in and no one else`s', async () => {
    const insert = `insert into bkk_login_logs (user_id, email, event, success) values ($1, $2, 'login', true)`;
    expect(await refusal(asNattaya, insert, [nattaya, 'nattaya@bkksiam.example'])).toBe('allowed');
    expect(await refusal(asNattaya, insert, [somchai, 'nattaya@bkksiam.example'])).toBe('42501');
    expect(await refusal(asNattaya, insert, [nattaya, 'somchai@bkksiam.example'])).toBe('42501');
    expect(
      await refusal(
        asNattaya,
        `insert into bkk_login_logs (user_id, email, created_at) values ($1, $2, now())`,
        [nattaya, 'nattaya@bkksiam.example'],
      ),
    ).toBe('42501');
  });

  test('never changes a status, a balance, news or a role', async () => {
    for (const change of [
      `update bkk_quote_requests set status = 'TICKETED'`,
      `update bkk_credit_accounts set balance = 1000000`,
      `update bkk_airline_news set title = 'x'`,
      'delete from bkk_quote_requests',
      'delete from bkk_credit_accounts',
      'delete from bkk_airline_news',
    ])
      expect((await run(asNattaya, change)).rowCount).toBe(0);
    expect(
      await refusal(
        asNattaya,
        `insert into bkk_quote_requests (user_id, origin, destination, dep_date)
         values ($1, 'BKK', 'NRT', current_date)`,
        [nattaya],
      ),
    ).toBe('42501');
    for (const change of [
      `update bkk_user_roles set role = 'admin'`,
      'delete from bkk_login_logs',
      'delete from bkk_user_profiles',
    ])
      expect(await refusal(asNattaya, change)).toBe('42501');
  });

  test('is noted as having just signed in', async () => {
    await run(asNattaya, 'select bkk_touch_last_login()');
    expect(
      await test1.sql('select user_id from bkk_user_roles where last_login_at is not null'),
    ).toEqual([{ user_id: nattaya }]);
  });
});

describe('an admin', () => {
  beforeEach(() =>
    test1.sql(`update bkk_user_roles set role = 'admin' where user_id = $1`, [somchai]),
  );

  test('is told so, a member is told not', async () => {
    expect((await run(asSomchai, 'select bkk_is_admin() as yes')).rows).toEqual([{ yes: true }]);
    expect((await run(asNattaya, 'select bkk_is_admin() as yes')).rows).toEqual([{ yes: false }]);
  });

  test('reads and writes requests, credit and news, and reads sign-ins', async () => {
    expect((await run(asSomchai, 'select from bkk_quote_requests')).rowCount).toBe(15);
    expect((await run(asSomchai, 'update bkk_quote_requests set pax_inf = 0')).rowCount).toBe(15);
    expect((await run(asSomchai, 'update bkk_credit_accounts set balance = 1')).rowCount).toBe(2);
    expect(
      (await run(asSomchai, `insert into bkk_airline_news (title) values ('x')`)).rowCount,
    ).toBe(1);
    await test1.sql('insert into bkk_login_logs (user_id) values ($1)', [nattaya]);
    expect((await run(asSomchai, 'select from bkk_login_logs')).rowCount).toBe(1);
    expect(await refusal(asSomchai, 'update bkk_credit_accounts set balance = -1')).toBe('23514');
  });
});

describe('a deactivated member with a live token', () => {
  beforeEach(() =>
    test1.sql(`update bkk_user_roles set is_active = false, role = 'admin' where user_id = $1`, [
      nattaya,
    ]),
  );

  test('sees what a visitor sees', async () => {
    expect((await run(asNattaya, 'select from bkk_airline_news')).rowCount).toBe(7);
    for (const table of privateTables.filter((name) => name !== 'bkk_user_roles'))
      expect((await run(asNattaya, `select from ${table}`)).rowCount).toBe(0);
    expect((await run(asNattaya, 'select bkk_is_admin() as yes')).rows).toEqual([{ yes: false }]);
  });

  test('changes nothing', async () => {
    expect((await run(asNattaya, `update bkk_user_profiles set full_name = 'x'`)).rowCount).toBe(0);
    expect(
      await refusal(asNattaya, `insert into bkk_login_logs (user_id, email) values ($1, $2)`, [
        nattaya,
        'nattaya@bkksiam.example',
      ]),
    ).toBe('42501');
    expect(await refusal(asNattaya, 'select bkk_touch_last_login()')).toBe('42501');
  });
});

describe('the accounts table', () => {
  const newcomer = '00000000-0000-4000-8000-0000000000aa';

  test('a new account has its profile, with the name of its sign-up, and is a member', async () => {
    await test1.database.asService([
      {
        text: 'insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)',
        values: [
          newcomer,
          'new@bkksiam.example',
          JSON.stringify({ full_name: ` ${'x'.repeat(300)}` }),
        ],
      },
    ]);
    const { rows } = await run(
      member(newcomer, 'new'),
      'select email, full_name, bkk_is_active() as active, bkk_is_admin() as admin from bkk_user_profiles',
    );
    expect(rows).toEqual([
      { email: 'new@bkksiam.example', full_name: 'x'.repeat(200), active: true, admin: false },
    ]);
  });

  test('a deleted account takes everything of the member with it', async () => {
    await test1.database.asService([
      { text: 'delete from auth.users where id = $1', values: [nattaya] },
    ]);
    for (const table of privateTables)
      expect(await test1.sql(`select from ${table} where user_id = $1`, [nattaya])).toEqual([]);
    expect((await run(asNattaya, 'select from bkk_airline_news')).rowCount).toBe(7);
  });
});

describe('the catalogue', () => {
  test('PUBLIC may run nothing of the product, and visitors and members nothing unasked', async () => {
    const rows = await test1.sql(`
      select p.proname, coalesce(r.rolname, 'PUBLIC') as grantee
      from pg_proc p cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as acl
        left join pg_roles r on r.oid = acl.grantee
      where p.pronamespace = 'public'::regnamespace and acl.grantee <> p.proowner
      order by 1, 2`);
    expect(rows).toEqual([
      { proname: 'bkk_admin_set_quote_status', grantee: 'authenticated' },
      { proname: 'bkk_admin_set_role', grantee: 'authenticated' },
      { proname: 'bkk_admin_toggle_active', grantee: 'authenticated' },
      { proname: 'bkk_is_active', grantee: 'authenticated' },
      { proname: 'bkk_is_active', grantee: 'service_role' },
      { proname: 'bkk_is_admin', grantee: 'authenticated' },
      { proname: 'bkk_is_admin', grantee: 'service_role' },
      { proname: 'bkk_touch_last_login', grantee: 'authenticated' },
    ]);
  });

  test('every SECURITY DEFINER function pins its search path, every table has row policies', async () => {
    expect(
      await test1.sql(`select proname from pg_proc where prosecdef
        and pronamespace = 'public'::regnamespace and proconfig is distinct from array['search_path=""']`),
    ).toEqual([]);
    expect(
      await test1.sql(`select relname from pg_class where relkind = 'r' and not relrowsecurity
        and relnamespace in ('public'::regnamespace, 'auth'::regnamespace)`),
    ).toEqual([]);
  });

  test('migrations run as a role that hosted Supabase would recognise', async () => {
    expect(
      await test1.sql(`select rolname, rolsuper, rolcreaterole, rolbypassrls, rolinherit, rolcanlogin
        from pg_roles where rolname in ('postgres', 'authenticator', 'service_role') order by 1`),
    ).toEqual([
      {
        rolname: 'authenticator',
        rolsuper: false,
        rolcreaterole: false,
        rolbypassrls: false,
        rolinherit: false,
        rolcanlogin: true,
      },
      {
        rolname: 'postgres',
        rolsuper: false,
        rolcreaterole: true,
        rolbypassrls: true,
        rolinherit: true,
        rolcanlogin: false,
      },
      {
        rolname: 'service_role',
        rolsuper: false,
        rolcreaterole: false,
        rolbypassrls: true,
        rolinherit: true,
        rolcanlogin: false,
      },
    ]);
    expect(
      await test1.sql(`select distinct pg_get_userbyid(relowner) as owner from pg_class
        where relname like 'bkk_%' and relnamespace = 'public'::regnamespace`),
    ).toEqual([{ owner: 'postgres' }]);
  });

  test.each([
    ['a table in auth', 'create table auth.mine (a int)', '42501'],
    ['a column of auth.users', 'alter table auth.users add column mine int', '42501'],
    ['a superuser', 'create role mine superuser', '42501'],
    [
      'an event trigger',
      'create event trigger mine on ddl_command_end execute function extensions.pgrst_ddl_watch()',
      '42501',
    ],
  ])('what hosted forbids a migration fails here too: %s', async (_name, text, code) => {
    await expect(
      test1.sql(`begin; set local role postgres; ${text}; commit`),
    ).rejects.toMatchObject({ code });
  });

  test('an account made by the seed has the columns the auth service reads as text', async () => {
    expect(
      await test1.sql(
        `select u.email, i.provider_id = u.id::text as same, i.email as identity_email,
          u.confirmation_token || u.recovery_token || u.email_change_token_new || u.email_change
            || u.phone_change || u.phone_change_token || u.email_change_token_current
            || u.reauthentication_token as tokens,
          u.raw_app_meta_data as app, u.raw_user_meta_data ->> 'sub' = u.id::text as sub,
          u.aud, u.role, u.instance_id, u.email_confirmed_at is not null as confirmed
        from auth.users u join auth.identities i on i.user_id = u.id where u.id = $1`,
        [nattaya],
      ),
    ).toEqual([
      {
        email: 'nattaya@bkksiam.example',
        same: true,
        identity_email: 'nattaya@bkksiam.example',
        tokens: '',
        app: { provider: 'email', providers: ['email'] },
        sub: true,
        aud: 'authenticated',
        role: 'authenticated',
        instance_id: '00000000-0000-0000-0000-000000000000',
        confirmed: true,
      },
    ]);
  });
});
