import { restErrors } from './errors.ts';
import type { Condition, Filter, Test } from './filter-grammar.ts';

/** Upper bounds of a query; its address is bounded too, by Node's 16 KiB for all headers. */
const queryLimits = {
  conditions: 200,
  selected: 500,
  ordered: 50,
  /** Characters of one `like`, `match` or text search, and of all of them together. */
  patternLength: 500,
  regexLength: 200,
  allPatterns: 2000,
  /** Product of the upper counts of every `{m,n}`: nested counts multiply the states of a regular expression. */
  repetitions: 255,
} as const;

function refuse(message: string, details: string): never {
  throw restErrors.badQuery(message, details);
}

function tooMany(what: string, count: number, most: number): void {
  if (count > most) refuse(`The query has more than ${most} ${what}`, `${count} were found`);
}

/** A loop, because copying the members from level to level takes milliseconds for a deep tree. */
function filtersOf(conditions: readonly Condition[]): readonly Filter[] {
  const filters: Filter[] = [];
  const pending = [...conditions];
  for (const condition of pending) {
    if (condition.kind === 'filter') filters.push(condition);
    else pending.push(...condition.members);
  }
  return filters;
}

/** What PostgreSQL's engine runs by backtracking, or reads as another kind of pattern. */
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
  const pattern = isList ? value.replaceAll(/\\([^])/g, '$1') : value;
  // An escaped backslash is a character: what follows it is no escape.
  const withoutBackslashes = pattern.replaceAll('\\\\', 'x');
  const problem = costly.find(([what]) => what.test(withoutBackslashes))?.[1];
  if (problem !== undefined) refuse('The regular expression is not accepted', problem);
  const repetitions = countsOf(withoutBackslashes).reduce((product, count) => product * count, 1);
  if (value.length > queryLimits.regexLength || repetitions > queryLimits.repetitions)
    refuse(
      'The regular expression is not accepted',
      `it may have ${queryLimits.regexLength} characters and ${queryLimits.repetitions} repetitions`,
    );
}

/** PostgreSQL's parser keeps at most 32 operators of a text search open, and calls one more an internal error. */
const negations = /(?:[!-]\s*){30}/;

/** The characters of a test that PostgreSQL compares in more than one pass over the text. */
function patternLength(test: Test): number {
  if (test.kind === 'search') {
    if (negations.test(test.value)) refuse('The text search is not accepted', 'too many negations');
    return test.value.length;
  }
  if (test.kind !== 'compare' && test.kind !== 'quantified') return 0;
  const { operator, value } = test;
  const isRegex = operator === 'match' || operator === 'imatch';
  if (isRegex) checkRegex(value, test.kind === 'quantified');
  return isRegex || operator === 'like' || operator === 'ilike' ? value.length : 0;
}

interface Query {
  readonly conditions: readonly Condition[];
  readonly select: readonly unknown[];
  readonly order: readonly unknown[];
}

/**
 * Refuses a query that costs PostgreSQL more than its size lets expect.
 *
 * @throws {RestError} PGRST100
 */
export function checkQuery({ conditions, select, order }: Query): void {
  const filters = filtersOf(conditions);
  tooMany('conditions', filters.length, queryLimits.conditions);
  tooMany('selected fields', select.length, queryLimits.selected);
  tooMany('fields to order by', order.length, queryLimits.ordered);
  const lengths = filters.map(({ test }) => patternLength(test));
  tooMany('characters in a pattern', Math.max(0, ...lengths), queryLimits.patternLength);
  const all = lengths.reduce((sum, length) => sum + length, 0);
  tooMany('characters in all patterns', all, queryLimits.allPatterns);
}
