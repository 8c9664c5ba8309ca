// What admins see of backups: when the last one was taken, and when one was last restored somewhere.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { withAdminClient } from '../db/admin-server.ts';
import { productOwner } from '../db/migrate.ts';
import { asOwner } from '../db/seed.ts';

/** In the folder of a backup that has been restored: the installation it is of may be another one. */
const markFile = 'restored-at';

const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

async function readMark(folder: string): Promise<readonly string[]> {
  const text = await readFile(join(folder, markFile), 'utf8').catch(() => '');
  return isoTime.test(text.trim()) ? [text.trim()] : [];
}

/** When one of the backups beside this one was last restored. */
async function lastRestore(backup: string): Promise<string | undefined> {
  const parent = dirname(resolve(backup));
  const names = await readdir(parent).catch((): string[] => []);
  const marks = await Promise.all(names.map((name) => readMark(join(parent, name))));
  return marks.flat().sort().at(-1);
}

async function record(
  config: Config,
  runs: readonly (readonly [kind: 'backup' | 'restore', at: string])[],
): Promise<void> {
  await withAdminClient(config, async (client) =>
    asOwner(client, await productOwner(client), async () => {
      for (const run of runs)
        await client.query('select bkk_internal.record_backup($1, $2)', [...run]);
    }),
  );
}

/** Whether it worked: a database that cannot be written to, or has not been migrated, has its backup all the same. */
const attempt = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** Records a backup, and the last restore of those beside it. */
export async function recordBackup(config: Config, folder: string, at: string): Promise<boolean> {
  const restoredAt = await lastRestore(folder);
  return attempt(
    record(config, [
      ['backup', at],
      ...(restoredAt === undefined ? [] : [['restore', restoredAt] as const]),
    ]),
  );
}

/** Records a restore in the database that it has filled, and beside the backup, whose installation learns it from there. */
export async function recordRestore(config: Config, folder: string, at: string): Promise<void> {
  await attempt(writeFile(join(folder, markFile), `${at}\n`, { mode: 0o600 }));
  await attempt(record(config, [['restore', at]]));
}
