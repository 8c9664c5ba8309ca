import type { Database, Result, Transaction } from '../db/database.ts';
import {
  countHits,
  firstExceeded,
  peekHits,
  RateLimitExceeded,
  type Hit,
  type RateLimit,
} from './rate-limits.ts';

/** A mail that is requested for an address. Each kind has a wait of its own. */
export interface MailRequest {
  readonly kind: string;
  readonly to: string;
  readonly waitSeconds: number;
}

/** A mail that was requested too soon after the last one of its kind, or after too many of all kinds. */
export class MailLimitExceeded extends RateLimitExceeded {
  override readonly name = 'MailLimitExceeded';
  readonly limit: 'wait' | 'hourly';

  constructor({ name }: RateLimit, retryAfterSeconds: number) {
    super(name, retryAfterSeconds);
    this.limit = name === hourly.name ? 'hourly' : 'wait';
  }
}

/** Mails of all kinds to one address. */
const hourly: RateLimit = { name: 'mails', max: 30, windowSeconds: 3600 };

function hitsOf({ kind, to, waitSeconds }: MailRequest): readonly Hit[] {
  const wait: RateLimit = { name: `mail ${kind}`, max: 1, windowSeconds: waitSeconds };
  return [
    { limit: wait, subject: to },
    { limit: hourly, subject: to },
  ];
}

function throwIfExceeded(hits: readonly Hit[], result: Result | undefined): void {
  const exceeded = firstExceeded(hits, result);
  if (exceeded === null) return;
  throw new MailLimitExceeded(exceeded.limit, exceeded.seconds);
}

/**
 * Checks before costly work, without counting; the same for addresses with and without an account.
 *
 * @throws {MailLimitExceeded}
 */
export async function checkMailLimits(database: Database, mail: MailRequest): Promise<void> {
  const hits = hitsOf(mail);
  const [result] = await database.asService([peekHits(hits)]);
  throwIfExceeded(hits, result);
}

/**
 * Counts the mail in the transaction that queues it. Of two requests at once one fails, and its count is rolled back.
 *
 * @throws {MailLimitExceeded}
 */
export async function countMail(transaction: Transaction, mail: MailRequest): Promise<void> {
  const hits = hitsOf(mail);
  throwIfExceeded(hits, await transaction.run(countHits(hits)));
}
