import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import type { Config } from '../config.ts';
import { withCreatedDatabase } from '../db/admin-server.ts';
import { inTransaction, migrate, silentLog, withDatabaseLock } from '../db/migrate.ts';
import type { AdminLogin } from '../db/server-address.ts';
import { checkServer } from '../db/server-checks.ts';
import {
  anyRelation,
  inForeignKeyOrder,
  productTables,
  sqlName,
  writeSequences,
  type ProductTable,
} from './product-tables.ts';
import { checkBackup, type CheckedBackup } from './check-backup.ts';
import { copyIn, prepareTransaction, summarize } from './copy-text.ts';
import { BackupError, qualified, tableFile, type BackupTable, type Manifest } from './manifest.ts';
import { refuseOtherObjects, restoreObjects } from './object-bytes.ts';
import { refuseOtherMails, restoreMails } from './outbox-files.ts';
import { refuseOtherSecrets, restoreSecrets } from './secrets-file.ts';

export interface RestoreRequest {
  /** The backup's folder. */
  readonly source: string;
  readonly withSecrets: boolean;
  readonly signal: AbortSignal;
  readonly onCompared?: (table: BackupTable) => void;
}

export interface RestoredBackup {
  readonly manifest: Manifest;
  /** Migrations of this release that the backup did not have. */
  readonly newMigrations: number;
  /** False when the secret that signs tokens and seals factors was not restored. */
  readonly hasJwtSecret: boolean;
}

interface LoadedTable {
  readonly table: ProductTable;
  readonly saved: BackupTable;
}

/** Pairs the tables of the database with those of the backup, in foreign key order. */
function pairTables(
  tables: readonly ProductTable[],
  { manifest }: CheckedBackup,
): readonly LoadedTable[] {
  const saved = new Map(manifest.tables.map((table) => [qualified(table), table]));
  const pairs = inForeignKeyOrder(tables).map((table) => {
    const found = saved.get(qualified(table));
    if (found?.columns.join() !== table.columns.join())
      throw new BackupError(
        `the backup does not fit its migrations: ${qualified(table)} has other columns`,
      );
    return { table, saved: found };
  });
  if (pairs.length === saved.size) return pairs;
  throw new BackupError('the backup does not fit its migrations: it has tables they do not create');
}

/** Triggers are off, because the rows already contain their effects. Foreign keys are checked. */
async function loadTables(
  client: ClientBase,
  folder: string,
  tables: readonly LoadedTable[],
  signal: AbortSignal,
): Promise<void> {
  const names = tables.map(({ table }) => sqlName(table));
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  // The migrations have recorded themselves and may have written rows.
  await client.query(`truncate ${names.join(', ')} cascade`);
  for (const { saved } of tables) {
    await pipeline(
      createReadStream(tableFile(folder, saved)),
      createGunzip(),
      copyIn(client, saved),
      { signal },
    );
  }
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
}

async function compareTables(
  client: ClientBase,
  tables: readonly LoadedTable[],
  { signal, onCompared }: RestoreRequest,
): Promise<void> {
  for (const { table, saved } of tables) {
    const found = await summarize(client, table, signal);
    if (found.rows !== saved.rows || found.sha256 !== saved.sha256)
      throw new BackupError(
        `${qualified(table)} differs from the backup after the restore: nothing was restored`,
      );
    onCompared?.(saved);
  }
}

async function countMigrations(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from bkksiam_private.applied_files',
  );
  return rows[0]?.count ?? 0;
}

/** Fills the empty database and the data folder in the caller's transaction; returns the number of newer migrations. */
async function fill(
  client: ClientBase,
  config: Config,
  backup: CheckedBackup,
  request: RestoreRequest,
): Promise<number> {
  const { folder, manifest, migrations, secrets } = backup;
  await prepareTransaction(client);
  await migrate(client, silentLog, migrations);
  const tables = pairTables(await productTables(client), backup);
  await loadTables(client, folder, tables, request.signal);
  await writeSequences(client, manifest.sequences);
  await compareTables(client, tables, request);
  const before = await countMigrations(client);
  await migrate(client, silentLog);
  if (secrets !== null) await restoreSecrets(client, secrets, config);
  await restoreMails(folder, config.dataDir, manifest.mails);
  await restoreObjects(folder, config, request.signal);
  return (await countMigrations(client)) - before;
}

async function restoreInto(
  client: ClientBase,
  admin: AdminLogin,
  config: Config,
  backup: CheckedBackup,
  request: RestoreRequest,
): Promise<number> {
  return withDatabaseLock(admin, async () => {
    const relation = await anyRelation(client);
    if (relation !== undefined)
      throw new BackupError(
        `the database is not empty: it has ${relation}; restore into an empty one`,
      );
    const added = await inTransaction(client, () => fill(client, config, backup, request));
    // Without statistics the first queries would be planned as for empty tables.
    await client.query('vacuum (analyze)');
    return added;
  });
}

/**
 * Restores a backup into an empty `DATA_DIR` or an empty database, in one transaction: a failure leaves it empty.
 *
 * @throws {BackupError} with one line for the operator
 */
export async function restoreBackup(
  config: Config,
  request: RestoreRequest,
): Promise<RestoredBackup> {
  const backup = await checkBackup(resolve(request.source), request.withSecrets, request.signal);
  const { manifest, secrets } = backup;
  await refuseOtherSecrets(secrets, config);
  await refuseOtherMails(config.dataDir, manifest.mails);
  await refuseOtherObjects(config, backup.folder);
  return withCreatedDatabase(config, async (client, admin) => {
    if (config.databaseUrl !== undefined) await checkServer(client, admin);
    const newMigrations = await restoreInto(client, admin, config, backup, request);
    const hasJwtSecret = config.jwtSecret !== undefined || typeof secrets?.jwtSecret === 'string';
    return { manifest, newMigrations, hasJwtSecret };
  });
}
