import { restErrors } from './errors.ts';
import type { Condition, Filter, Test } from './filter-grammar.ts';
import type { OrderTerm, SelectItem } from './select-grammar.ts';

/** Limits set by the operator. */
export interface RestLimits {
  /** Maximum rows of a read or call, and of each embedded list. */
  readonly maxRows: number;
  /** Whether `Prefer: tx=rollback` is allowed. */
  readonly allowTx: boolean;
  /** Whether a select list may aggregate. */
  readonly aggregates: boolean;
  /** Whether execution plans are shown. */
  readonly explain: boolean;
}

/** Limits of a query. Node also limits the URL and all headers to 16 KiB together. */
export const queryLimits = {
  conditions: 200,
  /** Fields of the select list, and columns beyond those of the table itself. */
  selected: 200,
  embedded: 50,
  /** Of one statement. */
  subqueries: 150,
  /** Of one statement. */
  sqlCharacters: 256 * 1024,
  ordered: 50,
  /** Characters of one `like`, `match` or text search pattern, and of all patterns together. */
  patternLength: 500,
  regexLength: 200,
  allPatterns: 2000,
  /** Product of the upper counts of every `{m,n}`: nested counts multiply the states of the automaton. */
  repetitions: 255,
  /** Of a response. */
  bodyBytes: 8 * 1024 * 1024,
} as const;

function reject(message: string, details: string): never {
  throw restErrors.badQuery(message, details);
}

function tooMany(what: string, count: number, most: number): void {
  if (count > most) reject(`The query has more than ${most} ${what}`, `${count} were found`);
}

/** Collects iteratively: copying the filters from level to level takes milliseconds for a deep tree. */
function filtersOf(conditions: readonly Condition[]): readonly Filter[] {
  const filters: Filter[] = [];
  const pending = [...conditions];
  for (const condition of pending) {
    if (condition.kind === 'filter') filters.push(condition);
    else pending.push(...condition.members);
  }
  return filters;
}

/** Constructs that PostgreSQL's engine runs by backtracking, or that switch the flavour of the pattern. */
const costly: readonly (readonly [RegExp, string])[] = [
  [/\\[1-9]/, 'back references are not supported'],
  [/\(\?(?!:)/, 'lookaround constraints and embedded options are not supported'],
  [/\*\*\*/, 'directors are not supported'],
];

/** The upper count of each `{m}`, `{m,}` and `{m,n}`. */
function countsOf(pattern: string): readonly number[] {
  return [...pattern.matchAll(/\{\s*(\d+)\s*(?:,\s*(\d*)\s*)?\}/g)].map(([, least, most]) =>
    Math.max(1, Number(most === undefined || most === '' ? least : most)),
  );
}

/** @param isList whether the pattern is an array literal, whose backslashes are written twice */
function checkRegex(value: string, isList: boolean): void {
  const tooLong = () =>
    reject(
      'The regular expression is not accepted',
      `it may have ${queryLimits.regexLength} characters and ${queryLimits.repetitions} repetitions`,
    );
  // First, because the time of the other checks grows with the square of the length.
  if (value.length > queryLimits.regexLength) tooLong();
  const pattern = isList ? value.replaceAll(/\\([^])/g, '$1') : value;
  // After an escaped backslash the next character is not escaped.
  const withoutBackslashes = pattern.replaceAll('\\\\', 'x');
  const problem = costly.find(([what]) => what.test(withoutBackslashes))?.[1];
  if (problem !== undefined) reject('The regular expression is not accepted', problem);
  const repetitions = countsOf(withoutBackslashes).reduce((product, count) => product * count, 1);
  if (repetitions > queryLimits.repetitions) tooLong();
}

/** PostgreSQL's `tsquery` parser fails with an internal error beyond 32 nested operators. */
const negations = /(?:[!-]\s*){30}/;

function checkPattern(test: Test): void {
  if (test.kind === 'search' && negations.test(test.value))
    reject('The text search is not accepted', 'too many negations');
  if (test.kind !== 'compare' && test.kind !== 'quantified') return;
  const isRegex = test.operator === 'match' || test.operator === 'imatch';
  if (isRegex) checkRegex(test.value, test.kind === 'quantified');
}

const patternOperators = new Set(['like', 'ilike', 'match', 'imatch']);

/** The length of a pattern that PostgreSQL matches in more than one pass over the text. */
function patternLength(test: Test): number {
  if (test.kind === 'search') return test.value.length;
  if (test.kind !== 'compare' && test.kind !== 'quantified') return 0;
  return patternOperators.has(test.operator) ? test.value.length : 0;
}

interface Rows {
  readonly conditions: readonly Condition[];
  readonly order: readonly OrderTerm[];
}

interface Query extends Rows {
  readonly select: readonly SelectItem[];
  readonly embedded: readonly Rows[];
}

/** Every entry of a select list, those of embedded resources included. */
function itemsOf(select: readonly SelectItem[]): readonly SelectItem[] {
  const items = [...select];
  for (const item of items) if (item.kind === 'embed') items.push(...item.select);
  return items;
}

/**
 * Rejects a query that is disproportionately expensive for PostgreSQL.
 *
 * @throws {RestError} PGRST100
 */
export function checkQuery({ conditions, select, order, embedded }: Query): void {
  const filters = filtersOf([...conditions, ...embedded.flatMap((query) => query.conditions)]);
  const items = itemsOf(select);
  const ordered = embedded.reduce((sum, query) => sum + query.order.length, order.length);
  tooMany('conditions', filters.length, queryLimits.conditions);
  tooMany('selected fields', items.length, queryLimits.selected);
  tooMany(
    'embedded resources',
    items.filter(({ kind }) => kind === 'embed').length,
    queryLimits.embedded,
  );
  tooMany('fields to order by', ordered, queryLimits.ordered);
  const lengths = filters.map(({ test }) => patternLength(test));
  tooMany('characters in a pattern', Math.max(0, ...lengths), queryLimits.patternLength);
  const all = lengths.reduce((sum, length) => sum + length, 0);
  tooMany('characters in all patterns', all, queryLimits.allPatterns);
  for (const { test } of filters) checkPattern(test);
}
