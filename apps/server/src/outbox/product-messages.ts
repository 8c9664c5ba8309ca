import {
  MessageQueue,
  type CallDatabase,
  type Message,
} from '../../../../supabase/functions/_shared/messages/message-queue.ts';
import type { Database } from '../db/database.ts';
import {
  consumeQueue,
  type DeliveryRecords,
  type OutboxChannel,
  type OutboxQueue,
  type QueueConsumer,
} from './queue-consumer.ts';

export interface ProductMessagesOptions extends DeliveryRecords {
  readonly call: CallDatabase;
  /** By the channel of a message. */
  readonly channels: ReadonlyMap<string, OutboxChannel<Message>>;
  /** How long a message stays with a process that may have died; default 10 s. */
  readonly leaseMs?: number;
}

const name = /^[a-z][a-z_]*$/;

/** Calls functions of the product as the auth service's role. */
export function callAsService(database: Pick<Database, 'asService'>): CallDatabase {
  return async (called, values) => {
    const names = Object.keys(values);
    for (const one of [called, ...names])
      if (!name.test(one)) throw new Error(`${one} is no name of a function or an argument`);
    const given = names.map((one, index) => `${one} => $${index + 1}`).join(', ');
    const [result] = await database.asService([
      { text: `select public.${called}(${given}) as result`, values: Object.values(values) },
    ]);
    return result?.rows[0]?.result;
  };
}

function productQueue(call: CallDatabase, leaseMs: number): OutboxQueue<Message> {
  const queue = new MessageQueue(call, leaseMs / 1000);
  return {
    name: 'message',
    leaseMs,
    typeOf: ({ event }) => event,
    lease: (max) => queue.lease(max),
    renew: (message) => queue.renew(message),
    done: (message) => queue.sent(message),
    async postpone(message, reason) {
      const failure = await queue.failed(message, reason, false);
      return failure.state === 'queued' ? failure.retry_in_seconds * 1000 : undefined;
    },
    async giveUp(message, reason) {
      await queue.failed(message, reason, true);
    },
  };
}

/** The messages of `bkk_outbox`, by the channel each names. */
export function productMessages(options: ProductMessagesOptions): QueueConsumer {
  const { call, channels, leaseMs = 10_000 } = options;
  return consumeQueue(productQueue(call, leaseMs), ({ channel }) => channels.get(channel), options);
}
