import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

/** One mail, both forms of its text already in the reader's language. */
export interface Mail {
  /** Unique for ever: the Message-ID follows from it, so a mail sent twice is one mail to its reader. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: 'en' | 'th';
}

export interface Mailer {
  /** Resolves when the next server (or the outbox) has the mail for good; rejects when it has not. */
  deliver(mail: Mail): Promise<void>;
}

export interface MailerOptions {
  readonly smtpUrl: string | undefined;
  /** `Name <address>` or an address. */
  readonly mailFrom: string;
  /** Folder for one `.eml` file per mail, used without `smtpUrl`. */
  readonly outboxDir: string;
}

interface MailLog {
  info(fields: object, message?: string): void;
}

/** Where answers drop their mails: they do not wait for the delivery, whose time would tell who has an account. */
export interface PostRoom {
  send(mail: Mail): void;
  /** Resolves when everything dropped so far is delivered or given up. */
  settled(): Promise<void>;
}

const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 30_000;

function message(mail: Mail, mailFrom: string) {
  const host = /@([^\s>]+)>?\s*$/.exec(mailFrom)?.[1] ?? 'bkksiam.example';
  return {
    from: mailFrom,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    messageId: `<${mail.id}@${host}>`,
    headers: { 'Content-Language': mail.language, 'Auto-Submitted': 'auto-generated' },
    text: mail.text,
    html: mail.html,
  };
}

function smtpMailer(smtpUrl: string, mailFrom: string, log: MailLog): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver(mail) {
      await transport.sendMail(message(mail, mailFrom));
      log.info({ mail: mail.id }, 'mail sent');
    },
  };
}

/** Sorts by time, also within one millisecond and across processes that share the folder. */
function outboxName(sequence: number): string {
  const time = new Date().toISOString().replaceAll(':', '-');
  return `${time}-${String(sequence).padStart(6, '0')}-${randomUUID().slice(0, 8)}.eml`;
}

function outboxMailer(outboxDir: string, mailFrom: string, log: MailLog): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  let sequence = 0;
  return {
    async deliver(mail) {
      const name = outboxName((sequence = (sequence + 1) % 1_000_000));
      const { message: bytes } = await composer.sendMail(message(mail, mailFrom));
      if (!Buffer.isBuffer(bytes)) throw new Error('the composer gave no buffer');
      await mkdir(outboxDir, { recursive: true, mode: 0o700 });
      const unfinished = join(outboxDir, `.${name}.tmp`);
      await writeFile(unfinished, bytes, { mode: 0o600 });
      await rename(unfinished, join(outboxDir, name));
      log.info({ mail: mail.id }, 'mail written to the outbox');
    },
  };
}

/** The way out for mails: by SMTP when there is a server for it, else into the outbox folder. */
export function createMailer(options: MailerOptions, log: MailLog): Mailer {
  return options.smtpUrl === undefined
    ? outboxMailer(options.outboxDir, options.mailFrom, log)
    : smtpMailer(options.smtpUrl, options.mailFrom, log);
}

function reason(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : 'unknown';
}

/** Delivers in the background. A mail that cannot be delivered is logged by its id and reason, never by its content. */
export function postRoom(
  mailer: Mailer,
  log: { error(fields: object, message?: string): void },
): PostRoom {
  const underway = new Set<Promise<void>>();
  return {
    send(mail) {
      const delivery = mailer
        .deliver(mail)
        .catch((error: unknown) => {
          log.error({ mail: mail.id, reason: reason(error) }, 'mail not delivered');
        })
        .finally(() => underway.delete(delivery));
      underway.add(delivery);
    },
    async settled() {
      await Promise.all(underway);
    },
  };
}
