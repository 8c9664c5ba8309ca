import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { HttpClient } from '../../bench/http-client.ts';
import { until, type FailoverCluster } from './failover-cluster.ts';
import { startLoad } from './failover-load.ts';
import { signIn } from './failover-writers.ts';

const nodes = [1, 2, 3];
const maxLagMs = 5_000;
const withoutReplicasMs = 10_000;

async function query(url: string, text: string): Promise<Record<string, unknown> | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return rows[0];
  } finally {
    await client.end();
  }
}

async function replicasOf(cluster: FailoverCluster): Promise<number[]> {
  const found: number[] = [];
  for (const node of nodes) {
    const row = await query(cluster.nodeUrl(node), 'select pg_is_in_recovery() as is_replica');
    if (row?.is_replica === true) found.push(node);
  }
  return found;
}

/** Whether a replica has answered visitors or the store in the last second. */
async function serve(cluster: FailoverCluster, replicas: readonly number[]): Promise<boolean> {
  const counts = await Promise.all(
    replicas.map((node) =>
      query(
        cluster.nodeUrl(node),
        `select count(*)::int as busy from pg_stat_activity
        where usename in ('authenticator', 'bkksiam_store_reader') and state_change > now() - interval '1 second'`,
      ),
    ),
  );
  return counts.some((row) => Number(row?.busy) > 0);
}

/** A visitor who reads the news and the store continuously. */
class Visitor {
  readonly #cluster: FailoverCluster;
  readonly #client: HttpClient;
  readonly failures: string[] = [];
  reads = 0;
  slowestMs = 0;

  constructor(cluster: FailoverCluster) {
    this.#cluster = cluster;
    this.#client = new HttpClient(cluster.url);
  }

  async read(path: string): Promise<string> {
    const { anonKey } = this.#cluster;
    const began = performance.now();
    const { status, body, failure } = await this.#client.send({
      path,
      headers: { apikey: anonKey, authorization: `Bearer ${anonKey}` },
    });
    this.reads += 1;
    this.slowestMs = Math.max(this.slowestMs, Math.round(performance.now() - began));
    if (status !== 200) this.failures.push(failure ?? `${String(status)} ${body}`);
    return body;
  }

  async run(): Promise<void> {
    while (!this.#cluster.over.aborted) {
      await this.read('/rest/v1/bkk_airline_news?select=id,title&is_public=eq.true&limit=6');
      await this.read(
        `/store/bkksiam/products?limit=24&offset=0&is_hidden=false&q=${randomUUID()}`,
      );
      await delay(20);
    }
    this.#client.close();
  }
}

async function publish({ url, anonKey }: FailoverCluster, token: string): Promise<string> {
  const id = randomUUID();
  const response = await fetch(`${url}/rest/v1/bkk_airline_news`, {
    method: 'POST',
    headers: {
      ...{ apikey: anonKey, authorization: `Bearer ${token}` },
      'content-type': 'application/json',
    },
    body: JSON.stringify({ id, title: 'News', excerpt: 'Read at once', is_public: true }),
  });
  assert.equal(response.status, 201, await response.text());
  return id;
}

const secondsSince = (moment: number): string =>
  `${((performance.now() - moment) / 1000).toFixed(1)} s`;

/** Visitors' reads while the replicas lag, and while there is none: the primary answers them. */
export async function loseReplicas(cluster: FailoverCluster): Promise<string> {
  const load = await startLoad(cluster);
  const { writers } = load;
  const { token } = await signIn(cluster);
  const replicas = await replicasOf(cluster);
  assert.equal(replicas.length, 2);
  const onReplicas = (text: string) =>
    Promise.all(replicas.map((node) => query(cluster.nodeUrl(node), text)));
  const visitor = new Visitor(cluster);
  visitor.run().catch(() => undefined);
  await until('the replicas serve', 20_000, () => serve(cluster, replicas));

  await onReplicas('select pg_wal_replay_pause()');
  const publishedAt = performance.now();
  const id = await publish(cluster, token);
  const isVisible = async () =>
    (await visitor.read(`/rest/v1/bkk_airline_news?select=id&id=eq.${id}`)).includes(id);
  await until('visitors read what the replicas do not have', 10_000, isVisible);
  const visibleAfter = secondsSince(publishedAt);
  await writers.more(200);
  await delay(maxLagMs);
  for (let times = 0; times < 50; times += 1) assert(await isVisible(), 'older than the bound');
  await onReplicas('select pg_wal_replay_resume()');
  await until('the replicas serve again', 20_000, () => serve(cluster, replicas));
  const lagging = `replay paused: ${String(visitor.reads)} reads, ${String(visitor.failures.length)} failed, slowest ${String(visitor.slowestMs)} ms, news visible after ${visibleAfter}`;
  assert.deepEqual(visitor.failures, []);

  const before = visitor.reads;
  const stoppedAt = performance.now();
  visitor.slowestMs = 0;
  for (const node of replicas) await cluster.command('stop-node', String(node));
  await delay(withoutReplicasMs);
  const without = `no replica: ${String(visitor.reads - before)} reads, ${String(visitor.failures.length)} failed, slowest ${String(visitor.slowestMs)} ms`;
  for (const node of replicas) await cluster.command('start-node', String(node));
  await writers.more(200, 90_000);
  const paused = `writes waited ${String(writers.pauseSince(stoppedAt))} s`;
  const counts = await load.finish();
  assert.deepEqual(visitor.failures, [], `${lagging}; ${without}; ${paused}; ${counts}`);
  return `${lagging}; ${without}; ${paused}; ${counts}`;
}
