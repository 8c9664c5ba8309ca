import type { TextScanner } from './text-scanner.ts';

/** One step into a JSON value: `->key` or, as text, `->>key`; a number is an array index. */
export interface JsonStep {
  readonly key: string | number;
  readonly asText: boolean;
}

/** A column, or a place inside a JSON column. The name is the caller's word, not yet known to exist. */
export interface FieldPath {
  readonly name: string;
  readonly steps: readonly JsonStep[];
}

/** Each step nests the expression in SQL once more. */
const mostSteps = 50;

const plainName = /(?:(?!->)[^"(),.:!*])+/y;
const plainKey = /(?:(?!->)[^"(),.:])+/y;

/** A name, in double quotes when it holds a character of the grammar. */
export function readName(scanner: TextScanner, expected = 'a field name'): string {
  const name = scanner.quoted() ?? scanner.match(plainName)?.trim();
  if (name === undefined || name === '') return scanner.fail(expected);
  return name;
}

function readStep(scanner: TextScanner, asText: boolean): JsonStep {
  const quoted = scanner.quoted();
  if (quoted !== undefined) return { key: quoted, asText };
  const key = scanner.match(plainKey)?.trim() ?? '';
  if (key === '') scanner.fail('a JSON key or index');
  return { key: /^-?\d{1,9}$/.test(key) ? Number(key) : key, asText };
}

/** The `->a->0->>b` behind a column; empty when there is none. */
export function readJsonSteps(scanner: TextScanner): readonly JsonStep[] {
  const steps: JsonStep[] = [];
  for (;;) {
    if (steps.length > mostSteps) scanner.fail(`at most ${mostSteps} steps`);
    if (scanner.take('->>')) steps.push(readStep(scanner, true));
    else if (scanner.take('->')) steps.push(readStep(scanner, false));
    else return steps;
  }
}

/** A comma-separated list of anything, at least one. */
export function readList<T>(scanner: TextScanner, readItem: () => T): readonly T[] {
  const items = [readItem()];
  while (scanner.take(',')) items.push(readItem());
  return items;
}
