const tickMs = 100;

/** Something that waits for an answer of the database. */
export interface Waiting {
  /** The answer has not come in time. */
  readonly onLimit: () => void;
}

/**
 * Time limits of answers. One timer serves all: a timer for each batch took a thirtieth of a read's time. Time is counted
 * in ticks of that timer, so that a busy event loop, which reads no answers, does not use it up.
 */
class AnswerTimer {
  readonly #dueAt = new Map<Waiting, number>();
  #tick = 0;
  #timer: NodeJS.Timeout | undefined;

  start(waiting: Waiting, limitMs: number): void {
    this.#dueAt.set(waiting, this.#tick + Math.ceil(limitMs / tickMs) + 1);
    this.#timer ??= setInterval(() => this.#check(), tickMs).unref();
  }

  stop(waiting: Waiting): void {
    this.#dueAt.delete(waiting);
  }

  #check(): void {
    this.#tick += 1;
    for (const [waiting, dueAt] of this.#dueAt) {
      if (dueAt > this.#tick) continue;
      this.#dueAt.delete(waiting);
      // Answers that have arrived meanwhile are read before the immediate runs.
      setImmediate(waiting.onLimit);
    }
    if (this.#dueAt.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

export const answerTimer = new AnswerTimer();
