import type { Test } from './filter-grammar.ts';
import type { JsonStep } from './field-grammar.ts';
import type { Relationship } from './relationships.ts';
import type { RowRange } from './row-range.ts';
import type { Column, Relation, SqlFunction } from './schema-cache.ts';
import type { Aggregate } from './select-grammar.ts';

/** A source of rows: a table, a view, or a function that returns rows. */
export type RowSource = Relation | SqlFunction;

/** An existing column, a computed field, or a path inside either. */
export interface Field {
  readonly column: Column;
  readonly steps: readonly JsonStep[];
  /** The function of the row that a computed field is; undefined for a column. */
  readonly computed: SqlFunction | undefined;
}

/** How the rows of an embedded resource are found: by columns that are equal, or by a function of the parent's row. */
export type Join =
  | { readonly kind: 'columns'; readonly relationship: Relationship }
  | { readonly kind: 'computed'; readonly function: SqlFunction };

/** The related rows of one row. */
export interface Embed {
  readonly names: readonly string[];
  readonly join: Join;
  /** At most one row is related. */
  readonly toOne: boolean;
  /** Inner join: rows without related ones are left out. */
  readonly inner: boolean;
  readonly rows: RowsPlan;
}

export type Expression =
  | {
      readonly kind: 'field';
      readonly field: Field;
      /** A type name as in the system catalogs. */
      readonly cast: string | undefined;
    }
  /** Not null for every row, to count them. */
  | { readonly kind: 'row' }
  /** The related rows, as a JSON array or, of a to-one relationship, as an object or null. */
  | { readonly kind: 'embed'; readonly embed: Embed }
  /** One output of the related rows: its value, or of a to-many relationship the JSON array of its values. */
  | { readonly kind: 'spread'; readonly embed: Embed; readonly key: string };

export type Output =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'value';
      readonly expression: Expression;
      /** The rows are grouped by the outputs without an aggregate. */
      readonly aggregate: Aggregate | undefined;
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
  /** Related rows exist. */
  | { readonly kind: 'embed'; readonly embed: Embed; readonly negated: boolean }
  | {
      readonly kind: 'and' | 'or';
      readonly negated: boolean;
      readonly members: readonly PlannedCondition[];
    };

export interface PlannedOrder {
  readonly field: Field;
  /** The to-one relationship whose row has the field; undefined for the rows themselves. */
  readonly embed: Embed | undefined;
  readonly descending: boolean;
  readonly nulls: 'first' | 'last' | undefined;
}

/** The selected rows of a source, their columns and their order. */
export interface RowsPlan {
  readonly source: RowSource;
  /** The alias of the rows in SQL. */
  readonly alias: string;
  readonly outputs: readonly Output[];
  readonly conditions: readonly PlannedCondition[];
  /** Embedded resources without which a row is left out. */
  readonly required: readonly Embed[];
  readonly order: readonly PlannedOrder[];
  readonly range: RowRange & { readonly limit: number };
  /** Whether rows outside the range are counted too. */
  readonly counted: boolean;
}

/** The keys of a response row, in order. */
export function outputNames({ source, outputs }: Pick<RowsPlan, 'source' | 'outputs'>): string[] {
  const names: string[] = [];
  for (const output of outputs) {
    if (output.kind === 'value') names.push(output.as);
    else names.push(...source.columns.keys());
  }
  return names;
}

/** Names of columns of the rows; undefined for all of them. */
type NeededColumns = readonly string[] | undefined;

/** The columns that a field needs; a computed one needs the whole row. */
export function fieldColumns({ column, computed }: Field): NeededColumns {
  return computed === undefined ? [column.name] : undefined;
}

/** The columns by which related rows are found. */
export function embedColumns({ join }: Embed): NeededColumns {
  if (join.kind === 'computed') return undefined;
  const { columns, junction } = join.relationship;
  return (junction?.sourceColumns ?? columns).map(([own]) => own);
}

/** The columns that an output needs. */
export function outputColumns(output: Output): NeededColumns {
  if (output.kind === 'all') return undefined;
  const { expression } = output;
  if (expression.kind === 'row') return [];
  return expression.kind === 'field'
    ? fieldColumns(expression.field)
    : embedColumns(expression.embed);
}
