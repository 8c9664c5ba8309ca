import type { Identity } from '@bkksiam/domain/identity';
import { z } from 'zod';
import type { CallerDatabase, Result, Scope } from '../db/database.ts';
import { restErrors } from './errors.ts';
import type { Plan, RowLimits } from './plan.ts';
import type { RowRange } from './row-range.ts';
import { planStatements } from './sql.ts';

const answerShape = z.object({
  page_rows: z.number().optional(),
  total_rows: z.number().optional(),
  body: z.string().nullish(),
  key: z.string().nullish(),
});

const afterwordShape = z.object({
  status: z.string().nullable(),
  headers: z.string().nullable(),
  inserted: z.number().nullable(),
});

/** What the database said to a plan. */
export interface Outcome {
  /** Rows in the answer, or rows touched by a write. */
  readonly rows: number;
  /** Rows there would be without a range; null when nobody asked. */
  readonly total: number | null;
  /** The rows as JSON text, ready to be sent. */
  readonly body: string | null;
  /** The primary key of a new row, a JSON object. */
  readonly key: string | null;
  /** Of an upsert the rows that were not there before; null for every other write. */
  readonly inserted: number | null;
  /** `response.status` and `response.headers`, when a function or trigger has set them. */
  readonly status: string | null;
  readonly headers: string | null;
}

/** The rows of a page of which only the total is known. */
function rowsWithin({ offset, limit }: RowRange, total: number): number {
  return Math.max(Math.min(limit ?? Infinity, total - offset), 0);
}

function toOutcome(plan: Plan, [answered, said]: readonly Result[]): Outcome {
  const answer = answerShape.parse(answered?.rows[0] ?? {});
  const total = answer.total_rows ?? null;
  const known = total === null ? answered?.rowCount : rowsWithin(plan.action.rows.range, total);
  const afterword = said === undefined ? undefined : afterwordShape.parse(said.rows[0]);
  return {
    rows: answer.page_rows ?? known ?? 0,
    total,
    body: answer.body ?? null,
    key: answer.key ?? null,
    inserted: afterword?.inserted ?? null,
    status: afterword?.status ?? null,
    headers: afterword?.headers ?? null,
  };
}

function checkLimits(limits: RowLimits, rows: number): void {
  if (limits.single && rows !== 1) throw restErrors.notSingle(rows);
  if (limits.maxAffected !== undefined && rows > limits.maxAffected)
    throw restErrors.tooManyAffected(rows);
}

/**
 * The one stage that touches the database: one batch, one round trip. Only a write whose row count decides whether
 * it may stand takes a transaction, so that a refusal undoes it.
 *
 * @throws {RestError} PGRST116 and PGRST124 when the row count is wrong; {DatabaseError} as PostgreSQL says it
 */
export async function executePlan(
  database: CallerDatabase,
  identity: Identity,
  plan: Plan,
  settings: NonNullable<Scope['settings']>,
): Promise<Outcome> {
  const statements = planStatements(plan);
  const scope: Scope = { readOnly: plan.readOnly, settings };
  const { limits } = plan;
  const decides = limits.single || limits.maxAffected !== undefined;
  if (plan.readOnly || !decides) {
    const outcome = toOutcome(plan, await database.asIdentity(identity, statements, scope));
    checkLimits(limits, outcome.rows);
    return outcome;
  }
  return database.transaction(
    identity,
    async (transaction) => {
      const results: Result[] = [];
      for (const statement of statements) results.push(await transaction.run(statement));
      const outcome = toOutcome(plan, results);
      checkLimits(limits, outcome.rows);
      return outcome;
    },
    scope,
  );
}
