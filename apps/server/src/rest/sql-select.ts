import type { Embed, Expression, Output, PlannedCondition, RowsPlan } from './rows-plan.ts';
import {
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

/** SQL that selects the related rows of the parent's row, with the given outputs or their own. */
function relatedText(values: Values, parent: string, embed: Embed, outputs?: string): string {
  const { rows } = embed;
  const { from, joins } = relatedRows(parent, embed);
  const selected = outputs ?? outputsText(values, rows);
  const where = whereText(values, rows, joins);
  const group = outputs === undefined ? groupText(rows) : '';
  return `select ${selected} from ${from}${where}${group}${pageText(values, rows)}`;
}

const existsText = (values: Values, parent: string, embed: Embed): string =>
  `exists (${relatedText(values, parent, { ...embed, rows: { ...embed.rows, order: [] } }, '')})`;

function expressionText(values: Values, alias: string, expression: Expression): string {
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
      const related = relatedText(values, alias, expression.embed);
      const value = `_row.${identifier(expression.key)}`;
      return expression.embed.toOne
        ? `(select ${value} from (${related}) as _row)`
        : `coalesce((select json_agg(${value}) from (${related}) as _row), '[]')`;
    }
  }
}

const isGrouped = ({ outputs }: RowsPlan) =>
  outputs.some((output) => output.kind === 'value' && output.aggregate !== undefined);

function outputText(values: Values, rows: RowsPlan, output: Output): string {
  if (output.kind === 'all') return `${identifier(rows.alias)}.*`;
  const { expression, aggregate, as } = output;
  const text = expressionText(values, rows.alias, expression);
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
export function outputsText(values: Values, rows: RowsPlan): string {
  return rows.outputs.map((output) => outputText(values, rows, output)).join(', ');
}

/** The `group by` clause of rows with an aggregate: by the positions of the other outputs. */
export function groupText(rows: RowsPlan): string {
  if (!isGrouped(rows)) return '';
  const positions = rows.outputs.flatMap((output, index) =>
    output.kind === 'value' && output.aggregate === undefined ? [index + 1] : [],
  );
  return positions.length === 0 ? '' : ` group by ${positions.join(', ')}`;
}

function conditionText(values: Values, alias: string, condition: PlannedCondition): string {
  const text =
    condition.kind === 'filter'
      ? testText(values, alias, condition.field, condition.test)
      : condition.kind === 'embed'
        ? existsText(values, alias, condition.embed)
        : condition.members
            .map((member) => conditionText(values, alias, member))
            .join(` ${condition.kind} `);
  return condition.negated ? `not (${text})` : `(${text})`;
}

/** SQL of each condition on rows of this name. */
export function conditionTexts(
  values: Values,
  alias: string,
  conditions: readonly PlannedCondition[],
): readonly string[] {
  return conditions.map((condition) => conditionText(values, alias, condition));
}

/** The `where` clause for conditions that must all hold; empty without any. */
export function allText(texts: readonly string[]): string {
  return texts.length === 0 ? '' : ` where ${texts.join(' and ')}`;
}

/** The `where` clause of selected rows: their conditions, and the related rows they need. */
export function whereText(
  values: Values,
  { alias, conditions, required }: Pick<RowsPlan, 'alias' | 'conditions' | 'required'>,
  joins: readonly string[] = [],
): string {
  return allText([
    ...joins,
    ...conditionTexts(values, alias, conditions),
    ...required.map((embed) => existsText(values, alias, embed)),
  ]);
}

/** The `order by` clause; empty without terms. */
export function orderText(values: Values, { alias, order }: RowsPlan): string {
  if (order.length === 0) return '';
  const terms = order.map(({ field, embed, descending, nulls }) => {
    const text =
      embed === undefined
        ? fieldText(values, alias, field)
        : `(${relatedText(values, alias, embed, fieldText(values, embed.rows.alias, field))})`;
    return `${text}${descending ? ' desc' : ''}${nulls === undefined ? '' : ` nulls ${nulls}`}`;
  });
  return ` order by ${terms.join(', ')}`;
}

/** The order and the range. Binds its parameters, because PostgreSQL rejects a parameter that the text does not use. */
export function pageText(values: Values, rows: RowsPlan): string {
  const { offset, limit } = rows.range;
  const start = offset > 0 ? ` offset ${values.bind(offset)}` : '';
  return `${orderText(values, rows)} limit ${numberText(limit)}${start}`;
}
