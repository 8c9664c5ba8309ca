import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareDataDir } from './testing/fresh-cluster.ts';
import { outages } from './testing/database-outage.ts';

test('a database stopped and started under load means 503s meanwhile and no lost write', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bkksiam-away-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });
  prepareDataDir(join(folder, 'cluster'), 'fresh');
  const { acknowledged, refused } = await outages(folder, 1);
  expect(acknowledged).toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(0);
});
