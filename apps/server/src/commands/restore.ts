// `npm run restore -- backup [--without-secrets]`: restores a backup into an empty DATA_DIR or DATABASE_URL.
import { backupCommand } from './backup-command.ts';
import { qualified } from '../backup/manifest.ts';
import { recordRestore } from '../backup/record-run.ts';
import { restoreBackup } from '../backup/restore-backup.ts';

/** What a new secret means, where the one from before is lost. */
const lost = [
  'The JWT secret of before was not restored. Start with it as JWT_SECRET, else:',
  '  - access tokens and API keys of before are refused; sessions go on by their refresh tokens',
  '  - no authenticator can be used: remove it with npm run reset-factor -- email',
  '  - codes in mails and mails that wait to be sent are void; links stay good',
];

export const restore = backupCommand(
  {
    name: 'restore',
    folder: ['backup', '/var/backups/bkksiam/bkksiam-20260101T000000Z'],
    stopped: 'nothing was restored',
  },
  async (config, { folder: source, withSecrets, signal, say }) => {
    const began = performance.now();
    const { manifest, newMigrations, hasJwtSecret } = await restoreBackup(config, {
      ...{ source, withSecrets, signal },
      onCompared: (table) => say(`  ${qualified(table)}: ${String(table.rows)} rows, equal`),
    });
    await recordRestore(config, source, new Date().toISOString());
    const { release, takenAt, tables } = manifest;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    return [
      `Restored the backup of ${takenAt} (release ${release}) in ${seconds} s: all ${String(tables.length)} tables are equal to it, by rows and checksum.`,
      ...(newMigrations > 0
        ? [`Newer migrations applied afterwards: ${String(newMigrations)}.`]
        : []),
      'Users erased since then are back: npm run erase-user -- email --yes, for each of them.',
      ...(hasJwtSecret ? [] : lost),
    ].join('\n');
  },
);
