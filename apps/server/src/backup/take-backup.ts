import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import type { Config } from '../config.ts';
import { withAdminClient } from '../db/admin-server.ts';
import { withDatabaseLock } from '../db/migrate.ts';
import type { AdminLogin } from '../db/server-address.ts';
import { releaseVersion } from '../db/migration-files.ts';
import {
  appliedMigrations,
  otherTables,
  productTables,
  readSequences,
  sqlName,
  type ProductTable,
} from './product-tables.ts';
import { CopyDigest, copyOut, prepareTransaction } from './copy-text.ts';
import {
  BackupError,
  manifestFile,
  manifestText,
  tableFile,
  type BackupTable,
  type Manifest,
} from './manifest.ts';
import { copyObjects } from './object-bytes.ts';
import { copyMails } from './outbox-files.ts';
import { collectSecrets, writeSecrets } from './secrets-file.ts';

/** The fastest level, because a backup shares the machine with the server. */
const compressionLevel = 1;

export interface BackupRequest {
  /** The backup's folder; inside an existing folder a new one is created, named by the time. */
  readonly target: string;
  readonly withSecrets: boolean;
  readonly signal: AbortSignal;
}

export interface TakenBackup {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Size of the compressed tables. */
  readonly compressedBytes: number;
  /** Tables of the database that are not the product's. */
  readonly leftOut: readonly string[];
}

/** False also when the path cannot be read; creating the folder then reports the error. */
const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

async function newFolder(target: string): Promise<string> {
  const path = resolve(target);
  if (!(await isFolder(path))) return path;
  if (existsSync(join(path, manifestFile)))
    throw new BackupError(`${path} is a backup already: name another folder`);
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  return join(path, `bkksiam-${time}`);
}

/** Creates the temporary folder of a backup, with mode 0700. A killed backup leaves it behind, without a manifest. */
async function makeUnfinished(folder: string): Promise<string> {
  const parent = dirname(folder);
  try {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    return await mkdtemp(join(parent, `${basename(folder)}.unfinished-`));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BackupError(`${parent} cannot be written to (${String(code)}): name another folder`);
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Opens the snapshot and locks its tables against schema changes. Meanwhile it holds the lock of starting servers, so that
 * no migration is in progress.
 */
async function openSnapshot(
  client: ClientBase,
  admin: AdminLogin,
): Promise<readonly ProductTable[]> {
  return withDatabaseLock(admin, async () => {
    const { rows } = await client.query<{ found: boolean }>(
      `select to_regclass('bkksiam_private.applied_files') is not null as found`,
    );
    if (rows[0]?.found !== true)
      throw new BackupError('the database has no tables of BKK Siam: start the server on it first');
    await client.query('begin transaction isolation level repeatable read, read only');
    await prepareTransaction(client);
    const tables = await productTables(client);
    await client.query(`lock table ${tables.map(sqlName).join(', ')} in access share mode`);
    return tables;
  });
}

async function writeTable(
  client: ClientBase,
  folder: string,
  table: ProductTable,
  signal: AbortSignal,
): Promise<BackupTable> {
  const { schema, name, columns } = table;
  const digest = new CopyDigest();
  await pipeline(
    copyOut(client, table),
    digest.through,
    createGzip({ level: compressionLevel }),
    createWriteStream(tableFile(folder, table), { mode: 0o600, flags: 'wx', flush: true }),
    { signal },
  );
  return { schema, name, columns: [...columns], ...digest.summary() };
}

async function snapshotFacts(client: ClientBase): Promise<Pick<Manifest, 'postgres' | 'takenAt'>> {
  const { rows } = await client.query<{ postgres: string; at: Date }>(
    `select current_setting('server_version') as postgres, now() as at`,
  );
  const [facts] = rows;
  return { postgres: facts?.postgres ?? '', takenAt: facts?.at.toISOString() ?? '' };
}

async function writeBackup(
  client: ClientBase,
  admin: AdminLogin,
  config: Config,
  folder: string,
  { withSecrets, signal }: BackupRequest,
): Promise<Pick<TakenBackup, 'manifest' | 'leftOut'>> {
  await mkdir(join(folder, 'tables'), { mode: 0o700 });
  const found = await openSnapshot(client, admin);
  const facts = await snapshotFacts(client);
  const migrations = await appliedMigrations(client);
  const tables: BackupTable[] = [];
  for (const table of found) tables.push(await writeTable(client, folder, table, signal));
  const sequences = await readSequences(client);
  const leftOut = await otherTables(client);
  const objects = await copyObjects(client, config, folder, signal);
  const secrets = withSecrets
    ? await writeSecrets(folder, await collectSecrets(client, config))
    : null;
  await client.query('commit');
  // Copied after the snapshot: a mail that was sent meanwhile is in both, and sending it again writes the same file.
  const mails = await copyMails(config.dataDir, folder, signal);
  const release = await releaseVersion();
  return {
    leftOut,
    manifest: {
      ...{ product: 'bkksiam', release, ...facts },
      ...{ migrations, tables, sequences, mails, objects, secrets },
    },
  };
}

async function compressedSize(folder: string, tables: readonly BackupTable[]): Promise<number> {
  const sizes = await Promise.all(
    tables.map(async (table) => (await stat(tableFile(folder, table))).size),
  );
  return sizes.reduce((total, size) => total + size, 0);
}

/** Flushes everything to disk, the manifest last, and renames the folder to its final name. */
async function complete(unfinished: string, folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(unfinished, manifestFile), manifestText(manifest), {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
  if (manifest.mails.length > 0) await syncFolder(join(unfinished, 'outbox'));
  for (const path of [join(unfinished, 'tables'), unfinished]) await syncFolder(path);
  await rename(unfinished, folder);
  await syncFolder(dirname(folder));
}

/**
 * Writes a backup of the running or stopped installation: a consistent snapshot of all rows.
 *
 * @throws {BackupError} with one line for the operator
 */
export async function takeBackup(config: Config, request: BackupRequest): Promise<TakenBackup> {
  const folder = await newFolder(request.target);
  return withAdminClient(config, async (client, admin) => {
    const unfinished = await makeUnfinished(folder);
    try {
      const { manifest, leftOut } = await writeBackup(client, admin, config, unfinished, request);
      const compressedBytes = await compressedSize(unfinished, manifest.tables);
      await complete(unfinished, folder, manifest);
      return { folder, manifest, compressedBytes, leftOut };
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      throw error;
    }
  });
}
