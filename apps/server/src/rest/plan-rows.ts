import type { ApiRequest } from './api-request.ts';
import { restErrors } from './errors.ts';
import type { Condition } from './filter-grammar.ts';
import { keyOf, resolveCast, resolveField } from './plan-field.ts';
import { findRelatedRows } from './plan-relationship.ts';
import type { RestLimits } from './query-limits.ts';
import type { EmbeddedQuery, RowsQuery } from './query-parameters.ts';
import {
  outputNames,
  type Embed,
  type Expression,
  type Output,
  type PlannedCondition,
  type PlannedOrder,
  type RowSource,
  type RowsPlan,
} from './rows-plan.ts';
import type { SchemaCache } from './schema-cache.ts';
import type { EmbedItem, OrderTerm, SelectItem } from './select-grammar.ts';

/** What the rows of every level are planned with. */
interface Planning {
  readonly cache: SchemaCache;
  readonly limits: RestLimits;
  /** A name for the rows of an embedded resource. */
  readonly nextAlias: () => string;
}

/** What the request asks of one resource and of those embedded in it. */
interface ResourceQuery extends RowsQuery {
  readonly select: readonly SelectItem[];
  readonly embedded: readonly EmbeddedQuery[];
}

type Value = Extract<Output, { kind: 'value' }>;

function planValue(
  { cache, limits }: Planning,
  source: RowSource,
  { field, alias, cast, aggregate }: Extract<SelectItem, { kind: 'field' }>,
): Value {
  if (aggregate !== undefined && !limits.aggregates) throw restErrors.noAggregates();
  const expression: Expression =
    field === undefined
      ? { kind: 'row' }
      : {
          kind: 'field',
          field: resolveField(cache, source, field),
          cast: resolveCast(cache, cast),
        };
  return {
    kind: 'value',
    expression,
    aggregate: aggregate && { ...aggregate, cast: resolveCast(cache, aggregate.cast) },
    as: alias ?? aggregate?.name ?? (field === undefined ? '' : keyOf(field)),
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
        field: { column, steps: [], computedFrom: undefined },
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
  planning: Planning,
  source: RowSource,
  item: EmbedItem,
  embedded: readonly EmbeddedQuery[],
): PlannedEmbed {
  const { join, target, toOne } = findRelatedRows(planning.cache, source, item);
  const names = item.alias === undefined ? [item.relation] : [item.alias, item.relation];
  const own = embedded.filter(({ path: [first = ''] }) => names.includes(first));
  const queries = own.filter(({ path }) => path.length === 1);
  const { offset, limit } = queries.at(-1)?.range ?? { offset: 0, limit: null };
  const rows = planResource(planning, target, planning.nextAlias(), {
    select: item.select,
    conditions: queries.flatMap(({ conditions }) => conditions),
    order: queries.flatMap(({ order }) => order),
    range: { offset, limit: toOne ? 1 : limit },
    embedded: own
      .filter(({ path }) => path.length > 1)
      .map((query) => ({ ...query, path: query.path.slice(1) })),
  });
  return { item, names, join, toOne, inner: item.inner, rows };
}

function planOutputs(
  planning: Planning,
  source: RowSource,
  select: readonly SelectItem[],
  embeds: readonly PlannedEmbed[],
): readonly Output[] {
  const outputs = select.flatMap((item): readonly Output[] => {
    if (item.kind === 'all') return [item];
    if (item.kind === 'field') return [planValue(planning, source, item)];
    const embed = embeds.find((planned) => planned.item === item);
    if (embed === undefined || item.select.length === 0) return [];
    if (item.spread) return spreadValues(embed);
    const as = item.alias ?? item.relation;
    return [{ kind: 'value', expression: { kind: 'embed', embed }, aggregate: undefined, as }];
  });
  const isGrouped = outputs.some((output) => output.kind === 'value' && output.aggregate);
  return isGrouped ? valuesOf({ source, outputs }) : outputs;
}

function embedNamed(embeds: readonly Embed[], name: string): Embed | undefined {
  return embeds.find(({ names }) => names.includes(name));
}

function planCondition(
  cache: SchemaCache,
  source: RowSource,
  embeds: readonly Embed[],
  condition: Condition,
): PlannedCondition {
  if (condition.kind !== 'filter')
    return {
      ...condition,
      members: condition.members.map((member) => planCondition(cache, source, embeds, member)),
    };
  const { field, negated, test } = condition;
  const embed = source.columns.has(field.name) ? undefined : embedNamed(embeds, field.name);
  if (embed === undefined) return { ...condition, field: resolveField(cache, source, field) };
  const asksNull = test.kind === 'is' && test.value === 'null';
  if (!asksNull && !(test.kind === 'is' && test.value === 'not_null'))
    throw restErrors.badEmbedFilter(field.name);
  return { kind: 'embed', embed, negated: negated !== asksNull };
}

export function planConditions(
  cache: SchemaCache,
  source: RowSource,
  conditions: readonly Condition[],
  embeds: readonly Embed[] = [],
): readonly PlannedCondition[] {
  return conditions.map((condition) => planCondition(cache, source, embeds, condition));
}

function planOrder(
  cache: SchemaCache,
  source: RowSource,
  embeds: readonly Embed[],
  { relation, field, descending, nulls }: OrderTerm,
): PlannedOrder {
  if (relation === undefined)
    return { field: resolveField(cache, source, field), embed: undefined, descending, nulls };
  const embed = embedNamed(embeds, relation);
  if (embed === undefined) throw restErrors.notEmbedded(relation);
  if (!embed.toOne) throw restErrors.badRelatedOrder(source.name, relation);
  return { field: resolveField(cache, embed.rows.source, field), embed, descending, nulls };
}

/** The maximum number of columns of a table; a select list may have 1,664. */
const widest = 1600;

function checkWidth(rows: Pick<RowsPlan, 'source' | 'outputs'>): void {
  const width = outputNames(rows).length;
  if (width > widest)
    throw restErrors.badQuery(
      `The query selects more than ${widest} columns`,
      `${width} were found`,
    );
}

function planResource(
  planning: Planning,
  source: RowSource,
  alias: string,
  { select, conditions, order, range, embedded }: ResourceQuery,
): RowsPlan {
  const { cache, limits } = planning;
  const embeds = select
    .filter((item) => item.kind === 'embed')
    .map((item) => planEmbed(planning, source, item, embedded));
  const stray = embedded.find(({ path: [first = ''] }) => !embedNamed(embeds, first));
  if (stray !== undefined) throw restErrors.notEmbedded(stray.path[0] ?? '');
  const outputs = planOutputs(planning, source, select, embeds);
  checkWidth({ source, outputs });
  return {
    source,
    alias,
    outputs,
    conditions: planConditions(cache, source, conditions, embeds),
    required: embeds.filter(({ inner }) => inner),
    order: order.map((term) => planOrder(cache, source, embeds, term)),
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
 * @throws {RestError} 42703 for an unknown column, PGRST200 and 201 for an embed, PGRST108 for a parameter about a
 *   resource that is not embedded, PGRST123 for an aggregate where they are off
 */
export function planRows(
  cache: SchemaCache,
  source: RowSource,
  request: ApiRequest,
  limits: RestLimits,
): RowsPlan {
  let aliases = 0;
  const planning = { cache, limits, nextAlias: () => `_embed${(aliases += 1)}` };
  const rows = planResource(planning, source, source.name, request);
  return { ...rows, counted: countsExactly(request) };
}
