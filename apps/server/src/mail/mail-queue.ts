import { randomUUID } from 'node:crypto';
import type { Language } from '@bkksiam/domain/languages';
import { mailName } from '../../../../supabase/functions/_shared/messages/mail.ts';
import type { Database, Row, Transaction } from '../db/database.ts';
import type { SealingKeys } from '../http/jwt.ts';
import { seal, unseal } from '../http/sealing.ts';
import type { OutboxQueue } from '../outbox/queue-consumer.ts';
import { outboxNotification } from '../outbox/worker.ts';

/** A mail as a protocol queues it. */
export interface NewMail {
  readonly to: string;
  /** Names the renderer that writes the mail when it is sent. */
  readonly type: string;
  /** The token of the link, encrypted until the mail is sent; empty for a notice. */
  readonly token: string;
  /** The redirect target of the link. */
  readonly redirectTo: string;
  readonly language: Language;
  /** After this time the token is void and the mail is not sent any more. */
  readonly lifetimeSeconds: number;
}

/** What the mail is rendered from. */
export type QueuedMail = Omit<NewMail, 'lifetimeSeconds'>;

/** A mail that this process may send until its lease ends. */
export interface LeasedMail extends Omit<QueuedMail, 'token'> {
  readonly id: string;
  /** Unique name that sorts by time. */
  readonly name: string;
  readonly createdAt: Date;
  /** Null when the sealing key has changed since the mail was queued. */
  readonly token: string | null;
  readonly expired: boolean;
  /** Including this one. */
  readonly attempts: number;
}

interface Envelope {
  readonly id: string;
  readonly to: string;
  readonly type: string;
}

/** Binds the encrypted token to its row, recipient and type, so that it cannot be decrypted in another row. */
const contextOf = ({ id, to, type }: Envelope) => `${id}\0${type}\0${to}`;

function sealToken(keys: SealingKeys, envelope: Envelope, token: string): Buffer {
  const key = keys.fingerprint('mail outbox', envelope.id);
  return seal(key, contextOf(envelope), token, 'before ciphertext');
}

function unsealToken(keys: SealingKeys, envelope: Envelope, sealed: Buffer): string | null {
  try {
    const accepted = keys.fingerprints('mail outbox', envelope.id);
    return unseal(accepted, contextOf(envelope), sealed, 'before ciphertext');
  } catch {
    return null;
  }
}

/** Queues the mail in the transaction that issued its token: both are committed, or neither. */
export async function queueMail(
  transaction: Transaction,
  keys: SealingKeys,
  mail: NewMail,
): Promise<void> {
  const { to, type, token, redirectTo, language, lifetimeSeconds } = mail;
  const id = randomUUID();
  const sealedToken = sealToken(keys, { id, to, type }, token);
  await transaction.run({
    text: `with mail as (
        insert into bkksiam_private.mail_outbox
          (id, type, language, recipient, redirect_to, sealed_token, expires_at)
        values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7)) returning id)
      select pg_notify('${outboxNotification}', '') from mail`,
    values: [id, type, language, to, redirectTo, sealedToken, lifetimeSeconds],
  });
}

/** The queued mails of the accounts and messages of the product. */
export interface MailQueueState {
  readonly waiting: number;
  /** Number of those whose last delivery failed. */
  readonly failed: number;
  /** Number of those that are overdue, or whose last delivery failed for what is not their recipient's fault. */
  readonly stuck: number;
  /** Number of messages that were given up. */
  readonly dead: number;
  /** Age of the oldest in seconds; undefined for empty queues. */
  readonly oldestSeconds: number | undefined;
}

/** Workers poll every few seconds, so a mail that is due for longer has no worker. */
const overdueSeconds = 60;

export async function readMailQueue(database: Pick<Database, 'probe'>): Promise<MailQueueState> {
  const [row] = await database.probe({
    text: `select count(*) as waiting, count(last_failure) as failed,
        extract(epoch from clock_timestamp() - min(created_at))::float8 as oldest_seconds,
        count(*) filter (where last_failure is not null
          or due_at < clock_timestamp() - make_interval(secs => $1)) as stuck,
        public.bkk_count_messages() as messages
      from bkksiam_private.mail_outbox`,
    values: [overdueSeconds],
  });
  const messages = (row?.messages ?? {}) as Row;
  const sum = (key: string) => Number(row?.[key] ?? 0) + Number(messages[key] ?? 0);
  const ages = [row?.oldest_seconds, messages.oldest_seconds].filter(
    (age) => typeof age === 'number',
  );
  return {
    waiting: sum('waiting'),
    failed: sum('failed'),
    stuck: sum('stuck'),
    dead: sum('dead'),
    oldestSeconds: ages.length === 0 ? undefined : Math.max(...ages),
  };
}

