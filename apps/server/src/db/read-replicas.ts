import type { BatchPool, BatchScope } from './batch-pool.ts';
import {
  DatabaseBusy,
  DatabaseError,
  type PoolStats,
  type Result,
  type Row,
  type Statement,
} from './database.ts';

/** Maximum replication lag of a read, in milliseconds. */
export const maxLagMs = 5_000;
const sampleMs = 1_000;
/** How long a replica is not used after it failed or lagged. */
const pauseMs = 1_000;

/** Reads the position in the primary's write-ahead log; null on a server that is a replica itself. */
export const positionQuery = `select case when not pg_is_in_recovery() then pg_current_wal_lsn()::text end as position`;

const isFresh = (position: string): Statement => ({
  text: `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end
    >= $1::pg_lsn as fresh`,
  values: [position],
});

interface Sample {
  readonly position: string;
  readonly at: number;
}

interface Replica {
  readonly pool: BatchPool;
  pausedUntil: number;
}

/**
 * SQLSTATEs that the state of a replica explains: a cancelled conflict with replay, something of a migration or grant
 * that is not replayed yet, and what PostgreSQL refuses during recovery. Callers provoke any other error at will.
 */
const replicaCodes = new Set([
  ...['40001', '40P01'],
  ...['3F000', '42P01', '42703', '42704', '42804', '42883', '42501'],
  ...['0A000', '55000'],
]);

/**
 * Reads that may lag, on replicas. Each batch first checks, on its own connection, that the replica has replayed what
 * the primary had written at most five seconds ago; otherwise, or when it fails in a way that its state explains, the
 * primary answers.
 */
export class ReadReplicas {
  readonly #replicas: readonly Replica[];
  readonly #readPosition: () => Promise<Row | undefined>;
  readonly #timer: NodeJS.Timeout;
  #samples: readonly Sample[] = [];
  #sampling = false;
  #turn = 0;

  /** @param readPosition runs {@link positionQuery} on the primary; called every second */
  constructor(pools: readonly BatchPool[], readPosition: () => Promise<Row | undefined>) {
    this.#replicas = pools.map((pool) => ({ pool, pausedUntil: 0 }));
    this.#readPosition = readPosition;
    this.#timer = setInterval(() => this.#sample(), sampleMs).unref();
    this.#sample();
  }

  /** Runs the batch on a replica that is fresh enough, otherwise on the primary. */
  async run(
    scope: BatchScope,
    statements: readonly Statement[],
    primary: BatchPool,
  ): Promise<readonly Result[]> {
    const replica = this.#next();
    const position = this.#requiredPosition();
    if (replica !== undefined && position !== undefined) {
      try {
        const [check, ...results] = await replica.pool.run(scope, [
          isFresh(position),
          ...statements,
        ]);
        if (check?.rows[0]?.fresh === true) return results;
      } catch (error) {
        if (error instanceof DatabaseBusy) throw error;
        if (error instanceof DatabaseError) {
          if (!replicaCodes.has(error.code)) throw error;
          return primary.run(scope, statements);
        }
      }
      replica.pausedUntil = performance.now() + pauseMs;
    }
    return primary.run(scope, statements);
  }

  /** In the order of the replicas. */
  get stats(): readonly Omit<PoolStats, 'pool'>[] {
    return this.#replicas.map(({ pool }) => pool.stats);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#replicas.map(({ pool }) => pool.close()));
  }

  #next(): Replica | undefined {
    const now = performance.now();
    const ready = this.#replicas.filter(({ pausedUntil }) => pausedUntil <= now);
    this.#turn += 1;
    return ready[this.#turn % ready.length];
  }

  /** The oldest position of the last five seconds, which leaves a replica the most time to replay it. */
  #requiredPosition(): string | undefined {
    const from = performance.now() - maxLagMs;
    return this.#samples.find(({ at }) => at >= from)?.position;
  }

  #sample(): void {
    if (this.#sampling) return;
    this.#sampling = true;
    const at = performance.now();
    this.#readPosition()
      .then((row) => {
        const position = row?.position;
        if (typeof position !== 'string') return;
        const kept = this.#samples.filter((sample) => sample.at >= at - maxLagMs);
        this.#samples = [...kept, { position, at }];
      })
      // Without a sample of the last five seconds the primary answers every read.
      .catch(() => undefined)
      .finally(() => (this.#sampling = false));
  }
}
