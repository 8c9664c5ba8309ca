import { readJsonSteps, readName, type FieldPath } from './field-grammar.ts';
import type { TextScanner } from './text-scanner.ts';

const comparisons = [
  'eq',
  'neq',
  'gte',
  'gt',
  'lte',
  'lt',
  'like',
  'ilike',
  'match',
  'imatch',
] as const;
const others = ['isdistinct', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'] as const;
const searches = ['fts', 'plfts', 'phfts', 'wfts'] as const;
const isValues = ['null', 'not_null', 'true', 'false', 'unknown'] as const;

type Comparison = (typeof comparisons)[number];
export type Search = (typeof searches)[number];
type IsValue = (typeof isValues)[number];

/** The condition on a field. Values are strings; PostgreSQL casts them to the column's type. */
export type Test =
  | {
      readonly kind: 'compare';
      readonly operator: Comparison | (typeof others)[number];
      readonly value: string;
    }
  | {
      readonly kind: 'quantified';
      readonly operator: Comparison;
      readonly quantifier: 'any' | 'all';
      /** An array literal, `{a,b}`. */
      readonly value: string;
    }
  | { readonly kind: 'in'; readonly values: readonly string[] }
  | { readonly kind: 'is'; readonly value: IsValue }
  | {
      readonly kind: 'search';
      readonly operator: Search;
      readonly config: string | undefined;
      readonly value: string;
    };

export interface Filter {
  readonly kind: 'filter';
  readonly field: FieldPath;
  readonly negated: boolean;
  readonly test: Test;
}

export interface Group {
  readonly kind: 'and' | 'or';
  readonly negated: boolean;
  readonly members: readonly Condition[];
}

export type Condition = Filter | Group;

/** Determines where a value ends: at the end of the text, or in a group at a comma or parenthesis. */
type Nesting = 'top' | 'group';

const operatorNames = '"not" or operator (eq, gt, ...)';
const word = /[a-z_]+/y;
const listElement = /[^,)]+/y;
const array = /\{(?:[^{}"]|"(?:[^"\\]|\\[^])*"|\{[^{}]*\})*\}/y;

/** A `not.` that negates a whole condition, as opposed to a column named `not`. */
const leadingNot = new RegExp(
  String.raw`not\.(?=(?:"[^"]*"|[^"(),.:]+)\.(?:not\.)?(?:${[...comparisons, ...others, ...searches, 'in', 'is'].join('|')})[.(])`,
  'y',
);

function oneOf<T extends string>(names: readonly T[], name: string): T | undefined {
  return names.find((candidate) => candidate === name);
}

function readValue(scanner: TextScanner, nesting: Nesting): string {
  if (nesting === 'top') return scanner.rest();
  const quoted = scanner.backtrack(() => {
    const text = scanner.quoted();
    return scanner.done || scanner.sees(',') || scanner.sees(')') ? text : undefined;
  });
  return quoted ?? scanner.match(array) ?? scanner.match(listElement) ?? '';
}

function readInList(scanner: TextScanner): readonly string[] {
  scanner.need('(');
  if (scanner.take(')')) return [];
  const values: string[] = [];
  do {
    const quoted = scanner.backtrack(() => {
      const text = scanner.quoted();
      return scanner.sees(',') || scanner.sees(')') ? text : undefined;
    });
    values.push(quoted ?? scanner.match(listElement) ?? '');
  } while (scanner.take(','));
  scanner.need(')', '"," or ")"');
  return values;
}

function readIs(scanner: TextScanner, nesting: Nesting): Test {
  const value = oneOf(isValues, readValue(scanner, nesting).toLowerCase());
  if (value === undefined) scanner.fail('null, not_null, true, false or unknown');
  return { kind: 'is', value };
}

function readSearch(scanner: TextScanner, operator: Search, nesting: Nesting): Test {
  let config: string | undefined;
  if (scanner.take('(')) {
    config = scanner.match(/[^()]+/y);
    scanner.need(')');
  }
  scanner.need('.');
  return { kind: 'search', operator, config, value: readValue(scanner, nesting) };
}

function readComparison(scanner: TextScanner, operator: Comparison, nesting: Nesting): Test {
  const quantifier = scanner.take('(any)') ? 'any' : scanner.take('(all)') ? 'all' : undefined;
  scanner.need('.');
  const value = readValue(scanner, nesting);
  return quantifier === undefined
    ? { kind: 'compare', operator, value }
    : { kind: 'quantified', operator, quantifier, value };
}

function readTest(scanner: TextScanner, nesting: Nesting): Test {
  const name = scanner.match(word) ?? scanner.fail(operatorNames);
  const comparison = oneOf(comparisons, name);
  if (comparison !== undefined) return readComparison(scanner, comparison, nesting);
  const search = oneOf(searches, name);
  if (search !== undefined) return readSearch(scanner, search, nesting);
  const other = oneOf(others, name);
  if (other === undefined && name !== 'in' && name !== 'is') return scanner.fail(operatorNames);
  scanner.need('.', operatorNames);
  if (name === 'in') return { kind: 'in', values: readInList(scanner) };
  if (name === 'is' || other === undefined) return readIs(scanner, nesting);
  return { kind: 'compare', operator: other, value: readValue(scanner, nesting) };
}

/** Parses `[not.]op.value`, the right side of `column=…`. */
export function readFilter(scanner: TextScanner, field: FieldPath): Filter {
  const negated = scanner.take('not.');
  const test = readTest(scanner, 'top');
  scanner.end('end of input');
  return { kind: 'filter', field, negated, test };
}

function readGroupHead(scanner: TextScanner): Pick<Group, 'kind' | 'negated'> | undefined {
  return scanner.backtrack(() => {
    const negated = scanner.take('not.');
    if (scanner.take('and(')) return { kind: 'and', negated };
    return scanner.take('or(') ? { kind: 'or', negated } : undefined;
  });
}

function readMember(scanner: TextScanner): Condition {
  const group = readGroupHead(scanner);
  if (group !== undefined) return { ...group, members: scanner.nested(() => readMembers(scanner)) };
  const before = scanner.match(leadingNot) !== undefined;
  const field = { name: readName(scanner), steps: readJsonSteps(scanner) };
  scanner.need('.');
  const negated = scanner.take('not.') !== before;
  return { kind: 'filter', field, negated, test: readTest(scanner, 'group') };
}

function readMembers(scanner: TextScanner): readonly Condition[] {
  const members: Condition[] = [];
  do {
    scanner.match(/ +/y);
    members.push(readMember(scanner));
    scanner.match(/ +/y);
  } while (scanner.take(','));
  scanner.need(')', '"," or ")"');
  return members;
}

/** Parses `(a.eq.1,or(…))`, the right side of `and=`, `or=`, `not.and=` and `not.or=`. */
export function readGroup(scanner: TextScanner, kind: 'and' | 'or', negated: boolean): Group {
  scanner.need('(');
  const members = readMembers(scanner);
  scanner.end('end of input');
  return { kind, negated, members };
}
