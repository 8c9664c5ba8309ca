import pg from 'pg';
import type { ClientBase } from 'pg';
import {
  isBeforeFirstRelease,
  migrationFiles,
  splitStatements,
  type MigrationFiles,
  type ReleaseFile,
  type SqlFile,
} from './migration-files.ts';
import { lockRetries, withLockRetries, type LockRetries } from './migration-locks.ts';
import { withClient, type AdminLogin } from './server-address.ts';
import { DatabaseSetupError, reasonOf } from './setup-errors.ts';

export interface MigrationLog {
  info(fields: object, message?: string): void;
  warn(fields: object, message?: string): void;
}

/** For commands that print only their result. */
export const silentLog: MigrationLog = { info: () => undefined, warn: () => undefined };

/** Key of the advisory lock that a start holds while it changes the database; an arbitrary constant. */
const lockKey = 7_424_600_001;
const collisionAttempts = 20;

/**
 * Holds the database's advisory lock while `work` runs, so that concurrent starts take turns. The lock belongs to a
 * transaction on a connection of its own: it holds through a connection pooler too, and a killed start never blocks the
 * next.
 *
 * @throws {DatabaseSetupError} when the connection with the lock is lost
 */
export async function withDatabaseLock<T>(admin: AdminLogin, work: () => Promise<T>): Promise<T> {
  return withClient(admin, admin, async (client) => {
    const lost = new Promise<never>((_, reject) => {
      client.once('end', () => reject(new DatabaseSetupError('the lock on the database was lost')));
    });
    lost.catch(() => undefined);
    await client.query('begin');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [lockKey]);
    return Promise.race([work(), lost]);
  });
}

/** Runs `work` in a transaction of the connection, or in a savepoint of the one that is open. */
export async function inTransaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  const nested = client.getTransactionStatus() === 'T';
  await client.query(nested ? 'savepoint work' : 'begin');
  try {
    const result = await work();
    await client.query(nested ? 'release savepoint work' : 'commit');
    return result;
  } catch (error) {
    const undo = nested ? 'rollback to savepoint work; release savepoint work' : 'rollback';
    await client.query(undo).catch(() => undefined);
    throw error;
  }
}

/** True when a start on another database of the same cluster changed a role concurrently. */
export function isRoleCollision(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code = '', message } = error;
  return (
    ['23505', '42710', '40P01'].includes(code) ||
    (code === 'XX000' && message.includes('concurrently'))
  );
}

/** A migration as `bkksiam_private.applied_files` has it. */
interface AppliedFile extends ReleaseFile {
  readonly sha256: string;
}

async function appliedFiles(client: ClientBase): Promise<readonly AppliedFile[]> {
  const { rows } = await client.query<AppliedFile & Record<string, unknown>>(
    'select kind, name, sha256 from bkksiam_private.applied_files',
  );
  return rows;
}

async function recordFile(client: ClientBase, kind: string, file: SqlFile): Promise<void> {
  await client.query(
    'insert into bkksiam_private.applied_files (kind, name, sha256) values ($1, $2, $3)',
    [kind, file.name, file.sha256],
  );
}

function refuseChanged(file: SqlFile, applied: string): void {
  if (applied === file.sha256) return;
  throw new DatabaseSetupError(
    `${file.name} has changed since it was applied to this database: restore it and put the change into a new file`,
  );
}

/** Runs the work for a file in a transaction of its own, and again while it does not get its locks. */
type InFile = (label: string, work: () => Promise<void>) => Promise<void>;

/** How files are applied. */
interface Applying {
  readonly log: MigrationLog;
  readonly inFile: InFile;
  /** The applied files before this run. */
  readonly applied: readonly AppliedFile[];
}

function hashesOf({ applied }: Applying, wanted: AppliedFile['kind']): Map<string, string> {
  const ofKind = applied.filter(({ kind }) => kind === wanted);
  return new Map(ofKind.map(({ name, sha256 }) => [name, sha256]));
}

function fileTransactions(client: ClientBase, log: MigrationLog, retries: LockRetries): InFile {
  return (label, work) =>
    withLockRetries(
      client,
      retries,
      (blockers) => log.warn({ file: label, blockers }, 'a migration waits for a lock'),
      (waitMs) =>
        inTransaction(client, async () => {
          await client.query(`set local lock_timeout = ${String(waitMs)}`);
          await work();
          // A surrounding transaction waits as before.
          await client.query('set local lock_timeout to default');
        }),
    );
}

async function applyPlatformFile(
  client: ClientBase,
  file: SqlFile,
  { inFile }: Applying,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await inFile(file.name, async () => {
        await client.query(file.text);
        await recordFile(client, 'platform', file);
      });
      return;
    } catch (error) {
      if (attempt < collisionAttempts && isRoleCollision(error)) continue;
      throw new DatabaseSetupError(`${file.name}: ${reasonOf(error)}`, { cause: error });
    }
  }
}

