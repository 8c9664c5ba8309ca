import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { releaseVersion } from './migration-files.ts';
import { hashList, presentHashes, releasedHashes } from './released-migrations.ts';

const isRelease = !(await releaseVersion()).includes('-');

test('a migration that was released never changes', async () => {
  const present = await presentHashes();
  for (const [path, hash] of await releasedHashes())
    expect(present.get(path), `${path} was released: undo its change and add a migration`).toBe(
      hash,
    );
});

test('a new migration comes after the released ones', async () => {
  const released = [...(await releasedHashes()).keys()];
  for (const path of (await presentHashes()).keys()) {
    const last = released.findLast((one) => dirname(one) === dirname(path)) ?? '';
    expect(released.includes(path) || path > last, `${path} sorts before ${last}`).toBe(true);
  }
});

test.runIf(isRelease)('a release lists its migrations', async () => {
  const present = hashList(await presentHashes());
  expect(hashList(await releasedHashes()), 'run npm run release -- migrations').toBe(present);
});
