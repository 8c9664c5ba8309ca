// The mails of a server without SMTP: files in the data folder's outbox.
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError, checksum, mailName, type Manifest } from './manifest.ts';

type MailFile = Manifest['mails'][number];

const outboxDir = (dataDir: string): string => join(dataDir, 'outbox');

/** Path of a mail inside a backup. */
export function mailPath(folder: string, name: string): string {
  return join(folder, 'outbox', name);
}

async function mailNames(dataDir: string): Promise<string[]> {
  try {
    const names = await readdir(outboxDir(dataDir));
    return names.filter((name) => mailName.safeParse(name).success).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Copies the outbox into a backup's folder. A mail that is removed meanwhile is left out. */
export async function copyMails(
  dataDir: string,
  folder: string,
  signal: AbortSignal,
): Promise<MailFile[]> {
  const names = await mailNames(dataDir);
  if (names.length > 0) await mkdir(join(folder, 'outbox'), { mode: 0o700 });
  const mails: MailFile[] = [];
  for (const name of names) {
    signal.throwIfAborted();
    const content = await readFile(join(outboxDir(dataDir), name)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    });
    if (content === undefined) continue;
    await writeFile(mailPath(folder, name), content, { mode: 0o600, flag: 'wx', flush: true });
    mails.push({ name, bytes: content.length, sha256: checksum(content) });
  }
  return mails;
}

/** @throws {BackupError} when the data folder holds mails that the backup does not have */
export async function refuseOtherMails(dataDir: string, mails: readonly MailFile[]): Promise<void> {
  const known = new Set(mails.map(({ name }) => name));
  const other = (await mailNames(dataDir)).find((name) => !known.has(name));
  if (other === undefined) return;
  throw new BackupError(
    `DATA_DIR ${dataDir} is not empty: it has outbox/${other}; restore into an empty folder`,
  );
}

export async function restoreMails(
  folder: string,
  dataDir: string,
  mails: readonly MailFile[],
): Promise<void> {
  if (mails.length === 0) return;
  await mkdir(outboxDir(dataDir), { recursive: true, mode: 0o700 });
  for (const { name } of mails) {
    const unfinished = join(outboxDir(dataDir), `.${name}.tmp`);
    const content = await readFile(mailPath(folder, name));
    await writeFile(unfinished, content, { mode: 0o600, flush: true });
    await rename(unfinished, join(outboxDir(dataDir), name));
  }
}
