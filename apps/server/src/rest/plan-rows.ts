import type { ApiRequest } from './api-request.ts';
import { restErrors } from './errors.ts';
import type { FieldPath } from './field-grammar.ts';
import type { Condition } from './filter-grammar.ts';
import { keyOf, resolveCast, resolveField } from './plan-field.ts';
import { findRelatedRows, relationOfSource } from './plan-relationship.ts';
import { queryLimits, type RestLimits } from './query-limits.ts';
import type { EmbeddedQuery, RowsQuery } from './query-parameters.ts';
import {
  outputNames,
  type Embed,
  type Output,
  type PlannedCondition,
  type PlannedOrder,
  type RowSource,
  type RowsPlan,
} from './rows-plan.ts';
import type { SchemaCache } from './schema-cache.ts';
import type { EmbedItem, OrderTerm, SelectItem } from './select-grammar.ts';

/** The rows being planned: the target's, or those of an embedded resource. */
interface Level {
  readonly cache: SchemaCache;
  readonly limits: RestLimits;
  readonly source: RowSource;
  /** The alias in SQL. */
  readonly alias: string;
  /** The aliases of the enclosing levels. */
  readonly above: readonly string[];
}

/** The query of a resource and of the resources embedded in it. */
interface ResourceQuery extends RowsQuery {
  readonly select: readonly SelectItem[];
  readonly embedded: readonly EmbeddedQuery[];
}

type Value = Extract<Output, { kind: 'value' }>;

/** `count` without parentheses counts rows if no column has that name, also when aggregates are off. */
function isRowCount({ cache, source }: Level, field: FieldPath): boolean {
  const isColumn =
    source.columns.has(field.name) || relationOfSource(cache, source)?.rowFunctions.has(field.name);
  return field.name === 'count' && field.steps.length === 0 && isColumn !== true;
}

function planValue(
  level: Level,
  { field, alias, cast, aggregate }: Extract<SelectItem, { kind: 'field' }>,
): Value {
  const { cache, limits, source } = level;
  if (aggregate !== undefined && !limits.aggregates) throw restErrors.noAggregates();
  const resultCast = resolveCast(cache, aggregate === undefined ? cast : aggregate.cast);
  if (field === undefined || (aggregate === undefined && isRowCount(level, field)))
    return {
      kind: 'value',
      expression: { kind: 'row' },
      aggregate: { name: 'count', cast: resultCast },
      as: alias ?? 'count',
    };
  return {
    kind: 'value',
    expression: {
      kind: 'field',
      field: resolveField(cache, source, field, level.alias),
      cast: resolveCast(cache, cast),
    },
    aggregate: aggregate && { ...aggregate, cast: resultCast },
    as: alias ?? aggregate?.name ?? keyOf(field),
  };
}

/** Each column by itself, as groups need it. */
function valuesOf({ source, outputs }: Pick<RowsPlan, 'source' | 'outputs'>): readonly Value[] {
  return outputs.flatMap((output): readonly Value[] => {
    if (output.kind === 'value') return [output];
    return [...source.columns.values()].map((column) => ({
      kind: 'value',
      expression: {
        kind: 'field',
        field: { column, steps: [], computed: undefined },
        cast: undefined,
      },
      aggregate: undefined,
      as: column.name,
    }));
  });
}

/** The columns that a spread adds to the parent. An aggregate over one related row is one over the parents. */
function spreadValues(embed: Embed): readonly Value[] {
  const values = valuesOf(embed.rows);
  const outputs = embed.toOne
    ? values.map((value) => ({ ...value, aggregate: undefined }))
    : values;
  const spread = { ...embed, rows: { ...embed.rows, outputs } };
  return values.map(({ as, aggregate }) => ({
    kind: 'value',
    expression: { kind: 'spread', embed: spread, key: as },
    aggregate: embed.toOne ? aggregate : undefined,
    as,
  }));
}

interface PlannedEmbed extends Embed {
  readonly item: EmbedItem;
}

function planEmbed(
  level: Level,
  item: EmbedItem,
  embedded: readonly EmbeddedQuery[],
): PlannedEmbed {
  const { join, target, toOne } = findRelatedRows(level.cache, level.source, item);
  const above = [...level.above, level.alias];
  let alias = `${target.name}_${above.length}`;
  // A table may have the same name, alone or as the prefix of its junction's alias.
  while (above.some((name) => name.startsWith(alias))) alias += '_';
  const names = item.alias === undefined ? [item.relation] : [item.alias, item.relation];
  const own = embedded.filter(({ path: [first = ''] }) => names.includes(first));
  const queries = own.filter(({ path }) => path.length === 1);
  const { offset, limit } = queries.at(-1)?.range ?? { offset: 0, limit: null };
  const rows = planResource(
    { ...level, source: target, alias, above },
    {
      select: item.select,
      conditions: queries.flatMap(({ conditions }) => conditions),
      order: queries.flatMap(({ order }) => order),
      range: { offset, limit: toOne ? 1 : limit },
      embedded: own
        .filter(({ path }) => path.length > 1)
        .map((query) => ({ ...query, path: query.path.slice(1) })),
    },
  );
  return { item, names, join, toOne, inner: item.inner, rows };
}

