import { allConditions, repeatedSpreads, repeatedTests } from './repeated-embeds.ts';
import {
  outputColumns,
  outputNames,
  type Embed,
  type Expression,
  type Output,
  type PlannedCondition,
  type RowsPlan,
} from './rows-plan.ts';
import {
  columnsText,
  fieldText,
  identifier,
  qualifiedName,
  rowCallText,
  testText,
  type Values,
} from './sql-conditions.ts';

/**
 * A number as a literal instead of a parameter: for an unknown limit the planner assumes a tenth of all rows, rejects
 * the generic plan as too expensive and plans every run again.
 */
function numberText(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError('a limit is a whole number');
  return String(value);
}

type Pair = readonly [from: string, column: string, otherFrom: string, otherColumn: string];

const equal = ([from, column, otherFrom, otherColumn]: Pair) =>
  `${identifier(from)}.${identifier(column)} = ${identifier(otherFrom)}.${identifier(otherColumn)}`;

/** The `from` item of related rows, and their join condition with the parent's row. */
function relatedRows(parent: string, { join, rows: { source, alias } }: Embed) {
  const name = identifier(alias);
  if (join.kind === 'computed')
    return { from: `${rowCallText(parent, join.function)} as ${name}`, joins: [] };
  const { columns, junction } = join.relationship;
  const target = `${qualifiedName(source)} as ${name}`;
  if (junction === undefined)
    return { from: target, joins: columns.map(([own, to]) => equal([alias, to, parent, own])) };
  const through = `${alias}_through`;
  return {
    from: `${target}, ${qualifiedName({ schema: junction.schema, name: junction.table })} as ${identifier(through)}`,
    joins: [
      ...junction.sourceColumns.map(([own, via]) => equal([through, via, parent, own])),
      ...junction.targetColumns.map(([via, to]) => equal([alias, to, through, via])),
    ],
  };
}

/** SQL that selects the related rows of the parent's row. */
function relatedText(values: Values, parent: string, embed: Embed): string {
  values.countSubquery();
  const { from, joins } = relatedRows(parent, embed);
  return rowsText(values, embed.rows, from, joins);
}

/** SQL that selects something of related rows whose order does not matter. */
function relatedValueText(values: Values, parent: string, embed: Embed, outputs: string): string {
  values.countSubquery();
  const rows = { ...embed.rows, order: [] };
  const { from, joins } = relatedRows(parent, embed);
  return `${selectText(values, rows, from, { outputs, joins })}${pageText(values, rows)}`;
}

const existsText = (values: Values, parent: string, embed: Embed): string =>
  `exists (${relatedValueText(values, parent, embed, '')})`;

/** The names of joined subqueries. */
interface Joins {
  /** Of spread resources, with a column for each of their keys. */
  readonly spread: ReadonlyMap<Embed, string>;
  /** Of tests whether related rows exist, with the column `found`. */
  readonly tested: ReadonlyMap<Embed, string>;
}

const noJoins: Joins = { spread: new Map(), tested: new Map() };

/** SQL of one key of a spread resource, or of the list of a to-many one. */
function spreadText({ toOne }: Embed, from: string, key: string): string {
  const value = `${identifier(from)}.${identifier(key)}`;
  return toOne ? value : `json_agg(${value})`;
}

function expressionText(
  values: Values,
  alias: string,
  expression: Expression,
  joins: Joins,
): string {
  switch (expression.kind) {
    case 'field': {
      const text = fieldText(values, alias, expression.field);
      return expression.cast === undefined ? text : `cast(${text} as ${expression.cast})`;
    }
    case 'row':
      return '1';
    case 'embed': {
      const related = relatedText(values, alias, expression.embed);
      return expression.embed.toOne
        ? `(select row_to_json(_row) from (${related}) as _row)`
        : `coalesce((select json_agg(_row) from (${related}) as _row), '[]')`;
    }
    case 'spread': {
      const { embed, key } = expression;
      const joined = joins.spread.get(embed);
      const text =
        joined === undefined
          ? `(select ${spreadText(embed, '_row', key)} from (${relatedText(values, alias, embed)}) as _row)`
          : `${identifier(joined)}.${identifier(key)}`;
      return embed.toOne ? text : `coalesce(${text}, '[]')`;
    }
  }
}

const isGrouped = ({ outputs }: RowsPlan) =>
  outputs.some((output) => output.kind === 'value' && output.aggregate !== undefined);

function outputText(values: Values, rows: RowsPlan, output: Output, joins: Joins): string {
  if (output.kind === 'all') return `${identifier(rows.alias)}.*`;
  const { expression, aggregate, as } = output;
  const text = expressionText(values, rows.alias, expression, joins);
  if (aggregate !== undefined) {
    const result = `${aggregate.name}(${text})`;
    const cast = aggregate.cast === undefined ? result : `cast(${result} as ${aggregate.cast})`;
    return `${cast} as ${identifier(as)}`;
  }
  // PostgreSQL cannot group by json.
  const groups = expression.kind === 'embed' && isGrouped(rows) ? `(${text})::jsonb` : text;
  return `${groups} as ${identifier(as)}`;
}

/** The select list, each expression with its response key as the alias. */
function outputsText(values: Values, rows: RowsPlan, joins: Joins): string {
  return rows.outputs.map((output) => outputText(values, rows, output, joins)).join(', ');
}

/** The `group by` clause of rows with an aggregate: by the positions of the other outputs. */
function groupText(rows: RowsPlan): string {
  if (!isGrouped(rows)) return '';
  const positions = rows.outputs.flatMap((output, index) =>
    output.kind === 'value' && output.aggregate === undefined ? [index + 1] : [],
  );
  return positions.length === 0 ? '' : ` group by ${positions.join(', ')}`;
}

