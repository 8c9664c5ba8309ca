import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { mailMessage, type Mail } from '../../../../supabase/functions/_shared/messages/mail.ts';
import {
  toMail,
  type MessageMails,
} from '../../../../supabase/functions/_shared/messages/message-mails.ts';
import type { Message } from '../../../../supabase/functions/_shared/messages/message-queue.ts';
import { shortChannels } from '../../../../supabase/functions/_shared/messages/message-channels.ts';
import { smtpDelivery } from '../../../../supabase/functions/_shared/messages/smtp.ts';
import type { VapidKeys } from '../../../../supabase/functions/_shared/messages/vapid.ts';
import { subjectOf } from '../../../../supabase/functions/_shared/messages/web-push.ts';
import type { OutboxChannel } from '../outbox/queue-consumer.ts';

export interface Mailer {
  /** Time limit of a delivery. */
  readonly limitMs: number;
  /** Resolves when the mail server has accepted the mail, or its file is written. */
  deliver(mail: Mail): Promise<void>;
}

export interface MailerOptions {
  readonly smtpUrl: string | undefined;
  /** `Name <address>` or an address. */
  readonly mailFrom: string;
  /** Folder for one `.eml` file per mail, used without `smtpUrl`. */
  readonly outboxDir: string;
}

const smtpLimitMs = 60_000;
const fileLimitMs = 10_000;

function outboxMailer(outboxDir: string, mailFrom: string): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    limitMs: fileLimitMs,
    async deliver(mail) {
      const { message: bytes } = await composer.sendMail(mailMessage(mail, mailFrom));
      if (!Buffer.isBuffer(bytes)) throw new Error('the composer gave no buffer');
      await mkdir(outboxDir, { recursive: true, mode: 0o700 });
      const unfinished = join(outboxDir, `.${mail.name}.tmp`);
      await writeFile(unfinished, bytes, { mode: 0o600, flush: true });
      await rename(unfinished, join(outboxDir, `${mail.name}.eml`));
    },
  };
}

/** Creates the mail transport: SMTP if configured, else files in the outbox folder. */
export function createMailer(options: MailerOptions): Mailer {
  return options.smtpUrl === undefined
    ? outboxMailer(options.outboxDir, options.mailFrom)
    : { limitMs: smtpLimitMs, deliver: smtpDelivery(options.smtpUrl, options.mailFrom) };
}

const shortLimitMs = 15_000;

/** What short messages need of the configuration. */
export interface ShortMessageConfig {
  readonly mailFrom: string;
  readonly lineToken: string | undefined;
  readonly lineUrl: string;
  readonly pushServices: readonly string[];
  readonly pushKeys?: VapidKeys;
}

/** The channels `line` and `push` of the product's messages, as far as they are set up. */
export function shortMessageChannels(
  {
    mailFrom,
    lineToken: token,
    lineUrl: url,
    pushServices: services,
    pushKeys: keys,
  }: ShortMessageConfig,
  mails: MessageMails,
): readonly (readonly [channel: string, OutboxChannel<Message>])[] {
  const line = token === undefined ? undefined : { token, url };
  const push = keys === undefined ? undefined : { keys, services, subject: subjectOf(mailFrom) };
  return shortChannels({ line, push }, mails).map(
    ([channel, deliver]) => [channel, { limitMs: shortLimitMs, deliver }] as const,
  );
}

/** The channel `mail` of the product's messages. */
export function mailChannel(mailer: Mailer, mails: MessageMails): OutboxChannel<Message> {
  return {
    limitMs: mailer.limitMs,
    deliver: async (message) => mailer.deliver(await toMail(message, mails)),
  };
}
