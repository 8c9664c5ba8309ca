import { storageErrors } from './errors.ts';

const maxWaitingOfNetwork = 16;
const maxWaiting = 256;

/** Runs so many tasks at once, and of those that wait one of each network in turn: no network waits for the whole line of another. */
export class PictureQueue {
  readonly #concurrency: number;
  /** The network whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #running = 0;
  #count = 0;

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  /** @throws {StorageError} SlowDown when too many wait */
  async run<T>(network: string, task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#concurrency) await this.#turnOf(network);
    else this.#running += 1;
    try {
      return await task();
    } finally {
      this.#next();
    }
  }

  #turnOf(network: string): Promise<void> {
    const line = this.#waiting.get(network) ?? [];
    if (line.length >= maxWaitingOfNetwork || this.#count >= maxWaiting)
      throw storageErrors.slowDown();
    this.#waiting.set(network, line);
    this.#count += 1;
    return new Promise((resolve) => line.push(resolve));
  }

  /** Hands the place of a task that has ended to the next one. */
  #next(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    const [network, line] = next;
    const start = line.shift();
    this.#waiting.delete(network);
    if (line.length > 0) this.#waiting.set(network, line);
    this.#count -= 1;
    start?.();
  }
}
