// Validates a backup completely before a restore changes anything.
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import {
  isBeforeFirstRelease,
  listFiles,
  migrationFiles,
  releaseVersion,
  type MigrationFiles,
  type SqlFile,
} from '../db/migration-files.ts';
import { CopyDigest } from './copy-text.ts';
import {
  BackupError,
  checksum,
  DamagedBackup,
  qualified,
  readManifest,
  tableFile,
  type BackupTable,
  type Manifest,
} from './manifest.ts';
import { checkObjects } from './object-bytes.ts';
import { mailPath } from './outbox-files.ts';
import { readSecrets, type Secrets } from './secrets-file.ts';

export interface CheckedBackup {
  readonly folder: string;
  readonly manifest: Manifest;
  /** The files of this release that the backup's database had applied. */
  readonly migrations: MigrationFiles;
  /** Null if the backup has none or they are not restored. */
  readonly secrets: Secrets | null;
}

const byVersion = new Intl.Collator('en', { numeric: true });
/** A release without its pre-release suffix: `0.2.0-dev` becomes `0.2.0`. The migrations tell pre-releases apart. */
const numberOf = (release: string): string => release.split('-', 1)[0] ?? release;

/** The release's files that the backup names. */
function chooseFiles(
  recorded: Manifest['migrations'],
  known: MigrationFiles,
  releases: { readonly own: string; readonly other: string },
): MigrationFiles {
  const choose = (kind: keyof MigrationFiles): readonly SqlFile[] => {
    const files = new Map(known[kind].map((file) => [file.name, file]));
    for (const { name, sha256 } of recorded[kind]) {
      const file = files.get(name);
      if (file === undefined)
        throw new BackupError(
          `the backup is of a newer release (${releases.other}): it has the migration ${name}, which this one (${releases.own}) does not know; restore it with that release`,
        );
      if (file.sha256 !== sha256)
        throw new BackupError(
          `the backup was taken with another ${name} than that of this release: restore it with the release it is of (${releases.other})`,
        );
    }
    const names = new Set(recorded[kind].map(({ name }) => name));
    return known[kind].filter(({ name }) => names.has(name));
  };
  return { platform: choose('platform'), product: choose('product') };
}

async function checkTable(folder: string, table: BackupTable, signal: AbortSignal): Promise<void> {
  const digest = new CopyDigest();
  try {
    await pipeline(createReadStream(tableFile(folder, table)), createGunzip(), digest.end, {
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw new DamagedBackup(folder, `the file of ${qualified(table)} (${code})`);
  }
  const { rows, bytes, sha256 } = digest.summary();
  if (rows !== table.rows || bytes !== table.bytes || sha256 !== table.sha256)
    throw new DamagedBackup(folder, `the file of ${qualified(table)} is not as it was written`);
}

async function checkMails(folder: string, mails: Manifest['mails']): Promise<void> {
  for (const { name, sha256 } of mails) {
    const content = await readFile(mailPath(folder, name)).catch(() => Buffer.alloc(0));
    if (checksum(content) !== sha256)
      throw new DamagedBackup(folder, `outbox/${name} is not as it was written`);
  }
}

/**
 * Reads the whole backup without changing anything.
 *
 * @throws {BackupError} when it is incomplete, damaged, of a newer release or from before 1.0.0
 */
export async function checkBackup(
  folder: string,
  withSecrets: boolean,
  signal: AbortSignal,
): Promise<CheckedBackup> {
  const manifest = await readManifest(folder);
  const releases = { own: await releaseVersion(), other: manifest.release };
  if (byVersion.compare(numberOf(releases.other), numberOf(releases.own)) > 0)
    throw new BackupError(
      `the backup is of a newer release (${releases.other}) than this one (${releases.own}): restore it with that release`,
    );
  if (await isBeforeFirstRelease(listFiles(manifest.migrations)))
    throw new BackupError('the backup is from before 1.0.0 and cannot be restored');
  const migrations = chooseFiles(manifest.migrations, await migrationFiles(), releases);
  for (const table of manifest.tables) await checkTable(folder, table, signal);
  await checkMails(folder, manifest.mails);
  await checkObjects(folder, manifest.objects, signal);
  const secrets =
    withSecrets && manifest.secrets !== null ? await readSecrets(folder, manifest.secrets) : null;
  return { folder, manifest, migrations, secrets };
}
