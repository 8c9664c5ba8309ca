import { toMail, type MessageMails } from '../../../../supabase/functions/_shared/message-mails.ts';
import type { Message } from '../../../../supabase/functions/_shared/message-queue.ts';
import type { OutboxChannel } from '../outbox/queue-consumer.ts';
import type { Mailer } from './mailer.ts';

/** The channel `mail` of the product's messages. */
export function mailChannel(mailer: Mailer, mails: MessageMails): OutboxChannel<Message> {
  return {
    limitMs: mailer.limitMs,
    deliver: async (message) => mailer.deliver(await toMail(message, mails)),
  };
}
