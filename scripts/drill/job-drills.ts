import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { embeddedDatabase } from '../../apps/server/src/db/admin-server.ts';
import { startCluster } from '../../apps/server/src/db/embedded-cluster.ts';
import { withClient } from '../../apps/server/src/db/server-address.ts';
import { startServerProcess } from '../../apps/server/src/testing/server-process.ts';
import { inFolder, type Drill } from './drill.ts';

const itemCount = 10_000;
const longestMs = 120_000;
const minutesAhead = 10;

/** Items that are done fifty at a time, slowly enough that a kill meets a job at work. */
const itemsJob = `
  create table items (id int primary key, is_done boolean not null default false);
  create table done_items (id int not null);
  grant all on items, done_items to public;
  create function bkk_do_items(p_now timestamptz) returns bigint language plpgsql as $$
  declare
    items bigint;
  begin
    with due as (
      select id from public.items where not is_done order by id limit 50 for update skip locked),
    changed as (update public.items set is_done = true from due where items.id = due.id returning items.id)
    insert into public.done_items select id from changed;
    get diagnostics items = row_count;
    perform pg_catalog.pg_sleep(0.02);
    return items;
  end
  $$;
  insert into bkk_jobs (name, every, batch_size) values ('bkk_do_items', '1 second', 50);
  insert into items select n from generate_series(1, ${String(itemCount)}) n`;

/** Node.js with its clock ahead. */
const clockAhead = `--import=data:text/javascript,${encodeURIComponent(
  `const Real = Date; const ahead = ${String(minutesAhead * 60_000)};
   globalThis.Date = class extends Real {
     constructor(...given) { if (given.length === 0) super(Real.now() + ahead); else super(...given); }
     static now() { return Real.now() + ahead; }
   };`,
)}`;

async function counts(client: ClientBase): Promise<{ done: number; different: number }> {
  const { rows } = await client.query<{ done: number; different: number }>(
    'select count(*)::int as done, count(distinct id)::int as different from done_items',
  );
  return rows[0] ?? { done: 0, different: 0 };
}

async function doOnce(folder: string): Promise<string> {
  const dataDir = join(folder, 'data');
  const cluster = await startCluster({ dataDir });
  const env = { DATA_DIR: dataDir, SEED: 'none' };
  try {
    const first = await startServerProcess(env);
    const admin = { ...cluster.admin, database: embeddedDatabase };
    return await withClient(admin, admin, async (client) => {
      await client.query(itemsJob);
      const others = await Promise.all([
        startServerProcess(env),
        startServerProcess({ ...env, NODE_OPTIONS: clockAhead }),
      ]);
      const deadline = performance.now() + longestMs;
      const until = async (done: number) => {
        while ((await counts(client)).done < done) {
          assert(performance.now() < deadline, JSON.stringify(await counts(client)));
          await sleep(20);
        }
      };
      await until(itemCount / 4);
      await first.stop('SIGKILL');
      const { done: atKill } = await counts(client);
      assert(atKill < itemCount, 'the kill came too late');
      await until(itemCount);
      assert.deepEqual(await counts(client), { done: itemCount, different: itemCount });
      await Promise.all(others.map((server) => server.stop()));
      return `${String(itemCount)} items done once by three servers, one killed after ${String(atKill)}, one ${String(minutesAhead)} minutes ahead`;
    });
  } finally {
    await cluster.release();
  }
}

const days = 800;
const dailyRows = 20;

