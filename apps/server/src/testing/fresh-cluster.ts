import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { startCluster } from '../db/embedded-cluster.ts';
import { withClient, type AdminLogin } from '../db/server-address.ts';
import { databaseUrl } from './database-url.ts';
import { oldestBinaries } from './global-setup-pg15.ts';

/** A PostgreSQL server without any of the product's roles. */
export interface FreshCluster {
  readonly admin: AdminLogin;
  /** A folder that is removed with the cluster. */
  readonly folder: string;
  /** Creates an empty database and returns its `DATABASE_URL` for the login, by default the superuser's. */
  readonly createDatabase: (
    name: string,
    as?: { readonly user: string; readonly password: string },
    options?: string,
  ) => Promise<string>;
  readonly sql: (text: string, database?: string) => Promise<Record<string, unknown>[]>;
  readonly stop: () => Promise<void>;
}

/** Starts a cluster of the version under test for one test file. */
export async function startFreshCluster(): Promise<FreshCluster> {
  const folder = mkdtempSync(join(tmpdir(), `bkksiam-tests-${String(process.pid)}-`));
  const oldest = inject('postgres').version < 160_000;
  const cluster = await startCluster({
    dataDir: folder,
    durable: false,
    maxConnections: 100,
    ...(oldest ? { binaries: oldestBinaries } : {}),
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
    async createDatabase(name, as = admin, options = '') {
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
