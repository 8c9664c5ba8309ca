import type { Role } from '@bkksiam/domain/identity';
import { DatabaseBusy, DatabaseError, DatabaseUnavailable } from '../db/database.ts';
import { TokenError } from '../http/jwt.ts';
import { statusOfSqlState } from './sql-states.ts';

interface Extras {
  readonly details?: string | null;
  readonly hint?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal of the data protocol: HTTP status, PostgREST's code and its texts. Rendered by {@link renderError}. */
export class RestError extends Error {
  override readonly name = 'RestError';
  readonly status: number;
  readonly code: string;
  readonly details: string | null;
  readonly hint: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, extras: Extras = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = extras.details ?? null;
    this.hint = extras.hint ?? null;
    this.headers = extras.headers ?? {};
  }
}

const refuse = (status: number, code: string, message: string, extras?: Extras) =>
  new RestError(status, code, message, extras);

const list = (names: readonly string[]) => names.join(', ');

/** Every refusal of ours, named after what went wrong; the numbers are PostgREST's. */
export const restErrors = {
  unavailable: () =>
    refuse(503, 'PGRST001', 'Database client error. Retrying the connection.', {
      headers: { 'retry-after': '1' },
    }),
  // PostgREST answers 504; clients retry a 503 after the time it names (supabase-js does for reads).
  poolTimeout: () =>
    refuse(503, 'PGRST003', 'Timed out acquiring connection from connection pool.', {
      headers: { 'retry-after': '1' },
    }),
  noSchemaCache: () =>
    refuse(503, 'PGRST002', 'Could not query the database for the schema cache. Retrying.', {
      headers: { 'retry-after': '1' },
    }),

  badQuery: (message: string, details: string) => refuse(400, 'PGRST100', message, { details }),
  badRpcMethod: (method: string) =>
    refuse(405, 'PGRST101', `Cannot use the ${method} method on RPC`),
  badBody: (message: string) => refuse(400, 'PGRST102', message),
  bodyTooLarge: () => refuse(413, 'PGRST102', 'The request body is too large'),
  tooMany: (what: string, most: number) =>
    refuse(413, 'PGRST102', `The request body has more than ${most} ${what}`),
  longKey: () => refuse(413, 'PGRST102', 'The request body has a key that is too long'),
  tooDeep: (levels: number) =>
    refuse(413, 'PGRST102', `The request body is nested more than ${levels} levels deep`),
  tooOften: (seconds: number) =>
    refuse(429, 'over_request_rate_limit', 'Request rate limit reached', {
      headers: { 'retry-after': String(seconds) },
    }),
  badRange: (details: string) =>
    refuse(416, 'PGRST103', 'Requested range not satisfiable', { details }),
  offsetOutOfBounds: (offset: number, total: number) =>
    refuse(416, 'PGRST103', 'Requested range not satisfiable', {
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    }),
  unknownSchema: (schema: string) =>
    refuse(406, 'PGRST106', `Invalid schema: ${schema}`, {
      hint: 'Only the following schemas are exposed: public',
    }),
  noMediaType: (asked: readonly string[]) =>
    refuse(406, 'PGRST107', `None of these media types are available: ${list(asked)}`),
  notEmbedded: (name: string) =>
    refuse(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
      hint: `Verify that '${name}' is included in the 'select' query parameter.`,
    }),
  badResponseHeaders: () =>
    refuse(
      500,
      'PGRST111',
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    ),
  badResponseStatus: () =>
    refuse(500, 'PGRST112', 'response.status guc must be a valid status code'),
  notSingle: (rows: number) =>
    refuse(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${rows} rows`,
    }),
  badMethod: (method: string) => refuse(405, 'PGRST117', `Unsupported HTTP method: ${method}`),
  badRaise: (hint: string) =>
    refuse(500, 'PGRST121', `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`, { hint }),
  badPreferences: (preferences: readonly string[]) =>
    refuse(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${list(preferences)}`,
    }),
  noAggregates: () => refuse(400, 'PGRST123', 'Use of aggregate functions is not allowed'),
  tooManyAffected: (rows: number) =>
    refuse(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${rows} rows`,
    }),
  putNeedsKey: () =>
    refuse(
      405,
      'PGRST105',
      "Filters must include all and only primary key columns with 'eq' operators",
    ),
  putRange: () =>
    refuse(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT'),
  putMismatch: () =>
    refuse(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)'),
  badPath: () => refuse(404, 'PGRST125', 'Invalid path specified in request URL'),
  maxAffectedNeedsSet: () =>
    refuse(
      400,
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    ),

  noRelationship: (parent: string, child: string) =>
    refuse(
      400,
      'PGRST200',
      `Could not find a relationship between '${parent}' and '${child}' in the schema cache`,
      {
        details: `Searched for a foreign key relationship between '${parent}' and '${child}' in the schema 'public', but no matches were found.`,
      },
    ),
  noFunction: (name: string, args: readonly string[], bodyGiven: boolean, hint: string | null) => {
    const wanted = args.length === 0 ? ' without parameters' : `(${list(args)})`;
    const searched =
      args.length === 0
        ? ' without parameters'
        : ` with parameter${args.length > 1 ? 's' : ''} ${list(args)}`;
    const unnamed = bodyGiven ? ' or with a single unnamed json/jsonb parameter' : '';
    return refuse(
      404,
      'PGRST202',
      `Could not find the function public.${name}${wanted} in the schema cache`,
      {
        details: `Searched for the function public.${name}${searched}${unnamed}, but no matches were found in the schema cache.`,
        hint: hint === null ? null : `Perhaps you meant to call the function public.${hint}`,
      },
    );
  },
  noRawFunction: (name: string, type: 'text' | 'bytea', hint: string | null) =>
    refuse(404, 'PGRST202', `Could not find the function public.${name} in the schema cache`, {
      details: `Searched for the function public.${name} with a single unnamed ${type} parameter, but no matches were found in the schema cache.`,
      hint: hint === null ? null : `Perhaps you meant to call the function public.${hint}`,
    }),
  ambiguousFunction: (candidates: readonly string[]) =>
    refuse(
      300,
      'PGRST203',
      `Could not choose the best candidate function between: ${list(candidates)}`,
      {
        hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
      },
    ),
  noColumn: (relation: string, column: string) =>
    refuse(
      400,
      'PGRST204',
      `Could not find the '${column}' column of '${relation}' in the schema cache`,
    ),
  noTable: (name: string, hint: string | null) =>
    refuse(404, 'PGRST205', `Could not find the table 'public.${name}' in the schema cache`, {
      hint: hint === null ? null : `Perhaps you meant the table 'public.${hint}'`,
    }),

  /** PostgreSQL's own words for a column that a filter, an order or a select names in vain. */
  undefinedColumn: (relation: string, column: string, hint: string | null) =>
    refuse(400, '42703', `column ${relation}.${column} does not exist`, {
      hint:
        hint === null ? null : `Perhaps you meant to reference the column "${relation}.${hint}".`,
    }),
  noRight: (object: string, role: Role) =>
    refuse(role === 'anon' ? 401 : 403, '42501', `permission denied for ${object}`, {
      headers: role === 'anon' ? { 'www-authenticate': 'Bearer' } : {},
    }),
  undefinedType: (type: string) => refuse(400, '42704', `type "${type}" does not exist`),
  /** As the safeupdate module of hosted projects says it. */
  noWhere: (command: 'UPDATE' | 'DELETE') =>
    refuse(400, '21000', `${command} requires a WHERE clause`),

  unexpected: () => refuse(500, 'PGRSTX00', 'Something went wrong. Please try again.'),
} as const;

function fromTokenError({ reason, message }: TokenError): RestError {
  const code = reason === 'expired' || reason === 'not_yet_valid' ? 'PGRST303' : 'PGRST301';
  const description = message.replaceAll(/["\\]/g, '');
  return refuse(401, code, message, {
    headers: {
      'www-authenticate': `Bearer error="invalid_token", error_description="${description}"`,
    },
  });
}

interface Raised {
  readonly code: string;
  readonly message: string;
  readonly details?: string | null;
  readonly hint?: string | null;
}

function parseJson<T>(text: string | null, isRight: (value: object) => value is T & object): T {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '');
  } catch {
    value = undefined;
  }
  if (typeof value === 'object' && value !== null && isRight(value)) return value;
  throw restErrors.badRaise(
    'MESSAGE must be a JSON object with "code" and "message", DETAIL one with "status" and "headers".',
  );
}

const isRaised = (value: object): value is Raised =>
  'code' in value &&
  typeof value.code === 'string' &&
  'message' in value &&
  typeof value.message === 'string';

const isAnswer = (
  value: object,
): value is { readonly status: number; readonly headers: Record<string, string> } =>
  'status' in value &&
  typeof value.status === 'number' &&
  value.status >= 200 &&
  value.status <= 599 &&
  'headers' in value &&
  typeof value.headers === 'object' &&
  value.headers !== null &&
  Object.values(value.headers).every((header) => typeof header === 'string');

/** A function may raise SQLSTATE 'PGRST' to set the whole answer: code and texts as message, status and headers as detail. */
function fromRaise(error: DatabaseError): RestError {
  try {
    const { code, message, details, hint } = parseJson(error.message, isRaised);
    const { status, headers } = parseJson(error.detail, isAnswer);
    return refuse(status, code, message, { details: details ?? null, hint: hint ?? null, headers });
  } catch (problem) {
    return problem instanceof RestError ? problem : restErrors.unexpected();
  }
}

function fromDatabaseError(error: DatabaseError, role: Role): RestError {
  if (error.code === 'PGRST') return fromRaise(error);
  const status = statusOfSqlState(error.code, error.message, role);
  return refuse(status, error.code, error.message, {
    details: error.detail,
    hint: error.hint,
    headers: {
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
      ...(status === 503 && { 'retry-after': '1' }),
    },
  });
}

/** What the caller is told of any failure; `role` is `anon` as long as the caller is not known. */
export function toRestError(error: unknown, role: Role): RestError {
  if (error instanceof RestError) return error;
  if (error instanceof TokenError) return fromTokenError(error);
  if (error instanceof DatabaseError) return fromDatabaseError(error, role);
  if (error instanceof DatabaseBusy) return restErrors.poolTimeout();
  if (error instanceof DatabaseUnavailable) return restErrors.unavailable();
  return restErrors.unexpected();
}

/** The one rendering of a refusal: always four keys, and the code once more for proxies. */
export function renderError(error: RestError): {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
} {
  const { status, code, details, hint, message } = error;
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'proxy-status': `PostgREST; error=${code}`,
      ...error.headers,
    },
    body: JSON.stringify({ code, details, hint, message }),
  };
}
