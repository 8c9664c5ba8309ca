import fc from 'fast-check';
import type { Condition, Field, Filter, Query } from './query-model.ts';

type Asked = Pick<Filter, 'kind' | 'field' | 'test'>;

const pieces = [
  'a',
  'A',
  'b',
  ',',
  '.',
  '(',
  ')',
  '"',
  '\\',
  '{',
  '}',
  '*',
  '%',
  '_',
  ':',
  ' ',
  "'",
  ';',
  '--',
  '/*',
];
const words = [
  '',
  'null',
  'not',
  'eq.1',
  'a,b',
  'q"q',
  'b\\s',
  'สวัสดี',
  '*star%',
  'odd 3',
  `'; drop table things; --`,
];

const anyText = fc.oneof(
  fc.constantFrom(...words),
  fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join('')),
);
const wholeNumber = fc.integer({ min: -5, max: 160 }).map(String);
const decimal = fc.constantFrom('0', '1.5', '-2', '3.333', '16.333', '1e1');
const day = fc
  .integer({ min: 1, max: 28 })
  .map((date) => `2026-01-${String(date).padStart(2, '0')}`);
const instant = fc.constantFrom('2026-01-02T03:00:00Z', '2026-01-03 10:00:00+07', '2026-01-05');
const range = fc.constantFrom('[1,4)', '(2,9]', 'empty', '[5,5]', '(,3)');

const comparisons = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'];
const patterns = ['like', 'ilike', 'match', 'imatch'];
const spans = ['sl', 'sr', 'nxr', 'nxl', 'adj', 'cs', 'cd', 'ov', 'eq'];

const column = (name: string): Field => ({ column: name, path: [] });

interface Kind {
  readonly fields: readonly Field[];
  readonly value: fc.Arbitrary<string>;
  readonly operators: readonly string[];
}

const info = (...path: Field['path']): Field => ({ column: 'info', path });
const texts = [
  column('name'),
  column('odd.name, (x)'),
  info({ key: 'k', asText: true }),
  info({ key: 'list', asText: false }, { key: 1, asText: true }),
  info({ key: 0, asText: true }),
];

/** Text for a pattern; backslashes are doubled, because a trailing one fails only when a row is compared. */
const patternText = anyText.map((text) => text.replaceAll('\\', '\\\\'));
/** Valid regular expressions. */
const expression = fc.constantFrom(
  '^a',
  'b$',
  'a.b',
  '[a-z]+',
  '',
  'ส',
  'q"q',
  '\\(x\\)',
  'a,b',
  '^$',
);

const kinds: readonly Kind[] = [
  { fields: [column('id')], value: wholeNumber, operators: [...comparisons, 'isdistinct'] },
  { fields: texts, value: anyText, operators: [...comparisons, 'isdistinct'] },
  { fields: texts, value: patternText, operators: ['like', 'ilike'] },
  { fields: texts, value: expression, operators: ['match', 'imatch'] },
  { fields: [column('amount')], value: decimal, operators: [...comparisons, 'isdistinct'] },
  { fields: [column('day')], value: day, operators: comparisons },
  { fields: [column('at')], value: instant, operators: comparisons },
  {
    fields: [column('tags')],
    value: fc.constantFrom('{a}', '{a,b}', '{}', '{"x,y"}', '{a,"b c"}'),
    operators: ['cs', 'cd', 'ov', 'eq', 'neq'],
  },
  { fields: [column('span')], value: range, operators: spans },
  {
    fields: [column('info')],
    value: fc.constantFrom('{"k": "v"}', '[1]', '{"n": 5, "list": ["two"]}', '"text"', 'null'),
    operators: ['cs', 'cd', 'eq', 'neq'],
  },
];

const valued: fc.Arbitrary<Asked> = fc
  .constantFrom(...kinds)
  .chain(({ fields, value, operators }) =>
    fc.record({
      kind: fc.constant('filter' as const),
      field: fc.constantFrom(...fields),
      test: fc.record({
        kind: fc.constant('value' as const),
        operator: fc.constantFrom(...operators),
        value,
      }),
    }),
  );

const quantified: fc.Arbitrary<Asked> = fc
  .constantFrom(...kinds.slice(0, 7))
  .chain(({ fields, value, operators }) =>
    fc.record({
      kind: fc.constant('filter' as const),
      field: fc.constantFrom(...fields),
      test: fc.record({
        kind: fc.constantFrom('any' as const, 'all' as const),
        operator: fc.constantFrom(
          ...operators.filter((name) => comparisons.includes(name) || patterns.includes(name)),
        ),
        values: fc.array(value, { maxLength: 3 }),
      }),
    }),
  );

const listed: fc.Arbitrary<Asked> = fc
  .constantFrom(...kinds.slice(0, 2), ...kinds.slice(4, 7))
  .chain(({ fields, value }) =>
    fc.record({
      kind: fc.constant('filter' as const),
      field: fc.constantFrom(...fields),
      test: fc.record({
        kind: fc.constant('in' as const),
        values: fc.array(value, { maxLength: 4 }),
      }),
    }),
  );

const being: fc.Arbitrary<Asked> = fc.oneof(
  fc.record({
    kind: fc.constant('filter' as const),
    field: fc.constantFrom(...kinds.flatMap(({ fields }) => fields)),
    test: fc.record({
      kind: fc.constant('is' as const),
      value: fc.constantFrom('null', 'not_null', 'NULL'),
    }),
  }),
  fc.record({
    kind: fc.constant('filter' as const),
    field: fc.constant(column('flag')),
    test: fc.record({
      kind: fc.constant('is' as const),
      value: fc.constantFrom('true', 'false', 'unknown', 'True'),
    }),
  }),
);

const searching: fc.Arbitrary<Asked> = fc.record({
  kind: fc.constant('filter' as const),
  field: fc.constantFrom(...texts.slice(0, 2)),
  test: fc.record({
    kind: fc.constant('search' as const),
    operator: fc.constantFrom('plfts', 'phfts', 'wfts'),
    config: fc.constantFrom(undefined, 'english', 'simple'),
    value: anyText,
  }),
});

const filter = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: valued }, quantified, listed, being, searching),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([one, negated, negatedFirst]): Filter => ({ ...one, negated, negatedFirst }));

const { condition } = fc.letrec<{ condition: Condition; group: Condition }>((tie) => ({
  condition: fc.oneof({ depthSize: 'small', withCrossShrink: true }, filter, tie('group')),
  group: fc.record({
    kind: fc.constantFrom('and' as const, 'or' as const),
    negated: fc.boolean(),
    members: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }),
  }),
}));

const everyField = [
  ...kinds.flatMap(({ fields }) => fields),
  column('flag'),
  info({ key: 'list', asText: false }),
  info({ key: 'list', asText: false }, { key: -1, asText: false }),
];

/** Valid queries on {@link queriedTable} with unusual values. */
export const queries: fc.Arbitrary<Query> = fc.record({
  outputs: fc.array(
    fc.record({
      field: fc.constantFrom(...everyField),
      cast: fc.constantFrom(undefined, undefined, 'text', 'varchar'),
    }),
    { maxLength: 4 },
  ),
  conditions: fc.array(condition, { maxLength: 2 }),
  order: fc.array(
    fc.record({
      field: fc.constantFrom(...everyField),
      direction: fc.constantFrom(undefined, 'asc' as const, 'desc' as const),
      nulls: fc.constantFrom(undefined, 'nullsfirst' as const, 'nullslast' as const),
    }),
    { maxLength: 2 },
  ),
  limit: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined, freq: 1 }),
  offset: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined, freq: 1 }),
});
