import type { FastifyInstance } from 'fastify';
import { reasonOf } from '../../../../supabase/functions/_shared/messages/delivery-errors.ts';
import type { Database } from '../db/database.ts';
import { withTimeLimit } from '../http/time-limit.ts';
import type { OutboxLog, QueueConsumer } from './queue-consumer.ts';

/** The NOTIFY channel of both queues: what was committed may be due. */
export const outboxNotification = 'bkk_outbox';

export interface OutboxConfig {
  /** Polling interval of the queues. */
  readonly outboxPollMs?: number;
}

export interface OutboxOptions {
  readonly config?: OutboxConfig;
  readonly database: Pick<Database, 'listen'>;
  readonly consumers: readonly QueueConsumer[];
}

const defaultPollMs = 5_000;
/** Deliveries of one queue at a time. */
const maxConcurrency = 4;
/** How long stopping waits for deliveries under way. */
const stopLimitMs = 5_000;
/** How many polls in a row a queue may be unreadable before the worker counts as failing. */
const toleratedPolls = 3;

const tooLong = () => new Error('the deliveries under way take too long');

/** The rounds of one queue, in which all that is due is sent; a queue never waits for the deliveries of another. */
class QueueRounds {
  readonly #consumer: QueueConsumer;
  readonly #log: OutboxLog;
  readonly #dueIn: (waitMs: number) => void;
  #round: Promise<void> | undefined;
  #again = false;
  #stopped = false;
  /** Since when the queue cannot be read. */
  failingSince: number | undefined;

  constructor(consumer: QueueConsumer, log: OutboxLog, dueIn: (waitMs: number) => void) {
    this.#consumer = consumer;
    this.#log = log;
    this.#dueIn = dueIn;
  }

  wake(): void {
    if (this.#stopped) return;
    if (this.#round !== undefined) {
      this.#again = true;
      return;
    }
    this.#round = this.#sendDue()
      .catch((error: unknown) => {
        this.failingSince ??= performance.now();
        const { name } = this.#consumer;
        this.#log.warn({ reason: reasonOf(error) }, `the ${name}s that are due could not be read`);
      })
      .finally(() => {
        this.#round = undefined;
        if (this.#again) this.wake();
      });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#round;
  }

  async #sendDue(): Promise<void> {
    for (let more = true; more && !this.#stopped;) {
      this.#again = false;
      const deliveries = await this.#consumer.lease(maxConcurrency);
      this.failingSince = undefined;
      await Promise.all(
        deliveries.map(async (deliver) => {
          const waitMs = await deliver();
          if (waitMs !== undefined) this.#dueIn(waitMs);
        }),
      );
      more = deliveries.length === maxConcurrency;
    }
  }
}

/**
 * Sends what the queues hold; several processes may run one. It wakes on a notification or for a retry, and polls for
 * what a killed process has left.
 */
export class OutboxWorker {
  readonly #database: OutboxOptions['database'];
  readonly #pollMs: number;
  readonly #queues: readonly QueueRounds[];
  readonly #retries = new Set<NodeJS.Timeout>();
  #poll: NodeJS.Timeout | undefined;
  #stopListening: (() => Promise<void>) | undefined;
  #started = false;
  #stopped = false;

  constructor({ config, database, consumers }: OutboxOptions, log: OutboxLog) {
    this.#database = database;
    this.#pollMs = config?.outboxPollMs ?? defaultPollMs;
    this.#queues = consumers.map(
      (consumer) => new QueueRounds(consumer, log, (waitMs) => this.#wakeIn(waitMs)),
    );
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#database.listen(outboxNotification, () => this.#wake());
    this.#poll = setInterval(() => this.#wake(), this.#pollMs).unref();
    this.#started = true;
    this.#wake();
  }

  /** Whether it runs and reads its queues; errors of a mail server do not count. */
  get isWorking(): boolean {
    if (!this.#started || this.#stopped) return false;
    const tolerated = performance.now() - toleratedPolls * this.#pollMs;
    return this.#queues.every(({ failingSince = Infinity }) => failingSince > tolerated);
  }

  /** Waits up to 5 s for deliveries under way; another process or the next start sends the rest. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#poll);
    for (const retry of this.#retries) clearTimeout(retry);
    await this.#stopListening?.();
    const ends = Promise.all(this.#queues.map((queue) => queue.stop()));
    await withTimeLimit(stopLimitMs, () => ends, tooLong).catch(() => undefined);
  }

  #wake(): void {
    for (const queue of this.#queues) queue.wake();
  }

  /** Longer waits end with a poll. */
  #wakeIn(waitMs: number): void {
    if (this.#stopped || waitMs > this.#pollMs) return;
    const retry = setTimeout(() => {
      this.#retries.delete(retry);
      this.#wake();
    }, waitMs + 1).unref();
    this.#retries.add(retry);
  }
}

/** Runs a worker for as long as the app runs. */
export function runOutbox(app: FastifyInstance, options: OutboxOptions): OutboxWorker {
  const worker = new OutboxWorker(options, app.log);
  app.addHook('onReady', () => worker.start());
  app.addHook('onClose', () => worker.stop());
  return worker;
}
