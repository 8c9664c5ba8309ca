import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { embeddedDatabase } from '../db/admin-server.ts';
import { startCluster } from '../db/embedded-cluster.ts';
import { withClient, type AdminLogin } from '../db/server-address.ts';
import { databaseUrl } from './database-url.ts';
import { oldestBinaries } from './global-setup-pg15.ts';
import { copyCluster, type PreparedCluster } from './test-cluster.ts';

/** A PostgreSQL server of one test file. */
export interface FreshCluster {
  readonly admin: AdminLogin;
  /** A folder that is removed with the cluster. */
  readonly folder: string;
  /**
   * Creates a database, empty or migrated as the cluster is, and returns its `DATABASE_URL` for the login, by default the
   * superuser's.
   */
  readonly createDatabase: (
    name: string,
    as?: { readonly user: string; readonly password: string },
    options?: string,
  ) => Promise<string>;
  readonly sql: (text: string, database?: string) => Promise<Record<string, unknown>[]>;
  readonly stop: () => Promise<void>;
}

/** The database that empty ones are copied from. */
export const emptyTemplate = 'template1';

const isOldest = (): boolean => inject('postgres').version < 160_000;

const templates = { fresh: emptyTemplate, migrated: embeddedDatabase };

/** Gives a data folder a prepared cluster, so that a server on it starts at once; returns the folder. */
export function prepareDataDir(dataDir: string, name: PreparedCluster = 'migrated'): string {
  // Servers run the embedded version, also in a run on the oldest.
  if (!isOldest()) copyCluster(inject('postgres'), name, dataDir);
  return dataDir;
}

/** Starts a cluster of the version under test: without any of the product's roles, or for migrated databases. */
export async function startFreshCluster(
  prepared: PreparedCluster = 'fresh',
): Promise<FreshCluster> {
  const folder = mkdtempSync(join(tmpdir(), `bkksiam-tests-${String(process.pid)}-`));
  copyCluster(inject('postgres'), prepared, folder);
  const cluster = await startCluster({
    dataDir: folder,
    durable: false,
    maxConnections: 100,
    ...(isOldest() ? { binaries: oldestBinaries } : {}),
  });
  const { admin } = cluster;
  const sql = (text: string, database = admin.database): Promise<Record<string, unknown>[]> =>
    withClient({ ...admin, database }, admin, async (client) => {
      const { rows } = await client.query<Record<string, unknown>>(text);
      return rows;
    });
  return {
    admin,
    folder,
    sql,
    async createDatabase(name, as = admin, options = `template ${templates[prepared]}`) {
      const owner = pg.escapeIdentifier(as.user);
      await sql(`create database ${pg.escapeIdentifier(name)} owner ${owner} ${options}`);
      return databaseUrl(admin, name, as);
    },
    async stop() {
      await cluster.release();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
