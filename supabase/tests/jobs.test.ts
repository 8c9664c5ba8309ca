import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { startMemberDatabase } from './member-database.ts';

/** The functions of two jobs of these tests alone: one does 100 items at a time and records each, the other fails. */
const testJobs = `
  create table items (id int primary key, due_at timestamptz not null, done boolean not null default false);
  create table done_items (id int, worker int default pg_backend_pid());
  create function bkk_do_items(p_now timestamptz) returns bigint language plpgsql as $$
  declare
    items bigint;
  begin
    with due as (
      select id from public.items where not done and due_at <= p_now order by due_at limit 100 for update skip locked),
    changed as (update public.items set done = true from due where items.id = due.id returning items.id)
    insert into public.done_items (id) select id from changed;
    get diagnostics items = row_count;
    return items;
  end
  $$;
  create function bkk_fail(p_now timestamptz) returns bigint language plpgsql as $$
  begin
    raise exception 'nothing works';
  end
  $$;
  grant all on items, done_items to public`;

const db = shareDatabase(startMemberDatabase);
beforeAll(() => db.test.sql(testJobs));

/** What a server calls. */
async function runDue(): Promise<unknown> {
  const [result] = await db.test.database.asService([
    { text: 'select public.bkk_run_due() as done' },
  ]);
  return result?.rows[0]?.done;
}

async function runAt(now: string): Promise<unknown> {
  const [row] = await db.test.sql('select bkk_run_due($1::timestamptz) as done', [now]);
  return row?.done;
}

const items = (count: number) =>
  db.test.sql(
    `insert into items select n, now() - interval '1 second' from generate_series(1, ${String(count)}) n`,
  );

describe('jobs that are due', () => {
  beforeEach(async () => {
    await db.test.sql(`delete from bkk_jobs;
      insert into bkk_jobs (name, every, batch_size)
        values ('bkk_fail', '1 minute', 1), ('bkk_do_items', '1 minute', 100)`);
  });

  test('run, one that fails beside the others, and not again before their interval is over', async () => {
    await items(7);
    expect(await runDue()).toEqual({
      bkk_do_items: { rows: 7 },
      bkk_fail: { failure: 'P0001 nothing works' },
    });
    await db.test.sql('update items set done = false');
    expect(await runDue()).toEqual({});
    expect(await db.test.sql('select last_failure from bkk_jobs order by name')).toEqual([
      { last_failure: null },
      { last_failure: 'P0001 nothing works' },
    ]);
  });

  test('are due again at once while they leave some', async () => {
    await items(250);
    await db.test.sql(`delete from bkk_jobs where name = 'bkk_fail'`);
    const runs = [await runDue(), await runDue(), await runDue(), await runDue()];
    expect(runs).toEqual([
      { bkk_do_items: { rows: 100 } },
      { bkk_do_items: { rows: 100 } },
      { bkk_do_items: { rows: 50 } },
      {},
    ]);
  });

  test('do each item once, whoever runs them at the same time', async () => {
    await items(2000);
    await db.test.sql(`update bkk_jobs set every = '0' where name = 'bkk_do_items'`);
    const isLeft = async () =>
      (await db.test.sql('select from items where not done limit 1')).length > 0;
    const worker = async () => {
      while (await isLeft()) await runDue();
    };
    await Promise.all([worker(), worker(), worker(), worker()]);
    const [counts] = await db.test.sql(
      'select count(*)::int as done, count(distinct id)::int as different from done_items',
    );
    expect(counts).toEqual({ done: 2000, different: 2000 });
  });

  test('are not held up by a clock that was ahead', async () => {
    await runAt('2036-01-01');
    await items(3);
    expect(await runDue()).toMatchObject({ bkk_do_items: { rows: 3 } });
  });
});

test('a time is named by the owner alone', async () => {
  const text = `select public.bkk_run_due(now() + interval '10 years')`;
  await expect(db.test.database.asService([{ text }])).rejects.toMatchObject({ code: '42501' });
});

test('the login log is kept for 400 days', async () => {
  await db.test.sql(`delete from bkk_login_logs;
    insert into bkk_login_logs (user_id, email, created_at)
      select id, email, now() - make_interval(days => 2 * n - 1)
      from auth.users, generate_series(1, 600) as n where email = 'nattaya@bkksiam.example'`);
  expect(await runDue()).toEqual({ bkk_prune_login_logs: { rows: 400 } });
  expect(await db.test.sql('select count(*)::int as n from bkk_login_logs')).toEqual([{ n: 200 }]);
});
