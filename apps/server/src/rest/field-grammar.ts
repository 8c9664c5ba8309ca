import type { TextScanner } from './text-scanner.ts';

/** One step of a JSON path: `->key`, or `->>key` as text; a number is an array index. */
export interface JsonStep {
  readonly key: string | number;
  readonly asText: boolean;
}

/** A column, or a path inside a JSON column. The name comes from the request and may not exist. */
export interface FieldPath {
  readonly name: string;
  readonly steps: readonly JsonStep[];
}

/** Each step nests the SQL expression one level deeper. */
const maxSteps = 50;

const plainName = /(?:(?!->)[^"(),.:!*])+/y;
const plainKey = /(?:(?!->)[^"(),.:])+/y;

/** Parses a name, which is quoted when it contains a character of the grammar. */
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

/** Parses the JSON path after a column, such as `->a->0->>b`; empty when there is none. */
export function readJsonSteps(scanner: TextScanner): readonly JsonStep[] {
  const steps: JsonStep[] = [];
  for (;;) {
    if (steps.length > maxSteps) scanner.fail(`at most ${maxSteps} steps`);
    if (scanner.take('->>')) steps.push(readStep(scanner, true));
    else if (scanner.take('->')) steps.push(readStep(scanner, false));
    else return steps;
  }
}

/** Parses a comma-separated list of at least one item. */
export function readList<T>(scanner: TextScanner, readItem: () => T): readonly T[] {
  const items = [readItem()];
  while (scanner.take(',')) items.push(readItem());
  return items;
}
