import { setTimeout } from 'node:timers/promises';

/** The longest time after which a notification that was read once may come again. */
const rememberedMs = 120_000;

/** Ids that were handled lately. */
export class SeenIds {
  readonly #seen = new Map<string, number>();

  /** Whether the id is new; from now on it is not. */
  add(id: string): boolean {
    if (this.#seen.has(id)) return false;
    this.#seen.set(id, performance.now());
    return true;
  }

  prune(): void {
    const until = performance.now() - rememberedMs;
    for (const [id, at] of this.#seen) {
      if (at > until) return;
      this.#seen.delete(id);
    }
  }
}

/**
 * Handles notifications of one channel in their order, those that wait in one go, after a delay. An empty payload says that some may have
 * been lost: then the handler gets null, and looks for itself.
 */
export class NoticeQueue {
  readonly #handle: (payloads: readonly string[] | null) => Promise<void>;
  readonly #onFailure: (error: unknown) => void;
  readonly #delayMs: number;
  #waiting = new Set<string>();
  #running: Promise<void> | undefined;

  constructor(
    handle: (payloads: readonly string[] | null) => Promise<void>,
    onFailure: (error: unknown) => void,
    delayMs = 0,
  ) {
    this.#delayMs = delayMs;
    this.#handle = handle;
    this.#onFailure = onFailure;
  }

  push(payload: string): void {
    this.#waiting.add(payload);
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.size > 0) {
      if (this.#delayMs > 0) await setTimeout(this.#delayMs);
      const payloads = this.#waiting;
      this.#waiting = new Set();
      const mayHaveLost = payloads.delete('');
      try {
        if (payloads.size > 0) await this.#handle([...payloads]);
        if (mayHaveLost) await this.#handle(null);
      } catch (error) {
        this.#onFailure(error);
      }
    }
  }
}
