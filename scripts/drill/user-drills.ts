import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPrograms } from '../../apps/server/src/db/cluster-programs.ts';
import {
  ask,
  postmasterOf,
  startClusterServer,
} from '../../apps/server/src/testing/cluster-server.ts';
import { discardCluster, inFolder, type Drill } from './drill.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const nobody = 65_534;

/** Starts with programs and data below a folder that only root may enter. */
async function belowClosedFolder(folder: string): Promise<string> {
  const binaries = join(folder, 'native', 'bin');
  cpSync(join(findPrograms(undefined).folder, '..'), join(folder, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  const dataDir = join(folder, 'data');
  const server = startClusterServer({ dataDir, binaries, durable: true });
  await ask(await server.ready, 'create table proof as select 1');
  const owner = statSync(join(dataDir, 'postgres', 'PG_VERSION')).uid;
  assert.equal(owner, process.getuid?.());
  assert(await server.leave());
  return `started as user id ${String(owner)} below a folder with mode 0700`;
}

/** Starts as an ordinary user, with the repository mounted at a path the user can read. */
async function asOrdinaryUser(folder: string): Promise<string> {
  const mounted = join(folder, 'repository');
  const home = join(folder, 'home');
  mkdirSync(mounted);
  mkdirSync(home);
  chownSync(home, nobody, nobody);
  spawnSync('chmod', ['711', folder]);
  const enter =
    'mount --bind "$0" "$1" && shift && exec setpriv --reuid 65534 --regid 65534 --clear-groups "$@"';
  const dataDir = join(home, 'data');
  const server = startClusterServer({
    dataDir,
    durable: true,
    launcher: ['unshare', '--mount', 'sh', '-c', enter, repository, mounted],
    repository: mounted,
  });
  try {
    await ask(await server.ready, 'create table proof as select 1');
    assert.equal(statSync(`/proc/${String(postmasterOf(dataDir))}`).uid, nobody);
    assert.equal(statSync(join(dataDir, 'postgres', 'PG_VERSION')).uid, nobody);
    assert(await server.leave());
  } finally {
    discardCluster(dataDir);
  }
  return `started as user id ${String(nobody)}`;
}

// Without root, all other drills already run as an ordinary user.
export const userDrills: readonly Drill[] =
  process.getuid?.() === 0
    ? [
        {
          name: 'user: root, below a folder that only root may enter',
          run: () => inFolder(belowClosedFolder),
        },
        { name: 'user: an ordinary one', run: () => inFolder(asOrdinaryUser) },
      ]
    : [];
