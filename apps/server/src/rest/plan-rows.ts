import type { ApiRequest } from './api-request.ts';
import { restErrors } from './errors.ts';
import type { FieldPath, JsonStep } from './field-grammar.ts';
import type { Condition, Test } from './filter-grammar.ts';
import { nearestName } from './nearest-name.ts';
import type { RowRange } from './row-range.ts';
import type { Column, SchemaCache } from './schema-cache.ts';
import type { SelectItem } from './select-grammar.ts';

/** A source of rows: a table, a view, or a function that returns rows. */
export interface RowSource {
  readonly name: string;
  readonly columns: ReadonlyMap<string, Column>;
}

/** An existing column, or a path inside it. */
export interface Field {
  readonly column: Column;
  readonly steps: readonly JsonStep[];
}

export type Output =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'field';
      readonly field: Field;
      /** A type as the catalogue spells it. */
      readonly cast: string | undefined;
      /** The key in the response, chosen by the request. */
      readonly as: string;
    };

export type PlannedCondition =
  | {
      readonly kind: 'filter';
      readonly field: Field;
      readonly negated: boolean;
      readonly test: Test;
    }
  | {
      readonly kind: 'and' | 'or';
      readonly negated: boolean;
      readonly members: readonly PlannedCondition[];
    };

export interface PlannedOrder {
  readonly field: Field;
  readonly descending: boolean;
  readonly nulls: 'first' | 'last' | undefined;
}

/** The selected rows of a source, their columns and their order. */
export interface RowsPlan {
  readonly source: RowSource;
  readonly outputs: readonly Output[];
  readonly conditions: readonly PlannedCondition[];
  readonly order: readonly PlannedOrder[];
  readonly range: RowRange & { readonly limit: number };
  /** Whether rows outside the range are counted too. */
  readonly counted: boolean;
}

function resolveField(source: RowSource, { name, steps }: FieldPath): Field {
  const column = source.columns.get(name);
  if (column === undefined)
    throw restErrors.undefinedColumn(source.name, name, nearestName(name, source.columns.keys()));
  return { column, steps };
}

function resolveCast(cache: SchemaCache, cast: string): string {
  const isArray = cast.endsWith('[]');
  const type = cache.types.get((isArray ? cast.slice(0, -2) : cast).toLowerCase());
  if (type === undefined) throw restErrors.undefinedType(cast);
  return isArray ? `${type}[]` : type;
}

/** The response key of a field without an alias: the last key of its path. */
function keyOf({ name, steps }: FieldPath): string {
  return steps.reduce((last, { key }) => (typeof key === 'string' ? key : last), name);
}

function resolveOutput(cache: SchemaCache, source: RowSource, item: SelectItem): Output {
  switch (item.kind) {
    case 'all':
      return { kind: 'all' };
    case 'aggregate':
      throw restErrors.noAggregates();
    case 'embed':
      throw restErrors.noRelationship(source.name, item.relation);
    case 'field':
      return {
        kind: 'field',
        field: resolveField(source, item.field),
        cast: item.cast === undefined ? undefined : resolveCast(cache, item.cast),
        as: item.alias ?? keyOf(item.field),
      };
  }
}

function resolveCondition(source: RowSource, condition: Condition): PlannedCondition {
  if (condition.kind === 'filter')
    return { ...condition, field: resolveField(source, condition.field) };
  return {
    ...condition,
    members: condition.members.map((member) => resolveCondition(source, member)),
  };
}

export function resolveConditions(
  source: RowSource,
  conditions: readonly Condition[],
): readonly PlannedCondition[] {
  return conditions.map((condition) => resolveCondition(source, condition));
}

/** Writes and calls are counted exactly even when an estimate was requested. */
function countsExactly({ preferences: { count }, method, target }: ApiRequest): boolean {
  if (count !== 'estimated') return count === 'exact';
  return target.kind === 'function' || (method !== 'GET' && method !== 'HEAD');
}

/** The maximum number of columns of a table; a select list may have 1,664. */
const widest = 1600;

function resolveOutputs(
  cache: SchemaCache,
  source: RowSource,
  select: readonly SelectItem[],
): readonly Output[] {
  const outputs = select.map((item) => resolveOutput(cache, source, item));
  const whole = outputs.filter(({ kind }) => kind === 'all').length;
  const width = outputs.length - whole + whole * source.columns.size;
  if (width > widest)
    throw restErrors.badQuery(
      `The query selects more than ${widest} columns`,
      `${width} were found`,
    );
  return outputs;
}

/** @throws {RestError} 42703 for an unknown column, PGRST200 for an embed, PGRST123 for an aggregate */
export function planRows(
  cache: SchemaCache,
  source: RowSource,
  request: ApiRequest,
  maxRows: number,
): RowsPlan {
  return {
    source,
    outputs: resolveOutputs(cache, source, request.select),
    conditions: resolveConditions(source, request.conditions),
    order: request.order.map((term) => ({ ...term, field: resolveField(source, term.field) })),
    range: {
      offset: request.range.offset,
      limit: Math.min(request.range.limit ?? maxRows, maxRows),
    },
    counted: countsExactly(request),
  };
}