async function createHistory(client: ClientBase): Promise<void> {
  await client.query(`
    create schema if not exists bkksiam_private;
    create table if not exists bkksiam_private.applied_files (
      kind text not null,
      name text not null,
      sha256 text not null,
      applied_at timestamptz not null default now(),
      primary key (kind, name)
    )`);
}

async function migratePlatform(
  client: ClientBase,
  files: readonly SqlFile[],
  applying: Applying,
): Promise<void> {
  const applied = hashesOf(applying, 'platform');
  for (const file of files) {
    const hash = applied.get(file.name);
    if (hash === undefined) {
      await applyPlatformFile(client, file, applying);
      applying.log.info({ file: file.name }, 'platform migration applied');
    } else refuseChanged(file, hash);
  }
}

/** The role that owns the product's objects; see 0101_roles.sql. */
export async function productOwner(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ owner: string }>(
    'select bkksiam_private.product_owner() as owner',
  );
  const owner = rows[0]?.owner;
  if (owner === undefined) throw new DatabaseSetupError('the database names no product owner');
  return owner;
}

/** Switches the transaction to the product's owner, with the search path migrations have on hosted projects. */
export async function becomeOwner(client: ClientBase, owner: string): Promise<void> {
  await client.query("select set_config('role', $1, true), set_config('search_path', $2, true)", [
    owner,
    '"$user", public, extensions',
  ]);
}

/** Applies a file as the product's owner and records it in one transaction. */
async function applyProductFile(
  client: ClientBase,
  { owner, inFile }: Applying & { readonly owner: string },
  file: SqlFile,
): Promise<void> {
  const [version, name] = nameParts(file);
  try {
    await inFile(file.name, async () => {
      await becomeOwner(client, owner);
      await client.query(file.text);
      // A surrounding transaction goes on as the admin.
      await client.query('set local role none; set local search_path to default');
      await client.query(
        'insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, $2, $3)',
        [version, splitStatements(file.text), name],
      );
      await recordFile(client, 'product', file);
    });
  } catch (error) {
    throw new DatabaseSetupError(`${file.name}: ${reasonOf(error)}`, { cause: error });
  }
}

function nameParts(file: SqlFile): [version: string, name: string] {
  const [, version, name] = /^(\d{14})_(\w+)\.sql$/.exec(file.name) ?? [];
  if (version === undefined || name === undefined)
    throw new DatabaseSetupError(`${file.name} must be named <14 digits>_<name>.sql`);
  return [version, name];
}

async function migrateProduct(
  client: ClientBase,
  files: readonly SqlFile[],
  applying: Applying,
): Promise<void> {
  const { log } = applying;
  const owner = await productOwner(client);
  await client.query(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (
      version text not null primary key,
      statements text[],
      name text
    )`);
  const { rows } = await client.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  );
  const versions = new Set(rows.map(({ version }) => version));
  const hashes = hashesOf(applying, 'product');
  for (const file of files) {
    const [version] = nameParts(file);
    const hash = hashes.get(file.name);
    if (!versions.delete(version)) {
      await applyProductFile(client, { ...applying, owner }, file);
      log.info({ file: file.name }, 'migration applied');
    } else if (hash === undefined) await recordFile(client, 'product', file);
    else refuseChanged(file, hash);
  }
  if (versions.size > 0)
    log.warn({ versions: [...versions] }, 'the database was migrated by a newer release');
}

/**
 * Migrates the database: first the roles and the auth schema of hosted Supabase, then the product. Run it under
 * {@link withDatabaseLock} as the admin.
 *
 * @param chosen the migrations of a restored backup, or those of a test; by default all of this release
 * @param retries how long a file waits for its locks
 * @throws {DatabaseSetupError} naming the file that failed or has changed, or for a database from before 1.0.0
 */
export async function migrate(
  client: ClientBase,
  log: MigrationLog,
  chosen: Partial<MigrationFiles> = {},
  retries = lockRetries,
): Promise<void> {
  await createHistory(client);
  const applied = await appliedFiles(client);
  if (await isBeforeFirstRelease(applied))
    throw new DatabaseSetupError(
      'the database is from before 1.0.0 and cannot be upgraded: start with an empty one',
    );
  const files = { ...(await migrationFiles()), ...chosen };
  const applying = { log, inFile: fileTransactions(client, log, retries), applied };
  await migratePlatform(client, files.platform, applying);
  await migrateProduct(client, files.product, applying);
  await client.query("notify pgrst, 'reload schema'");
}
