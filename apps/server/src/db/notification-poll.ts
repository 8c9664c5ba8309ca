const defaultPollMs = 5_000;

/**
 * Replaces LISTEN where only a connection pooler in transaction mode is reachable: every listener is called every five
 * seconds with an empty payload, as after a reconnect.
 */
export class NotificationPoll {
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #pollMs: number;

  constructor(pollMs = defaultPollMs) {
    this.#pollMs = pollMs;
  }

  listen(
    _channel: string,
    onNotification: (payload: string) => void,
  ): Promise<() => Promise<void>> {
    const timer = setInterval(() => onNotification(''), this.#pollMs).unref();
    this.#timers.add(timer);
    return Promise.resolve(() => {
      clearInterval(timer);
      return Promise.resolve();
    });
  }

  close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    return Promise.resolve();
  }
}
