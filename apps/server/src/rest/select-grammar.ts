import { readJsonSteps, readList, readName, type FieldPath } from './field-grammar.ts';
import type { TextScanner } from './text-scanner.ts';

const aggregateNames = ['avg', 'count', 'max', 'min', 'sum'] as const;

export interface Aggregate {
  readonly name: (typeof aggregateNames)[number];
  /** The type of the result. */
  readonly cast: string | undefined;
}

/** A related resource in `select=`. */
export interface EmbedItem {
  readonly kind: 'embed';
  readonly relation: string;
  readonly alias: string | undefined;
  /** The constraint, column or junction that tells the relationship from others. */
  readonly hint: string | undefined;
  /** Leaves out rows without related ones. */
  readonly inner: boolean;
  /** Its columns become columns of the parent. */
  readonly spread: boolean;
  readonly select: readonly SelectItem[];
}

/** One entry of `select=`. */
export type SelectItem =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'field';
      /** Undefined for `count()`, which counts rows. */
      readonly field: FieldPath | undefined;
      readonly alias: string | undefined;
      readonly cast: string | undefined;
      readonly aggregate: Aggregate | undefined;
    }
  | EmbedItem;

export interface OrderTerm {
  readonly field: FieldPath;
  /** The embedded resource that has the field; undefined for the rows themselves. */
  readonly relation: string | undefined;
  readonly descending: boolean;
  readonly nulls: 'first' | 'last' | undefined;
}

const aggregate = new RegExp(String.raw`(?:${aggregateNames.join('|')})\(\)`, 'y');
const castName = /[a-zA-Z_][\w ]*(?:\[\])?/y;

function readCast(scanner: TextScanner): string | undefined {
  if (!scanner.take('::')) return undefined;
  return scanner.match(castName)?.trim() ?? scanner.fail('a type name');
}

function readEmbed(
  scanner: TextScanner,
  relation: string,
  alias: string | undefined,
  spread: boolean,
): SelectItem {
  const hints: string[] = [];
  while (scanner.take('!')) hints.push(readName(scanner, 'a hint'));
  const inner = hints.includes('inner');
  const hint = hints.find((name) => name !== 'inner' && name !== 'left');
  scanner.need('(');
  const select = scanner.take(')')
    ? []
    : scanner.nested(() => {
        const items = readList(scanner, () => readItem(scanner));
        scanner.need(')', '"," or ")"');
        return items;
      });
  return { kind: 'embed', relation, alias, hint, inner, spread, select };
}

function readAggregate(scanner: TextScanner): Aggregate | undefined {
  const called = scanner.match(aggregate)?.slice(0, -2);
  const name = aggregateNames.find((known) => known === called);
  return name && { name, cast: readCast(scanner) };
}

/** Parses the rest of an entry after its first name: a column, an aggregate of it, or an embed. */
function readNamed(scanner: TextScanner, name: string, alias: string | undefined): SelectItem {
  if (scanner.sees('(') || scanner.sees('!')) return readEmbed(scanner, name, alias, false);
  const field = { name, steps: readJsonSteps(scanner) };
  const cast = readCast(scanner);
  if (!scanner.take('.')) return { kind: 'field', field, alias, cast, aggregate: undefined };
  const called = readAggregate(scanner) ?? scanner.fail('an aggregate function');
  return { kind: 'field', field, alias, cast, aggregate: called };
}

function readRowCount(scanner: TextScanner, alias: string | undefined): SelectItem | undefined {
  if (!scanner.sees('count()')) return undefined;
  const called = readAggregate(scanner);
  return { kind: 'field', field: undefined, alias, cast: undefined, aggregate: called };
}

function readItem(scanner: TextScanner): SelectItem {
  scanner.match(/ +/y);
  if (scanner.take('*')) return { kind: 'all' };
  if (scanner.take('...')) return readEmbed(scanner, readName(scanner), undefined, true);
  const counted = readRowCount(scanner, undefined);
  if (counted !== undefined) return counted;
  const name = readName(scanner);
  if (scanner.sees('::') || !scanner.take(':')) return readNamed(scanner, name, undefined);
  return readRowCount(scanner, name) ?? readNamed(scanner, readName(scanner), name);
}

/** Parses the value of `select=`; an empty text selects everything. */
export function readSelect(scanner: TextScanner): readonly SelectItem[] {
  if (scanner.done) return [{ kind: 'all' }];
  const items = readList(scanner, () => readItem(scanner));
  scanner.end('"," or end of input');
  return items;
}

function readOrderTerm(scanner: TextScanner): OrderTerm {
  const name = readName(scanner);
  const relation = scanner.take('(') ? name : undefined;
  const field = {
    name: relation === undefined ? name : readName(scanner),
    steps: readJsonSteps(scanner),
  };
  if (relation !== undefined) scanner.need(')');
  const descending = scanner.take('.desc');
  if (!descending) scanner.take('.asc');
  const nulls = scanner.take('.nullsfirst')
    ? 'first'
    : scanner.take('.nullslast')
      ? 'last'
      : undefined;
  return { field, relation, descending, nulls };
}

/** Parses the value of `order=`. */
export function readOrder(scanner: TextScanner): readonly OrderTerm[] {
  const terms = readList(scanner, () => readOrderTerm(scanner));
  scanner.end('".asc", ".desc", ".nullsfirst", ".nullslast", "," or end of input');
  return terms;
}

/** Parses the value of `columns=` and `on_conflict=`. */
export function readNames(scanner: TextScanner): readonly string[] {
  const names = readList(scanner, () => readName(scanner));
  scanner.end('"," or end of input');
  return names;
}
