import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '../../apps/server/src/db/server-address.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../apps/server/src/testing/test-database.ts';
import { catalogueGaps } from './catalogue-gaps.ts';
import { tablePolicies } from './policies/tables.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

/** The gaps after changes of the schema, which are rolled back with the connection. */
const gapsAfter = (change = '') =>
  withClient(db.admin, db.admin, async (client) => {
    await client.query(`begin; ${change}`);
    return catalogueGaps(
      async <R extends Record<string, unknown>>(text: string) => (await client.query<R>(text)).rows,
      tablePolicies,
    );
  });

test('every table, view, column and function has its row, and nothing is open', async () => {
  expect(await gapsAfter()).toEqual([]);
});

/** Changes that each leave a gap; no gap is that of another change. */
const changes: readonly (readonly [change: string, gap: RegExp])[] = [
  [
    'create table public.added_table (a int); alter table public.added_table enable row level security',
    /^relation added_table is in no/,
  ],
  [
    'create view public.added_view with (security_invoker) as select 1 as a',
    /^relation added_view is in no/,
  ],
  [
    'alter table public.bkk_airline_news add added int',
    /^column bkk_airline_news\.added --- --- siu is/,
  ],
  ['alter table public.bkk_airlines drop name_th', /^column bkk_airlines\.name_th .*not in/],
  [
    'grant update on public.bkk_user_roles to authenticated',
    /^column bkk_user_roles\.role --- --u/,
  ],
  [
    'grant select (balance) on public.bkk_credit_accounts to anon',
    /\.balance s-- siu siu is in no/,
  ],
  [
    'grant select on public.bkk_user_profiles to public',
    /^PUBLIC may SELECT on bkk_user_profiles$/,
  ],
  ['grant truncate on public.bkk_change_log to service_role', /^service_role may TRUNCATE on bkk_/],
  ['grant usage on sequence public.bkk_login_logs_id_seq to anon', /^anon may USAGE on bkk_login_/],
  ['create function public.added() returns int language sql return 1', /^function added is in no/],
  [
    'create function public.added_too() returns int language sql return 1',
    /^PUBLIC may EXECUTE on added_too/,
  ],
  [
    `create function public.bkk_is_admin(a int) returns boolean language sql return true;
     revoke all on function public.bkk_is_admin(int) from public`,
    /^function bkk_is_admin\(integer\) is in no/,
  ],
  [
    'create function public.added_trigger() returns trigger language plpgsql as $$begin end$$',
    /^function added_trigger is in no/,
  ],
  ['grant usage on schema bkk_internal to service_role', /^service_role may use bkk_internal$/],
  [
    'grant execute on function bkk_internal.erase_user(uuid) to anon',
    /^bkk_internal\.erase_user\(uuid\) is granted$/,
  ],
  ['create table bkk_internal.added (a int)', /^bkk_internal\.added is no function$/],
  [
    'revoke execute on function public.bkk_job_states() from supabase_auth_admin',
    /call bkk_job_states supabase_auth_admin .*not in the schema/,
  ],
  [
    'grant execute on function public.bkk_admin_erase_user(uuid) to supabase_auth_admin',
    /call bkk_admin_erase_user supabase_auth_admin is in no/,
  ],
  [
    'revoke execute on function public.bkk_run_job(text) from supabase_auth_admin',
    /call bkk_run_job supabase_auth_admin .*not in the schema/,
  ],
  [
    'drop function public.bkk_touch_last_login()',
    /^function bkk_touch_last_login .*not in the schema/,
  ],
  [
    'alter function public.bkk_is_active() reset search_path',
    /^bkk_is_active does not pin its search path$/,
  ],
  [
    'alter function bkk_internal.require_admin(text) set search_path = public',
    /^require_admin does not pin its search path$/,
  ],
  [
    `create function bkk_internal.added() returns void language plpgsql set search_path = '' as
       $$begin raise sqlstate 'PT409' using message = 'No.'; end$$`,
    /^added raises an error without a code$/,
  ],
  [
    'alter table public.bkk_user_profiles drop constraint bkk_user_profiles_phone_check',
    /^bkk_user_profiles\.phone is not bounded$/,
  ],
  [
    `alter table public.bkk_quote_details drop constraint bkk_quote_details_preferred_airlines_check,
       add check (cardinality(preferred_airlines) <= 10)`,
    /^bkk_quote_details\.preferred_airlines is not bounded$/,
  ],
  [
    `alter table public.bkk_quote_offers drop constraint bkk_quote_offers_lines_check,
       add check (jsonb_typeof(lines) = 'array')`,
    /^bkk_quote_offers\.lines is not bounded$/,
  ],
  [
    'alter view public.bkk_outbox_admin_view reset (security_barrier)',
    /^bkk_outbox_admin_view has its owner's rights and has no security_barrier$/,
  ],
  [
    `create view public.late_check as select balance from public.bkk_credit_accounts where balance > 0 and (select public.bkk_is_admin())`,
    /^late_check has its owner's rights and does not begin with its permission check$/,
  ],
  [
    `create view public.open_check as select balance from public.bkk_credit_accounts where (select public.bkk_is_admin()) or balance > 0`,
    /^open_check has its owner's rights and does not begin with its permission check$/,
  ],
  [
    'grant select on public.bkk_credit_accounts to authenticated',
    /^authenticated may SELECT on bkk_credit_accounts$/,
  ],
  ['drop index public.bkk_outbox_user_idx', /^bkk_outbox_user_id_fkey has no index$/],
  [
    'create policy added on public.bkk_outbox using (user_id = auth.uid())',
    /^policy "added" on bkk_outbox calls a function for every row$/,
  ],
  [
    'alter table public.bkk_quote_requests disable row level security',
    /^bkk_quote_requests has no row level security$/,
  ],
];

describe('after changes of the schema', () => {
  let found: readonly string[];

  beforeAll(async () => {
    found = await gapsAfter(changes.map(([change]) => change).join(';\n'));
  });

  test.each(changes)('noticed: %s', (_change, gap) => {
    expect(found.filter((text) => gap.test(text))).toHaveLength(1);
  });
});

test('a member who reads a list of admins looks at no row', async () => {
  const views = await db.sql(
    `select relname as name from pg_class
      where relkind = 'v' and relnamespace = 'public'::regnamespace
        and not coalesce(reloptions @> array['security_invoker=true'], false)`,
  );
  expect(views.length).toBeGreaterThan(3);
  for (const { name } of views) {
    const text = `explain (analyze, costs off) select * from public.${String(name)}`;
    const [plan] = await db.database.asIdentity({ role: 'authenticated', claims: {} }, [{ text }]);
    const lines = (plan?.rows ?? []).map((row) => String(row['QUERY PLAN']));
    const scans = lines.filter((line) => line.includes(' Scan '));
    expect(scans.length).toBeGreaterThan(0);
    expect(scans.filter((line) => !/never executed|Subquery Scan/.test(line))).toEqual([]);
  }
});
