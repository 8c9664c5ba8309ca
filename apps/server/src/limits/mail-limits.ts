import type { Result, Transaction } from '../db/database.ts';
import {
  countHits,
  firstExceeded,
  hitOf,
  peekHits,
  RateLimitExceeded,
  type Hit,
  type HitCounters,
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

function hitsOf(counters: HitCounters, { kind, to, waitSeconds }: MailRequest): readonly Hit[] {
  const wait: RateLimit = { name: `mail ${kind}`, max: 1, windowSeconds: waitSeconds };
  return [hitOf(counters, wait, to), hitOf(counters, hourly, to)];
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
export async function checkMailLimits(counters: HitCounters, mail: MailRequest): Promise<void> {
  const hits = hitsOf(counters, mail);
  const [result] = await counters.database.asService([peekHits(hits)]);
  throwIfExceeded(hits, result);
}

/**
 * Counts the mail in the transaction that queues it. Of two requests at once one fails, and its count is rolled back.
 *
 * @throws {MailLimitExceeded}
 */
export async function countMail(
  transaction: Transaction,
  counters: HitCounters,
  mail: MailRequest,
): Promise<void> {
  const hits = hitsOf(counters, mail);
  throwIfExceeded(hits, await transaction.run(countHits(hits)));
}
