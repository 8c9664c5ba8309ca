import assert from 'node:assert/strict';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { prepareBySeparateOwner } from '../../e2e/support/separate-owner.ts';
import { startCluster } from '../../apps/server/src/db/embedded-cluster.ts';
import { databaseUrl } from '../../apps/server/src/testing/database-url.ts';
import { startServerProcess } from '../../apps/server/src/testing/server-process.ts';
import { inFolder, type Drill } from './drill.ts';
import { journeys, wholeSuite } from './suite-drills.ts';

const rounds = 200;
const chunkBytes = 16 * 1024 * 1024;

/** The readable and writable ranges of a process's memory. */
function memoryRanges(pid: number): readonly (readonly [start: number, end: number])[] {
  return readFileSync(`/proc/${String(pid)}/maps`, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, start, end] = /^([\da-f]+)-([\da-f]+) rw/.exec(line) ?? [];
      return start === undefined || end === undefined
        ? []
        : [[Number.parseInt(start, 16), Number.parseInt(end, 16)] as const];
    });
}

/** How often the text stands in a process's memory, and how much of it was searched. */
function searchMemory(pid: number, text: string): { found: number; bytes: number } {
  const file = openSync(`/proc/${String(pid)}/mem`, 'r');
  const wanted = [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le')];
  const buffer = Buffer.alloc(chunkBytes);
  let found = 0;
  let bytes = 0;
  try {
    for (const [start, end] of memoryRanges(pid)) {
      for (let at = start; at < end; at += chunkBytes - 1024) {
        let length: number;
        try {
          length = readSync(file, buffer, 0, Math.min(chunkBytes, end - at), at);
        } catch {
          // A range that was given back meanwhile.
          break;
        }
        bytes += length;
        for (const one of wanted) if (buffer.subarray(0, length).includes(one)) found += 1;
      }
    }
  } finally {
    closeSync(file);
  }
  return { found, bytes };
}

/** Runs the work beside a cluster of its own. */
async function withCluster<T>(
  work: (ownerUrl: string, ownerPassword: string, folder: string) => Promise<T>,
): Promise<T> {
  return inFolder(async (folder) => {
    const cluster = await startCluster({ dataDir: folder, maxConnections: 100 });
    const { admin } = cluster;
    try {
      return await work(databaseUrl(admin, admin.database, admin), admin.password, folder);
    } finally {
      await cluster.release();
    }
  });
}

async function serveWithoutOwner(
  ownerUrl: string,
  ownerPassword: string,
  folder: string,
): Promise<string> {
  const { settings } = await prepareBySeparateOwner(ownerUrl, folder);
  const server = await startServerProcess({ ...settings, DATA_DIR: folder });
  try {
    for (let round = 0; round < rounds; round += 1) {
      const response = await fetch(`${server.url}/rest/v1/bkk_airline_news?select=*`, {
        headers: { apikey: server.anonKey },
      });
      assert.equal(response.status, 200);
      await response.arrayBuffer();
    }
    const environment = readFileSync(`/proc/${String(server.pid)}/environ`, 'utf8');
    assert(!environment.includes(ownerPassword), 'the owner is in the environment');
    const own = searchMemory(server.pid, settings.JWT_SECRET ?? '');
    assert(own.found > 0, 'a secret that the server has was not found either');
    const { found, bytes } = searchMemory(server.pid, ownerPassword);
    assert.equal(found, 0, "the owner's password is in the server's memory");
    return `${String(rounds)} reads, then no owner's password in ${String(Math.round(bytes / 1e6))} MB of memory nor in the environment; the server's own secret ${String(own.found)} times`;
  } finally {
    await server.stop();
  }
}

export const ownerDrills: readonly Drill[] = [
  {
    name: "owner: a server without the owner's login has its password nowhere",
    run: () => withCluster(serveWithoutOwner),
  },
  {
    name: "owner: the journeys on a server without the owner's login",
    run: () =>
      withCluster((ownerUrl) =>
        wholeSuite('', journeys, { TEST_OWNER_URL: ownerUrl, TEST_SCOPE: '' }).run(),
      ),
  },
];
