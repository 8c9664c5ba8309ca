// Bundles the server and the texts of its mails; packages stay outside, SQL is read from the source tree beside it.
import { build } from 'esbuild';

const programs = [
  'main',
  'backup',
  'restore',
  'reset-factor',
  'grant-admin',
  'psql',
  'export-user',
  'erase-user',
  'migrate',
  'rotate-secret',
];

await build({
  entryPoints: [
    ...programs.map((name) => ({ in: `src/${name}.ts`, out: name })),
    // The threads that the server starts by the names of their files.
    { in: 'src/slips/slip-worker.ts', out: 'slip-worker' },
    { in: 'src/papers/receipt-worker.ts', out: 'receipt-worker' },
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
