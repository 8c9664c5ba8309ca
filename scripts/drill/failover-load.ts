import assert from 'node:assert/strict';
import { mixedLoad } from '../../bench/mixed-load.ts';
import { prepareUsers, type MixedTarget } from '../../bench/mixed-users.ts';
import { verify } from '../../bench/mixed-verify.ts';
import { admin, type FailoverCluster } from './failover-cluster.ts';
import { Writers } from './failover-writers.ts';

/** Requests per second: the cluster, the servers and the load share the machine. */
const rate = 60;
const maxSeconds = 3_600;

/** Writers whose rows are counted one by one, beside the mixed load. */
export interface Load {
  readonly writers: Writers;
  /** Stops, checks that every acknowledged write is stored, and resolves with the counts. */
  finish(): Promise<string>;
}

export async function startLoad(cluster: FailoverCluster): Promise<Load> {
  const { url, anonKey, serviceKey, over } = cluster;
  const target: MixedTarget = { url, anonKey, serviceKey, admin };
  const users = await prepareUsers(target, { members: 50, quotes: 500 });
  const stop = new AbortController();
  const mixed = mixedLoad({
    ...{ target, users, tolerant: true },
    phases: [{ rate, seconds: maxSeconds }],
    signal: AbortSignal.any([stop.signal, over]),
  });
  // `finish` reports the error; a drill that fails earlier does not call it.
  mixed.catch(() => undefined);
  const writers = await Writers.start(cluster);
  return {
    writers,
    async finish() {
      const rows = await writers.finish();
      stop.abort();
      const { phases, seconds, acknowledged } = await mixed;
      const sent = seconds.reduce((total, second) => total + second.sent, 0);
      const errors = Object.entries(phases[0]?.kinds ?? {}).flatMap(([kind, { errors: byKind }]) =>
        Object.entries(byKind).map(([error, times]) => `${kind} ${String(times)} x ${error}`),
      );
      const verified = Object.entries(await verify(target, acknowledged));
      const found = verified.map(
        ([what, counts]) => `${what} ${String(counts.found)} of ${String(counts.acknowledged)}`,
      );
      const counts = `${rows}; mixed load: ${String(sent)} requests, ${errors.join(', ') || 'no error'}; found ${found.join(', ')}`;
      assert(
        verified.every(([, counted]) => counted.found >= counted.acknowledged),
        counts,
      );
      return counts;
    },
  };
}
