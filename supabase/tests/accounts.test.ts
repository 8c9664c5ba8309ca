import { describe, expect, test } from 'vitest';
import type { SqlValue } from '../../apps/server/src/db/database.ts';
import { serviceIdentity } from '../../apps/server/src/http/identity.ts';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { sessionIdOf, startMemberDatabase } from './member-database.ts';

const { nattaya, somchai, malee } = members;

const db = shareDatabase(startMemberDatabase);

describe('a profile', () => {
  const upsert = `insert into bkk_user_profiles (user_id, email) values ($1, $2)
    on conflict (user_id) do update set user_id = excluded.user_id, email = excluded.email`;

  test('is upserted by its member with the e-mail of the account alone', async () => {
    const tryUpsert = (id: string, email: string) => db.resultOf(nattaya, upsert, [id, email]);
    expect(await tryUpsert(nattaya.id, nattaya.email)).toBe('done');
    expect(await tryUpsert(nattaya.id, 'other@bkksiam.example')).toBe('42501');
    expect(await tryUpsert(somchai.id, nattaya.email)).toBe('42501');
    await db.test.sql('delete from bkk_user_profiles where user_id = $1', [nattaya.id]);
    expect(await tryUpsert(nattaya.id, 'other@bkksiam.example')).toBe('42501');
    expect(await tryUpsert(nattaya.id, nattaya.email)).toBe('done');
  });

  test('keeps its e-mail when its member writes another', async () => {
    const change = `update bkk_user_profiles set email = 'other@bkksiam.example'`;
    expect(await db.resultOf(nattaya, change)).toBe('42501');
  });

  test('takes another e-mail from the service', async () => {
    const [row] = await db.test.database
      .asIdentity(serviceIdentity, [
        {
          text: 'update bkk_user_profiles set email = $1 where user_id = $2 returning email',
          values: ['other@bkksiam.example', nattaya.id],
        },
      ])
      .then(([result]) => result?.rows ?? []);
    expect(row?.email).toBe('other@bkksiam.example');
  });

  test('cannot be given to another member, nor a sign-in be written as theirs', async () => {
    await db.test.sql('delete from bkk_user_profiles where user_id = $1', [somchai.id]);
    const give = 'update bkk_user_profiles set user_id = $1';
    expect(await db.resultOf(nattaya, give, [somchai.id])).toBe('42501');
    const insert = 'insert into bkk_login_logs (user_id, email) values ($1, $2)';
    expect(await db.resultOf(nattaya, insert, [somchai.id, nattaya.email])).toBe('42501');
  });

  test('takes a new name while the token still has the e-mail of before', async () => {
    const email = 'new@bkksiam.example';
    await db.test.sql('update auth.users set email = $2 where id = $1', [nattaya.id, email]);
    const change = `update bkk_user_profiles set full_name = 'N' returning email, full_name`;
    expect(await db.rows(nattaya, change)).toEqual([{ email, full_name: 'N' }]);
  });

  test('never gets the e-mail of before back by a token that still has it', async () => {
    const email = 'new@bkksiam.example';
    const state = 'select email from bkk_user_roles where user_id = $1';
    await db.test.sql('update auth.users set email = $2 where id = $1', [nattaya.id, email]);
    const change = 'update bkk_user_profiles set email = $1';
    expect(await db.resultOf(nattaya, change, [nattaya.email])).toBe('42501');
    expect(await db.resultOf(nattaya, upsert, [nattaya.id, nattaya.email])).toBe('42501');
    expect(await db.resultOf(nattaya, upsert, [nattaya.id, email])).toBe('done');
    expect(await db.test.sql(state, [nattaya.id])).toEqual([{ email }]);
    await db.test.sql('delete from bkk_user_profiles where user_id = $1', [nattaya.id]);
    expect(await db.resultOf(nattaya, upsert, [nattaya.id, nattaya.email])).toBe('42501');
    expect(await db.resultOf(nattaya, upsert, [nattaya.id, email])).toBe('done');
  });
});

