import type { Identity } from '@bkksiam/domain/identity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { BatchPool } from './batch-pool.ts';
import { DatabaseError, DatabaseUnavailable, type Database, type Statement } from './database.ts';
import { scopeStatement } from './identity-scope.ts';
import { derivedLogins } from './login-roles.ts';

const ids = [1, 2].map((n) => `00000000-0000-4000-8000-00000000000${String(n)}`);
const [nattaya = '', somchai = ''] = ids;

function member(id: string, email = 'member@bkksiam.example'): Identity {
  return { role: 'authenticated', claims: { sub: id, email } };
}

const anon: Identity = { role: 'anon', claims: {} };
const whoAmI: Statement = {
  text: `select current_user::text as role, session_user::text as login,
    current_setting('request.jwt.claims', true) as claims, auth.uid() as uid`,
};

let test1: TestDatabase;
let db: Database;

beforeAll(async () => {
  // Hundreds of calls at once take longer than the default of 2 s on a busy machine.
  test1 = await createTestDatabase({ seed: 'demo', limits: { waitMs: 30_000 } });
  db = test1.database;
  await test1.sql(`create table public.things (
      id int primary key, owner uuid default auth.uid(), note text);
    alter table public.things enable row level security;
    grant select, insert, update on public.things to authenticated, service_role;
    create policy "own things" on public.things to authenticated
      using (owner = (select auth.uid())) with check (owner = (select auth.uid()))`);
});

afterAll(() => test1.drop());

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

async function one(identity: Identity, statement: Statement) {
  const [result] = await db.asIdentity(identity, [statement]);
  return result?.rows[0];
}

