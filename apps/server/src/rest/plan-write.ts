import type { ApiRequest } from './api-request.ts';
import { restErrors } from './errors.ts';
import { columnsOf, rowsOf, type RowsPayload } from './payload.ts';
import { planRows } from './plan-rows.ts';
import type { RestLimits } from './query-limits.ts';
import type { PlannedCondition, RowsPlan } from './rows-plan.ts';
import type { Column, Relation, SchemaCache } from './schema-cache.ts';

/** A written column, and the source of its value in rows of the body that omit it. */
export interface WrittenColumn {
  readonly column: Column;
  readonly from: 'body' | 'default' | 'body or default';
}

/** What a write returns: nothing, the affected rows, or the key of the inserted row. */
type Returning =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'rows' }
  | { readonly kind: 'key'; readonly columns: readonly Column[] };

interface Write {
  readonly relation: Relation;
  /** The affected rows; for an update or delete, selected by its conditions. */
  readonly rows: RowsPlan;
  readonly returning: Returning;
}

export interface InsertPlan extends Write {
  readonly kind: 'insert';
  readonly payload: RowsPayload;
  readonly columns: readonly WrittenColumn[];
  readonly conflict:
    | { readonly columns: readonly Column[]; readonly action: 'merge' | 'ignore' }
    | undefined;
  /** The key conditions in the URL of a PUT, which the row must meet; undefined for a POST. */
  readonly addressed: readonly PlannedCondition[] | undefined;
}

export interface UpdatePlan extends Write {
  readonly kind: 'update';
  readonly payload: RowsPayload;
  readonly columns: readonly WrittenColumn[];
}

interface DeletePlan extends Write {
  readonly kind: 'delete';
}

export type WritePlan = InsertPlan | UpdatePlan | DeletePlan;

function column(relation: Relation, name: string): Column {
  const found = relation.columns.get(name);
  if (found === undefined) throw restErrors.noColumn(relation.name, name);
  return found;
}

/** With `missing=default`, rows that omit a column get its default. */
function planColumns(
  request: ApiRequest,
  relation: Relation,
  payload: RowsPayload,
): readonly WrittenColumn[] {
  const named = request.columns ?? columnsOf(payload);
  const columns = [...new Set(named)].map((name) => column(relation, name));
  if (request.preferences.missing !== 'default')
    return columns.map((found) => ({ column: found, from: 'body' as const }));
  return columns.map((found) => {
    const { count, occurrences } = payload.rows;
    const naming = occurrences.get(found.name) ?? 0;
    const from = naming === count ? 'body' : naming === 0 ? 'default' : 'body or default';
    return { column: found, from };
  });
}

function planConflict(request: ApiRequest, relation: Relation): InsertPlan['conflict'] {
  const { resolution } = request.preferences;
  const names = request.onConflict ?? relation.primaryKey;
  if (resolution === undefined || names.length === 0) return undefined;
  return {
    columns: names.map((name) => column(relation, name)),
    action: resolution === 'merge-duplicates' ? 'merge' : 'ignore',
  };
}

function planReturning({ method, preferences }: ApiRequest, relation: Relation): Returning {
  if (preferences.return === 'representation') return { kind: 'rows' };
  const wantsKey = preferences.return === 'headers-only' && method === 'POST';
  if (!wantsKey || relation.primaryKey.length === 0) return { kind: 'nothing' };
  return { kind: 'key', columns: relation.primaryKey.map((name) => column(relation, name)) };
}

/** Plans a PUT, which inserts or replaces the single row whose whole key is in the URL. */
function planPut(request: ApiRequest, write: Write): InsertPlan {
  const { relation, rows } = write;
  if (request.range.limit !== null || request.range.offset > 0) throw restErrors.putRange();
  const named = rows.conditions.flatMap((condition) => {
    const isKey =
      condition.kind === 'filter' &&
      !condition.negated &&
      condition.field.steps.length === 0 &&
      condition.test.kind === 'compare' &&
      condition.test.operator === 'eq';
    return isKey ? [condition.field.column.name] : [];
  });
  const key = new Set(relation.primaryKey);
  const isWholeKey =
    key.size > 0 &&
    named.length === rows.conditions.length &&
    named.length === key.size &&
    named.every((name) => key.delete(name));
  if (!isWholeKey) throw restErrors.putNeedsKey();
  const payload = rowsOf(request.payload);
  const columns = [...new Set(request.columns ?? columnsOf(payload))].map((name) => ({
    column: column(relation, name),
    from: 'body' as const,
  }));
  const keyColumns = relation.primaryKey.map((name) => column(relation, name));
  const written = new Set(columns.map((writing) => writing.column));
  if (!keyColumns.every((found) => written.has(found))) throw restErrors.putMismatch();
  return {
    ...write,
    kind: 'insert',
    payload,
    columns,
    conflict: { columns: keyColumns, action: 'merge' },
    addressed: rows.conditions,
  };
}

/**
 * Plans an insert, update or delete.
 *
 * @throws {RestError} PGRST102 for the body, PGRST204 for an unknown column, 21000 for a change of every row,
 *   PGRST105, 114 and 115 for a PUT without its key
 */
export function planWrite(
  cache: SchemaCache,
  relation: Relation,
  request: ApiRequest,
  limits: RestLimits,
): WritePlan {
  const planned = planRows(cache, relation, request, limits);
  const limit = request.range.limit ?? Number.MAX_SAFE_INTEGER;
  const rows = { ...planned, range: { ...planned.range, limit } };
  const write = { relation, rows, returning: planReturning(request, relation) };
  if (request.method === 'POST') {
    const payload = rowsOf(request.payload);
    return {
      ...write,
      kind: 'insert',
      payload,
      columns: planColumns(request, relation, payload),
      conflict: planConflict(request, relation),
      addressed: undefined,
    };
  }
  if (request.method === 'PUT') return planPut(request, write);
  if (rows.conditions.length === 0)
    throw restErrors.noWhere(request.method === 'PATCH' ? 'UPDATE' : 'DELETE');
  if (request.method === 'DELETE') return { ...write, kind: 'delete' };
  const payload = rowsOf(request.payload);
  return { ...write, kind: 'update', payload, columns: planColumns(request, relation, payload) };
}
