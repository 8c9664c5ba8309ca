import type { Identity } from '@bkksiam/domain/identity';
import { z } from 'zod';
import type { CallerDatabase, Result, Scope } from '../db/database.ts';
import type { RawRequest } from './api-request.ts';
import { restErrors } from './errors.ts';
import { acceptsStale } from './max-stale.ts';
import type { Plan, ReadPlan, RowLimits } from './plan.ts';
import type { Prepared } from './prepared-reads.ts';
import type { RowRange } from './row-range.ts';

const pageShape = z.object({
  page_rows: z.number().optional(),
  total_rows: z.number().optional(),
  body: z.string().nullish(),
  key: z.string().nullish(),
});

/** The part of the EXPLAIN output that is used. */
const explanationShape = z.object({
  'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]),
});

type Page = z.infer<typeof pageShape>;

const overridesShape = z.object({
  status: z.string().nullable(),
  headers: z.string().nullable(),
  inserted: z.number().nullable(),
});

/** The database's result of a plan. */
export interface ExecutionResult {
  /** Rows of the page, or rows affected by a write. */
  readonly rows: number;
  /** Rows without the range; null when no count was requested. */
  readonly total: number | null;
  /** The rows as JSON text, as it is sent. */
  readonly body: string | null;
  /** The primary key of the inserted row, as a JSON object. */
  readonly key: string | null;
  /** Rows inserted by an upsert; null for any other write. */
  readonly inserted: number | null;
  /** `response.status` and `response.headers` as a function or trigger has set them. */
  readonly status: string | null;
  readonly headers: string | null;
}

const noOverrides = { key: null, inserted: null, status: null, headers: null } as const;

/** The number of rows in a page of a known total. */
function rowsWithin({ offset, limit }: RowRange, total: number): number {
  return Math.max(Math.min(limit ?? Infinity, total - offset), 0);
}

/**
 * The planner's estimate of the total, at least the number of rows seen. It is 0 when no row is visible: the planner
 * estimates before policies and view conditions apply, so the number would reveal other users' rows.
 */
function estimatedTotal(
  page: Page,
  explained: Result | undefined,
  { rows, estimatedAbove = 0 }: ReadPlan,
): number {
  const counted = page.total_rows ?? 0;
  if (counted <= estimatedAbove) return counted;
  const [{ Plan: top }] = explanationShape.parse(explained?.rows[0])['QUERY PLAN'];
  const seen = page.page_rows === 0 ? 0 : rows.range.offset + (page.page_rows ?? 0);
  return Math.max(top['Plan Rows'], counted, seen);
}

function readPage(result: Result | undefined): Page {
  return pageShape.parse(result?.rows[0] ?? {});
}

function toReadResult(
  action: ReadPlan,
  [pageResult, explained]: readonly Result[],
): ExecutionResult {
  const page = readPage(pageResult);
  const total =
    action.estimatedAbove === undefined
      ? (page.total_rows ?? null)
      : estimatedTotal(page, explained, action);
  const rows = page.page_rows ?? rowsWithin(action.rows.range, total ?? 0);
  return { rows, total, body: page.body ?? null, ...noOverrides };
}

const explainedShape = z.array(
  z.object({ 'QUERY PLAN': z.union([z.string(), z.array(z.unknown())]) }),
);

/** The execution plan as the body: JSON, or lines of text. */
function toExplainedResult(result: Result | undefined): ExecutionResult {
  const lines = explainedShape.parse(result?.rows).map((row) => row['QUERY PLAN']);
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  return { rows: 0, total: null, body: texts.join('\n'), ...noOverrides };
}

function toResult(plan: Plan, results: readonly Result[]): ExecutionResult {
  if (plan.media.explain !== undefined) return toExplainedResult(results[0]);
  if (plan.action.kind === 'read') return toReadResult(plan.action, results);
  const [pageResult, said] = results;
  const page = readPage(pageResult);
  const total = page.total_rows ?? null;
  const known = total === null ? pageResult?.rowCount : rowsWithin(plan.action.rows.range, total);
  const overrides = overridesShape.parse(said?.rows[0]);
  return {
    rows: page.page_rows ?? known ?? 0,
    total,
    body: page.body ?? null,
    key: page.key ?? null,
    inserted: overrides.inserted,
    status: overrides.status,
    headers: overrides.headers,
  };
}

function checkLimits(limits: RowLimits, rows: number): void {
  if (limits.addressed && rows !== 1) throw restErrors.putMismatch();
  if (limits.single && rows !== 1) throw restErrors.notSingle(rows);
  if (limits.maxAffected !== undefined && rows > limits.maxAffected)
    throw restErrors.tooManyAffected(rows);
}

/** Carries the result out of a transaction that is rolled back on request. */
class RolledBack extends Error {
  override readonly name = 'RolledBack';
  readonly result: ExecutionResult;

  constructor(result: ExecutionResult) {
    super('rolled back as asked');
    this.result = result;
  }
}

/**
 * Runs a plan: the only stage that uses the database, in one batch and one round trip. A write that is checked by its
 * row count, or rolled back on request, runs in an explicit transaction instead.
 *
 * @throws {RestError} PGRST115, PGRST116 and PGRST124 for a wrong row count; {DatabaseError} for any error of
 *   PostgreSQL
 */
export async function executePlan(
  database: CallerDatabase,
  identity: Identity,
  raw: Pick<RawRequest, 'method' | 'headers'>,
  { plan, statements }: Pick<Prepared, 'plan' | 'statements'>,
  settings: NonNullable<Scope['settings']>,
): Promise<ExecutionResult> {
  // Visitors read public tables such as the news, and do not expect to see writes of their own. Others say it.
  const mayLag =
    plan.readOnly && (identity.role === 'anon' || acceptsStale(raw, database.maxLagMs));
  const scope: Scope = { readOnly: plan.readOnly, mayLag, settings };
  const { limits } = plan;
  const decides =
    limits.single ||
    limits.addressed ||
    limits.maxAffected !== undefined ||
    plan.ending === 'rollback';
  if (plan.readOnly || !decides) {
    const result = toResult(plan, await database.asIdentity(identity, statements, scope));
    checkLimits(limits, result.rows);
    return result;
  }
  try {
    return await database.transaction(
      identity,
      async (transaction) => {
        const results: Result[] = [];
        for (const statement of statements) results.push(await transaction.run(statement));
        const result = toResult(plan, results);
        checkLimits(limits, result.rows);
        if (plan.ending === 'rollback') throw new RolledBack(result);
        return result;
      },
      scope,
    );
  } catch (error) {
    if (error instanceof RolledBack) return error.result;
    throw error;
  }
}
