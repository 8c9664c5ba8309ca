export interface NetworkQueueLimits {
  /** How many tasks run at once. */
  readonly running: number;
  /** How many of them are of one network. */
  readonly runningOfNetwork: number;
  readonly waiting: number;
  readonly waitingOfNetwork: number;
  /** Whether a network keeps the place of a task for as long again, so that tasks of one network leave the machine half idle. */
  readonly rests?: boolean;
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

  /** Whether another task of the network could not even wait. */
  isFullFor(network: string): boolean {
    const { waiting, waitingOfNetwork } = this.#limits;
    return (
      (this.#waitingOf.get(network)?.length ?? 0) >= waitingOfNetwork || this.#waiting >= waiting
    );
  }

  /** @throws {QueueFull} */
  async run<T>(network: string, task: () => Promise<T>): Promise<T> {
    if (this.#hasRoomFor(network)) this.#begin(network);
    else await this.#turnOf(network);
    const began = performance.now();
    try {
      return await task();
    } finally {
      this.#running -= 1;
      const leave = (): void => {
        this.#countOf(network, -1);
        this.#startNext();
      };
      if (this.#limits.rests === true) {
        this.#startNext();
        setTimeout(leave, performance.now() - began).unref();
      } else leave();
    }
  }

  #hasRoomFor(network: string): boolean {
    const { running, runningOfNetwork } = this.#limits;
    return this.#running < running && (this.#runningOf.get(network) ?? 0) < runningOfNetwork;
  }

  #begin(network: string): void {
    this.#running += 1;
    this.#countOf(network, 1);
  }

  #countOf(network: string, by: 1 | -1): void {
    const running = (this.#runningOf.get(network) ?? 0) + by;
    if (running === 0) this.#runningOf.delete(network);
    else this.#runningOf.set(network, running);
  }

  #turnOf(network: string): Promise<void> {
    if (this.isFullFor(network)) throw new QueueFull();
    const line = this.#waitingOf.get(network) ?? [];
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
      this.#begin(network);
      start?.();
      return;
    }
  }
}
