import pg from 'pg';
import type { Condition, Field, Query, Test } from './query-model.ts';

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
const isPlain = (text: string) => /^[^\s,.:()"\\{}]+$/.test(text);
const orQuoted = (text: string) => (isPlain(text) ? text : quoted(text));
/** Inside a group a simple array needs no quotes. */
const memberValue = (text: string) => (/^\{[a-z,]*\}$/.test(text) ? text : orQuoted(text));

function fieldAddress({ column: name, path }: Field): string {
  const steps = path.map(({ key, asText }) => `${asText ? '->>' : '->'}${String(key)}`);
  return `${orQuoted(name)}${steps.join('')}`;
}

const arrayLiteral = (values: readonly string[]) => `{${values.map(quoted).join(',')}}`;

function testAddress(test: Test, write: (value: string) => string): string {
  switch (test.kind) {
    case 'value':
      return `${test.operator}.${write(test.value)}`;
    case 'any':
    case 'all':
      return `${test.operator}(${test.kind}).${write(arrayLiteral(test.values))}`;
    case 'in':
      return `in.(${test.values.map(orQuoted).join(',')})`;
    case 'is':
      return `is.${test.value}`;
    case 'search':
      return `${test.operator}${test.config === undefined ? '' : `(${test.config})`}.${write(test.value)}`;
  }
}

const not = (negated: boolean) => (negated ? 'not.' : '');

function memberAddress(member: Condition): string {
  if (member.kind !== 'filter') {
    return `${not(member.negated)}${member.kind}(${member.members.map(memberAddress).join(',')})`;
  }
  const { field, negated, negatedFirst, test } = member;
  const before = not(negated && negatedFirst);
  return `${before}${fieldAddress(field)}.${not(negated && !negatedFirst)}${testAddress(test, memberValue)}`;
}

function conditionAddress(one: Condition): [string, string] {
  if (one.kind !== 'filter') {
    return [`${not(one.negated)}${one.kind}`, `(${one.members.map(memberAddress).join(',')})`];
  }
  const asIs = (value: string) => value;
  return [fieldAddress(one.field), `${not(one.negated)}${testAddress(one.test, asIs)}`];
}

/** Renders the query string in PostgREST's grammar; the outputs have the keys `c0`, `c1` ... */
export function toAddress({ outputs, conditions, order, limit, offset }: Query): string {
  const select = outputs.map(
    ({ field, cast }, index) =>
      `c${String(index)}:${fieldAddress(field)}${cast === undefined ? '' : `::${cast}`}`,
  );
  const terms = order.map(({ field, direction, nulls }) =>
    [fieldAddress(field), direction, nulls].filter((part) => part !== undefined).join('.'),
  );
  const entries: [string, string][] = [
    ['select', ['id', ...select].join(',')],
    ...conditions.map(conditionAddress),
    ['order', [...terms, 'id'].join(',')],
  ];
  if (limit !== undefined) entries.push(['limit', String(limit)]);
  if (offset !== undefined) entries.push(['offset', String(offset)]);
  return new URLSearchParams(entries).toString();
}

const sqlOperators: Readonly<Record<string, string>> = {
  eq: '=',
  neq: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: '~~',
  ilike: '~~*',
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

const literal = (text: string) => pg.escapeLiteral(text);

function fieldSql({ column: name, path }: Field): string {
  const steps = path.map(
    ({ key, asText }) =>
      `${asText ? '->>' : '->'} ${typeof key === 'number' ? String(key) : literal(key)}`,
  );
  return `(${pg.escapeIdentifier(name)} ${steps.join(' ')})`;
}

function testSql(field: string, test: Test): string {
  switch (test.kind) {
    case 'value': {
      const isPattern = test.operator === 'like' || test.operator === 'ilike';
      const value = isPattern ? test.value.replaceAll('*', '%') : test.value;
      return `${field} ${sqlOperators[test.operator] ?? ''} ${literal(value)}`;
    }
    case 'any':
    case 'all': {
      const isPattern = test.operator === 'like' || test.operator === 'ilike';
      const values = isPattern ? test.values.map((one) => one.replaceAll('*', '%')) : test.values;
      return `${field} ${sqlOperators[test.operator] ?? ''} ${test.kind} (${literal(arrayLiteral(values))})`;
    }
    case 'in':
      return test.values.length === 0
        ? 'false'
        : `${field} in (${test.values.map(literal).join(', ')})`;
    case 'is':
      return `${field} is ${test.value.replace('_', ' ')}`;
    case 'search': {
      const config = test.config === undefined ? '' : `'${test.config}', `;
      const make = { plfts: 'plainto', phfts: 'phraseto', wfts: 'websearch_to' }[test.operator];
      const name = make === 'websearch_to' ? 'websearch_to_tsquery' : `${make ?? ''}_tsquery`;
      return `to_tsvector(${config}${field}) @@ ${name}(${config}${literal(test.value)})`;
    }
  }
}

function conditionSql(one: Condition): string {
  const inner =
    one.kind === 'filter'
      ? testSql(fieldSql(one.field), one.test)
      : one.members.map(conditionSql).join(` ${one.kind} `);
  return `${one.negated ? 'not ' : ''}(${inner})`;
}

/** Renders the query as SQL, independently of the data service; the result is one JSON array `rows`. */
export function toSql({ outputs, conditions, order, limit, offset }: Query): string {
  const select = outputs.map(({ field, cast }, index) => {
    const value = fieldSql(field);
    return `${cast === undefined ? value : `${value}::${cast}`} as c${String(index)}`;
  });
  const terms = order.map(({ field, direction = 'asc', nulls }) => {
    const nullsOrder =
      nulls === undefined ? '' : ` nulls ${nulls === 'nullsfirst' ? 'first' : 'last'}`;
    return `${fieldSql(field)} ${direction}${nullsOrder}`;
  });
  const where = conditions.length === 0 ? 'true' : conditions.map(conditionSql).join(' and ');
  return `select coalesce(json_agg(found), '[]') as rows from (
    select ${['id', ...select].join(', ')} from public.things where ${where}
    order by ${[...terms, 'id'].join(', ')}
    limit ${limit === undefined ? 'all' : String(limit)} offset ${String(offset ?? 0)}) as found`;
}
