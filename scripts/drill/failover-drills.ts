import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { onCluster, type FailoverCluster } from './failover-cluster.ts';
import { startLoad } from './failover-load.ts';
import { loseReplicas } from './failover-replicas.ts';
import { DrillSkipped, type Drill } from './drill.ts';

const seconds = (values: readonly number[]): string =>
  values.map((value) => `${String(value)} s`).join(', ');

const pids = (cluster: FailoverCluster) => cluster.servers.map(({ pid }) => pid);

/** Checks that no server process ended. */
function assertNoneLeft({ servers }: FailoverCluster): void {
  for (const { exitCode, signalCode } of servers) assert(exitCode === null && signalCode === null);
}

/** Kills one of two servers repeatedly: only requests that were in flight may fail. */
async function killServers(cluster: FailoverCluster): Promise<string> {
  const rounds = 6;
  const load = await startLoad(cluster);
  const { writers } = load;
  let lost = 0;
  for (let round = 0; round < rounds; round += 1) {
    await writers.more(200);
    const victim = cluster.servers[round % 2];
    assert(victim !== undefined);
    const before = writers.failures.length;
    const gone = once(victim, 'exit');
    victim.kill('SIGKILL');
    await gone;
    const killedAt = performance.now();
    await writers.more(200);
    const failed = writers.failures.slice(before);
    const later = failed.filter(({ sentAt }) => sentAt > killedAt);
    assert.deepEqual(later, [], 'a request that was sent after the death failed');
    lost += failed.length;
    await cluster.restart(round % 2);
  }
  return `${String(rounds)} kills of one of two servers, ${String(lost)} requests lost, all in flight; ${await load.finish()}`;
}

interface Failover {
  readonly times: number;
  readonly limitSeconds: number;
  readonly fail: (cluster: FailoverCluster) => Promise<unknown>;
  /** Brings the cluster back to three nodes. */
  readonly repair?: (cluster: FailoverCluster) => Promise<void>;
}

/** All three nodes run and one replica is synchronous. */
async function isWhole(cluster: FailoverCluster): Promise<boolean> {
  const status = await cluster.command('status');
  return status.includes('Sync Standby') && status.match(/running|streaming/g)?.length === 3;
}

async function failOver(cluster: FailoverCluster, failover: Failover): Promise<string> {
  const load = await startLoad(cluster);
  const { writers } = load;
  const before = pids(cluster);
  const pauses: number[] = [];
  for (let round = 0; round < failover.times; round += 1) {
    await writers.more(200);
    const moment = performance.now();
    await failover.fail(cluster);
    await delay(1_000);
    await writers.more(200);
    // The pause is over, but another may follow while the former primary comes back.
    await failover.repair?.(cluster);
    const end = performance.now() + 90_000;
    while (!(await isWhole(cluster))) {
      assert(performance.now() < end, await cluster.command('status'));
      await delay(1_000);
    }
    await writers.more(200);
    pauses.push(writers.pauseSince(moment));
  }
  assertNoneLeft(cluster);
  assert.deepEqual(pids(cluster), before);
  const counts = await load.finish();
  const figures = `writes paused ${seconds(pauses)}; ${counts}`;
  assert(Math.max(...pauses) < failover.limitSeconds, figures);
  return figures;
}

const drill = (
  name: string,
  servers: number,
  work: (cluster: FailoverCluster) => Promise<string>,
): Drill => ({
  name,
  run: () => {
    if (!existsSync('/usr/bin/patroni')) throw new DrillSkipped('patroni is not installed');
    return onCluster(servers, work);
  },
});

/** On Debian's packages of the cluster. */
export const failoverDrills: readonly Drill[] = [
  drill('failover: one of two servers behind HAProxy killed', 2, killServers),
  drill("failover: the primary's PostgreSQL killed", 2, (cluster) =>
    failOver(cluster, {
      times: 5,
      limitSeconds: 15,
      fail: (broken) => broken.command('kill-primary-postgres'),
    }),
  ),
  drill("failover: the primary's PostgreSQL and Patroni killed", 2, (cluster) =>
    failOver(cluster, {
      times: 2,
      limitSeconds: 40,
      fail: (broken) => broken.command('kill-primary-node'),
      repair: async (broken) => {
        for (const node of ['1', '2', '3']) await broken.command('start-node', node);
      },
    }),
  ),
  drill('failover: switchover', 2, (cluster) =>
    failOver(cluster, {
      times: 2,
      limitSeconds: 15,
      fail: (broken) => broken.command('switchover'),
    }),
  ),
  drill('failover: replicas lagging, and none', 2, loseReplicas),
];
