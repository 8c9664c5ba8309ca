import pg from 'pg';
import type { ClientBase } from 'pg';
import type { Config } from '../config.ts';
import type { Database } from './database.ts';
import { startCluster } from './embedded-cluster.ts';
import { makeFirstAccounts, type Credential, type HashPassword } from './first-accounts.ts';
import { derivedLogins, ensureLogins, type ServerLogins } from './login-roles.ts';
import { migrate, productOwner, withDatabaseLock, type MigrationLog } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { databaseSecret, fileSecret } from './secrets.ts';
import { connect, parseDatabaseUrl, withClient, type AdminLogin } from './server-address.ts';
import { checkServer } from './server-checks.ts';
import { DatabaseSetupError, reasonOf } from './setup-errors.ts';

export interface OpenedDatabase {
  readonly database: Database;
  readonly secrets: { readonly jwtSecret: string };
  /** Accounts created by this start, shown once and kept in the data folder's `credentials.txt`. */
  readonly credentials?: readonly Credential[];
  /** Waits for running statements and closes; the last server on an embedded cluster stops it. */
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly hashPassword: HashPassword;
}

interface Server {
  readonly admin: AdminLogin;
  release(): Promise<void>;
}

interface Prepared {
  readonly jwtSecret: string;
  readonly logins: ServerLogins;
  readonly credentials: readonly Credential[] | undefined;
}

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

async function embeddedServer(config: Config, log: MigrationLog): Promise<Server> {
  const cluster = await startCluster({
    dataDir: config.dataDir,
    log: (line) => log.info({ line }, 'database cluster'),
  });
  try {
    await createDatabase(cluster.admin, embeddedDatabase);
  } catch (error) {
    await cluster.release();
    throw error;
  }
  return {
    admin: { ...cluster.admin, database: embeddedDatabase },
    release: () => cluster.release(),
  };
}

/** Migrates and seeds the database; one start at a time. */
async function prepare(
  client: ClientBase,
  admin: AdminLogin,
  config: Config,
  log: MigrationLog,
  { hashPassword }: OpenOptions,
): Promise<Prepared> {
  await migrate(client, log);
  const adminSecret = admin.password ?? (await databaseSecret(client, 'login key'));
  const logins = derivedLogins(adminSecret);
  await ensureLogins(client, admin, logins);
  const jwtSecret =
    config.jwtSecret ??
    (config.databaseUrl === undefined
      ? await fileSecret(config.dataDir, 'jwt-secret')
      : await databaseSecret(client, 'jwt secret'));
  const owner = await productOwner(client);
  const credentials = await makeFirstAccounts(client, owner, config, hashPassword);
  return { jwtSecret, logins, credentials };
}

async function connectGiven(admin: AdminLogin): Promise<pg.Client> {
  try {
    return await connect(admin, admin);
  } catch (error) {
    const server = `${admin.host}:${String(admin.port)}`;
    throw new DatabaseSetupError(
      `DATABASE_URL: cannot connect to ${admin.database} at ${server}: ${reasonOf(error)}`,
      { cause: error },
    );
  }
}

async function prepareServer(
  admin: AdminLogin,
  config: Config,
  log: MigrationLog,
  options: OpenOptions,
): Promise<Prepared> {
  const given = config.databaseUrl !== undefined;
  const client = given ? await connectGiven(admin) : await connect(admin, admin);
  try {
    if (given) await checkServer(client, admin);
    return await withDatabaseLock(client, () => prepare(client, admin, config, log, options));
  } finally {
    await client.end();
  }
}

/**
 * Opens the product's database: starts the embedded cluster or uses `DATABASE_URL`, migrates it, creates secrets and
 * first accounts, and connects. Any number of servers may do this at once.
 *
 * @throws {DatabaseSetupError} or a ClusterError, with one line for the operator
 */
export async function openDatabase(
  config: Config,
  log: MigrationLog,
  options: OpenOptions,
): Promise<OpenedDatabase> {
  const server: Server =
    config.databaseUrl === undefined
      ? await embeddedServer(config, log)
      : { admin: parseDatabaseUrl(config.databaseUrl), release: () => Promise.resolve() };
  try {
    const { admin } = server;
    const prepared = await prepareServer(admin, config, log, options);
    const { logins, jwtSecret, credentials } = prepared;
    const database = openPostgres({ address: admin, ...logins });
    return {
      database,
      secrets: { jwtSecret },
      ...(credentials === undefined ? {} : { credentials }),
      async close() {
        try {
          await database.close();
        } finally {
          await server.release();
        }
      },
    };
  } catch (error) {
    await server.release();
    throw error;
  }
}
