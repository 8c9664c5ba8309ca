import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import { withTimeLimit } from '../http/time-limit.ts';
import type { Tokens } from '../http/jwt.ts';
import { withoutTrace, type InTrace, type WorkSpan } from '../observability/tracing.ts';
import type { Mail, Mailer } from './mailer.ts';
import { MailOutbox, outboxChannel, type LeasedMail, type QueuedMail } from './outbox.ts';
import type { MailContent } from './templates.ts';

/** Renders a queued mail when it is sent; each protocol registers its own renderers. */
export type RenderQueued = (mail: QueuedMail) => MailContent;

export interface MailConfig {
  /** The wait after a mail's first failure; each further one doubles it. */
  readonly mailRetryMs?: number;
  /** How long a mail stays with a process that may have died; a process that works on it renews the lease. */
  readonly mailLeaseMs?: number;
  /** Polling interval of the outbox. */
  readonly mailPollMs?: number;
}

export interface MailOptions {
  readonly config?: MailConfig;
  readonly database: Database;
  readonly tokens: Pick<Tokens, 'fingerprint' | 'fingerprints'>;
  readonly mailer: Mailer;
  /** By the type of a mail. */
  readonly renderers: Readonly<Record<string, RenderQueued>>;
  readonly inTrace?: InTrace;
}

interface WorkerLog {
  info(fields: object, message?: string): void;
  warn(fields: object, message?: string): void;
  error(fields: object, message?: string): void;
}

const defaults = { mailRetryMs: 5_000, mailLeaseMs: 10_000, mailPollMs: 5_000 };
const maxConcurrency = 4;
/** How long stopping waits for deliveries under way. */
const stopLimitMs = 5_000;
const maxRetryMs = 600_000;
/** How many polls in a row the outbox may be unreadable before the worker counts as failing. */
const toleratedPolls = 3;

interface MailError {
  readonly code?: unknown;
  /** The system's code, such as `ECONNREFUSED`, behind nodemailer's `ESOCKET` or `EDNS`. */
  readonly originalCode?: unknown;
  readonly responseCode?: unknown;
}

/** Error codes for the log and the database; a mail server's response could repeat the mail. */
function reasonOf(error: unknown): string {
  const { code, originalCode, responseCode } = (error ?? {}) as MailError;
  const codes = [code, originalCode, responseCode]
    .filter((value) => value !== undefined)
    .map(String);
  return codes.length === 0 ? 'unknown' : codes.join(' ');
}

const tooLong = () => Object.assign(new Error('the delivery took too long'), { code: 'ETOOLONG' });

/**
 * Sends the mails of the outbox; several processes may run one. It wakes on a notification or for a retry, and polls
 * for mails that a killed process has left.
 */
export class MailWorker {
  readonly #config: Required<MailConfig>;
  readonly #database: Database;
  readonly #mailer: Mailer;
  readonly #renderers: MailOptions['renderers'];
  readonly #outbox: MailOutbox;
  readonly #inTrace: InTrace;
  readonly #log: WorkerLog;
  readonly #retries = new Set<NodeJS.Timeout>();
  #poll: NodeJS.Timeout | undefined;
  #stopListening: (() => Promise<void>) | undefined;
  #round: Promise<void> | undefined;
  #again = false;
  #started = false;
  #stopped = false;
  /** Since when the outbox cannot be read. */
  #failingSince: number | undefined;

  constructor(options: MailOptions, log: WorkerLog) {
    const { config, database, tokens, mailer, renderers, inTrace = withoutTrace } = options;
    this.#inTrace = inTrace;
    this.#config = { ...defaults, ...config };
    this.#database = database;
    this.#mailer = mailer;
    this.#renderers = renderers;
    this.#outbox = new MailOutbox(database, tokens, this.#config.mailLeaseMs);
    this.#log = log;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#database.listen(outboxChannel, () => this.#wake());
    this.#poll = setInterval(() => this.#wake(), this.#config.mailPollMs).unref();
    this.#started = true;
    this.#wake();
  }