describe('a batch runs as its identity', () => {
  test('with role and claims set, the login staying authenticator', async () => {
    expect(await one(member(nattaya), whoAmI)).toMatchObject({
      role: 'authenticated',
      login: 'authenticator',
      uid: nattaya,
    });
    expect(await one(anon, whoAmI)).toMatchObject({ role: 'anon', uid: null });
    expect(await one({ role: 'service_role', claims: {} }, whoAmI)).toMatchObject({
      role: 'service_role',
    });
  });

  test('the role of the claims is always the role it runs as', async () => {
    const row = await one({ role: 'anon', claims: { role: 'service_role' } }, whoAmI);
    expect(JSON.parse(String(row?.claims))).toEqual({ role: 'anon' });
  });

  test('further settings hold for this batch alone and cannot change the role', async () => {
    const [scoped] = await db.asIdentity(
      anon,
      [{ text: `select current_user::text as role, current_setting('request.method') as method` }],
      { settings: { 'request.method': 'GET', role: 'service_role' } },
    );
    expect(scoped?.rows).toEqual([{ role: 'anon', method: 'GET' }]);
    const after = await one(anon, { text: `select current_setting('request.method', true) as m` });
    expect(after?.m ?? '').toBe('');
  });

  test.each([
    ['success', 'select 1', undefined],
    ['failure', 'select 1/0', '22012'],
  ])('nothing of it stays on the session after %s', async (_name, text, code) => {
    const { host, port, database, password } = test1.admin;
    const login = derivedLogins(password ?? '').authenticator;
    const pool = new BatchPool({ address: { host, port, database }, login, size: 1 });
    const bare = { role: '', statement: undefined, statementTimeoutMs: 0 };
    const session: Statement = {
      text: `select pg_backend_pid() as pid, current_user::text as role, auth_claims as claims,
          current_setting('statement_timeout') as timeout,
          current_setting('transaction_read_only') as read_only
        from coalesce(nullif(current_setting('request.jwt.claims', true), ''), 'none') as auth_claims`,
    };
    try {
      const [before] = await pool.run(bare, [session]);
      const error = await failure(
        pool.run(
          {
            role: 'authenticated',
            statement: scopeStatement(member(nattaya), { readOnly: true }),
            statementTimeoutMs: 8_000,
          },
          [whoAmI, { text }],
        ),
      );
      expect(error).toEqual(code === undefined ? undefined : expect.objectContaining({ code }));
      const [after] = await pool.run(bare, [session]);
      expect(after?.rows).toEqual(before?.rows);
      expect(after?.rows[0]).toMatchObject({
        role: 'authenticator',
        claims: 'none',
        read_only: 'off',
      });
    } finally {
      await pool.close();
    }
  });

  test('each role has its own statement timeout', async () => {
    const ask = { text: `select current_setting('statement_timeout') as t` };
    expect(await one(anon, ask)).toEqual({ t: '1s' });
    expect(await one(member(nattaya), ask)).toEqual({ t: '8s' });
    expect(await one({ role: 'service_role', claims: {} }, ask)).toEqual({ t: '0' });
  });

  test('a timeout set in the batch ends the statement behind it', async () => {
    const error = await failure(db.asIdentity(anon, [{ text: 'select pg_sleep(20)' }]));
    expect(error).toBeInstanceOf(DatabaseError);
    expect(error).toMatchObject({ code: '57014' });
  });

  test('a read-only batch refuses to write', async () => {
    const insert = { text: `insert into things (id) values (900)` };
    expect(
      await failure(db.asIdentity(member(nattaya), [insert], { readOnly: true })),
    ).toMatchObject({ code: '25006' });
  });

  test('a failing statement takes back what came before it', async () => {
    const error = await failure(
      db.asIdentity(member(nattaya), [
        { text: `insert into things (id, note) values ($1, $2)`, values: [901, 'gone'] },
        { text: 'select 1/$1::int', values: [0] },
      ]),
    );
    expect(error).toMatchObject({ code: '22012' });
    expect(await test1.sql('select from things where id = 901')).toEqual([]);
  });

  test('a row for another user is rejected by the policy', async () => {
    expect(
      await failure(
        db.asIdentity(member(nattaya), [
          { text: 'insert into things (id, owner) values (902, $1)', values: [somchai] },
        ]),
      ),
    ).toMatchObject({ code: '42501' });
  });

  test('an error carries SQLSTATE, detail, hint and constraint', async () => {
    const insert = { text: `insert into things (id) values (903)` };
    const service: Identity = { role: 'service_role', claims: {} };
    await db.asIdentity(service, [insert]);
    expect(await failure(db.asIdentity(service, [insert]))).toMatchObject({
      name: 'DatabaseError',
      code: '23505',
      detail: 'Key (id)=(903) already exists.',
      hint: null,
      constraint: 'things_pkey',
    });
  });

  test('the auth service has a role of its own, which the callers cannot take', async () => {
    const [mine] = await db.asService([{ text: 'select current_user::text as role' }]);
    expect(mine?.rows).toEqual([{ role: 'supabase_auth_admin' }]);
    for (const role of [
      'supabase_auth_admin',
      'bkksiam_store_reader',
      'postgres',
      'supabase_admin',
    ])
      for (const identity of [anon, member(nattaya), { role: 'service_role', claims: {} } as const])
        expect(
          await failure(
            db.asIdentity(identity, [
              { text: `select set_config('role', $1, true)`, values: [role] },
            ]),
          ),
        ).toMatchObject({ code: '42501' });
  });

  test('no role of the API has a right on the accounts or on what the server keeps for itself', async () => {
    const rights = await test1.sql(
      `select format('%s may %s %s', role, privilege, oid::regclass) as found
       from pg_class, unnest(array['anon', 'authenticated', 'service_role', 'authenticator']) as role,
         unnest(array['select', 'insert', 'update', 'references']) as privilege
       where relnamespace in ('auth'::regnamespace, 'bkksiam_private'::regnamespace)
         and relkind in ('r', 'p', 'v', 'm', 'f')
         and (has_any_column_privilege(role, oid, privilege) or has_table_privilege(role, oid, 'delete'))`,
    );
    expect(rights).toEqual([]);
    expect(await failure(db.asIdentity(anon, [{ text: 'select from auth.users' }]))).toMatchObject({
      code: '42501',
    });
  });
});

