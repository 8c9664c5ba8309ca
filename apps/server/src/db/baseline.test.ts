import { afterEach, beforeAll, expect, test } from 'vitest';
import { describeCatalogue } from '../testing/catalogue.ts';
import { formerMigrations, formerVersions } from '../testing/former-migrations.ts';
import { startFreshCluster, type FreshCluster } from '../testing/fresh-cluster.ts';
import { isFormerHistory } from './baseline.ts';
import { migrate, silentLog } from './migrate.ts';
import { listFiles, type MigrationFiles } from './migration-files.ts';
import { withClient } from './server-address.ts';

const clusters: FreshCluster[] = [];

/** A cluster of its own, because roles and their settings belong to the cluster. */
async function startCluster(): Promise<FreshCluster> {
  const cluster = await startFreshCluster();
  clusters.push(cluster);
  await cluster.createDatabase('site');
  return cluster;
}

async function stopClusters(): Promise<void> {
  await Promise.all(clusters.splice(0).map((cluster) => cluster.stop()));
}

afterEach(stopClusters);

const inSite =
  ({ sql }: FreshCluster) =>
  (text: string) =>
    sql(text, 'site');

async function migrateSite({ admin }: FreshCluster, files?: MigrationFiles): Promise<void> {
  await withClient({ ...admin, database: 'site' }, admin, (client) =>
    migrate(client, silentLog, files),
  );
}

/** An account of every kind, with rows that refer to it. */
const accounts = `
  insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data, is_anonymous)
    select gen_random_uuid(), kind || '@example.com', case when kind = 'confirmed' then now() end,
      jsonb_build_object('full_name', kind), false
    from unnest(array['confirmed', 'waiting']) as kind;
  insert into auth.users (id, is_anonymous) values (gen_random_uuid(), true);
  update bkk_user_roles set role = 'admin' where email = 'confirmed@example.com';
  insert into bkk_quote_requests (user_id, origin, destination, dep_date)
    select id, 'BKK', 'NRT', '2030-01-01' from auth.users;
  insert into bkk_credit_accounts select id, 100 from auth.users where not is_anonymous;
  insert into bkk_invited_roles (user_id, role) select id, 'admin' from auth.users where email like 'waiting%';
  insert into bkksiam_private.pending_confirmations (token_hash, user_id, email, kind, password_hash, created_at)
    select age::text, id, email, 'signup', 'hash ' || age, now() - make_interval(hours => age)
    from auth.users, generate_series(1, 2) as age where email like 'waiting%';
  insert into auth.sessions (id, user_id) select id, id from auth.users;
  insert into bkk_login_logs (user_id, email) select id, email from auth.users where not is_anonymous`;

const codeInLink = (table: string) => `
  insert into bkksiam_private.${table}
    select id, 'token', email, 'code', 'recovery_token', null, '2026-01-01' from auth.users where email like 'confirmed%'`;

const rows = `
  select name, md5(query_to_xml('table ' || name || ' order by 1', true, false, '')::text) as content
  from unnest(array[
    'auth.users', 'bkk_user_roles', 'bkk_user_profiles', 'bkk_quote_requests', 'bkk_credit_accounts', 'bkk_invited_roles',
    'bkk_change_log', 'bkk_login_logs', 'auth.sessions', 'bkksiam_private.pending_confirmations', 'bkksiam_store.products'
  ]) as name`;

let fresh: readonly string[];

beforeAll(async () => {
  const cluster = await startCluster();
  await migrateSite(cluster);
  fresh = await describeCatalogue(inSite(cluster));
  await stopClusters();
});

test.each(formerVersions)(
  'a database with the migrations of %s becomes as a new one, and keeps its rows',
  async (version) => {
    const cluster = await startCluster();
    const sql = inSite(cluster);
    await migrateSite(cluster, await formerMigrations(version));
    await sql(accounts);
    await sql(codeInLink(version === '93dcc14' ? 'remaining_tokens' : 'remaining_proofs'));
    const before = await sql(rows);
    await migrateSite(cluster);
    expect(await describeCatalogue(sql)).toEqual(fresh);
    expect(await sql(rows)).toEqual(before);
    expect(await sql('select token_hash, form from bkksiam_private.remaining_tokens')).toEqual([
      { token_hash: 'token', form: 'code' },
    ]);
    expect(await sql('select email, password_hash from bkksiam_private.sign_up_passwords')).toEqual(
      [{ email: 'waiting@example.com', password_hash: 'hash 1' }],
    );
    // The second start has nothing to do.
    await migrateSite(cluster);
    expect(await describeCatalogue(sql)).toEqual(fresh);
  },
);

test('an upgrade that fails leaves the database as it was', async () => {
  const cluster = await startCluster();
  const sql = inSite(cluster);
  await migrateSite(cluster, await formerMigrations('0.1.0'));
  await sql('alter table bkk_credit_accounts drop column balance');
  const before = await describeCatalogue(sql);
  await expect(migrateSite(cluster)).rejects.toThrow(/credit_accounts\.sql: column "balance"/);
  expect(await describeCatalogue(sql)).toEqual(before);
});

test('migrations of a development version are refused with what to do', async () => {
  const former = await formerMigrations('29c61b8');
  const applied = listFiles({ ...former, product: former.product.slice(1) });
  expect(() => isFormerHistory(applied)).toThrow(/development version after 0\.1\.0: start commit/);
  expect(isFormerHistory([])).toBe(false);
});