describe('a sign-in', () => {
  test('is recorded with the e-mail of the token alone', async () => {
    const insert = 'insert into bkk_login_logs (user_id, email) values ($1, $2)';
    expect(await db.resultOf(nattaya, insert, [nattaya.id, somchai.email])).toBe('42501');
    expect(await db.resultOf(nattaya, insert, [nattaya.id, nattaya.email])).toBe('done');
  });

  test('is recorded as successful alone by its member', async () => {
    const insert = 'insert into bkk_login_logs (user_id, email, success) values ($1, $2, $3)';
    expect(await db.resultOf(nattaya, insert, [nattaya.id, nattaya.email, false])).toBe('42501');
    expect(await db.resultOf(nattaya, insert, [nattaya.id, nattaya.email, true])).toBe('done');
  });

  test('is recorded once per session, by the session of the token alone', async () => {
    const columns = 'insert into bkk_login_logs (user_id, email)';
    const many = `${columns} select $1, $2 from generate_series(1, 1000)`;
    expect(await db.resultOf(somchai, many, [somchai.id, somchai.email])).toBe('23505');
    const insert = `${columns} values ($1, $2)`;
    expect(await db.resultOf(somchai, insert, [somchai.id, somchai.email])).toBe('done');
    expect(await db.resultOf(somchai, insert, [somchai.id, somchai.email])).toBe('23505');
    expect(
      await db.test.sql(
        'select session_id from bkk_login_logs where user_id = $1 and session_id is not null',
        [somchai.id],
      ),
    ).toEqual([{ session_id: sessionIdOf(somchai) }]);
    const chosen = `insert into bkk_login_logs (user_id, email, session_id)
      values ($1, $2, gen_random_uuid())`;
    expect(await db.resultOf(somchai, chosen, [somchai.id, somchai.email])).toBe('42501');
  });

  test.each([undefined, 'x', '00000000-0000-0000-0000-00000000000G'])(
    'is not recorded for a token with the session %s',
    async (session_id) => {
      const { id: sub, email } = malee;
      const claims = { sub, email, aal: 'aal1', ...(session_id !== undefined && { session_id }) };
      const statement = {
        text: 'insert into bkk_login_logs (user_id, email) values ($1, $2)',
        values: [sub, email],
      };
      await expect(
        db.test.database.asIdentity({ role: 'authenticated', claims }, [statement]),
      ).rejects.toMatchObject({ code: '42501' });
    },
  );

  test('is noted at the member who has signed in', async () => {
    await db.rows(nattaya, 'select bkk_touch_last_login()');
    expect(
      await db.test.sql('select user_id from bkk_user_roles where last_login_at is not null'),
    ).toEqual([{ user_id: nattaya.id }]);
  });
});

describe('an account', () => {
  const newcomer = { id: '00000000-0000-4000-8000-0000000000aa', email: 'new@bkksiam.example' };

  test('has from its first moment a profile and is a member`s, and the name of its sign-up once it is confirmed', async () => {
    const data = JSON.stringify({ full_name: ` ${'x'.repeat(300)}` });
    await db.test.database.asService([
      {
        text: 'insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)',
        values: [newcomer.id, newcomer.email, data],
      },
    ]);
    const profile = () =>
      db.rows(
        newcomer,
        `select email, full_name, bkk_is_active() as active, bkk_is_admin() as admin
         from bkk_user_profiles`,
      );
    const member = { email: newcomer.email, active: true, admin: false };
    expect(await profile()).toEqual([{ ...member, full_name: null }]);
    await db.test.sql('update auth.users set email_confirmed_at = now() where id = $1', [
      newcomer.id,
    ]);
    expect(await profile()).toEqual([{ ...member, full_name: 'x'.repeat(200) }]);
  });

  test('without an address is not a member until it has one', async () => {
    const write = (text: string, values: SqlValue[]) =>
      db.test.database.asService([{ text, values }]);
    const membership = `select bkk_is_active() as active, bkk_is_admin() as admin,
      (select count(*)::int from bkk_airline_news where not is_public) as news,
      (select count(*)::int from bkk_user_profiles) as profiles`;
    await write('insert into auth.users (id, is_anonymous) values ($1, true)', [newcomer.id]);
    expect(await db.rows(newcomer, membership)).toEqual([
      { active: false, admin: false, news: 0, profiles: 0 },
    ]);
    expect(await db.resultOf(newcomer, 'select bkk_touch_last_login()')).toBe('42501');
    await write('update auth.users set email = $2, is_anonymous = false where id = $1', [
      newcomer.id,
      newcomer.email,
    ]);
    const [afterwards] = await db.rows(newcomer, membership);
    expect(afterwards).toMatchObject({ active: true, admin: false, profiles: 1 });
    expect(Number(afterwards?.news)).toBeGreaterThan(0);
    expect(await db.rows(newcomer, 'select email from bkk_user_profiles')).toEqual([
      { email: newcomer.email },
    ]);
  });

  test('takes everything of the member with it, and its live token reads what a visitor reads', async () => {
    await db.test.database.asService([
      { text: 'delete from auth.users where id = $1', values: [nattaya.id] },
    ]);
    const tables = await db.test.sql<{ name: string }>(
      `select relation.oid::regclass::text as name from pg_class relation
         join pg_attribute attribute on attribute.attrelid = relation.oid and attribute.attname = 'user_id'
       where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r'`,
    );
    expect(tables).toHaveLength(25);
    for (const { name } of tables)
      expect(await db.test.sql(`select from ${name} where user_id = $1`, [nattaya.id])).toEqual([]);
    expect(await db.rows(nattaya, 'select distinct is_public from bkk_airline_news')).toEqual([
      { is_public: true },
    ]);
  });

  test('made by the seed has the columns the auth service reads as text', async () => {
    expect(
      await db.test.sql(
        `select u.email, i.provider_id = u.id::text as same, i.email as identity_email,
          u.confirmation_token || u.recovery_token || u.email_change_token_new || u.email_change
            || u.phone_change || u.phone_change_token || u.email_change_token_current
            || u.reauthentication_token as tokens,
          u.raw_app_meta_data as app, u.raw_user_meta_data ->> 'sub' = u.id::text as sub,
          u.aud, u.role, u.instance_id, u.email_confirmed_at is not null as confirmed
        from auth.users u join auth.identities i on i.user_id = u.id where u.id = $1`,
        [nattaya.id],
      ),
    ).toEqual([
      {
        email: nattaya.email,
        same: true,
        identity_email: nattaya.email,
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
