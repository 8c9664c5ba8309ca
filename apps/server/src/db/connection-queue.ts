import { DatabaseBusy, type PoolStats } from './database.ts';

/** A share of a pool, which limits the connections its callers hold at once. */
export interface Share {
  readonly key: string;
  readonly connections: number;
  /** Maximum length of its queue; further callers are rejected at once. */
  readonly waiting: number;
}

export interface QueueLimits {
  readonly connections: number;
  readonly waiting: number;
  /** How long a caller waits, in milliseconds. */
  readonly waitMs: number;
}

interface Waiter {
  readonly shares: readonly Share[];
  /** `performance.now()` at the start of the wait. */
  readonly since: number;
  readonly start: () => void;
}

class Counts {
  readonly #counts = new Map<string, number>();

  of({ key }: Share): number {
    return this.#counts.get(key) ?? 0;
  }

  add(shares: readonly Share[], by: 1 | -1): void {
    for (const share of shares) {
      const count = this.of(share) + by;
      if (count === 0) this.#counts.delete(share.key);
      else this.#counts.set(share.key, count);
    }
  }
}

/**
 * A fair queue for the connections of a pool. No share exceeds its limit; the next connection goes to the caller whose
 * own share (the last one named) holds the fewest, and among equals to the first in line.
 */
export class ConnectionQueue {
  readonly #limits: QueueLimits;
  readonly #held = new Counts();
  readonly #queued = new Counts();
  readonly #waiters: Waiter[] = [];
  #free: number;
  #rejected = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
    this.#free = limits.connections;
  }

  /**
   * Resolves when the caller may use a connection; {@link release} with the same shares returns it.
   *
   * @throws {DatabaseBusy} when the queue is full or the wait too long
   */
  async acquire(shares: readonly Share[]): Promise<void> {
    if (this.#admits(shares)) {
      this.#take(shares);
      return;
    }
    const full =
      this.#waiters.length >= this.#limits.waiting ||
      shares.some((share) => this.#queued.of(share) >= share.waiting);
    if (full) throw this.#reject('too many requests wait for a database connection');
    await this.#wait(shares);
  }

  get stats(): Omit<PoolStats, 'pool'> {
    const { connections: max } = this.#limits;
    const [first] = this.#waiters;
    return {
      max,
      inUse: max - this.#free,
      waiting: this.#waiters.length,
      oldestWaitSeconds: first === undefined ? 0 : (performance.now() - first.since) / 1000,
      rejected: this.#rejected,
    };
  }

  release(shares: readonly Share[]): void {
    this.#free += 1;
    this.#held.add(shares, -1);
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#take(next.shares);
      next.start();
    }
  }

  #wait(shares: readonly Share[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        this.#queued.add(shares, -1);
      };
      const waiter: Waiter = {
        shares,
        since: performance.now(),
        start() {
          leave();
          resolve();
        },
      };
      const timer = setTimeout(() => {
        leave();
        reject(this.#reject('no database connection came free in time'));
      }, this.#limits.waitMs);
      this.#waiters.push(waiter);
      this.#queued.add(shares, 1);
    });
  }

  #reject(reason: string): DatabaseBusy {
    this.#rejected += 1;
    return new DatabaseBusy(reason);
  }

  #admits(shares: readonly Share[]): boolean {
    return this.#free > 0 && shares.every((share) => this.#held.of(share) < share.connections);
  }

  #take(shares: readonly Share[]): void {
    this.#free -= 1;
    this.#held.add(shares, 1);
  }

  #next(): Waiter | undefined {
    let next: Waiter | undefined;
    let fewest = Infinity;
    for (const waiter of this.#waiters) {
      if (!this.#admits(waiter.shares)) continue;
      const own = waiter.shares.at(-1);
      const held = own === undefined ? 0 : this.#held.of(own);
      if (held < fewest) [next, fewest] = [waiter, held];
      if (held === 0) break;
    }
    return next;
  }
}
