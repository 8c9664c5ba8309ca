import { restErrors } from './errors.ts';
import { readJsonSteps, readName, type FieldPath } from './field-grammar.ts';
import { readFilter, readGroup, type Condition } from './filter-grammar.ts';
import { checkQuery } from './query-limits.ts';
import { readPage, type RowRange } from './row-range.ts';
import {
  readNames,
  readOrder,
  readSelect,
  type OrderTerm,
  type SelectItem,
} from './select-grammar.ts';
import { GrammarError, TextScanner } from './text-scanner.ts';

/** Conditions, order and range of a resource. */
export interface RowsQuery {
  /** All must hold. */
  readonly conditions: readonly Condition[];
  readonly order: readonly OrderTerm[];
  readonly range: RowRange;
}

/** The same for an embedded resource, by parameters such as `actors.roles.order=name`. */
export interface EmbeddedQuery extends RowsQuery {
  /** Names of the resources from the target to this one. */
  readonly path: readonly string[];
}

/** The parsed query string, without the range of the target's own rows. */
export interface QueryParameters extends Omit<RowsQuery, 'range'> {
  readonly select: readonly SelectItem[];
  readonly embedded: readonly EmbeddedQuery[];
  readonly columns: readonly string[] | undefined;
  readonly onConflict: readonly string[] | undefined;
  /** The arguments of a function called by GET, in query order. */
  readonly queryArguments: readonly (readonly [name: string, value: string])[];
}

/** Parses one query parameter; a syntax error has PostgREST's message. */
function readText<T>(what: string, text: string, read: (scanner: TextScanner) => T): T {
  try {
    return read(new TextScanner(text));
  } catch (error) {
    if (!(error instanceof GrammarError)) throw error;
    throw restErrors.badQuery(
      `"failed to parse ${what} (${text})" (line 1, column ${error.column})`,
      error.message,
    );
  }
}

/** A parsed key of the query string: the path of the embedded resource, and the clause its value completes. */
interface ParameterKey {
  readonly path: readonly string[];
  readonly clause:
    | { readonly kind: 'filter'; readonly field: FieldPath }
    | { readonly kind: 'group'; readonly operator: 'and' | 'or'; readonly negated: boolean }
    | { readonly kind: 'order' | 'limit' | 'offset' };
}

const pageKeys = ['order', 'limit', 'offset'] as const;

function readKey(text: string): ParameterKey {
  return readText('tree path', text, (scanner) => {
    const names = [readName(scanner)];
    let steps = readJsonSteps(scanner);
    while (steps.length === 0 && scanner.take('.')) {
      names.push(readName(scanner));
      steps = readJsonSteps(scanner);
    }
    scanner.end('"->", "->>" or end of input');
    const name = names.pop() ?? '';
    if (steps.length > 0)
      return { path: names, clause: { kind: 'filter', field: { name, steps } } };
    if (name === 'and' || name === 'or') {
      const negated = names.at(-1) === 'not';
      if (negated) names.pop();
      return { path: names, clause: { kind: 'group', operator: name, negated } };
    }
    const page = pageKeys.find((key) => key === name);
    if (page !== undefined && names.length > 0) return { path: names, clause: { kind: page } };
    return { path: names, clause: { kind: 'filter', field: { name, steps } } };
  });
}

/** Whether a parameter of a call by GET applies to the returned rows; any other is an argument of the function. */
function appliesToRows(key: string, value: string): boolean {
  try {
    if (readKey(key).clause.kind !== 'filter') return true;
    readFilter(new TextScanner(value), { name: key, steps: [] });
    return true;
  } catch {
    return false;
  }
}

const reserved = new Set(['select', 'order', 'limit', 'offset', 'columns', 'on_conflict']);

interface Draft {
  readonly path: readonly string[];
  readonly conditions: Condition[];
  order: readonly OrderTerm[];
  limit: string | null;
  offset: string | null;
}

/** Collects the clauses of each resource. */
class Drafts {
  readonly #byPath = new Map<string, Draft>();

  of(path: readonly string[]): Draft {
    const key = JSON.stringify(path);
    const known = this.#byPath.get(key);
    if (known !== undefined) return known;
    const draft = { path, conditions: [], order: [], limit: null, offset: null };
    this.#byPath.set(key, draft);
    return draft;
  }

  read(text: string, value: string): void {
    const { path, clause } = readKey(text);
    const draft = this.of(path);
    switch (clause.kind) {
      case 'filter':
        draft.conditions.push(
          readText('filter', value, (scanner) => readFilter(scanner, clause.field)),
        );
        break;
      case 'group':
        draft.conditions.push(
          readText('logic tree', value, (scanner) =>
            readGroup(scanner, clause.operator, clause.negated),
          ),
        );
        break;
      case 'order':
        draft.order = readText('order', value, readOrder);
        break;
      case 'limit':
      case 'offset':
        draft[clause.kind] = value;
    }
  }

  get embedded(): readonly EmbeddedQuery[] {
    return [...this.#byPath.values()]
      .filter(({ path }) => path.length > 0)
      .map(({ path, conditions, order, limit, offset }) => ({
        path,
        conditions,
        order,
        range: readPage(limit, offset),
      }));
  }
}

function parameter<T>(
  query: URLSearchParams,
  key: string,
  what: string,
  read: (scanner: TextScanner) => T,
): T | undefined {
  const value = query.get(key);
  return value === null ? undefined : readText(what, value, read);
}

/**
 * Parses the query string.
 *
 * @param isReadCall whether it may hold the arguments of a function
 * @throws {RestError} PGRST100 for a syntax error, PGRST103 for a range
 */
export function readParameters(query: URLSearchParams, isReadCall: boolean): QueryParameters {
  const drafts = new Drafts();
  const queryArguments: [string, string][] = [];
  for (const [key, value] of query) {
    if (key.includes('\0') || value.includes('\0'))
      throw restErrors.badQuery('The query holds a zero byte', `in ${JSON.stringify(key)}`);
    if (reserved.has(key)) continue;
    if (isReadCall && !appliesToRows(key, value)) queryArguments.push([key, value]);
    else drafts.read(key, value);
  }
  const select = parameter(query, 'select', 'select parameter', readSelect) ?? [
    { kind: 'all' as const },
  ];
  const order = parameter(query, 'order', 'order', readOrder) ?? [];
  const { conditions } = drafts.of([]);
  const { embedded } = drafts;
  checkQuery({ conditions, select, order, embedded });
  return {
    conditions,
    order,
    embedded,
    queryArguments,
    select,
    columns: parameter(query, 'columns', 'columns parameter', readNames),
    onConflict: parameter(query, 'on_conflict', 'on_conflict parameter', readNames),
  };
}
