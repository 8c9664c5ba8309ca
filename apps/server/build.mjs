// Bundles the server and the texts of its mails; packages stay outside, SQL is read from the source tree beside it.
import { build } from 'esbuild';

await build({
  entryPoints: [
    'src/main.ts',
    'src/backup.ts',
    'src/restore.ts',
    'src/reset-factor.ts',
    'src/grant-admin.ts',
    'src/psql.ts',
    'src/export-user.ts',
    'src/erase-user.ts',
    'src/migrate.ts',
    'src/rotate-secret.ts',
  ],
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  sourcemap: true,
  packages: 'external',
  // The rules are a workspace of TypeScript sources, so they are bundled like our own files.
  alias: { '@bkksiam/domain': '../../packages/domain/src' },
  logLevel: 'warning',
});
