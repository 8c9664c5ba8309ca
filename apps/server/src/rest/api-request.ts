import type { IncomingHttpHeaders } from 'node:http';
import { restErrors } from './errors.ts';
import { readJsonSteps, readName } from './field-grammar.ts';
import { readFilter, readGroup, type Condition } from './filter-grammar.ts';
import { chooseDescriptionMedia, chooseMedia, type Media } from './media-type.ts';
import { checkQuery } from './query-limits.ts';
import { readPreferences, type Preferences } from './preferences.ts';
import { readRange, type RowRange } from './row-range.ts';
import {
  readNames,
  readOrder,
  readSelect,
  type OrderTerm,
  type SelectItem,
} from './select-grammar.ts';
import { nothing, type Payload } from './payload.ts';
import type { RequestBody } from './request-body.ts';
import { GrammarError, TextScanner } from './text-scanner.ts';

/** A raw HTTP request. */
export interface RawRequest {
  readonly method: string;
  /** Path below `/rest/v1` with its query, percent-encoded. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: RequestBody;
}

/** A table or view, or a function. */
export type Resource =
  | { readonly kind: 'relation'; readonly name: string }
  | { readonly kind: 'function'; readonly name: string };

/** The target of a request: a resource, or the root, which serves the OpenAPI description. */
export type Target = { readonly kind: 'root' } | Resource;

const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
const callMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);
export type Method = (typeof methods)[number];

/** A parsed request. Its names are not checked against the schema yet. */
export interface ApiRequest {
  readonly method: Method;
  readonly target: Target;
  readonly preferences: Preferences;
  readonly media: Media;
  readonly select: readonly SelectItem[];
  /** All must hold. */
  readonly conditions: readonly Condition[];
  readonly order: readonly OrderTerm[];
  readonly range: RowRange;
  readonly columns: readonly string[] | undefined;
  readonly onConflict: readonly string[] | undefined;
  /** The arguments of a function called by GET, in query order. */
  readonly queryArguments: readonly (readonly [name: string, value: string])[];
  /** Empty until the caller's privilege has been checked. */
  readonly payload: Payload;
  /** The query with its keys sorted, for `Content-Location`. */
  readonly canonicalQuery: string;
}

function canonical(query: URLSearchParams): string {
  return [...query]
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&');
}

/** @throws {RestError} PGRST125 for an unknown path */
export function readTarget(path: string): Target {
  let segments: string[];
  try {
    segments = path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    throw restErrors.badPath();
  }
  const [first, second, ...deeper] = segments;
  if (first === undefined) return { kind: 'root' };
  if (second === undefined) return { kind: 'relation', name: first };
  if (first === 'rpc' && deeper.length === 0) return { kind: 'function', name: second };
  throw restErrors.badPath();
}

function readMethod(method: string, target: Target): Method {
  const known = methods.find((candidate) => candidate === method);
  if (target.kind === 'function' && !callMethods.has(method)) throw restErrors.badRpcMethod(method);
  if (known === undefined || (target.kind === 'root' && known !== 'GET' && known !== 'HEAD'))
    throw restErrors.badMethod(method);
  return known;
}

function checkSchema(method: Method, headers: IncomingHttpHeaders): void {
  const reads = method === 'GET' || method === 'HEAD';
  const profile = headers[reads ? 'accept-profile' : 'content-profile'] ?? 'public';
  if (profile !== 'public') throw restErrors.unknownSchema(String(profile));
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

const groups: ReadonlyMap<string, readonly ['and' | 'or', boolean]> = new Map([
  ['and', ['and', false]],
  ['or', ['or', false]],
  ['not.and', ['and', true]],
  ['not.or', ['or', true]],
]);

function readCondition(key: string, value: string): Condition {
  const group = groups.get(key);
  if (group !== undefined)
    return readText('logic tree', value, (scanner) => readGroup(scanner, ...group));
  const field = readText('tree path', key, (scanner) => {
    const name = readName(scanner);
    const steps = readJsonSteps(scanner);
    if (scanner.sees('.')) throw restErrors.notEmbedded(name);
    scanner.end('"->", "->>" or end of input');
    return { name, steps };
  });
  return readText('filter', value, (scanner) => readFilter(scanner, field));
}

function isFilter(key: string, value: string): boolean {
  if (groups.has(key)) return true;
  try {
    readFilter(new TextScanner(value), { name: key, steps: [] });
    return true;
  } catch (error) {
    if (error instanceof GrammarError) return false;
    throw error;
  }
}

const reserved = new Set(['select', 'order', 'limit', 'offset', 'columns', 'on_conflict']);

function parameter<T>(
  query: URLSearchParams,
  key: string,
  what: string,
  read: (scanner: TextScanner) => T,
): T | undefined {
  const value = query.get(key);
  return value === null ? undefined : readText(what, value, read);
}

function readQuery(query: URLSearchParams, isReadCall: boolean) {
  const conditions: Condition[] = [];
  const queryArguments: [string, string][] = [];
  for (const [key, value] of query) {
    if (key.includes('\0') || value.includes('\0'))
      throw restErrors.badQuery('The query holds a zero byte', `in ${JSON.stringify(key)}`);
    if (reserved.has(key)) continue;
    if (isReadCall && !isFilter(key, value)) queryArguments.push([key, value]);
    else conditions.push(readCondition(key, value));
  }
  const select = parameter(query, 'select', 'select parameter', readSelect) ?? [
    { kind: 'all' as const },
  ];
  const order = parameter(query, 'order', 'order', readOrder) ?? [];
  checkQuery({ conditions, select, order });
  return {
    conditions,
    queryArguments,
    select,
    order,
    columns: parameter(query, 'columns', 'columns parameter', readNames),
    onConflict: parameter(query, 'on_conflict', 'on_conflict parameter', readNames),
  };
}

/**
 * Parses a request without its body.
 *
 * @throws {RestError} PGRST1xx for a syntax error
 */
export function readApiRequest({ method: rawMethod, url, headers }: RawRequest): ApiRequest {
  const mark = url.indexOf('?');
  const target = readTarget(mark < 0 ? url : url.slice(0, mark));
  const method = readMethod(rawMethod, target);
  checkSchema(method, headers);
  const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
  const reads = method === 'GET' || method === 'HEAD';
  return {
    method,
    target,
    preferences: readPreferences(headers.prefer?.toString()),
    media:
      target.kind === 'root' ? chooseDescriptionMedia(headers.accept) : chooseMedia(headers.accept),
    ...readQuery(query, target.kind === 'function' && reads),
    range: readRange(query, method === 'GET' ? headers.range : undefined),
    payload: nothing,
    canonicalQuery: canonical(query),
  };
}
