import { Undeliverable } from '../../../../supabase/functions/_shared/messages/delivery-errors.ts';
import type { MailAgency } from '../../../../supabase/functions/_shared/messages/mail-agency.ts';
import type { Mail, MailContent } from '../../../../supabase/functions/_shared/messages/mail.ts';
import type { Database } from '../db/database.ts';
import type { SealingKeys } from '../http/jwt.ts';
import {
  consumeQueue,
  type DeliveryRecords,
  type OutboxChannel,
  type QueueConsumer,
} from '../outbox/queue-consumer.ts';
import type { Mailer } from './mailer.ts';
import { MailQueue, type LeasedMail, type MailQueueConfig, type QueuedMail } from './mail-queue.ts';

/** Renders a queued mail when it is sent; each protocol registers its own renderers. */
export type RenderQueued = (mail: QueuedMail, agency: MailAgency | null) => MailContent;

export interface AccountMailsOptions extends DeliveryRecords {
  readonly config?: MailQueueConfig;
  readonly database: Database;
  readonly tokens: SealingKeys;
  readonly mailer: Mailer;
  /** By the type of a mail. */
  readonly renderers: Readonly<Record<string, RenderQueued>>;
  /** Reads who sends them; left out without a feature. */
  readonly agency?: (() => Promise<MailAgency | null>) | undefined;
}

function render(
  { token, ...leased }: LeasedMail,
  renderers: AccountMailsOptions['renderers'],
  agency: MailAgency | null,
): Mail {
  if (token === null) throw new Undeliverable('secret_changed');
  if (leased.expired) throw new Undeliverable('link_expired');
  const { id, name, createdAt, to, type, language } = leased;
  const renderQueued = renderers[type];
  // Another process may know it, in an update.
  if (renderQueued === undefined) throw Object.assign(new Error(type), { code: 'EUNKNOWNTYPE' });
  return { id, name, createdAt, to, language, ...renderQueued({ ...leased, token }, agency) };
}

/** The mails of the accounts, whose links are sealed until they are sent. */
export function accountMails(options: AccountMailsOptions): QueueConsumer {
  const { config, database, tokens, mailer, renderers, agency } = options;
  const channel: OutboxChannel<LeasedMail> = {
    limitMs: mailer.limitMs,
    deliver: async (mail) => mailer.deliver(render(mail, renderers, (await agency?.()) ?? null)),
  };
  return consumeQueue(new MailQueue(database, tokens, config), () => channel, options);
}
