// `npm run backup -- folder [--without-secrets]`: writes a backup of the installation, beside a running server or
// without one.
import { parseArgs } from 'node:util';
import { BackupError } from './backup/manifest.ts';
import { takeBackup } from './backup/take-backup.ts';
import { readConfig } from './config.ts';
import { exitMessage } from './exit-message.ts';

const usage = 'name one folder: npm run backup -- /var/backups/bkksiam [--without-secrets]';

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { 'without-secrets': { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [target, ...others] = positionals;
    if (target !== undefined && target !== '' && others.length === 0)
      return { target, withSecrets: !values['without-secrets'] };
  } catch {
    // An unknown option.
  }
  throw new BackupError(usage);
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stopping.abort(new BackupError('stopped: there is no backup')));

try {
  const { target, withSecrets } = readArguments();
  const config = readConfig(process.env);
  if (config.hosted !== undefined)
    throw new BackupError('SUPABASE_URL: the data are kept by that project, back it up there');
  const began = performance.now();
  const taken = await takeBackup(config, { target, withSecrets, signal: stopping.signal });
  const { tables, mails, secrets } = taken.manifest;
  const sum = (key: 'rows' | 'bytes') => tables.reduce((total, table) => total + table[key], 0);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(`Backup in ${taken.folder}`);
  say(
    `  ${String(tables.length)} tables, ${String(sum('rows'))} rows, ${megabytes(sum('bytes'))} (${megabytes(taken.compressedBytes)} compressed), ${String(mails.length)} mails, in ${seconds} s`,
  );
  for (const name of taken.leftOut) say(`  not in it: ${name}, which is no table of the product`);
  if (secrets === null) say('  not in it: the secrets (--without-secrets)');
  if (config.jwtSecret !== undefined)
    say('  not in it: JWT_SECRET, which you keep; a restore needs it');
} catch (error) {
  const { signal } = stopping;
  process.stderr.write(`${exitMessage(signal.aborted ? signal.reason : error)}\n`);
  process.exitCode = 1;
}
