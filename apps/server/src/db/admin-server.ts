import { existsSync } from 'node:fs';
import pg from 'pg';
import type { Config } from '../config.ts';
import { clusterPaths } from './cluster-folder.ts';
import { startCluster } from './embedded-cluster.ts';
import { silentLog, type MigrationLog } from './migrate.ts';
import { connect, parseDatabaseUrl, withClient, type AdminLogin } from './server-address.ts';
import { connectProblem, DatabaseSetupError } from './setup-errors.ts';

/** The PostgreSQL server of the configuration. */
export interface Server {
  /** Serves requests; may lead to a connection pooler. */
  readonly admin: AdminLogin;
  /** Past any connection pooler: migrations, locks, logins and LISTEN; equal to `admin` where none is given. */
  readonly direct: AdminLogin;
  readonly replicas: readonly AdminLogin[];
  /** Leaves the embedded cluster; the last process to leave stops it. */
  release(): Promise<void>;
}

type ServerConfig = Pick<Config, 'databaseUrl' | 'directUrl' | 'readUrls' | 'dataDir' | 'pools'>;

/** Beside its pools a server has a listener, two health checks and, while it starts, the admin. */
const furtherConnections = 4;
/** Servers that may share the embedded cluster. */
const serversOfCluster = 3;

export const directUrlName = 'DATABASE_DIRECT_URL';

/** The database name in the embedded cluster. */
export const embeddedDatabase = 'bkksiam';

async function createDatabase(admin: AdminLogin, name: string): Promise<void> {
  await withClient(admin, admin, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 1) return;
    try {
      await client.query(`create database ${pg.escapeIdentifier(name)} encoding 'UTF8'`);
    } catch (error) {
      // Another server created it concurrently.
      const made =
        error instanceof pg.DatabaseError && ['42P04', '23505'].includes(error.code ?? '');
      if (!made) throw error;
    }
  });
}

async function embeddedServer(
  { dataDir, pools }: ServerConfig,
  log: MigrationLog,
): Promise<Server> {
  const cluster = await startCluster({
    dataDir,
    maxConnections:
      serversOfCluster * (pools.callers + pools.auth + pools.store + furtherConnections),
    log: (line) => log.info({ line }, 'database cluster'),
  });
  try {
    await createDatabase(cluster.admin, embeddedDatabase);
  } catch (error) {
    await cluster.release();
    throw error;
  }
  const admin = { ...cluster.admin, database: embeddedDatabase };
  return { admin, direct: admin, replicas: [], release: () => cluster.release() };
}

function givenServer(databaseUrl: string, { directUrl, readUrls }: ServerConfig): Server {
  const admin = parseDatabaseUrl(databaseUrl);
  const direct = directUrl === undefined ? admin : parseDatabaseUrl(directUrl, directUrlName);
  const replicas = readUrls.map((url) => parseDatabaseUrl(url, 'DATABASE_READ_URLS'));
  return { admin, direct, replicas, release: () => Promise.resolve() };
}

/** Uses the server of `DATABASE_URL`, or starts the embedded cluster, created if missing. */
export async function openServer(config: ServerConfig, log: MigrationLog): Promise<Server> {
  return config.databaseUrl === undefined
    ? embeddedServer(config, log)
    : givenServer(config.databaseUrl, config);
}

/**
 * Connects as the admin, past any pooler; the caller ends the connection.
 *
 * @throws {DatabaseSetupError} with one line about the variable that names the server
 */
export async function connectAdmin({ direct }: Server, config: ServerConfig): Promise<pg.Client> {
  try {
    return await connect(direct, direct);
  } catch (error) {
    if (config.databaseUrl === undefined) throw error;
    const variable = config.directUrl === undefined ? 'DATABASE_URL' : directUrlName;
    const server = `${direct.host}:${String(direct.port)}`;
    throw new DatabaseSetupError(
      `${variable}: cannot connect to ${direct.database} at ${server}: ${connectProblem(error)}`,
      { cause: error },
    );
  }
}

/** Runs `work` on an admin connection; without `DATABASE_URL` the database is created if missing. */
export async function withCreatedDatabase<T>(
  config: ServerConfig,
  work: (client: pg.Client, admin: AdminLogin) => Promise<T>,
): Promise<T> {
  const server = await openServer(config, silentLog);
  try {
    const client = await connectAdmin(server, config);
    try {
      return await work(client, server.direct);
    } finally {
      await client.end();
    }
  } finally {
    await server.release();
  }
}

/**
 * Runs `work` on an admin connection to the existing database, whether servers are running or not.
 *
 * @throws {DatabaseSetupError} when the data folder has no database: a wrong one must not become a new database
 */
export async function withAdminClient<T>(
  config: ServerConfig,
  work: (client: pg.Client, admin: AdminLogin) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDir } = config;
  if (
    databaseUrl === undefined &&
    !(existsSync(dataDir) && existsSync(clusterPaths(dataDir).cluster))
  )
    throw new DatabaseSetupError(`DATA_DIR: there is no database in ${dataDir}`);
  return withCreatedDatabase(config, work);
}
