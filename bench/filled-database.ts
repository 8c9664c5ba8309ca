import { fastify } from 'fastify';
import pg, { type ClientBase } from 'pg';
import { derivedLogins } from '../apps/server/src/db/login-roles.ts';
import { openPostgres } from '../apps/server/src/db/postgres.ts';
import { withClient, type AdminLogin } from '../apps/server/src/db/server-address.ts';
import { createTokens } from '../apps/server/src/http/jwt.ts';
import { restPlugin } from '../apps/server/src/rest/plugin.ts';
import { storePlugin } from '../apps/server/src/store/plugin.ts';
import { ResponseCache, type Cacheable } from '../apps/server/src/store/response-cache.ts';
import { startTestCluster, type TestServer } from '../apps/server/src/testing/test-cluster.ts';

const memberCount = 1000;
/** Quote requests per measured member, for every table size. */
const rowsPerMember = 12;
const measuredMembers = 64;

const idOf = (number: string): string =>
  `('00000000-0000-4000-9000-' || lpad((${number})::text, 12, '0'))::uuid`;

const fill = (rows: number): string => `
  insert into auth.users (id, aud, role, email)
  select ${idOf('n')}, 'authenticated', 'authenticated', ${idOf('n')} || '@bench.example'
  from generate_series(0, ${String(memberCount - 1)}) n;

  insert into public.bkk_quote_requests (user_id, origin, destination, dep_date, updated_at)
  select ${idOf(`case
      when n < ${String(measuredMembers * rowsPerMember)} then n % ${String(measuredMembers)}
      else ${String(measuredMembers)} + n % ${String(memberCount - measuredMembers)} end`)},
    'BKK', 'NRT', current_date + 30, now() - n * interval '1 minute'
  from generate_series(0, ${String(rows - 1)}) n;

  -- A session records its sign-in once; here each member's one session writes all the time.
  drop index public.bkk_login_logs_session_id_key;

  analyze;`;

export interface FilledDatabases {
  /** The superuser's login to the database with this many rows. */
  readonly of: (rows: number) => AdminLogin;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a temporary, non-durable cluster with one migrated database for each size: 1,000 members and that many quote
 * requests.
 */
export async function fillDatabases(sizes: readonly number[]): Promise<FilledDatabases> {
  const { server, stop } = await startTestCluster();
  const { host, port, user, password, database } = server;
  const admin: AdminLogin = { host, port, user, password, database };
  const of = (rows: number): AdminLogin => ({ ...admin, database: `rows_${String(rows)}` });
  for (const rows of sizes) {
    const name = pg.escapeIdentifier(of(rows).database);
    await withClient(admin, admin, (client) =>
      client.query(`create database ${name} template ${pg.escapeIdentifier(server.template)}`),
    );
    await withClient(of(rows), admin, (client) => client.query(fill(rows)));
    // Sets the visibility map and the statistics, as autovacuum would.
    await withClient(of(rows), admin, (client) => client.query('vacuum analyze'));
  }
  return { of, stop };
}

/** Every request is answered by the database. */
class NoCache extends ResponseCache {
  override get(wanted: Cacheable) {
    this.clear();
    return super.get(wanted);
  }
}

/** Creates a migrated database of a name, fills it, and serves its data at `/rest/v1` and its store at `/store` over HTTP. */
export async function serveDatabase(
  server: TestServer,
  name: string,
  fillWith: (client: ClientBase) => Promise<void>,
) {
  const { host, port, user, password, template } = server;
  const admin: AdminLogin = { host, port, user, password, database: server.database };
  const address = { host, port, database: name };
  await withClient(admin, admin, (client) =>
    client.query(
      `create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)}`,
    ),
  );
  await withClient(address, { user, password }, async (client) => {
    await fillWith(client);
    await client.query('vacuum analyze');
  });
  const database = openPostgres({ address, ...derivedLogins(password) });
  const tokens = createTokens({ secret: 'a secret for measuring, long enough to sign with' });
  const app = fastify();
  await app.register(restPlugin, { prefix: '/rest/v1', database, tokens });
  const cache = new NoCache();
  await app.register(storePlugin, { prefix: '/store', database, storeId: 'bench', cache });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const close = async () => {
    await app.close();
    await database.close();
  };
  return { url, tokens, close };
}
