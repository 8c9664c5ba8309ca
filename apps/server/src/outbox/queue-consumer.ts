import type { FastifyBaseLogger } from 'fastify';
import {
  deliveryTimeout,
  reasonOf,
  Undeliverable,
} from '../../../../supabase/functions/_shared/messages/delivery-errors.ts';
import { withTimeLimit } from '../http/time-limit.ts';
import { withoutTrace, type InTrace } from '../observability/tracing.ts';

export type OutboxLog = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

/** An item that this process may deliver until its lease ends. */
export interface Leased {
  readonly id: string;
  /** Including this one. */
  readonly attempts: number;
}

/** A table of what is to be delivered, of which each process leases some. */
export interface OutboxQueue<Item extends Leased> {
  /** What an item is called in the log and in traces. */
  readonly name: 'mail' | 'message';
  readonly leaseMs: number;
  /** What the item tells, for traces. */
  typeOf(item: Item): string;
  lease(max: number): Promise<readonly Item[]>;
  renew(item: Item): Promise<void>;
  done(item: Item): Promise<void>;
  /** Resolves with the milliseconds until the next attempt; undefined when there is none. */
  postpone(item: Item, reason: string): Promise<number | undefined>;
  giveUp(item: Item, reason: string): Promise<void>;
}

/** A way to a recipient. */
export interface OutboxChannel<Item> {
  /** Time limit of a delivery. */
  readonly limitMs: number;
  /** @throws {Undeliverable} when no further attempt would help */
  deliver(item: Item): Promise<void>;
}

/** What is told of deliveries. */
export interface DeliveryRecords {
  readonly log: OutboxLog;
  readonly inTrace?: InTrace;
}

/** The delivery of one leased item; resolves with the milliseconds until it is due again, if it is. */
type Delivery = () => Promise<number | undefined>;

/** A queue whose items are delivered by channels. */
export interface QueueConsumer {
  readonly name: OutboxQueue<Leased>['name'];
  lease(max: number): Promise<readonly Delivery[]>;
}

/** Renews the lease for as long as the delivery lasts. */
async function whileLeased<Item extends Leased>(
  queue: OutboxQueue<Item>,
  item: Item,
  log: OutboxLog,
  delivery: () => Promise<void>,
): Promise<void> {
  const { name, leaseMs } = queue;
  const renewal = setInterval(() => {
    queue.renew(item).catch((error: unknown) => {
      log.warn({ [name]: item.id, reason: reasonOf(error) }, `a ${name} could not be kept`);
    });
  }, leaseMs / 3);
  try {
    await delivery();
  } finally {
    clearInterval(renewal);
  }
}

/** Joins a queue with the channel of each of its items. */
export function consumeQueue<Item extends Leased>(
  queue: OutboxQueue<Item>,
  channelOf: (item: Item) => OutboxChannel<Item> | undefined,
  { log, inTrace = withoutTrace }: DeliveryRecords,
): QueueConsumer {
  const { name } = queue;
  const fields = ({ id, attempts }: Leased) => ({ [name]: id, attempts });

  async function deliver(item: Item): Promise<void> {
    const channel = channelOf(item);
    if (channel === undefined) throw new Undeliverable('no_channel');
    const { limitMs } = channel;
    await whileLeased(queue, item, log, () =>
      withTimeLimit(limitMs, () => channel.deliver(item), deliveryTimeout),
    );
  }

  async function failed(item: Item, error: unknown): Promise<number | undefined> {
    const reason = reasonOf(error);
    if (error instanceof Undeliverable) {
      log.error({ ...fields(item), reason }, `${name} given up`);
      await queue.giveUp(item, reason);
      return undefined;
    }
    const retryInMs = await queue.postpone(item, reason);
    log.error({ ...fields(item), reason, retryInMs }, `${name} not delivered`);
    return retryInMs;
  }

  function attempt(item: Item): Promise<number | undefined> {
    const attributes = {
      [`bkksiam.${name}.type`]: queue.typeOf(item),
      [`bkksiam.${name}.attempts`]: item.attempts,
    };
    return inTrace(`deliver ${name}`, { attributes }, async (span) => {
      try {
        await deliver(item);
      } catch (error) {
        span.fail(reasonOf(error));
        return failed(item, error);
      }
      await queue.done(item);
      log.info(fields(item), `${name} sent`);
      return undefined;
    });
  }

  return {
    name,
    async lease(max) {
      const items = await queue.lease(max);
      return items.map((item) => () => {
        // The lease expires, and a worker tries again.
        return attempt(item).catch((error: unknown) => {
          log.warn({ [name]: item.id, reason: reasonOf(error) }, `a ${name} keeps its lease`);
          return queue.leaseMs;
        });
      });
    },
  };
}
