import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { startMemberDatabase } from './member-database.ts';

/** The functions of jobs of these tests alone: one does 100 items at a time and records each, one fails, one is slow. */
const testJobs = `
  create table items (id int primary key, due_at timestamptz not null, done boolean not null default false);
  create table done_items (id int, worker int default pg_backend_pid());
  create function bkk_internal.do_items(p_now timestamptz) returns bigint language plpgsql as $$
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
  create function bkk_internal.fail(p_now timestamptz) returns bigint language plpgsql as $$
  begin
    raise exception 'nothing works';
  end
  $$;
  create function bkk_internal.be_slow(p_now timestamptz) returns bigint language plpgsql as $$
  begin
    insert into public.done_items (id) values (-1);
    perform pg_catalog.pg_sleep(60);
    return 1;
  end
  $$;
  grant all on items, done_items to public`;

const db = shareDatabase(startMemberDatabase);
beforeAll(() => db.test.sql(testJobs));

/** What a server calls for each job that is due: its results by name. */
async function runDue(limit = '6s'): Promise<Readonly<Record<string, unknown>>> {
  const call = async (text: string, values: readonly string[] = []) => {
    const results = await db.test.database.asService([
      { text: "select set_config('statement_timeout', $1, true)", values: [limit] },
      { text, values },
    ]);
    return results.at(-1)?.rows[0]?.done;
  };
  const states = (await call('select public.bkk_job_states() as done')) as JobState[];
  const results: Record<string, unknown> = {};
  for (const { name } of states.filter((state) => state.is_due)) {
    const result = await call('select public.bkk_run_job($1) as done', [name]);
    if (result !== null && JSON.stringify(result) !== '{"rows":0}') results[name] = result;
  }
  return results;
}

interface JobState {
  readonly name: string;
  readonly is_due: boolean;
  readonly overdue_seconds: number;
  readonly failure: string | null;
}

async function runAt(now: string): Promise<unknown> {
  const [row] = await db.test.sql('select bkk_internal.run_due($1::timestamptz) as done', [now]);
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
        values ('fail', '1 minute', 1), ('do_items', '1 minute', 100)`);
  });

  test('run, one that fails beside the others, and not again before their interval is over', async () => {
    await items(7);
    expect(await runDue()).toEqual({
      do_items: { rows: 7 },
      fail: { failure: 'P0001 nothing works' },
    });
    await db.test.sql('update items set done = false');
    expect(await runDue()).toEqual({});
    expect(await db.test.sql('select last_failure from bkk_jobs order by name')).toEqual([
      { last_failure: null },
      { last_failure: 'P0001 nothing works' },
    ]);
  });

  test('end by the time limit of one statement, each alone, and say so', async () => {
    await items(7);
    await db.test
      .sql(`update bkk_jobs set due_at = now() - interval '1 minute' where name = 'do_items';
      insert into bkk_jobs (name, every, batch_size, due_at)
        values ('be_slow', '1 minute', 1, now() - interval '1 hour')`);
    const cancelled = '57014 canceling statement due to statement timeout';
    expect(await runDue('200ms')).toEqual({
      be_slow: { failure: cancelled },
      do_items: { rows: 7 },
      fail: { failure: 'P0001 nothing works' },
    });
    const [state] = await db.test.sql<{ jobs: JobState[] }>('select bkk_job_states() as jobs');
    expect(state?.jobs.find(({ name }) => name === 'be_slow')).toEqual({
      ...{ name: 'be_slow', is_due: false, overdue_seconds: 0, failure: cancelled },
    });
    expect(await db.test.sql('select from done_items where id < 0')).toEqual([]);
    expect(await runDue('200ms')).toEqual({});
  });

  test('are due again at once while they leave some', async () => {
    await items(250);
    await db.test.sql(`delete from bkk_jobs where name = 'fail'`);
    const runs = [await runDue(), await runDue(), await runDue(), await runDue()];
    expect(runs).toEqual([
      { do_items: { rows: 100 } },
      { do_items: { rows: 100 } },
      { do_items: { rows: 50 } },
      {},
    ]);
  });

  test('do each item once, whoever runs them at the same time', async () => {
    await items(2000);
    await db.test.sql(`update bkk_jobs set every = '0' where name = 'do_items'`);
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
    expect(await runDue()).toMatchObject({ do_items: { rows: 3 } });
  });
});

test.each(['run_due(now())', `run_job('fail', now())`])(
  'a time is named by the owner alone: %s',
  async (call) => {
    await expect(
      db.test.database.asService([{ text: `select bkk_internal.${call}` }]),
    ).rejects.toMatchObject({ code: '42501' });
  },
);

test('the login log is kept for 400 days', async () => {
  await db.test.sql(`delete from bkk_login_logs;
    insert into bkk_login_logs (user_id, email, created_at)
      select id, email, now() - make_interval(days => 2 * n - 1)
      from auth.users, generate_series(1, 600) as n where email = 'nattaya@bkksiam.example'`);
  expect(await runDue()).toEqual({ prune_login_logs: { rows: 400 } });
  expect(await db.test.sql('select count(*)::int as n from bkk_login_logs')).toEqual([{ n: 200 }]);
});
