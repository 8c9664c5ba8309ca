import type { SqlValue } from '../db/database.ts';
import { restErrors } from './errors.ts';
import type { Search, Test } from './filter-grammar.ts';
import { queryLimits } from './query-limits.ts';
import type { Field } from './rows-plan.ts';
import type { SqlFunction } from './schema-cache.ts';

/** Collects the parameters of one statement; request values reach SQL only through {@link bind}. */
export class Values {
  readonly list: SqlValue[] = [];
  #subqueries = 0;

  /** Adds a parameter and returns its placeholder. */
  bind(value: SqlValue): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }

  /** Bounds the subqueries of the statement: PostgreSQL plans each of them before a timeout can end it. */
  countSubquery(): void {
    this.#subqueries += 1;
    if (this.#subqueries > queryLimits.subqueries)
      throw restErrors.badQuery(
        `The query needs more than ${queryLimits.subqueries} subqueries`,
        'Embedded resources that select, filter or order by each other need several',
      );
  }
}

export function identifier(name: string): string {
  return name.includes('"') ? `"${name.replaceAll('"', '""')}"` : `"${name}"`;
}

/** The qualified, quoted name of a table, view or function. */
export function qualifiedName(named: { readonly schema: string; readonly name: string }): string {
  return `${identifier(named.schema)}.${identifier(named.name)}`;
}

/** SQL for columns of the source, each once; undefined stands for all of them. */
export function columnsText(
  source: string,
  needed: readonly (readonly string[] | undefined)[],
): string {
  const alias = identifier(source);
  if (needed.includes(undefined)) return `${alias}.*`;
  const names = new Set(needed.flatMap((columns) => columns ?? []));
  return [...names].map((name) => `${alias}.${identifier(name)}`).join(', ');
}

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

/** SQL for the call of a function with one row of the source. */
export function rowCallText(source: string, called: SqlFunction): string {
  return `${qualifiedName(called)}(row(${identifier(source)}.*)::${called.rowArgument ?? ''})`;
}

/** SQL for a column or computed field of the source, or for a path inside it. */
export function fieldText(
  values: Values,
  source: string,
  { column, steps, computed }: Field,
): string {
  const plain =
    computed === undefined
      ? `${identifier(source)}.${identifier(column.name)}`
      : rowCallText(source, computed);
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

/** SQL for a test of a field of the source. */
export function testText(values: Values, source: string, field: Field, test: Test): string {
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
