// Generates packages/domain/src/database.ts from the migrations; `--check` only compares.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { withClient } from '../apps/server/src/db/server-address.ts';
import { startTestCluster } from '../apps/server/src/testing/test-cluster.ts';
import { renderDatabaseTypes } from './database-types.ts';

const target = fileURLToPath(new URL('../packages/domain/src/database.ts', import.meta.url));

const { server, stop } = await startTestCluster();
try {
  const current = await withClient({ ...server, database: server.template }, server, (client) =>
    renderDatabaseTypes(client, target),
  );
  const written = await readFile(target, 'utf8').catch(() => '');
  if (current === written) {
    console.log('The database types are current.');
  } else if (process.argv.includes('--check')) {
    console.error('The database types are not current: run `npm run generate:types`.');
    process.exitCode = 1;
  } else {
    await writeFile(target, current);
    console.log(`Wrote ${target}`);
  }
} finally {
  await stop();
}
