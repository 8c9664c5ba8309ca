import type { IncomingHttpHeaders } from 'node:http';
import { restErrors } from './errors.ts';
import { chooseDescriptionMedia, chooseMedia, type Media } from './media-type.ts';
import { readPreferences, type Preferences } from './preferences.ts';
import { readParameters, type QueryParameters } from './query-parameters.ts';
import { readRange, type RowRange } from './row-range.ts';
import { nothing, type Payload } from './payload.ts';
import type { RequestBody } from './request-body.ts';

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
const writeMethods: ReadonlySet<string> = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);
const callMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);
export type Method = (typeof methods)[number];

/** A parsed request. Its names are not checked against the schema yet. */
export interface ApiRequest extends QueryParameters {
  readonly method: Method;
  readonly target: Target;
  /** The exposed schema it is about. */
  readonly schema: string;
  /** Whether the response names the schema: one was asked for, or several are exposed. */
  readonly namesSchema: boolean;
  readonly preferences: Preferences;
  readonly media: Media;
  readonly range: RowRange;
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

/**
 * Reads the schema asked for by `Content-Profile` of a write or call by POST, or by `Accept-Profile`.
 *
 * @param exposed the exposed schemas, the default first
 * @throws {RestError} PGRST106 for any other
 */
export function readSchema(
  method: string,
  headers: IncomingHttpHeaders,
  exposed: readonly string[],
): Pick<ApiRequest, 'schema' | 'namesSchema'> {
  const profile = headers[writeMethods.has(method) ? 'content-profile' : 'accept-profile'];
  const asked = profile?.toString() ?? exposed[0];
  const schema = exposed.find((name) => name === asked);
  if (schema === undefined) throw restErrors.unknownSchema(asked ?? '', exposed);
  return { schema, namesSchema: profile !== undefined || exposed.length > 1 };
}

/**
 * Parses a request without its body.
 *
 * @param exposed the exposed schemas, the default first
 * @throws {RestError} PGRST1xx for a syntax error
 */
export function readApiRequest(
  { method: rawMethod, url, headers }: RawRequest,
  exposed: readonly string[],
): ApiRequest {
  const mark = url.indexOf('?');
  const target = readTarget(mark < 0 ? url : url.slice(0, mark));
  const schema = readSchema(rawMethod, headers, exposed);
  const method = readMethod(rawMethod, target);
  const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
  const reads = method === 'GET' || method === 'HEAD';
  return {
    method,
    target,
    ...schema,
    preferences: readPreferences(headers.prefer?.toString()),
    media:
      target.kind === 'root' ? chooseDescriptionMedia(headers.accept) : chooseMedia(headers.accept),
    ...readParameters(query, target.kind === 'function' && reads),
    range: readRange(query, method === 'GET' ? headers.range : undefined),
    payload: nothing,
    canonicalQuery: canonical(query),
  };
}
