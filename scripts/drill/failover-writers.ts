import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { HttpClient } from '../../bench/http-client.ts';
import { admin, type FailoverCluster } from './failover-cluster.ts';

const loops = 4;
const pauseMs = 50;

interface Failure {
  readonly error: string;
  /** `performance.now()` when the request was sent. */
  readonly sentAt: number;
}

/** Signs the admin in. */
export async function signIn({
  url,
  anonKey,
}: FailoverCluster): Promise<{ token: string; id: string }> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  assert.equal(response.status, 200);
  const session = (await response.json()) as { access_token: string; user: { id: string } };
  return { token: session.access_token, id: session.user.id };
}

/** An admin who continuously inserts quote requests with new ids, in several concurrent loops. */
export class Writers {
  readonly #cluster: FailoverCluster;
  readonly #client: HttpClient;
  readonly #token: string;
  readonly #userId: string;
  readonly #acknowledged: string[] = [];
  /** Ids of requests without a success, which may be stored or not. */
  readonly #uncertain: string[] = [];
  readonly #acknowledgedAt: number[] = [];
  readonly failures: Failure[] = [];
  #running = true;
  readonly #done: Promise<unknown>;

  private constructor(cluster: FailoverCluster, token: string, userId: string) {
    this.#cluster = cluster;
    this.#client = new HttpClient(cluster.url);
    this.#token = token;
    this.#userId = userId;
    this.#done = Promise.all(Array.from({ length: loops }, () => this.#loop()));
  }

  static async start(cluster: FailoverCluster): Promise<Writers> {
    const { token, id } = await signIn(cluster);
    return new Writers(cluster, token, id);
  }

  get acknowledged(): number {
    return this.#acknowledged.length;
  }

  /** The longest pause between acknowledged writes since that moment, in seconds. */
  pauseSince(moment: number): number {
    const later = this.#acknowledgedAt.filter((at) => at >= moment);
    const moments = [moment, ...later, performance.now()];
    const gaps = moments.slice(1).map((at, index) => at - (moments[index] ?? at));
    return Math.round(Math.max(...gaps) / 100) / 10;
  }

  /** Resolves after this many more acknowledged writes. */
  async more(count: number, limitMs = 60_000): Promise<void> {
    const goal = this.acknowledged + count;
    const end = performance.now() + limitMs;
    while (this.acknowledged < goal) {
      assert(performance.now() < end, `no ${String(count)} writes in ${String(limitMs / 1000)} s`);
      await delay(20);
    }
  }

  /** Counts by kind of error. */
  get errors(): string {
    const counts = new Map<string, number>();
    for (const { error } of this.failures) counts.set(error, (counts.get(error) ?? 0) + 1);
    return (
      [...counts].map(([error, times]) => `${String(times)} x ${error}`).join(', ') || 'no error'
    );
  }

  /** Stops, and checks that every acknowledged row is stored; resolves with the counts. */
  async finish(): Promise<string> {
    this.#running = false;
    await this.#done;
    this.#client.close();
    const client = new pg.Client({ connectionString: this.#cluster.directUrl });
    await client.connect();
    try {
      const { rows } = await client.query<{ id: string }>(
        `select quote_id as id from public.bkk_quote_requests where user_id = $1`,
        [this.#userId],
      );
      const stored = new Set(rows.map(({ id }) => id));
      const found = this.#acknowledged.filter((id) => stored.has(id)).length;
      const unsure = this.#uncertain.filter((id) => stored.has(id)).length;
      const counts = `${String(this.acknowledged)} acknowledged rows, ${String(found)} found; ${String(this.#uncertain.length)} uncertain, ${String(unsure)} found; ${this.errors}`;
      assert.equal(found, this.acknowledged, counts);
      assert.equal(stored.size, found + unsure, counts);
      return counts;
    } finally {
      await client.end();
    }
  }

  async #loop(): Promise<void> {
    while (this.#running && !this.#cluster.over.aborted) {
      const id = randomUUID();
      const sentAt = performance.now();
      const error = await this.#insert(id);
      if (error === undefined) {
        this.#acknowledged.push(id);
        this.#acknowledgedAt.push(performance.now());
      } else {
        this.#uncertain.push(id);
        this.failures.push({ error, sentAt });
      }
      await delay(pauseMs);
    }
  }

  /** Resolves with the status and code of an error. */
  async #insert(id: string): Promise<string | undefined> {
    const { anonKey } = this.#cluster;
    const { status, body, failure } = await this.#client.send({
      method: 'POST',
      path: '/rest/v1/bkk_quote_requests',
      headers: {
        apikey: anonKey,
        authorization: `Bearer ${this.#token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        ...{ quote_id: id, user_id: this.#userId },
        ...{ origin: 'BKK', destination: 'NRT', dep_date: '2030-01-01' },
      }),
    });
    if (status === 201) return undefined;
    return failure ?? [String(status), /"code":"(\w+)"/.exec(body)?.[1]].filter(Boolean).join(' ');
  }
}
