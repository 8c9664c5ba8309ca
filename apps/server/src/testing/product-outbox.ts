import type {
  MessageMails,
  MessageRenderers,
  RenderMessage,
} from '../../../../supabase/functions/_shared/messages/message-mails.ts';
import type { Database } from '../db/database.ts';
import { mailChannel, type Mailer } from '../mail/mailer.ts';
import { callAsService, productMessages } from '../outbox/product-messages.ts';
import type { QueueConsumer } from '../outbox/queue-consumer.ts';
import type { TestDatabase } from './test-database.ts';

export const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Messages of the tests alone: a greeting by the number in its ids, which counts what it may read, and one with a file. */
export const testRenderers: MessageRenderers = new Map<string, RenderMessage>([
  [
    'greeting',
    async ({ ids, language, siteUrl, call }) => {
      const counts = (await call('bkk_count_messages', {})) as { waiting: number };
      const text = `${language} ${String(ids.number)} of ${String(counts.waiting)} at ${siteUrl}`;
      const short = { title: 'Greetings', path: '/dashboard' };
      return { subject: 'Greetings', text, html: `<p>${text}</p>`, short };
    },
  ],
  [
    'itinerary',
    () => {
      const content = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';
      const file = { filename: 'flights.ics', contentType: 'text/calendar', content };
      return { subject: 'Flights', text: 'Flights', html: 'Flights', attachments: [file] };
    },
  ],
]);

/** The product's messages of a database, sent by a mailer. */
export function testMessages(
  database: Database,
  mailer: Mailer,
  options: { readonly leaseMs?: number; readonly mails?: Partial<MessageMails> } = {},
): QueueConsumer {
  const call = callAsService(database);
  const siteUrl = 'https://bkksiam.example';
  const mail = mailChannel(mailer, { renderers: testRenderers, siteUrl, call, ...options.mails });
  const { leaseMs = 10_000 } = options;
  return productMessages({ call, channels: new Map([['mail', mail]]), leaseMs, log: quiet });
}

/** Queues greetings for a user, as the owner's functions do, in one transaction. */
export async function queueGreetings(
  { sql }: TestDatabase,
  userId: string,
  { count = 1, channel = 'mail', event = 'greeting' } = {},
): Promise<void> {
  await sql(
    `select bkk_internal.queue_message($1, $2, $3, jsonb_build_object('number', n), $3 || n)
      from generate_series(1, $4::int) as n`,
    [channel, userId, event, count],
  );
}