/** The traffic of a day at `day`: every member signs in, refreshes, gets a link; one session lives for all the time. */
const dayOfTraffic = `
  insert into auth.sessions (id, user_id, created_at, not_after)
    select gen_random_uuid(), id, $1, case when random() < 0.5 then $1 + interval '1 day' end from auth.users;
  insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at)
    select left(md5(random()::text), 12), user_id, id, revoked, $1, $1
    from auth.sessions, (values (true), (false)) as tokens (revoked) where created_at = $1;
  insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at)
    select left(md5(random()::text), 12), user_id, id, true, $1, $1 from auth.sessions where user_agent = 'always';
  insert into auth.audit_log_entries (id, payload, created_at)
    select gen_random_uuid(), '{}', $1 from auth.users;
  insert into auth.flow_state (id, code_challenge_method, code_challenge, provider_type, authentication_method, created_at)
    select gen_random_uuid(), 's256', 'x', 'email', 'magiclink', $1 from auth.users;
  insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at)
    select gen_random_uuid(), id, 'recovery_token', md5(random()::text), email, $1 at time zone 'utc' from auth.users
    on conflict (user_id, token_type) do nothing;
  insert into bkksiam_private.sign_up_passwords (email, password_hash, created_at)
    select $1 || email, 'x', $1 from auth.users;
  insert into bkksiam_private.limits select $1 || id::text, 1, $1 from auth.users;
  insert into public.bkk_login_logs (user_id, email, created_at) select id, email, $1 from auth.users`;

const prunedTables = [
  'auth.sessions',
  'auth.refresh_tokens',
  'auth.audit_log_entries',
  'auth.flow_state',
  'auth.one_time_tokens',
  'bkksiam_private.sign_up_passwords',
  'bkksiam_private.limits',
  'public.bkk_login_logs',
] as const;

async function tableSizes(client: ClientBase): Promise<Record<string, number>> {
  const columns = prunedTables.map((table) => `(select count(*)::int from ${table}) as "${table}"`);
  const { rows } = await client.query<Record<string, number>>(`select ${columns.join(', ')}`);
  return rows[0] ?? {};
}

/** Passes a day: its traffic, then what servers would run until its end. */
async function passDay(client: ClientBase, day: number): Promise<void> {
  const at = `timestamptz '2030-01-01 UTC' + interval '${String(day)} days'`;
  await client.query('begin');
  await client.query(dayOfTraffic.replaceAll('$1', `(${at})`));
  await client.query(`select bkk_internal.run_due(${at} + interval '12 hours')`);
  await client.query(`select bkksiam_private.prune_accounts(${at} + interval '12 hours')`);
  await client.query('commit');
}

async function growNoFurther(folder: string): Promise<string> {
  const dataDir = join(folder, 'data');
  const server = await startServerProcess({ DATA_DIR: dataDir, SEED: 'none' });
  await server.stop();
  const cluster = await startCluster({ dataDir });
  try {
    const admin = { ...cluster.admin, database: embeddedDatabase };
    return await withClient(admin, admin, async (client) => {
      await client.query(`
        insert into auth.users (id, aud, role, email, email_confirmed_at)
          select gen_random_uuid(), 'authenticated', 'authenticated', n || '@example.com', now()
          from generate_series(1, ${String(dailyRows)}) n;
        insert into auth.sessions (id, user_id, created_at, user_agent)
          select gen_random_uuid(), id, '2030-01-01', 'always' from auth.users limit 1`);
      const sizes: Record<string, number>[] = [];
      for (let day = 0; day < days; day += 1) {
        await passDay(client, day);
        if (day === days / 2 + 50 || day === days - 1) sizes.push(await tableSizes(client));
      }
      const [middle = {}, end = {}] = sizes;
      for (const table of prunedTables) {
        const [before = 0, after = 0] = [middle[table], end[table]];
        // Half of the sessions have an end, at random.
        assert(after <= before * 1.05, `${table} grew from ${String(before)} to ${String(after)}`);
      }
      return `${String(days)} days: ${JSON.stringify(end)}`;
    });
  } finally {
    await cluster.release();
  }
}

export const jobDrills: readonly Drill[] = [
  { name: 'jobs: three servers do each item once', run: () => inFolder(doOnce) },
  {
    name: 'jobs: after 400 days the pruned tables grow no further',
    run: () => inFolder(growNoFurther),
  },
];