describe('values travel bound', () => {
  test('and come back as database.ts promises', async () => {
    const row = await one(anon, {
      text: `select $1::text as t, $2::int as i, $3::boolean as b, $4::text as n, $5::timestamptz as d,
        $6::bytea as y, $7::text[] as a, 9007199254740991::int8 as safe, 9007199254740993::int8 as big,
        12.50::numeric as money, '{"a":[1]}'::jsonb as j, '2026-11-21 02:03:04.1234+07'::timestamptz as z,
        '2026-11-21 02:03:04.5'::timestamp as local, '2026-11-21'::date as day, 'infinity'::timestamptz as never,
        $8::uuid as u, 1.5::float8 as f, '{}'::int[] as e`,
      values: [
        "it's",
        42,
        true,
        null,
        new Date(0),
        new Uint8Array([0, 255]),
        ['a"b', 'c\\d', null, 'NULL', ''],
        nattaya,
      ],
    });
    expect(row).toEqual({
      t: "it's",
      i: 42,
      b: true,
      n: null,
      d: '1970-01-01T00:00:00Z',
      y: Buffer.from([0, 255]),
      a: ['a"b', 'c\\d', null, 'NULL', ''],
      safe: 9007199254740991,
      big: '9007199254740993',
      money: '12.50',
      j: { a: [1] },
      z: '2026-11-20T19:03:04.1234Z',
      local: '2026-11-21T02:03:04.5',
      day: '2026-11-21',
      never: 'infinity',
      u: nattaya,
      f: 1.5,
      e: [],
    });
  });

  test('the count is what the command tag says', async () => {
    const results = await db.asIdentity(member(somchai), [
      { text: 'insert into things (id) select generate_series(910, 914)' },
      { text: 'update things set note = $1 where id < 913', values: ['x'] },
      { text: 'select id from things order by id' },
    ]);
    expect(results.map(({ rowCount }) => rowCount)).toEqual([5, 3, 5]);
  });
});

describe('two members on one pool', () => {
  test.each([
    ['400 interleaved calls never cross', 0],
    ['also when every third of them fails', 3],
  ])('%s', async (_name, failing) => {
    const calls = Array.from({ length: 400 }, async (_, n) => {
      const id = ids[n % 2] ?? '';
      const statements: Statement[] = [
        { text: 'select distinct user_id from bkk_quote_requests' },
        { text: 'select user_id from bkk_credit_accounts' },
        whoAmI,
      ];
      if (failing > 0 && n % failing === 0) {
        statements.push({ text: 'select 1/0' });
        expect(await failure(db.asIdentity(member(id), statements))).toMatchObject({
          code: '22012',
        });
        return;
      }
      const results = await db.asIdentity(member(id), statements);
      expect(results.map(({ rows }) => rows[0])).toMatchObject([
        { user_id: id },
        { user_id: id },
        { uid: id, role: 'authenticated' },
      ]);
      expect(results.map(({ rowCount }) => rowCount)).toEqual([1, 1, 1]);
    });
    await Promise.all(calls);
  });

  test('a visitor between them never borrows a role', async () => {
    const calls = Array.from({ length: 90 }, async (_, n) => {
      const identity = n % 3 === 0 ? anon : member(ids[n % 2] ?? '');
      const row = await one(identity, whoAmI);
      expect(row?.role).toBe(identity.role);
      expect(row?.uid).toBe(identity.claims.sub ?? null);
    });
    await Promise.all(calls);
  });
});

