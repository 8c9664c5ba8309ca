import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database, Row } from '../db/database.ts';
import { derivedLogins } from '../db/login-roles.ts';
import { releaseFiles } from '../db/migration-files.ts';
import { openPostgres, type PostgresOptions } from '../db/postgres.ts';
import { clientConfig, type AdminLogin, type ServerAddress } from '../db/server-address.ts';

export { demoPassword } from './test-cluster.ts';

export interface TestDatabase {
  readonly database: Database;
  /** The superuser's login to this database. */
  readonly admin: AdminLogin;
  /** `server_version_num` of the PostgreSQL under test, such as 180004. */
  readonly version: number;
  /** Runs SQL as the superuser, which bypasses policies; without values the text may hold several statements. */
  readonly sql: <R extends Row = Row>(text: string, values?: readonly unknown[]) => Promise<R[]>;
  /** Runs the work while the database accepts no connections; existing ones are terminated. */
  readonly away: (work: () => Promise<void>) => Promise<void>;
  /** Closes and drops the database. */
  readonly drop: () => Promise<void>;
}

export interface TestDatabaseOptions {
  readonly seed?: 'demo' | 'none';
  readonly limits?: PostgresOptions['limits'] | undefined;
  /** Connects past the connection pooler of a run that has one. */
  readonly pastPooler?: boolean;
  /** A proxy in front of the server that the pools connect through, past any pooler. */
  readonly proxy?: Pick<ServerAddress, 'host' | 'port'> | undefined;
}

let maintenancePool: pg.Pool | undefined;

/** The connection that creates and drops databases, one for all files of a worker. */
function maintenance(): pg.Pool {
  if (maintenancePool === undefined) {
    const { host, port, user, password, database } = inject('postgres');
    const login = { host, port, user, password, database };
    maintenancePool = new pg.Pool({ ...clientConfig(login, login), max: 1, allowExitOnIdle: true });
    maintenancePool.on('error', () => undefined);
  }
  return maintenancePool;
}

/** Clones the migrated template, with or without demo data, in a few dozen milliseconds. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = options.seed === 'demo' ? server.demoTemplate : server.template;
  const { host, port, user, password } = server;
  // Without WAL a copy of the files takes a third of the processor time.
  await maintenance().query(
    `create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)} strategy file_copy`,
  );
  const admin: AdminLogin = { host, port, user, password, database: name };
  const direct = { host, port, database: name };
  // A connection for each statement would cost a process of the server and a handshake each time.
  const openAdminPool = () => {
    const pool = new pg.Pool({ ...clientConfig(admin, admin), max: 4, allowExitOnIdle: true });
    // Tests end its connections.
    pool.on('error', () => undefined);
    return pool;
  };
  let adminPool = openAdminPool();
  const database = openPostgres({
    ...(server.pooler === undefined || options.pastPooler === true || options.proxy !== undefined
      ? { address: { ...direct, ...options.proxy } }
      : { address: { ...server.pooler, database: name }, pooler: { direct } }),
    release: await releaseFiles(),
    ...derivedLogins(password),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
  return {
    database,
    admin,
    version: server.version,
    async sql<R extends Row = Row>(text: string, values?: readonly unknown[]) {
      const client = await adminPool.connect();
      try {
        const { rows } = await (values === undefined
          ? client.query<R>(text)
          : client.query<R>(text, [...values]));
        return rows;
      } finally {
        // Roles and settings of the statement end with it; an open transaction refuses and closes the connection.
        const isClean = await client.query('discard all').then(
          () => true,
          () => false,
        );
        client.release(!isClean);
      }
    },
    async away(work) {
      // The pool would offer connections that it does not yet know to be cut off.
      await adminPool.end();
      adminPool = openAdminPool();
      const allow = (yes: boolean) =>
        maintenance().query(
          `alter database ${pg.escapeIdentifier(name)} with allow_connections ${String(yes)}`,
        );
      await allow(false);
      try {
        await maintenance().query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
          [name],
        );
        await work();
      } finally {
        await allow(true);
      }
    },
    async drop() {
      await Promise.all([database.close(), adminPool.end()]);
      await maintenance().query(
        `drop database if exists ${pg.escapeIdentifier(name)} with (force)`,
      );
    },
  };
}