  /** Whether it runs and reads the outbox; errors of the mail server do not count. */
  get isWorking(): boolean {
    if (!this.#started || this.#stopped) return false;
    if (this.#failingSince === undefined) return true;
    return performance.now() - this.#failingSince < toleratedPolls * this.#config.mailPollMs;
  }

  /** Waits up to 5 s for deliveries under way; another process or the next start sends the rest. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#poll);
    for (const retry of this.#retries) clearTimeout(retry);
    await this.#stopListening?.();
    await withTimeLimit(stopLimitMs, () => this.#round ?? Promise.resolve(), tooLong).catch(
      () => undefined,
    );
  }

  #wake(): void {
    if (this.#stopped) return;
    if (this.#round !== undefined) {
      this.#again = true;
      return;
    }
    this.#round = this.#sendDue()
      .catch((error: unknown) => {
        this.#failingSince ??= performance.now();
        this.#log.warn({ reason: reasonOf(error) }, 'the mails that are due could not be read');
      })
      .finally(() => {
        this.#round = undefined;
        if (this.#again) this.#wake();
      });
  }

  async #sendDue(): Promise<void> {
    for (let more = true; more && !this.#stopped;) {
      this.#again = false;
      const mails = await this.#outbox.lease(maxConcurrency);
      this.#failingSince = undefined;
      await Promise.all(mails.map((mail) => this.#sendInTrace(mail)));
      more = mails.length === maxConcurrency;
    }
  }

  #sendInTrace(leased: LeasedMail): Promise<void> {
    const { type, attempts } = leased;
    const attributes = { 'bkksiam.mail.type': type, 'bkksiam.mail.attempts': attempts };
    return this.#inTrace('deliver mail', { attributes }, (span) => this.#send(leased, span));
  }

  async #send(leased: LeasedMail, span: WorkSpan): Promise<void> {
    const { id, token, attempts } = leased;
    try {
      if (token === null || leased.expired) {
        await this.#outbox.remove(leased);
        const reason = token === null ? 'its secret has changed' : 'its link has expired';
        span.fail('given up');
        this.#log.error({ mail: id, attempts, reason }, 'mail given up');
        return;
      }
      await this.#deliver(leased, this.#render(leased, token));
      await this.#outbox.remove(leased);
      this.#log.info({ mail: id, attempts }, 'mail sent');
    } catch (error) {
      const reason = reasonOf(error);
      span.fail(reason);
      await this.#postpone(leased, reason);
    }
  }

  #render(leased: LeasedMail, token: string): Mail {
    const { id, name, createdAt, to, type, language } = leased;
    const render = this.#renderers[type];
    if (render === undefined) throw Object.assign(new Error(type), { code: 'EUNKNOWNTYPE' });
    return { id, name, createdAt, to, language, ...render({ ...leased, token }) };
  }

  /** Renews the lease for as long as the delivery lasts. */
  async #deliver(leased: LeasedMail, mail: Mail): Promise<void> {
    const renewal = setInterval(() => {
      this.#outbox.renew(leased).catch((error: unknown) => {
        this.#log.warn({ mail: leased.id, reason: reasonOf(error) }, 'a mail could not be kept');
      });
    }, this.#config.mailLeaseMs / 3);
    try {
      await withTimeLimit(this.#mailer.limitMs, () => this.#mailer.deliver(mail), tooLong);
    } finally {
      clearInterval(renewal);
    }
  }

  async #postpone(leased: LeasedMail, reason: string): Promise<void> {
    const { attempts } = leased;
    const waitMs = Math.min(maxRetryMs, this.#config.mailRetryMs * 2 ** (attempts - 1));
    this.#log.error({ mail: leased.id, attempts, reason, retryInMs: waitMs }, 'mail not delivered');
    await this.#outbox.postpone(leased, reason, waitMs).catch((error: unknown) => {
      // The lease expires and another worker retries.
      this.#log.warn({ mail: leased.id, reason: reasonOf(error) }, 'a retry was not noted');
    });
    const retry = setTimeout(() => {
      this.#retries.delete(retry);
      this.#wake();
    }, waitMs + 1).unref();
    this.#retries.add(retry);
  }
}

/** Runs a worker for as long as the app runs. */
export function runMailWorker(app: FastifyInstance, options: MailOptions): MailWorker {
  const worker = new MailWorker(options, app.log);
  app.addHook('onReady', () => worker.start());
  app.addHook('onClose', () => worker.stop());
  return worker;
}