describe('a transaction', () => {
  test('commits what it did, as the identity', async () => {
    const seen = await db.transaction(member(nattaya), async (transaction) => {
      await transaction.run({ text: `insert into things (id, note) values (920, 'kept')` });
      return (await transaction.run(whoAmI)).rows[0];
    });
    expect(seen).toMatchObject({ role: 'authenticated', uid: nattaya });
    expect(await test1.sql('select note from things where id = 920')).toEqual([{ note: 'kept' }]);
  });

  test('takes everything back when its function throws', async () => {
    const changedItsMind = new Error('no');
    const error = await failure(
      db.transaction(member(nattaya), async (transaction) => {
        await transaction.run({ text: 'insert into things (id) values (921)' });
        throw changedItsMind;
      }),
    );
    expect(error).toBe(changedItsMind);
    expect(await test1.sql('select from things where id = 921')).toEqual([]);
  });

  test('does not pretend to commit after an error that its function swallowed', async () => {
    const error = await failure(
      db.transaction(member(nattaya), async (transaction) => {
        await transaction.run({ text: 'insert into things (id) values (922)' });
        await failure(transaction.run({ text: 'select 1/0' }));
      }),
    );
    expect(error).toMatchObject({ code: '25P02' });
    expect(await test1.sql('select from things where id = 922')).toEqual([]);
  });

  test('is over once its function has returned', async () => {
    let late: ((statement: Statement) => Promise<unknown>) | undefined;
    await db.serviceTransaction((transaction) => {
      late = (statement) => transaction.run(statement);
      return Promise.resolve();
    });
    expect(await failure(late?.({ text: 'select 1' }) ?? Promise.resolve())).toMatchObject({
      message: 'the transaction is over',
    });
  });
});

