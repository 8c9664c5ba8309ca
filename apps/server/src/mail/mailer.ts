import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@bkksiam/domain/languages';
import { createTransport } from 'nodemailer';

/** A rendered mail, as HTML and as text. */
export interface Mail {
  /** Unique id, from which the Message-ID follows; a mail client shows a mail that was sent twice once. */
  readonly id: string;
  /** Unique file name that sorts by time; a mail that is written twice is one file. */
  readonly name: string;
  readonly createdAt: Date;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: Language;
}

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

const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 30_000;
const smtpLimitMs = 60_000;
const fileLimitMs = 10_000;

function message(mail: Mail, mailFrom: string) {
  const host = /@([^\s>]+)>?\s*$/.exec(mailFrom)?.[1] ?? 'bkksiam.example';
  return {
    from: mailFrom,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    date: mail.createdAt,
    // Makes the message deterministic.
    baseBoundary: mail.id,
    messageId: `<${mail.id}@${host}>`,
    headers: { 'Content-Language': mail.language, 'Auto-Submitted': 'auto-generated' },
    text: mail.text,
    html: mail.html,
  };
}

function smtpMailer(smtpUrl: string, mailFrom: string): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    limitMs: smtpLimitMs,
    async deliver(mail) {
      await transport.sendMail(message(mail, mailFrom));
    },
  };
}

function outboxMailer(outboxDir: string, mailFrom: string): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    limitMs: fileLimitMs,
    async deliver(mail) {
      const { message: bytes } = await composer.sendMail(message(mail, mailFrom));
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
    : smtpMailer(options.smtpUrl, options.mailFrom);
}