function planOutputs(
  level: Level,
  select: readonly SelectItem[],
  embeds: readonly PlannedEmbed[],
): readonly Output[] {
  const outputs = select.flatMap((item): readonly Output[] => {
    if (item.kind === 'all') return [item];
    if (item.kind === 'field') return [planValue(level, item)];
    const embed = embeds.find((planned) => planned.item === item);
    if (embed === undefined || item.select.length === 0) return [];
    if (item.spread) return spreadValues(embed);
    const as = item.alias ?? item.relation;
    return [{ kind: 'value', expression: { kind: 'embed', embed }, aggregate: undefined, as }];
  });
  const isGrouped = outputs.some((output) => output.kind === 'value' && output.aggregate);
  return isGrouped ? valuesOf({ source: level.source, outputs }) : outputs;
}

/** @throws {RestError} 42712 for two resources that would have the same key in the response */
function checkNames({ cache, source, above }: Level, embeds: readonly PlannedEmbed[]): void {
  const names = embeds
    .filter(({ item }) => item.select.length > 0)
    .map(({ item }) => item.alias ?? item.relation);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return;
  const parent = relationOfSource(cache, source)?.name ?? source.name;
  throw restErrors.repeatedName(`${parent}_${repeated}_${above.length + 1}`);
}

function embedNamed(embeds: readonly Embed[], name: string): Embed | undefined {
  return embeds.find(({ names }) => names.includes(name));
}

function planCondition(
  level: Level,
  embeds: readonly Embed[],
  condition: Condition,
): PlannedCondition {
  const { cache, source, alias } = level;
  if (condition.kind !== 'filter')
    return {
      ...condition,
      members: condition.members.map((member) => planCondition(level, embeds, member)),
    };
  const { field, negated, test } = condition;
  const embed = source.columns.has(field.name) ? undefined : embedNamed(embeds, field.name);
  if (embed === undefined)
    return { ...condition, field: resolveField(cache, source, field, alias) };
  const asksNull = test.kind === 'is' && test.value === 'null';
  if (!asksNull && !(test.kind === 'is' && test.value === 'not_null'))
    throw restErrors.badEmbedFilter(field.name);
  return { kind: 'embed', embed, negated: negated !== asksNull };
}

function planOrder(
  { cache, source, alias }: Level,
  embeds: readonly Embed[],
  { relation, field, descending, nulls }: OrderTerm,
): PlannedOrder {
  if (relation === undefined)
    return {
      field: resolveField(cache, source, field, alias),
      embed: undefined,
      descending,
      nulls,
    };
  const embed = embedNamed(embeds, relation);
  if (embed === undefined) throw restErrors.notEmbedded(relation);
  if (!embed.toOne) throw restErrors.badRelatedOrder(source.name, relation);
  const { rows } = embed;
  return { field: resolveField(cache, rows.source, field, rows.alias), embed, descending, nulls };
}

/** A table may have 1,600 columns of its own; a select list repeats them or adds those of spread resources. */
function checkWidth(rows: Pick<RowsPlan, 'source' | 'outputs'>): void {
  const width = outputNames(rows).length;
  const most = rows.source.columns.size + queryLimits.selected;
  if (width > most)
    throw restErrors.badQuery(`The query selects more than ${most} columns`, `${width} were found`);
}

function planResource(
  level: Level,
  { select, conditions, order, range, embedded }: ResourceQuery,
): RowsPlan {
  const { limits, source, alias } = level;
  const embeds = select
    .filter((item) => item.kind === 'embed')
    .map((item) => planEmbed(level, item, embedded));
  checkNames(level, embeds);
  const stray = embedded.find(({ path: [first = ''] }) => !embedNamed(embeds, first));
  if (stray !== undefined) throw restErrors.notEmbedded(stray.path[0] ?? '');
  const outputs = planOutputs(level, select, embeds);
  checkWidth({ source, outputs });
  return {
    source,
    alias,
    outputs,
    conditions: conditions.map((condition) => planCondition(level, embeds, condition)),
    required: embeds.filter(({ inner }) => inner),
    order: order.map((term) => planOrder(level, embeds, term)),
    range: { offset: range.offset, limit: Math.min(range.limit ?? limits.maxRows, limits.maxRows) },
    counted: false,
  };
}

/** Writes and calls are counted exactly even when an estimate was requested. */
function countsExactly({ preferences: { count }, method, target }: ApiRequest): boolean {
  if (count !== 'estimated') return count === 'exact';
  return target.kind === 'function' || (method !== 'GET' && method !== 'HEAD');
}

/**
 * Plans the rows of a source and of what is embedded in them.
 *
 * @throws {RestError} 42703 for an unknown column, PGRST200, 201 and 42712 for an embed, PGRST108 for a parameter about a
 *   resource that is not embedded, PGRST123 for an aggregate where they are off
 */
export function planRows(
  cache: SchemaCache,
  source: RowSource,
  request: ApiRequest,
  limits: RestLimits,
): RowsPlan {
  const rows = planResource({ cache, limits, source, alias: source.name, above: [] }, request);
  return { ...rows, counted: countsExactly(request) };
}