describe('prepared statements', () => {
  const named = { text: 'select name from pg_prepared_statements order by prepare_time' };

  async function withOneConnection(
    limits: { preparedStatements?: number },
    work: (small: TestDatabase) => Promise<void>,
  ): Promise<void> {
    const small = await createTestDatabase({
      limits: { callers: 1, ...limits },
      pastPooler: true,
    });
    try {
      await work(small);
    } finally {
      await small.drop();
    }
  }

  test('a shape is named from its second time on, one name for each role', async () => {
    await withOneConnection({}, async ({ database }) => {
      const count = async () => {
        const [result] = await database.asIdentity(anon, [named]);
        return result?.rowCount;
      };
      await count();
      await count();
      const before = await count();
      const shape = { text: 'select 1 as one' };
      await database.asIdentity(anon, [shape]);
      expect(await count()).toBe(before);
      await database.asIdentity(anon, [shape]);
      await database.asIdentity(anon, [shape]);
      expect(await count()).toBe((before ?? 0) + 1);
      for (let n = 0; n < 3; n += 1) await database.asIdentity(member(nattaya), [shape]);
      expect(await count()).toBe((before ?? 0) + 2);
    });
  });

  test('a search by a pattern never is: each pattern deserves a plan of its own', async () => {
    await withOneConnection({}, async ({ database }) => {
      for (let n = 0; n < 4; n += 1)
        await database.asIdentity(anon, [
          { text: 'select from bkk_airline_news where title ilike $1', values: ['%a%'] },
        ]);
      const [result] = await database.asIdentity(anon, [
        { text: `select from pg_prepared_statements where statement ~ 'title ilike'` },
      ]);
      expect(result?.rowCount).toBe(0);
    });
  });

  test('are bounded: the least recently used one is closed', async () => {
    await withOneConnection({ preparedStatements: 5 }, async ({ database }) => {
      for (let n = 0; n < 40; n += 1)
        for (let twice = 0; twice < 2; twice += 1) {
          const [result] = await database.asIdentity(anon, [
            { text: `select ${String(n)} as n` },
            named,
          ]);
          expect(result?.rows).toEqual([{ n }]);
        }
      const [after] = await database.asIdentity(anon, [named]);
      expect(after?.rowCount).toBeLessThanOrEqual(5);
      expect(after?.rowCount).toBeGreaterThan(2);
    });
  });

  test('the same new shape several times in one batch is prepared once', async () => {
    await withOneConnection({}, async ({ database }) => {
      for (let n = 0; n < 3; n += 1) {
        const results = await database.asIdentity(anon, [
          { text: 'select $1::int as n', values: [1] },
          { text: 'select $1::int as n', values: [2] },
          { text: 'select $1::int as n', values: [3] },
        ]);
        expect(results.map(({ rows }) => rows[0])).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
      }
    });
  });

  test('one whose Parse failed is not taken for prepared', async () => {
    await withOneConnection({}, async ({ database, sql }) => {
      const shape = { text: 'select * from public.later' };
      for (let n = 0; n < 3; n += 1)
        expect(await failure(database.asIdentity(anon, [shape]))).toMatchObject({ code: '42P01' });
      await sql('create table public.later (a int); grant select on public.later to anon');
      const [result] = await database.asIdentity(anon, [shape]);
      expect(result?.rowCount).toBe(0);
    });
  });

  test('are prepared anew, once, after the schema has changed', async () => {
    await withOneConnection({}, async ({ database, sql }) => {
      await sql(
        'create table public.shifting (a int); insert into shifting values (1); grant select, insert on shifting to anon',
      );
      const shape = { text: 'select * from shifting' };
      for (let n = 0; n < 3; n += 1) await database.asIdentity(anon, [shape]);
      await sql(`alter table shifting add column b text default 'new'`);
      const results = await database.asIdentity(anon, [
        { text: 'insert into shifting (a) values (2)' },
        shape,
      ]);
      expect(results[1]?.rows).toEqual([
        { a: 1, b: 'new' },
        { a: 2, b: 'new' },
      ]);
      await sql(`alter table shifting alter column a type text`);
      const [after] = await database.asIdentity(anon, [shape]);
      expect(after?.rows[0]).toEqual({ a: '1', b: 'new' });
    });
  });

  test('stay prepared after an error that a caller provokes', async () => {
    await withOneConnection({}, async ({ database, sql }) => {
      await sql(`create function public.provoke() returns int language plpgsql
        as $$ begin raise undefined_function; end $$`);
      const all = { text: 'select name, prepare_time from pg_prepared_statements order by name' };
      const shape = { text: 'select id from bkk_airline_news where id = $1', values: [nattaya] };
      const raising = { text: 'select public.provoke()' };
      const provoked = [
        raising,
        { text: 'select from bkk_airline_news where id ~~ $1', values: ['x'] },
      ];
      for (let n = 0; n < 3; n += 1) {
        await database.asIdentity(anon, [shape]);
        await database.asIdentity(anon, [all]);
        for (const statement of provoked)
          expect(await failure(database.asIdentity(anon, [statement]))).toMatchObject({
            code: '42883',
          });
      }
      const [before] = await database.asIdentity(anon, [all]);
      for (let n = 0; n < 3; n += 1)
        for (const statement of provoked) await failure(database.asIdentity(anon, [statement]));
      const [after] = await database.asIdentity(anon, [all]);
      expect(before?.rowCount).toBeGreaterThan(2);
      expect(after?.rows).toEqual(before?.rows);
    });
  });

  test('also when the type of a parameter is another one now', async () => {
    await withOneConnection({}, async ({ database, sql }) => {
      await sql('create table public.typed (a text); grant select on typed to anon');
      const shape = { text: 'select count(*) as n from typed where a = $1', values: ['7'] };
      for (let n = 0; n < 3; n += 1) await database.asIdentity(anon, [shape]);
      await sql(
        'alter table typed alter column a type int using a::int; insert into typed values (7)',
      );
      const [result] = await database.asIdentity(anon, [shape]);
      expect(result?.rows).toEqual([{ n: 1 }]);
    });
  });
});

