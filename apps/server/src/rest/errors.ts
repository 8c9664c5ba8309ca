import type { Role } from '@bkksiam/domain/identity';

interface Extras {
  /** A text, or the list of an ambiguity. */
  readonly details?: string | readonly object[] | null;
  readonly hint?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error response of the data protocol: HTTP status, PostgREST's error code and texts. */
export class RestError extends Error {
  override readonly name = 'RestError';
  readonly status: number;
  readonly code: string;
  readonly details: string | readonly object[] | null;
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

const restError = (status: number, code: string, message: string, extras?: Extras) =>
  new RestError(status, code, message, extras);

interface Qualified {
  readonly schema: string;
  readonly name: string;
}

const list = (names: readonly string[]) => names.join(', ');

/** Every error this server raises itself, by cause; the codes are PostgREST's. */
export const restErrors = {
  unavailable: () =>
    restError(503, 'PGRST001', 'Database client error. Retrying the connection.', {
      headers: { 'retry-after': '1' },
    }),
  // PostgREST responds with 504; supabase-js retries reads only after a 503, by its `Retry-After`.
  poolTimeout: () =>
    restError(503, 'PGRST003', 'Timed out acquiring connection from connection pool.', {
      headers: { 'retry-after': '1' },
    }),
  noSchemaCache: () =>
    restError(503, 'PGRST002', 'Could not query the database for the schema cache. Retrying.', {
      headers: { 'retry-after': '1' },
    }),

  badQuery: (message: string, details: string) => restError(400, 'PGRST100', message, { details }),
  badRpcMethod: (method: string) =>
    restError(405, 'PGRST101', `Cannot use the ${method} method on RPC`),
  badBody: (message: string) => restError(400, 'PGRST102', message),
  bodyTooLarge: () => restError(413, 'PGRST102', 'The request body is too large'),
  tooMany: (what: string, most: number) =>
    restError(413, 'PGRST102', `The request body has more than ${most} ${what}`),
  longKey: () => restError(413, 'PGRST102', 'The request body has a key that is too long'),
  rateLimitExceeded: (seconds: number) =>
    restError(429, 'over_request_rate_limit', 'Request rate limit reached', {
      headers: { 'retry-after': String(seconds) },
    }),
  badRange: (details: string) =>
    restError(416, 'PGRST103', 'Requested range not satisfiable', { details }),
  offsetOutOfBounds: (offset: number, total: number) =>
    restError(416, 'PGRST103', 'Requested range not satisfiable', {
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
      headers: { 'content-range': `*/${total}` },
    }),
  unknownSchema: (schema: string, exposed: readonly string[]) =>
    restError(406, 'PGRST106', `Invalid schema: ${schema}`, {
      hint: `Only the following schemas are exposed: ${list(exposed)}`,
    }),
  noMediaType: (asked: readonly string[]) =>
    restError(406, 'PGRST107', `None of these media types are available: ${list(asked)}`),
  notEmbedded: (name: string) =>
    restError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
      hint: `Verify that '${name}' is included in the 'select' query parameter.`,
    }),
  badRelatedOrder: (parent: string, child: string) =>
    restError(400, 'PGRST118', `A related order on '${child}' is not possible`, {
      details: `'${parent}' and '${child}' do not form a many-to-one or one-to-one relationship`,
    }),
  badEmbedFilter: (name: string) =>
    restError(400, 'PGRST120', `Bad operator on the '${name}' embedded resource`, {
      details: 'Only is null or not is null filters are allowed on embedded resources',
    }),
  badResponseHeaders: () =>
    restError(
      500,
      'PGRST111',
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    ),
  badResponseStatus: () =>
    restError(500, 'PGRST112', 'response.status guc must be a valid status code'),
  notSingle: (rows: number) =>
    restError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${rows} rows`,
    }),
  badMethod: (method: string) => restError(405, 'PGRST117', `Unsupported HTTP method: ${method}`),
  badRaise: (hint: string) =>
    restError(500, 'PGRST121', `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`, {
      hint,
    }),
  badPreferences: (preferences: readonly string[]) =>
    restError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${list(preferences)}`,
    }),
  noAggregates: () => restError(400, 'PGRST123', 'Use of aggregate functions is not allowed'),
  tooManyAffected: (rows: number) =>
    restError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${rows} rows`,
    }),
  putNeedsKey: () =>
    restError(
      405,
      'PGRST105',
      "Filters must include all and only primary key columns with 'eq' operators",
    ),
  putRange: () =>
    restError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT'),
  putMismatch: () =>
    restError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)'),
  badPath: () => restError(404, 'PGRST125', 'Invalid path specified in request URL'),
  maxAffectedNeedsSet: () =>
    restError(
      400,
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    ),

  noRelationship: (
    schema: string,
    parent: string,
    child: string,
    byHint: string | undefined,
    hint: string | null,
  ) => {
    const using = byHint === undefined ? '' : ` using the hint '${byHint}'`;
    return restError(
      400,
      'PGRST200',
      `Could not find a relationship between '${parent}' and '${child}' in the schema cache`,
      {
        details: `Searched for a foreign key relationship between '${parent}' and '${child}'${using} in the schema '${schema}', but no matches were found.`,
        hint,
      },
    );
  },
  ambiguousRelationship: (
    parent: string,
    child: string,
    found: readonly object[],
    choices: readonly string[],
  ) =>
    restError(
      300,
      'PGRST201',
      `Could not embed because more than one relationship was found for '${parent}' and '${child}'`,
      {
        details: found,
        hint: `Try changing '${child}' to one of the following: ${list(choices)}. Find the desired relationship in the 'details' key.`,
      },
    ),
  noFunction: (
    { schema, name }: Qualified,
    args: readonly string[],
    bodyGiven: boolean,
    hint: string | null,
  ) => {
    const wanted = args.length === 0 ? ' without parameters' : `(${list(args)})`;
    const searched =
      args.length === 0
        ? ' without parameters'
        : ` with parameter${args.length > 1 ? 's' : ''} ${list(args)}`;
    const unnamed = bodyGiven ? ' or with a single unnamed json/jsonb parameter' : '';
    return restError(
      404,
      'PGRST202',
      `Could not find the function ${schema}.${name}${wanted} in the schema cache`,
      {
        details: `Searched for the function ${schema}.${name}${searched}${unnamed}, but no matches were found in the schema cache.`,
        hint: hint === null ? null : `Perhaps you meant to call the function ${schema}.${hint}`,
      },
    );
  },
  noRawFunction: ({ schema, name }: Qualified, type: 'text' | 'bytea', hint: string | null) =>
    restError(
      404,
      'PGRST202',
      `Could not find the function ${schema}.${name} in the schema cache`,
      {
        details: `Searched for the function ${schema}.${name} with a single unnamed ${type} parameter, but no matches were found in the schema cache.`,
        hint: hint === null ? null : `Perhaps you meant to call the function ${schema}.${hint}`,
      },
    ),
  ambiguousFunction: (candidates: readonly string[]) =>
    restError(
      300,
      'PGRST203',
      `Could not choose the best candidate function between: ${list(candidates)}`,
      {
        hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
      },
    ),
  noColumn: (relation: string, column: string) =>
    restError(
      400,
      'PGRST204',
      `Could not find the '${column}' column of '${relation}' in the schema cache`,
    ),
  noTable: ({ schema, name }: Qualified, hint: string | null) =>
    restError(404, 'PGRST205', `Could not find the table '${schema}.${name}' in the schema cache`, {
      hint: hint === null ? null : `Perhaps you meant the table '${schema}.${hint}'`,
    }),

  /** PostgreSQL's message for an unknown column in a filter, an order or a select. */
  undefinedColumn: (relation: string, column: string, similar: readonly string[]) => {
    const choices = similar.map((name) => `the column "${relation}.${name}"`).join(' or ');
    return restError(400, '42703', `column ${relation}.${column} does not exist`, {
      hint: choices === '' ? null : `Perhaps you meant to reference ${choices}.`,
    });
  },
  /** PostgREST joins each related resource under this name, and PostgreSQL refuses to use it twice. */
  repeatedName: (name: string) =>
    restError(400, '42712', `table name "${name}" specified more than once`),
  permissionDenied: (object: string, role: Role) =>
    restError(role === 'anon' ? 401 : 403, '42501', `permission denied for ${object}`, {
      headers: role === 'anon' ? { 'www-authenticate': 'Bearer' } : {},
    }),
  responseTooLarge: (bytes: number, most: number) =>
    restError(400, '54000', 'The response is too large', {
      details: `It has ${bytes} bytes, and ${most} are sent at most.`,
      hint: 'Select fewer columns or rows, or limit the embedded resources.',
    }),
  undefinedType: (type: string) => restError(400, '42704', `type "${type}" does not exist`),
  /** The message of the `safeupdate` extension of hosted projects. */
  noWhere: (command: 'UPDATE' | 'DELETE') =>
    restError(400, '21000', `${command} requires a WHERE clause`),

  unexpected: () => restError(500, 'PGRSTX00', 'Something went wrong. Please try again.'),
} as const;
