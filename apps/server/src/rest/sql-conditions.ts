import type { SqlValue } from '../db/database.ts';
import type { Search, Test } from './filter-grammar.ts';
import type { Field, Output, PlannedCondition, PlannedOrder } from './plan-rows.ts';

/** Collects the parameters of one statement; request values reach SQL only through {@link bind}. */
export class Values {
  readonly list: SqlValue[] = [];

  /** Adds a parameter and returns its placeholder. */
  bind(value: SqlValue): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

export function identifier(name: string): string {
  return name.includes('"') ? `"${name.replaceAll('"', '""')}"` : `"${name}"`;
}

/** The qualified, quoted name of a table, view or function in schema public. */
export const publicName = (name: string) => `"public".${identifier(name)}`;

/** The column definition list for `json_to_record` and related functions. */
export function recordType(
  columns: readonly { readonly name: string; readonly type: string }[],
): string {
  return columns.map(({ name, type }) => `${identifier(name)} ${type}`).join(', ');
}

const jsonTypes = new Set(['json', 'jsonb']);
const searchedTypes = new Set([
  'text',
  'character varying',
  'character',
  'bpchar',
  'json',
  'jsonb',
]);

/** SQL for a column of the source, or for a path inside it. */
export function fieldText(values: Values, source: string, { column, steps }: Field): string {
  const plain = `${identifier(source)}.${identifier(column.name)}`;
  if (steps.length === 0) return plain;
  const start = jsonTypes.has(column.baseType) ? plain : `to_jsonb(${plain})`;
  const path = steps.map(({ key, asText }) => {
    const type = typeof key === 'number' ? 'int' : 'text';
    return `${asText ? '->>' : '->'}${values.bind(key)}::${type}`;
  });
  return `(${start}${path.join('')})`;
}

const operators: Readonly<Record<Extract<Test, { kind: 'compare' }>['operator'], string>> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
};

const searches: Readonly<Record<Search, string>> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
};

const isTexts = {
  null: 'is null',
  not_null: 'is not null',
  true: 'is true',
  false: 'is false',
  unknown: 'is unknown',
} as const;

/** Replaces `*` by `%` in a pattern, because URLs would have to escape the percent sign. */
function pattern(operator: string, value: string): string {
  return operator === 'like' || operator === 'ilike' ? value.replaceAll('*', '%') : value;
}

function searchText(
  values: Values,
  field: Field,
  subject: string,
  { operator, config, value }: Extract<Test, { kind: 'search' }>,
): string {
  const language = config === undefined ? '' : `${values.bind(config)}::regconfig, `;
  const isText = field.steps.length > 0 || searchedTypes.has(field.column.baseType);
  const document = isText ? `to_tsvector(${language}${subject})` : subject;
  return `${document} @@ ${searches[operator]}(${language}${values.bind(value)})`;
}

function testText(values: Values, source: string, field: Field, test: Test): string {
  const subject = fieldText(values, source, field);
  switch (test.kind) {
    case 'compare':
      return `${subject} ${operators[test.operator]} ${values.bind(pattern(test.operator, test.value))}`;
    case 'quantified':
      return `${subject} ${operators[test.operator]} ${test.quantifier} (${values.bind(pattern(test.operator, test.value))})`;
    case 'in':
      return `${subject} = any (${values.bind(test.values)})`;
    case 'is':
      return `${subject} ${isTexts[test.value]}`;
    case 'search':
      return searchText(values, field, subject, test);
  }
}

function conditionText(values: Values, source: string, condition: PlannedCondition): string {
  const text =
    condition.kind === 'filter'
      ? testText(values, source, condition.field, condition.test)
      : condition.members
          .map((member) => conditionText(values, source, member))
          .join(` ${condition.kind} `);
  return condition.negated ? `not (${text})` : `(${text})`;
}

/** The `where` clause for conditions that must all hold; empty without any. */
export function whereText(
  values: Values,
  source: string,
  conditions: readonly PlannedCondition[],
): string {
  if (conditions.length === 0) return '';
  return ` where ${conditions.map((condition) => conditionText(values, source, condition)).join(' and ')}`;
}

/** The `order by` clause; empty without terms. */
export function orderText(values: Values, source: string, order: readonly PlannedOrder[]): string {
  if (order.length === 0) return '';
  const terms = order.map(({ field, descending, nulls }) => {
    const direction = descending ? ' desc' : '';
    return `${fieldText(values, source, field)}${direction}${nulls === undefined ? '' : ` nulls ${nulls}`}`;
  });
  return ` order by ${terms.join(', ')}`;
}

/** The select list, each expression with its response key as the alias. */
export function outputsText(values: Values, source: string, outputs: readonly Output[]): string {
  return outputs
    .map((output) => {
      if (output.kind === 'all') return `${identifier(source)}.*`;
      const text = fieldText(values, source, output.field);
      const value = output.cast === undefined ? text : `cast(${text} as ${output.cast})`;
      return `${value} as ${identifier(output.as)}`;
    })
    .join(', ');
}
