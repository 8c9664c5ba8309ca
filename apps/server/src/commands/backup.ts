// `npm run backup -- folder [--without-secrets]`: writes a backup of the installation, beside a running server or
// without one.
import { backupCommand } from './backup-command.ts';
import { recordBackup } from '../backup/record-run.ts';
import { takeBackup } from '../backup/take-backup.ts';

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

export const backup = backupCommand(
  {
    name: 'backup',
    folder: ['folder', '/var/backups/bkksiam'],
    stopped: 'there is no backup',
  },
  async (config, { folder: target, withSecrets, signal }) => {
    const began = performance.now();
    const taken = await takeBackup(config, { target, withSecrets, signal });
    const { tables, mails, objects, secrets, takenAt } = taken.manifest;
    const isRecorded = await recordBackup(config, taken.folder, takenAt);
    const sum = (key: 'rows' | 'bytes') => tables.reduce((total, table) => total + table[key], 0);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const counts = `${String(tables.length)} tables, ${String(sum('rows'))} rows, ${megabytes(sum('bytes'))} (${megabytes(taken.compressedBytes)} compressed), ${String(mails.length)} mails, ${String(objects.files)} files (${megabytes(objects.bytes)})`;
    return [
      `Backup in ${taken.folder}`,
      `  ${counts}, in ${seconds} s`,
      ...taken.leftOut.map((name) => `  not in it: ${name}, which is no table of the product`),
      ...(secrets === null ? ['  not in it: the secrets (--without-secrets)'] : []),
      ...(config.jwtSecret === undefined
        ? []
        : ['  not in it: JWT_SECRET, which you keep; a restore needs it']),
      ...(isRecorded
        ? []
        : ['  its time could not be recorded in the database, where admins see it']),
    ].join('\n');
  },
);
