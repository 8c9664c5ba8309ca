import { DatabaseBusy } from './database.ts';

/** A part of a pool, and how many connections may be held on its account at once. */
export interface Share {
  readonly key: string;
  readonly connections: number;
  /** How many may wait on its account; one more is refused at once. */
  readonly waiting: number;
}

export interface QueueLimits {
  readonly connections: number;
  readonly waiting: number;
  /** How long one waits for its turn, in milliseconds. */
  readonly waitMs: number;
}

interface Waiter {
  readonly shares: readonly Share[];
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
 * Who may use a connection of a pool, and who next. No share holds more than its part; among those waiting the one
 * goes first whose own share, the last it names, holds the fewest, and of several the one that came first.
 */
export class ConnectionQueue {
  readonly #limits: QueueLimits;
  readonly #held = new Counts();
  readonly #queued = new Counts();
  readonly #waiters: Waiter[] = [];
  #free: number;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
    this.#free = limits.connections;
  }

  /**
   * Resolves when a connection may be used; what it holds is given back by {@link release} with the same shares.
   *
   * @throws {DatabaseBusy} when too many wait already, or the wait was too long
   */
  async acquire(shares: readonly Share[]): Promise<void> {
    if (this.#admits(shares)) {
      this.#take(shares);
      return;
    }
    const full =
      this.#waiters.length >= this.#limits.waiting ||
      shares.some((share) => this.#queued.of(share) >= share.waiting);
    if (full) throw new DatabaseBusy('too many requests wait for a database connection');
    await this.#wait(shares);
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
        start() {
          leave();
          resolve();
        },
      };
      const timer = setTimeout(() => {
        leave();
        reject(new DatabaseBusy('no database connection came free in time'));
      }, this.#limits.waitMs);
      this.#waiters.push(waiter);
      this.#queued.add(shares, 1);
    });
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
