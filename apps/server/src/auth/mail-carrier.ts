import { within } from '../http/within.ts';
import {
  keepMail,
  leaseMails,
  outboxChannel,
  postponeMail,
  removeMail,
  type LeasedMail,
} from './mail-outbox.ts';
import { writeMail, type MailKind } from './mail-templates.ts';
import { keptToken, tokenCode } from './link-tokens.ts';
import type { Mail, Mailer } from './mailer.ts';
import { linkAddress, type LinkType } from './one-time-links.ts';
import type { AuthParts } from './settings.ts';

interface CarrierLog {
  info(fields: object, message?: string): void;
  warn(fields: object, message?: string): void;
  error(fields: object, message?: string): void;
}

const atOnce = 4;
/** How long leaving waits for deliveries under way. */
const stopLimitMs = 5_000;
const longestRetryMs = 600_000;

const kindOf: Record<LinkType, MailKind> = {
  signup: 'confirmation',
  email: 'confirmation',
  invite: 'invite',
  recovery: 'recovery',
  magiclink: 'magiclink',
  email_change: 'email_change',
};

function write(auth: AuthParts, leased: LeasedMail, token: string): Mail {
  const { id, name, createdAt, to, type, language, redirectTo } = leased;
  const { siteUrl, linkLifetimeSeconds: lifetimeSeconds } = auth.config;
  const words = () => {
    if (type === 'reauthentication') {
      const code = tokenCode(auth, keptToken(token));
      return writeMail(type, language, { code, siteUrl, lifetimeSeconds });
    }
    if (type === 'email_taken') {
      const link = `${siteUrl}/login`;
      return writeMail(type, language, { link, siteUrl, lifetimeSeconds: null });
    }
    const link = linkAddress(siteUrl, { token, type, redirectTo });
    return writeMail(kindOf[type], language, { link, siteUrl, lifetimeSeconds });
  };
  return { id, name, createdAt, to, language, ...words() };
}

/** What may be logged and kept of a failure: a mail server's answer could repeat the mail. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  const words = [code, responseCode].filter((word) => word !== undefined).map(String);
  return words.length === 0 ? 'unknown' : words.join(' ');
}

const tooLong = () => Object.assign(new Error('the delivery took too long'), { code: 'ETOOLONG' });

/**
 * Empties the outbox table: any process may, each row is one process's at a time. It is woken by the notice of a commit, by
 * the time of a retry, and looks by itself now and then for what a process left behind that was killed.
 */
export class MailCarrier {
  readonly #auth: AuthParts;
  readonly #mailer: Mailer;
  readonly #log: CarrierLog;
  readonly #retries = new Set<NodeJS.Timeout>();
  #poll: NodeJS.Timeout | undefined;
  #stopListening: (() => Promise<void>) | undefined;
  #round: Promise<void> | undefined;
  #again = false;
  #stopped = false;

  constructor(auth: AuthParts, mailer: Mailer, log: CarrierLog) {
    this.#auth = auth;
    this.#mailer = mailer;
    this.#log = log;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#auth.database.listen(outboxChannel, () => this.#wake());
    this.#poll = setInterval(() => this.#wake(), this.#auth.config.mailPollMs).unref();
    this.#wake();
  }

  /** Finishes the deliveries under way within 5 s; what is left is another process's, or the next start's. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#poll);
    for (const retry of this.#retries) clearTimeout(retry);
    await this.#stopListening?.();
    await within(stopLimitMs, () => this.#round ?? Promise.resolve(), tooLong).catch(
      () => undefined,
    );
  }

  #wake(): void {
    if (this.#stopped) return;
    if (this.#round !== undefined) {
      this.#again = true;
      return;
    }
    this.#round = this.#empty()
      .catch((error: unknown) => {
        this.#log.warn({ reason: reasonOf(error) }, 'the mails that are due could not be read');
      })
      .finally(() => {
        this.#round = undefined;
        if (this.#again) this.#wake();
      });
  }

  async #empty(): Promise<void> {
    for (let more = true; more && !this.#stopped;) {
      this.#again = false;
      const mails = await leaseMails(this.#auth, atOnce);
      await Promise.all(mails.map((mail) => this.#carry(mail)));
      more = mails.length === atOnce;
    }
  }

  async #carry(leased: LeasedMail): Promise<void> {
    const { id, token, attempts } = leased;
    try {
      if (token === null || leased.expired) {
        await removeMail(this.#auth, id);
        const reason = token === null ? 'its secret has changed' : 'its link has expired';
        this.#log.error({ mail: id, attempts, reason }, 'mail given up');
        return;
      }
      await this.#deliver(leased, write(this.#auth, leased, token));
      await removeMail(this.#auth, id);
      this.#log.info({ mail: id, attempts }, 'mail sent');
    } catch (error) {
      await this.#postpone(leased, reasonOf(error));
    }
  }

  /** Delivers, and keeps the row from other processes for as long as that takes. */
  async #deliver(leased: LeasedMail, mail: Mail): Promise<void> {
    const keeping = setInterval(() => {
      keepMail(this.#auth, leased).catch((error: unknown) => {
        this.#log.warn({ mail: leased.id, reason: reasonOf(error) }, 'a mail could not be kept');
      });
    }, this.#auth.config.mailLeaseMs / 3);
    try {
      await within(this.#mailer.limitMs, () => this.#mailer.deliver(mail), tooLong);
    } finally {
      clearInterval(keeping);
    }
  }

  async #postpone(leased: LeasedMail, reason: string): Promise<void> {
    const { attempts } = leased;
    const waitMs = Math.min(longestRetryMs, this.#auth.config.mailRetryMs * 2 ** (attempts - 1));
    this.#log.error({ mail: leased.id, attempts, reason, retryInMs: waitMs }, 'mail not delivered');
    await postponeMail(this.#auth, leased, reason, waitMs).catch((error: unknown) => {
      // The lease ends by itself.
      this.#log.warn({ mail: leased.id, reason: reasonOf(error) }, 'a retry was not noted');
    });
    const retry = setTimeout(() => {
      this.#retries.delete(retry);
      this.#wake();
    }, waitMs + 1).unref();
    this.#retries.add(retry);
  }
}
