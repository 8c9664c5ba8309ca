import { readJsonSteps, readList, readName, type FieldPath } from './field-grammar.ts';
import type { TextScanner } from './text-scanner.ts';

/** One entry of `select=`. Embeds and aggregates are parsed; the plan rejects them. */
export type SelectItem =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'field';
      readonly field: FieldPath;
      readonly alias: string | undefined;
      readonly cast: string | undefined;
    }
  | { readonly kind: 'aggregate'; readonly name: string }
  | {
      readonly kind: 'embed';
      readonly relation: string;
      readonly alias: string | undefined;
      readonly hints: readonly string[];
      readonly spread: boolean;
      readonly select: readonly SelectItem[];
    };

export interface OrderTerm {
  readonly field: FieldPath;
  readonly descending: boolean;
  readonly nulls: 'first' | 'last' | undefined;
}

const aggregate = /(?:avg|count|max|min|sum)\(\)/y;
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
  scanner.need('(');
  const select = scanner.take(')')
    ? []
    : scanner.nested(() => {
        const items = readList(scanner, () => readItem(scanner));
        scanner.need(')', '"," or ")"');
        return items;
      });
  return { kind: 'embed', relation, alias, hints, spread, select };
}

/** Parses the rest of an entry after its first name: a column, an aggregate or an embed. */
function readNamed(scanner: TextScanner, name: string, alias: string | undefined): SelectItem {
  if (scanner.sees('(') || scanner.sees('!')) return readEmbed(scanner, name, alias, false);
  const steps = readJsonSteps(scanner);
  const cast = readCast(scanner);
  if (scanner.take('.')) {
    const called = scanner.match(aggregate) ?? scanner.fail('an aggregate function');
    readCast(scanner);
    return { kind: 'aggregate', name: called };
  }
  return { kind: 'field', field: { name, steps }, alias, cast };
}

function readItem(scanner: TextScanner): SelectItem {
  scanner.match(/ +/y);
  if (scanner.take('*')) return { kind: 'all' };
  if (scanner.take('...')) return readEmbed(scanner, readName(scanner), undefined, true);
  const counted = scanner.match(aggregate);
  if (counted !== undefined) return { kind: 'aggregate', name: counted };
  const name = readName(scanner);
  if (scanner.sees('::') || !scanner.take(':')) return readNamed(scanner, name, undefined);
  const aliased = scanner.match(aggregate);
  if (aliased !== undefined) return { kind: 'aggregate', name: aliased };
  return readNamed(scanner, readName(scanner), name);
}

/** Parses the value of `select=`; an empty text selects everything. */
export function readSelect(scanner: TextScanner): readonly SelectItem[] {
  if (scanner.done) return [{ kind: 'all' }];
  const items = readList(scanner, () => readItem(scanner));
  scanner.end('"," or end of input');
  return items;
}

function readOrderTerm(scanner: TextScanner): OrderTerm {
  const field = { name: readName(scanner), steps: readJsonSteps(scanner) };
  const descending = scanner.take('.desc');
  if (!descending) scanner.take('.asc');
  const nulls = scanner.take('.nullsfirst')
    ? 'first'
    : scanner.take('.nullslast')
      ? 'last'
      : undefined;
  return { field, descending, nulls };
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
