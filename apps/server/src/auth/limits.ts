import { createHash } from 'node:crypto';
import type { Result, Statement } from '../db/database.ts';

/** So many uses in a window that begins with the first. */
export interface Limit {
  readonly name: string;
  readonly most: number;
  readonly windowSeconds: number;
}

/** Something that is limited, by whom: a network, an address as typed, an account. */
export interface Use {
  readonly limit: Limit;
  readonly subject: string;
}

/** Kept by a hash: an address typed by a stranger is nobody's account and stays unwritten. */
function keyOf({ limit, subject }: Use): string {
  return createHash('sha256').update(`${limit.name} ${subject}`).digest('hex');
}

/**
 * Counts the uses, also those that {@link firstExceeded} then refuses; windows of others that have ended are swept away.
 * One statement, always taking its rows in one order.
 */
export function countUses(uses: readonly Use[]): Statement {
  const keyed = uses
    .map((use) => ({ key: keyOf(use), seconds: use.limit.windowSeconds }))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
  return {
    text: `with swept as (
        delete from bkksiam_private.limits where ctid in (
          select ctid from bkksiam_private.limits
          where until < clock_timestamp() - interval '1 minute' and key <> all ($1::text[])
          limit 20 for update skip locked))
      insert into bkksiam_private.limits as l (key, uses, until)
      select key, 1, clock_timestamp() + make_interval(secs => seconds)
      from unnest($1::text[], $2::float8[]) as asked (key, seconds)
      on conflict (key) do update set
        uses = case when l.until <= clock_timestamp() then 1 else l.uses + 1 end,
        until = case when l.until <= clock_timestamp() then excluded.until else l.until end
      returning key, uses, greatest(1, ceil(extract(epoch from until - clock_timestamp())))::int as seconds`,
    values: [keyed.map(({ key }) => key), keyed.map(({ seconds }) => seconds)],
  };
}

/** What {@link countUses} would say of one use more, without counting it. */
export function lookAtUses(uses: readonly Use[]): Statement {
  return {
    text: `select key, uses + 1 as uses,
        greatest(1, ceil(extract(epoch from until - clock_timestamp())))::int as seconds
      from bkksiam_private.limits where key = any ($1::text[]) and until > clock_timestamp()`,
    values: [uses.map(keyOf)],
  };
}

/** The counts start anew. */
export function forgetUses(uses: readonly Use[]): Statement {
  return {
    text: 'delete from bkksiam_private.limits where key = any ($1::text[])',
    values: [uses.map(keyOf)],
  };
}

/** The first of the uses that is one too many, and after how many seconds it may be tried again; null when all may pass. */
export function firstExceeded(
  uses: readonly Use[],
  counted: Result | undefined,
): { readonly limit: Limit; readonly seconds: number } | null {
  for (const use of uses) {
    const row = counted?.rows.find(({ key }) => key === keyOf(use));
    if (Number(row?.uses ?? 0) > use.limit.most) {
      return { limit: use.limit, seconds: Number(row?.seconds) };
    }
  }
  return null;
}