function toLeasedMail(keys: SealingKeys, row: Row): LeasedMail {
  const id = String(row.id);
  const type = String(row.type);
  const to = String(row.to);
  const createdAt = new Date(String(row.created_at));
  return {
    id,
    name: mailName(createdAt, Number(row.number), id),
    createdAt,
    to,
    type,
    language: row.language === 'th' ? 'th' : 'en',
    redirectTo: String(row.redirect_to),
    token: Buffer.isBuffer(row.sealed_token)
      ? unsealToken(keys, { id, to, type }, row.sealed_token)
      : null,
    expired: row.expired === true,
    attempts: Number(row.attempts),
  };
}

/** Longer than the longest wait between two attempts. */
const longestWaitSeconds = 900;

export interface MailQueueConfig {
  /** The wait after a mail's first failure; each further one doubles it. */
  readonly mailRetryMs?: number;
  /** How long a mail stays with a process that may have died; a process that works on it renews the lease. */
  readonly mailLeaseMs?: number;
}

const maxRetryMs = 600_000;

/** The queue as a worker sees it. A row belongs to the process that has leased it. */
export class MailQueue implements OutboxQueue<LeasedMail> {
  readonly name: OutboxQueue<LeasedMail>['name'] = 'mail';
  readonly leaseMs: number;
  readonly #retryMs: number;
  readonly #database: Database;
  readonly #keys: SealingKeys;

  constructor(database: Database, keys: SealingKeys, config: MailQueueConfig = {}) {
    this.#database = database;
    this.#keys = keys;
    this.leaseMs = config.mailLeaseMs ?? 10_000;
    this.#retryMs = config.mailRetryMs ?? 5_000;
  }

  typeOf({ type }: LeasedMail): string {
    return type;
  }

  /** Leases up to `max` mails that are due, oldest first, also those whose due time is so far ahead that the clock must have been set back. */
  async lease(max: number): Promise<readonly LeasedMail[]> {
    const [result] = await this.#database.asService([
      {
        text: `with due as (
            select id from bkksiam_private.mail_outbox
            where due_at <= clock_timestamp() or due_at > clock_timestamp() + make_interval(secs => $3)
            order by due_at limit $1 for update skip locked)
          update bkksiam_private.mail_outbox m
          set due_at = clock_timestamp() + make_interval(secs => $2), attempts = attempts + 1
          from due where m.id = due.id
          returning m.id, number, created_at, type, language, recipient as to, redirect_to, sealed_token,
            attempts, expires_at <= clock_timestamp() as expired`,
        values: [max, this.leaseMs / 1000, longestWaitSeconds],
      },
    ]);
    return (result?.rows ?? [])
      .map((row) => toLeasedMail(this.#keys, row))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  async renew({ id, attempts }: LeasedMail): Promise<void> {
    await this.#database.asService([
      {
        text: `update bkksiam_private.mail_outbox set due_at = clock_timestamp() + make_interval(secs => $3)
          where id = $1 and attempts = $2`,
        values: [id, attempts, this.leaseMs / 1000],
      },
    ]);
  }

  /** Deletes the row, and the sealed token with it. */
  async done({ id }: LeasedMail): Promise<void> {
    await this.#database.asService([
      { text: 'delete from bkksiam_private.mail_outbox where id = $1', values: [id] },
    ]);
  }

  giveUp(mail: LeasedMail): Promise<void> {
    return this.done(mail);
  }

  /** Tries again later, unless the lease has passed to another process meanwhile. */
  async postpone({ id, attempts }: LeasedMail, reason: string): Promise<number> {
    const waitMs = Math.min(maxRetryMs, this.#retryMs * 2 ** (attempts - 1));
    await this.#database.asService([
      {
        text: `update bkksiam_private.mail_outbox
          set due_at = clock_timestamp() + make_interval(secs => $3), last_failure = $4
          where id = $1 and attempts = $2`,
        values: [id, attempts, waitMs / 1000, reason],
      },
    ]);
    return waitMs;
  }
}
