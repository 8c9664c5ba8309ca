import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startCluster, type AdminConnection } from '../../apps/server/src/db/embedded-cluster.ts';
import {
  ask,
  postmasterOf,
  startClusterServer,
  type ClusterServer,
} from '../../apps/server/src/testing/cluster-server.ts';
import { discardCluster, inFolder, killCluster, sum, type Drill } from './drill.ts';

const kills = 20;

async function makeTable(dataDir: string): Promise<void> {
  const cluster = await startCluster({ dataDir });
  await ask(cluster.admin, 'create table written (writer int, id bigint)');
  await cluster.release();
}

async function missingRows(
  admin: AdminConnection,
  servers: readonly ClusterServer[],
): Promise<string[]> {
  // Collected first: rows acknowledged while the table is read may be missing in the result.
  const acknowledged = servers.flatMap(({ pid, written }) =>
    [...written].map((id) => `${String(pid)}/${String(id)}`),
  );
  const rows = await ask(admin, 'select writer, id from written');
  const present = new Set(rows.map(({ writer, id }) => `${String(writer)}/${String(id)}`));
  return acknowledged.filter((row) => !present.has(row));
}

/** Kills a writing server, with or without its PostgreSQL, and checks every acknowledged row after each start. */
async function killWriters(dataDir: string, wholeMachine: boolean): Promise<string> {
  await makeTable(dataDir);
  const servers: ClusterServer[] = [];
  const starts: number[] = [];
  let firstPostmaster: number | undefined;
  for (let round = 0; round <= kills; round += 1) {
    const server = startClusterServer({ dataDir, durable: true, writers: 4 });
    servers.push(server);
    const admin = await server.ready;
    starts.push(admin.ms);
    assert.deepEqual(await missingRows(admin, servers.slice(0, -1)), []);
    const postmaster = postmasterOf(dataDir);
    assert(postmaster !== undefined);
    firstPostmaster ??= postmaster;
    if (!wholeMachine) assert.equal(postmaster, firstPostmaster, 'the cluster was not found again');
    await server.wrote(50 + 37 * round);
    if (round === kills) {
      assert(await server.leave());
    } else {
      if (wholeMachine) killCluster(postmaster);
      await server.kill();
    }
  }
  assert.equal(postmasterOf(dataDir), undefined, 'the last one out did not stop the cluster');
  const rows = sum(servers.map(({ written }) => written.size));
  return `${String(kills)} kills, ${String(rows)} acknowledged rows all there, slowest start ${String(Math.max(...starts))} ms`;
}

async function startAtOnce(folder: string): Promise<string> {
  const rounds = 10;
  const serverCount = 4;
  for (let round = 0; round < rounds; round += 1) {
    const dataDir = join(folder, `round ${String(round)}`);
    const servers = Array.from({ length: serverCount }, () => startClusterServer({ dataDir }));
    const admins = await Promise.all(servers.map(({ ready }) => ready));
    assert.equal(new Set(admins.map(({ password }) => password)).size, 1);
    const left = await Promise.all(servers.map((server) => server.leave()));
    assert.deepEqual(left, Array<boolean>(serverCount).fill(true));
    assert.equal(postmasterOf(dataDir), undefined);
  }
  return `${String(rounds)} times ${String(serverCount)} servers at once on a fresh folder`;
}

async function killCreation(dataDir: string): Promise<string> {
  const rounds = 20;
  let midway = 0;
  for (let round = 0; round < rounds; round += 1) {
    const server = startClusterServer({ dataDir: `${dataDir}-${String(round)}`, durable: true });
    const unfinished = join(`${dataDir}-${String(round)}`, 'postgres.unfinished');
    while (!existsSync(unfinished)) await delay(1);
    await delay(40 * round);
    if (existsSync(unfinished)) midway += 1;
    await server.kill();
    const next = startClusterServer({ dataDir: `${dataDir}-${String(round)}`, durable: true });
    await ask(await next.ready, 'create table proof as select 1');
    assert(await next.leave());
    assert.equal(postmasterOf(`${dataDir}-${String(round)}`), undefined);
    assert(!existsSync(unfinished));
  }
  assert(midway > 0);
  return `${String(rounds)} first starts killed, ${String(midway)} of them while the cluster was being made`;
}

/** Servers start and stop continuously; no write may be lost, and the last server stops the cluster. */
async function comeAndGo(dataDir: string): Promise<string> {
  await makeTable(dataDir);
  const arrivals = 40;
  const all: ClusterServer[] = [];
  let present: ClusterServer[] = [];
  for (let arrival = 0; arrival < arrivals; arrival += 1) {
    const server = startClusterServer({ dataDir, durable: true, writers: 2 });
    all.push(server);
    await server.ready;
    present.push(server);
    // One to three stop at a time; every fourth time all stop while the next one is starting.
    const leavers = arrival % 4 === 3 ? present : present.slice(0, present.length - 2);
    present = present.filter((one) => !leavers.includes(one));
    const leaving = leavers.map((one) => one.leave());
    if (arrival % 2 === 0) await Promise.all(leaving);
  }
  await Promise.all(present.map((server) => server.leave()));
  while (postmasterOf(dataDir) !== undefined) await delay(10);
  assert.deepEqual(
    all.flatMap(({ failures }) => failures),
    [],
  );
  const cluster = await startCluster({ dataDir });
  assert.deepEqual(await missingRows(cluster.admin, all), []);
  await cluster.release();
  return `${String(arrivals)} servers, ${String(sum(all.map(({ written }) => written.size)))} rows, no request lost`;
}

/** Kills only PostgreSQL under running servers, which restart it. */
async function killUnderServers(dataDir: string): Promise<string> {
  await makeTable(dataDir);
  const servers = [1, 2, 3].map(() => startClusterServer({ dataDir, durable: true, writers: 2 }));
  const [admin] = await Promise.all(servers.map(({ ready }) => ready));
  assert(admin !== undefined);
  for (let round = 0; round < kills; round += 1) {
    await Promise.all(servers.map((server) => server.wrote(server.written.size + 20)));
    const postmaster = postmasterOf(dataDir);
    assert(postmaster !== undefined);
    killCluster(postmaster);
    await Promise.all(servers.map((server) => server.wrote(server.written.size + 20)));
  }
  assert.deepEqual(await missingRows(admin, servers), []);
  await Promise.all(servers.map((server) => server.leave()));
  assert.equal(postmasterOf(dataDir), undefined);
  const rows = sum(servers.map(({ written }) => written.size));
  return `${String(kills)} kills under 3 servers, ${String(rows)} acknowledged rows all there`;
}

function drill(name: string, work: (dataDir: string) => Promise<string>): Drill {
  return {
    name,
    run: () =>
      inFolder(async (folder) => {
        const dataDir = join(folder, 'data');
        try {
          return await work(dataDir);
        } finally {
          discardCluster(dataDir);
        }
      }),
  };
}

export const clusterDrills: readonly Drill[] = [
  drill('cluster: server killed while it writes, its PostgreSQL lives on', (dataDir) =>
    killWriters(dataDir, false),
  ),
  drill('cluster: server and PostgreSQL killed together while they write', (dataDir) =>
    killWriters(dataDir, true),
  ),
  drill('cluster: PostgreSQL killed under living servers', killUnderServers),
  drill('cluster: many first starts at once', startAtOnce),
  drill('cluster: first start killed', killCreation),
  drill('cluster: servers come and go under load', comeAndGo),
];
