export interface NetworkQueueLimits {
  /** How many tasks run at once. */
  readonly running: number;
  /** How many of them are of one network. */
  readonly runningOfNetwork: number;
  readonly waiting: number;
  readonly waitingOfNetwork: number;
}

/** Too many tasks wait. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/** Runs few tasks at once, and those that wait by turns of their networks: none waits for the whole line of another. */
export class NetworkQueue {
  readonly #limits: NetworkQueueLimits;
  readonly #runningOf = new Map<string, number>();
  /** The network whose turn is next comes first. */
  readonly #waitingOf = new Map<string, (() => void)[]>();
  #running = 0;
  #waiting = 0;

  constructor(limits: NetworkQueueLimits) {
    this.#limits = limits;
  }

  /** @throws {QueueFull} */
  async run<T>(network: string, task: () => Promise<T>): Promise<T> {
    if (this.#hasRoomFor(network)) this.#count(network, 1);
    else await this.#turnOf(network);
    try {
      return await task();
    } finally {
      this.#count(network, -1);
      this.#startNext();
    }
  }

  #hasRoomFor(network: string): boolean {
    const { running, runningOfNetwork } = this.#limits;
    return this.#running < running && (this.#runningOf.get(network) ?? 0) < runningOfNetwork;
  }

  #count(network: string, by: 1 | -1): void {
    this.#running += by;
    const running = (this.#runningOf.get(network) ?? 0) + by;
    if (running === 0) this.#runningOf.delete(network);
    else this.#runningOf.set(network, running);
  }

  #turnOf(network: string): Promise<void> {
    const line = this.#waitingOf.get(network) ?? [];
    const { waiting, waitingOfNetwork } = this.#limits;
    if (line.length >= waitingOfNetwork || this.#waiting >= waiting) throw new QueueFull();
    this.#waitingOf.set(network, line);
    this.#waiting += 1;
    return new Promise((resolve) => line.push(resolve));
  }

  #startNext(): void {
    for (const [network, line] of this.#waitingOf) {
      if (!this.#hasRoomFor(network)) continue;
      const start = line.shift();
      this.#waitingOf.delete(network);
      if (line.length > 0) this.#waitingOf.set(network, line);
      this.#waiting -= 1;
      this.#count(network, 1);
      start?.();
      return;
    }
  }
}
