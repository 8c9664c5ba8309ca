import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedDatabase } from '../db/admin-server.ts';
import type { Database } from '../db/database.ts';
import { startCluster } from '../db/embedded-cluster.ts';
import { derivedLogins } from '../db/login-roles.ts';
import { openPostgres } from '../db/postgres.ts';
import type { AdminLogin } from '../db/server-address.ts';
import { prepareDataDir } from './fresh-cluster.ts';
import { startReplica, type Replica } from './replica.ts';

/** A migrated database with a streaming replica, on a cluster of its own. */
export interface ReplicatedDatabase {
  readonly database: Database;
  readonly primary: AdminLogin;
  readonly replica: Replica;
  /** The data folder of the primary. */
  readonly folder: string;
  close(): Promise<void>;
}

/** Starts both servers, and the pools that know them. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'bkksiam-replicas-'));
  const cluster = await startCluster({ dataDir: prepareDataDir(folder), durable: false });
  const primary = { ...cluster.admin, database: embeddedDatabase };
  const replica = await startReplica(folder, primary);
  const database = openPostgres({
    address: primary,
    replicas: [replica.admin],
    ...derivedLogins(primary.password),
  });
  return {
    database,
    primary,
    replica,
    folder,
    async close() {
      await database.close();
      await replica.stop();
      await cluster.release();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