describe('when the server does not play along', () => {
  test('a killed connection is unavailable, and the next call has a new one', async () => {
    const sleeping = failure(db.asIdentity(member(nattaya), [{ text: 'select pg_sleep(7)' }]));
    let killed = 0;
    for (let tries = 0; killed === 0 && tries < 200; tries += 1) {
      const rows = await test1.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and query like '%pg_sleep(7)%' and usename = 'authenticator'`,
      );
      killed = rows.length;
    }
    expect(killed).toBe(1);
    expect(await sleeping).toBeInstanceOf(DatabaseUnavailable);
    expect(await one(anon, whoAmI)).toMatchObject({ role: 'anon' });
  });

  test('idle connections that were killed are replaced', async () => {
    await Promise.all(Array.from({ length: 6 }, () => db.asIdentity(anon, [whoAmI])));
    await test1.sql(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = 'authenticator'`);
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        for (let tries = 0; tries < 10; tries += 1) {
          const error = await failure(db.asIdentity(anon, [whoAmI]));
          if (error === undefined) return true;
          expect(error).toBeInstanceOf(DatabaseUnavailable);
        }
        return false;
      }),
    );
    expect(answers.every(Boolean)).toBe(true);
  });

  test('a transaction whose connection is killed is unavailable, and the pool recovers', async () => {
    const error = await failure(
      db.transaction(member(nattaya), async (transaction) => {
        const { rows } = await transaction.run({ text: 'select pg_backend_pid() as pid' });
        await test1.sql('select pg_terminate_backend($1)', [rows[0]?.pid]);
        await transaction.run({ text: 'select 1' });
      }),
    );
    expect(error).toBeInstanceOf(DatabaseUnavailable);
    await db.ping();
  });

  test('a health check after a failed one leaves no connection open when all is closed', async () => {
    const small = await createTestDatabase({ pastPooler: true });
    const failed = await failure(small.database.probe({ text: 'select 1/0' }));
    expect(failed).toBeInstanceOf(DatabaseUnavailable);
    for (let times = 0; times < 3; times += 1) await small.database.ping();
    await small.database.close();
    const others = () =>
      small.sql(`select usename from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
    await expect.poll(others).toEqual([]);
    await small.drop();
  });

  test('closing lets what is in flight finish and refuses the rest', async () => {
    const small = await createTestDatabase();
    const running = small.database.asIdentity(anon, [
      { text: `select pg_sleep(0.3), 'done' as d` },
    ]);
    const closing = small.database.close();
    expect(await failure(small.database.ping())).toBeInstanceOf(DatabaseUnavailable);
    expect((await running)[0]?.rows[0]).toMatchObject({ d: 'done' });
    await closing;
    await small.drop();
  });
});

describe('listening', () => {
  test('listens to its channel, also after its connection was killed, until it stops', async () => {
    const heard: string[] = [];
    let wake: () => void = () => undefined;
    const next = () => new Promise<void>((resolve) => (wake = resolve));
    const stop = await db.listen('news channel', (payload) => {
      heard.push(payload);
      wake();
    });
    const first = next();
    await test1.sql(`select pg_notify('news channel', 'one')`);
    await first;
    const renewed = next();
    await test1.sql(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen %'`);
    await renewed;
    expect(heard).toEqual(['one', '']);
    const second = next();
    await test1.sql(`select pg_notify('news channel', 'two')`);
    await second;
    await stop();
    await test1.sql(`select pg_notify('news channel', 'three')`);
    expect(heard).toEqual(['one', '', 'two']);
  });

  test('a schema change is announced to the REST service', async () => {
    const heard = new Promise<string>((resolve, reject) => {
      db.listen('pgrst', resolve)
        .then(() => test1.sql('create table public.brand_new (a int)'))
        .catch(reject);
    });
    expect(await heard).toBe('reload schema');
  });
});

test('checks and probes at the same time take turns on their connection', async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error): void => void warnings.push(message);
  process.on('warning', note);
  const statement = { text: 'select pg_backend_pid() as pid' };
  const answers = await Promise.all([
    db.missingMigrations(),
    db.probe(statement),
    db.ping(),
    db.probe(statement),
  ]);
  process.off('warning', note);
  expect(answers[0]).toEqual([]);
  expect(answers[1]).toEqual(answers[3]);
  // Of the driver, about a query on a connection that runs another.
  expect(warnings).toEqual([]);
});