function conditionText(
  values: Values,
  alias: string,
  condition: PlannedCondition,
  joins: Joins,
): string {
  if (condition.kind === 'embed') {
    const joined = joins.tested.get(condition.embed);
    const found =
      joined === undefined
        ? existsText(values, alias, condition.embed)
        : `${identifier(joined)}.found`;
    return condition.negated ? `not ${found}` : found;
  }
  const text =
    condition.kind === 'filter'
      ? testText(values, alias, condition.field, condition.test)
      : condition.members
          .map((member) => conditionText(values, alias, member, joins))
          .join(` ${condition.kind} `);
  return condition.negated ? `not (${text})` : `(${text})`;
}

/** SQL of each condition on rows of this name. */
export function conditionTexts(
  values: Values,
  alias: string,
  conditions: readonly PlannedCondition[],
  joins = noJoins,
): readonly string[] {
  return conditions.map((condition) => conditionText(values, alias, condition, joins));
}

/** The `where` clause for conditions that must all hold; empty without any. */
export function allText(texts: readonly string[]): string {
  return texts.length === 0 ? '' : ` where ${texts.join(' and ')}`;
}

/** SQL that joins spread resources. */
function spreadJoins(values: Values, alias: string, spreads: Joins['spread']): string {
  const joins = [...spreads].map(([embed, name]) => {
    const related = relatedText(values, alias, embed);
    const keys = new Set(outputNames(embed.rows));
    const lists = [...keys].map((key) => `${spreadText(embed, '_row', key)} as ${identifier(key)}`);
    const rows = embed.toOne ? related : `select ${lists.join(', ')} from (${related}) as _row`;
    return ` left join lateral (${rows}) as ${identifier(name)} on true`;
  });
  return joins.join('');
}

/** SQL that joins tests: `offset 0` keeps PostgreSQL from copying a test to each place that uses it. */
function testJoins(values: Values, alias: string, tests: Joins['tested']): string {
  const joins = [...tests].map(([embed, name]) => {
    const found = existsText(values, alias, embed);
    return ` cross join lateral (select ${found} as found offset 0) as ${identifier(name)}`;
  });
  return joins.join('');
}

/**
 * SQL that selects rows, without their order and range. Each related resource is written once, however often it is used:
 * otherwise the text would multiply with each level.
 *
 * @param given.outputs replaces the outputs of the plan and their groups
 * @param given.joins further conditions
 */
export function selectText(
  values: Values,
  rows: RowsPlan,
  from: string,
  given: { readonly outputs?: string; readonly joins?: readonly string[] } = {},
): string {
  const { alias } = rows;
  const conditions = allConditions(rows);
  const spread = given.outputs === undefined ? repeatedSpreads(rows.outputs) : noJoins.spread;
  const joins = { spread, tested: repeatedTests(conditions) };
  const selected = given.outputs ?? outputsText(values, rows, joins);
  const joined = spreadJoins(values, alias, spread) + testJoins(values, alias, joins.tested);
  const tests = conditionTexts(values, alias, conditions, joins);
  const where = allText([...(given.joins ?? []), ...tests]);
  const group = given.outputs === undefined ? groupText(rows) : '';
  return `select ${selected} from ${from}${joined}${where}${group}`;
}

/** The spread resources that are joined to the rows of a page: a join is evaluated for every row before the range. */
const pageSpreads = (rows: RowsPlan): Joins['spread'] =>
  isGrouped(rows) ? noJoins.spread : repeatedSpreads(rows.outputs);

/**
 * SQL that selects rows without their order and range, to be counted.
 *
 * @param joins further conditions
 */
export function countedText(
  values: Values,
  rows: RowsPlan,
  from: string,
  joins: readonly string[] = [],
): string {
  if (pageSpreads(rows).size === 0) return selectText(values, rows, from, { joins });
  const outputs = columnsText(rows.alias, rows.outputs.map(outputColumns));
  return selectText(values, rows, from, { outputs, joins });
}

/**
 * SQL that selects rows in their order and range.
 *
 * @param joins further conditions
 */
export function rowsText(
  values: Values,
  rows: RowsPlan,
  from: string,
  joins: readonly string[] = [],
): string {
  const page = `${countedText(values, rows, from, joins)}${pageText(values, rows)}`;
  const spread = pageSpreads(rows);
  if (spread.size === 0) return page;
  const selected = outputsText(values, rows, { ...noJoins, spread });
  return `select ${selected} from (${page}) as ${identifier(rows.alias)}${spreadJoins(values, rows.alias, spread)}`;
}

/** The `order by` clause; empty without terms. */
export function orderText(values: Values, { alias, order }: RowsPlan): string {
  if (order.length === 0) return '';
  const terms = order.map(({ field, embed, descending, nulls }) => {
    const text =
      embed === undefined
        ? fieldText(values, alias, field)
        : `(${relatedValueText(values, alias, embed, fieldText(values, embed.rows.alias, field))})`;
    return `${text}${descending ? ' desc' : ''}${nulls === undefined ? '' : ` nulls ${nulls}`}`;
  });
  return ` order by ${terms.join(', ')}`;
}

/** The order and the range. Binds its parameters, because PostgreSQL rejects a parameter that the text does not use. */
function pageText(values: Values, rows: RowsPlan): string {
  const { offset, limit } = rows.range;
  const start = offset > 0 ? ` offset ${values.bind(offset)}` : '';
  return `${orderText(values, rows)} limit ${numberText(limit)}${start}`;
}
