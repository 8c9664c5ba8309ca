import type { Identity } from '@bkksiam/domain/identity';
import { z } from 'zod';
import type { CallerDatabase, Result, Scope } from '../db/database.ts';
import { restErrors } from './errors.ts';
import type { Plan, ReadPlan, RowLimits } from './plan.ts';
import type { Prepared } from './prepared-reads.ts';
import type { RowRange } from './row-range.ts';

const answerShape = z.object({
  page_rows: z.number().optional(),
  total_rows: z.number().optional(),
  body: z.string().nullish(),
  key: z.string().nullish(),
});

/** What EXPLAIN says of a statement, as far as it is asked. */
const explanationShape = z.object({
  'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]),
});

type Answer = z.infer<typeof answerShape>;

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

const nothingSaid = { key: null, inserted: null, status: null, headers: null } as const;

/** The rows of a page of which only the total is known. */
function rowsWithin({ offset, limit }: RowRange, total: number): number {
  return Math.max(Math.min(limit ?? Infinity, total - offset), 0);
}

/**
 * The total by the planner's estimate. It is never less than what has been seen; and who may see no row at all is not
 * told of any, because the planner estimates before policies and the conditions of views are asked.
 */
function estimatedTotal(
  answer: Answer,
  explained: Result | undefined,
  { rows, estimatedAbove = 0 }: ReadPlan,
): number {
  const counted = answer.total_rows ?? 0;
  if (counted <= estimatedAbove) return counted;
  const [{ Plan: top }] = explanationShape.parse(explained?.rows[0])['QUERY PLAN'];
  const seen = answer.page_rows === 0 ? 0 : rows.range.offset + (answer.page_rows ?? 0);
  return Math.max(top['Plan Rows'], counted, seen);
}

function toReadOutcome(action: ReadPlan, [answered, explained]: readonly Result[]): Outcome {
  const answer = answerShape.parse(answered?.rows[0] ?? {});
  const total =
    action.estimatedAbove === undefined
      ? (answer.total_rows ?? null)
      : estimatedTotal(answer, explained, action);
  const rows = answer.page_rows ?? rowsWithin(action.rows.range, total ?? 0);
  return { rows, total, body: answer.body ?? null, ...nothingSaid };
}

function toOutcome(plan: Plan, results: readonly Result[]): Outcome {
  if (plan.action.kind === 'read') return toReadOutcome(plan.action, results);
  const [answered, said] = results;
  const answer = answerShape.parse(answered?.rows[0] ?? {});
  const total = answer.total_rows ?? null;
  const known = total === null ? answered?.rowCount : rowsWithin(plan.action.rows.range, total);
  const afterword = afterwordShape.parse(said?.rows[0]);
  return {
    rows: answer.page_rows ?? known ?? 0,
    total,
    body: answer.body ?? null,
    key: answer.key ?? null,
    inserted: afterword.inserted,
    status: afterword.status,
    headers: afterword.headers,
  };
}

function checkLimits(limits: RowLimits, rows: number): void {
  if (limits.addressed && rows !== 1) throw restErrors.putMismatch();
  if (limits.single && rows !== 1) throw restErrors.notSingle(rows);
  if (limits.maxAffected !== undefined && rows > limits.maxAffected)
    throw restErrors.tooManyAffected(rows);
}

/** Carries an outcome out of a transaction that its caller wants undone. */
class Undone extends Error {
  override readonly name = 'Undone';
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super('rolled back as asked');
    this.outcome = outcome;
  }
}

/**
 * The one stage that touches the database: one batch, one round trip. Only a write whose row count decides whether
 * it may stand, or whose caller wants it undone, takes a transaction, so that a refusal undoes it.
 *
 * @throws {RestError} PGRST115, PGRST116 and PGRST124 when the row count is wrong; {DatabaseError} as PostgreSQL says it
 */
export async function executePlan(
  database: CallerDatabase,
  identity: Identity,
  { plan, statements }: Pick<Prepared, 'plan' | 'statements'>,
  settings: NonNullable<Scope['settings']>,
): Promise<Outcome> {
  const scope: Scope = { readOnly: plan.readOnly, settings };
  const { limits } = plan;
  const decides =
    limits.single ||
    limits.addressed ||
    limits.maxAffected !== undefined ||
    plan.ending === 'rollback';
  if (plan.readOnly || !decides) {
    const outcome = toOutcome(plan, await database.asIdentity(identity, statements, scope));
    checkLimits(limits, outcome.rows);
    return outcome;
  }
  try {
    return await database.transaction(
      identity,
      async (transaction) => {
        const results: Result[] = [];
        for (const statement of statements) results.push(await transaction.run(statement));
        const outcome = toOutcome(plan, results);
        checkLimits(limits, outcome.rows);
        if (plan.ending === 'rollback') throw new Undone(outcome);
        return outcome;
      },
      scope,
    );
  } catch (error) {
    if (error instanceof Undone) return error.outcome;
    throw error;
  }
}
