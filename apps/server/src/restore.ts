// `npm run restore -- backup [--without-secrets]`: restores a backup into an empty DATA_DIR or DATABASE_URL.
import { parseArgs } from 'node:util';
import { BackupError, qualified } from './backup/manifest.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { readConfig } from './config.ts';
import { exitMessage } from './exit-message.ts';

const usage =
  'name one backup: npm run restore -- /var/backups/bkksiam/bkksiam-20260101T000000Z [--without-secrets]';

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { 'without-secrets': { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [source, ...others] = positionals;
    if (source !== undefined && source !== '' && others.length === 0)
      return { source, withSecrets: !values['without-secrets'] };
  } catch {
    // An unknown option.
  }
  throw new BackupError(usage);
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** What another secret means, for whoever cannot provide the one from before. */
const lost = [
  'The JWT secret of before was not restored. Start with it as JWT_SECRET, else:',
  '  - access tokens and API keys of before are refused; sessions go on by their refresh tokens',
  '  - no authenticator can be used: remove it with npm run reset-factor -- email',
  '  - codes in mails and mails that wait to be sent are void; links stay good',
];

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stopping.abort(new BackupError('stopped: nothing was restored')));

try {
  const { source, withSecrets } = readArguments();
  const config = readConfig(process.env);
  if (config.hosted !== undefined)
    throw new BackupError('SUPABASE_URL: the data are kept by that project, restore it there');
  const began = performance.now();
  const { manifest, newMigrations, hasJwtSecret } = await restoreBackup(config, {
    source,
    withSecrets,
    signal: stopping.signal,
    onCompared: (table) => say(`  ${qualified(table)}: ${String(table.rows)} rows, equal`),
  });
  const { release, takenAt, tables } = manifest;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(
    `Restored the backup of ${takenAt} (release ${release}) in ${seconds} s: all ${String(tables.length)} tables are equal to it, by rows and checksum.`,
  );
  if (newMigrations > 0) say(`Newer migrations applied afterwards: ${String(newMigrations)}.`);
  if (!hasJwtSecret) say(lost.join('\n'));
} catch (error) {
  const { signal } = stopping;
  process.stderr.write(`${exitMessage(signal.aborted ? signal.reason : error)}\n`);
  process.exitCode = 1;
}
