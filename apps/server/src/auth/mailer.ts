import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

/** One mail, both forms of its text already in the reader's language. */
export interface Mail {
  /** Unique for ever: the Message-ID follows from it, so a mail sent twice is one mail to its reader. */
  readonly id: string;
  /** Sorts by time and is one mail's alone: its file is named so, and a mail written twice is one file. */
  readonly name: string;
  readonly createdAt: Date;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: 'en' | 'th';
}

export interface Mailer {
  /** A delivery that takes longer has failed. */
  readonly limitMs: number;
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
    // The same bytes each time.
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

/** The way out for mails: by SMTP when there is a server for it, else into the outbox folder. */
export function createMailer(options: MailerOptions): Mailer {
  return options.smtpUrl === undefined
    ? outboxMailer(options.outboxDir, options.mailFrom)
    : smtpMailer(options.smtpUrl, options.mailFrom);
}
