import type { Database, Result, Statement } from '../db/database.ts';
import type { Tokens } from '../http/jwt.ts';

/** Where hits are counted, and the secret of their keys: processes that share both share the counts. */
export interface HitCounters {
  readonly database: Database;
  readonly tokens: Pick<Tokens, 'fingerprint'>;
}

/** Allows `max` hits in a window that begins with the first. */
export interface RateLimit {
  /** Also its label in metrics. */
  readonly name: string;
  readonly max: number;
  readonly windowSeconds: number;
}

/** One use of what is limited. */
export interface Hit {
  readonly limit: RateLimit;
  readonly key: string;
}

/**
 * @param subject a network, an address as typed, an account; stored as a hash with the server's secret, because an address
 *   that was typed may belong to no account, and a plain hash could be guessed
 */
export function hitOf({ tokens }: HitCounters, limit: RateLimit, subject: string): Hit {
  const key = tokens.fingerprint('rate limit', `${limit.name} ${subject}`).toString('hex');
  return { limit, key };
}

/** A hit over a limit. Each protocol renders its own response. */
export class RateLimitExceeded extends Error {
  override readonly name: string = 'RateLimitExceeded';
  /** The limit's name. */
  readonly limitName: string;
  readonly retryAfterSeconds: number;

  constructor(limitName: string, retryAfterSeconds: number) {
    super(`rate limit exceeded, retry after ${retryAfterSeconds} s`);
    this.limitName = limitName;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const rejections = new Map<string, number>();

/** Requests that this process has rejected since its start, by the name of the limit. */
export function rateLimitRejections(): ReadonlyMap<string, number> {
  return rejections;
}

/** Counts a rejection; called when its response is written. */
export function countRejection({ limitName }: RateLimitExceeded): void {
  rejections.set(limitName, (rejections.get(limitName) ?? 0) + 1);
}

/** A minute is longer than one transaction waits for another. */
const isOver = `l.until <= clock_timestamp() or l.until > excluded.until + interval '1 minute'`;

/**
 * Counts the hits, also those over a limit, ordered by key so that two transactions cannot deadlock. A window that ends over
 * a minute later than one that begins now comes from a clock that was set back, and counts as over.
 */
export function countHits(hits: readonly Hit[]): Statement {
  const keyed = hits
    .map((hit) => ({ key: hit.key, seconds: hit.limit.windowSeconds }))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
  return {
    text: `insert into bkksiam_private.limits as l (key, uses, until)
      select key, 1, clock_timestamp() + make_interval(secs => seconds)
      from unnest($1::text[], $2::float8[]) as asked (key, seconds)
      on conflict (key) do update set
        uses = case when ${isOver} then 1 else l.uses + 1 end,
        until = case when ${isOver} then excluded.until else l.until end
      returning key, uses, greatest(1, ceil(extract(epoch from until - clock_timestamp())))::int as seconds`,
    values: [keyed.map(({ key }) => key), keyed.map(({ seconds }) => seconds)],
  };
}

/** Reads what {@link countHits} would return, without counting. */
export function peekHits(hits: readonly Hit[]): Statement {
  return {
    text: `select l.key, uses + 1 as uses,
        greatest(1, ceil(extract(epoch from until - clock_timestamp())))::int as seconds
      from unnest($1::text[], $2::float8[]) as asked (key, seconds) join bkksiam_private.limits as l using (key)
      where until > clock_timestamp() and until <= clock_timestamp() + make_interval(secs => asked.seconds + 60)`,
    values: [hits.map(({ key }) => key), hits.map(({ limit }) => limit.windowSeconds)],
  };
}

export function resetHits(hits: readonly Hit[]): Statement {
  return {
    text: 'delete from bkksiam_private.limits where key = any ($1::text[])',
    values: [hits.map(({ key }) => key)],
  };
}

/** The first of the hits that is over its limit by these counts, and when to retry; null when none is. */
export function firstExceeded(
  hits: readonly Hit[],
  counted: Result | undefined,
): { readonly limit: RateLimit; readonly seconds: number } | null {
  for (const hit of hits) {
    const row = counted?.rows.find(({ key }) => key === hit.key);
    if (Number(row?.uses ?? 0) > hit.limit.max) {
      return { limit: hit.limit, seconds: Number(row?.seconds) };
    }
  }
  return null;
}

/** @throws {RateLimitExceeded} */
export async function countHit(
  counters: HitCounters,
  limit: RateLimit,
  subject: string,
): Promise<void> {
  const hit = hitOf(counters, limit, subject);
  const [result] = await counters.database.asService([countHits([hit])]);
  const exceeded = firstExceeded([hit], result);
  if (exceeded !== null) throw new RateLimitExceeded(limit.name, exceeded.seconds);
}
