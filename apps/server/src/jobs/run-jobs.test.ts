import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { runJobs } from './run-jobs.ts';

let db: TestDatabase;
let apps: FastifyInstance[] = [];
let lines: Record<string, unknown>[] = [];

/** A job that does ten items at a time, and one that fails. */
beforeEach(async () => {
  lines = [];
  db = await createTestDatabase();
  await db.sql(`
    create table items (id int);
    create table done_items (id int);
    grant all on items, done_items to public;
    create function bkk_internal.do_items(p_now timestamptz) returns bigint language sql as $$
      with due as (delete from public.items where id in (
        select id from public.items order by id limit 10 for update skip locked) returning id),
      done as (insert into public.done_items select id from due returning id)
      select count(*) from done
    $$;
    create function bkk_internal.fail(p_now timestamptz) returns bigint language sql as 'select 1 / 0';
    insert into bkk_jobs (name, every, batch_size) values ('do_items', '0', 10), ('fail', '1 hour', 1)`);
});

afterEach(async () => {
  await Promise.all(apps.map((app) => app.close()));
  apps = [];
  await db.drop();
});

/** Starts a server that does nothing but its jobs. */
async function startJobs(): Promise<void> {
  const stream = {
    write: (line: string) => lines.push(JSON.parse(line) as (typeof lines)[number]),
  };
  const app = fastify({ logger: { level: 'info', stream } });
  runJobs(app, db.database, { dueMs: 20, pruneMs: 60_000 });
  await app.ready();
  apps.push(app);
}

const done = async () => {
  const [row] = await db.sql<{ n: number; different: number }>(
    'select count(*)::int as n, count(distinct id)::int as different from done_items',
  );
  return row;
};

test('servers together do each item once, whenever it comes', async () => {
  await db.sql('insert into items select n from generate_series(1, 500) n');
  await Promise.all([startJobs(), startJobs(), startJobs()]);
  await expect.poll(done).toEqual({ n: 500, different: 500 });
  await db.sql('insert into items select n from generate_series(501, 505) n');
  await expect.poll(done).toEqual({ n: 505, different: 505 });
});

test('the log names the jobs that did something, and once the one that failed', async () => {
  await db.sql('insert into items values (1)');
  await startJobs();
  await expect
    .poll(() => lines)
    .toContainEqual(expect.objectContaining({ job: 'do_items', msg: 'job done', rows: 1 }));
  // Another round of the jobs: the one that failed is not due.
  await db.sql('insert into items values (2)');
  await expect.poll(() => lines.filter(({ job }) => job === 'do_items')).toHaveLength(2);
  expect(lines.filter(({ job }) => job === 'fail')).toEqual([
    expect.objectContaining({ msg: 'a job failed', reason: '22012 division by zero' }),
  ]);
});

test('a job whose connection is lost does not stop the jobs behind it', async () => {
  await db.sql(`
    insert into items values (1);
    create function bkk_internal.lose(p_now timestamptz) returns bigint language sql security definer
      as 'select 1 from pg_terminate_backend(pg_backend_pid())';
    insert into bkk_jobs (name, every, batch_size, due_at)
      values ('lose', '1 hour', 1, now() - interval '1 day');
    update bkk_jobs set due_at = now() - interval '1 hour' where name = 'do_items'`);
  await startJobs();
  await expect.poll(done).toEqual({ n: 1, different: 1 });
  expect(lines).toContainEqual(expect.objectContaining({ job: 'lose', msg: 'a job failed' }));
});

test('a database that is away is logged, and the work goes on afterwards', async () => {
  await startJobs();
  await db.away(async () => {
    await expect
      .poll(() => lines.map(({ msg }) => msg))
      .toContain('the jobs that are due could not be run');
  });
  await db.sql('insert into items values (1)');
  await expect.poll(done).toEqual({ n: 1, different: 1 });
});
