import { parseCookie as parseCookies } from 'cookie';
import type { Identity } from '@bkksiam/domain/identity';
import { DatabaseError, type CallerDatabase, type Scope } from '../db/database.ts';
import { pathOf } from '../http/request-path.ts';
import { readApiRequest, type ApiRequest, type RawRequest, type Resource } from './api-request.ts';
import { executePlan } from './execute.ts';
import { describeSchema } from './openapi.ts';
import { bodyLimits } from './body-limits.ts';
import { planRequest, withAllowedCount, type Plan } from './plan.ts';
import { readPayload } from './payload.ts';
import { RestError } from './errors.ts';
import type { RestLimits } from './query-limits.ts';
import type { Prepared, PreparedReads } from './prepared-reads.ts';
import { contentProfile, toResponse, type RestResponse } from './response.ts';
import { requirePrivilege } from './privileges.ts';
import { cacheOf, type ExposedSchemas, type SchemaCache } from './schema-cache.ts';
import type { SchemaWatch } from './schema-watch.ts';
import { identifier } from './sql-conditions.ts';
import { readUsable, usableStatement } from './sql-usable.ts';
import { planStatements } from './sql.ts';

/** The dependencies of the stages. */
export interface Pipeline {
  readonly database: CallerDatabase;
  readonly watch: SchemaWatch;
  /** The exposed schemas, the default first. */
  readonly exposed: readonly string[];
  readonly reads: PreparedReads;
  readonly limits: RestLimits;
  /** The path the service is mounted at. */
  readonly prefix: string;
}

type Settings = NonNullable<Scope['settings']>;

/** SQLSTATEs of an undefined table, column or function, as after a schema change. */
const staleStates = new Set(['42P01', '42703', '42883']);

/** Codes for a relationship, function, column or table that the schema cache does not have. */
const missingCodes = new Set(['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205']);

/** Whether a schema change without a notification explains the error. */
function mayBeStale(error: unknown): boolean {
  if (error instanceof RestError) return missingCodes.has(error.code);
  return error instanceof DatabaseError && staleStates.has(error.code);
}

/**
 * The settings of one transaction: the `request.*` settings, the requested time zone, and the search path where it is not
 * that of the connection. A read without code that uses `request.*` omits them, which saves a tenth of its time in the
 * database.
 */
function settingsOf(
  { method, url, headers }: RawRequest,
  { request, plan }: Prepared,
  { schema, usesRequestSettings }: SchemaCache,
): Settings {
  const { timezone } = request.preferences;
  const asked = plan.action.kind !== 'read' || usesRequestSettings;
  return {
    ...(asked && {
      'request.method': method,
      'request.path': pathOf(url),
      'request.headers': JSON.stringify(headers),
      'request.cookies': JSON.stringify(parseCookies(headers.cookie ?? '')),
    }),
    ...(timezone !== undefined && { timezone }),
    ...(schema !== 'public' && { search_path: `${identifier(schema)}, public, extensions` }),
  };
}

/** The OpenAPI description for the caller's role. */
async function describe(
  { database, prefix }: Pipeline,
  identity: Identity,
  request: ApiRequest,
  cache: SchemaCache,
): Promise<RestResponse> {
  const statement = usableStatement(cache.schema);
  const [result] = await database.asIdentity(identity, [statement], { readOnly: true });
  return {
    status: 200,
    headers: { 'content-type': request.media.contentType, ...contentProfile(request) },
    body: JSON.stringify(describeSchema(cache, readUsable(result), prefix)),
  };
}

/** Reads the body after checking the caller's privilege for the target. */
async function withPayload(
  { database }: Pipeline,
  identity: Identity,
  { headers, body }: RawRequest,
  request: ApiRequest,
  target: Resource,
  cache: SchemaCache,
): Promise<ApiRequest> {
  const { method } = request;
  if (method === 'GET' || method === 'HEAD' || method === 'DELETE') return request;
  await requirePrivilege(database, identity, cache, target, method);
  const known = target.kind === 'relation' || cache.functions.has(target.name);
  const maxBytes = known ? bodyLimits.bytes : bodyLimits.unknownFunctionBytes;
  const payload = await readPayload(body, headers['content-type'], target.kind, maxBytes);
  return { ...request, payload };
}

/**
 * Runs a request through the stages. A failure that a schema change explains is retried once with the new schema cache.
 *
 * @throws {RestError} and any error of the database
 */
export async function respond(
  pipeline: Pipeline,
  identity: Identity,
  raw: RawRequest,
): Promise<RestResponse> {
  const { database, watch, reads, limits, exposed } = pipeline;
  const { role } = identity;
  const schemas = watch.current;
  const known = reads.find(raw, role, schemas);
  const understood = known?.request ?? readApiRequest(raw, exposed);
  const { target, schema } = understood;
  const cache = cacheOf(schemas, schema, role);
  if (target.kind === 'root') return describe(pipeline, identity, understood, cache);
  const read = (by: SchemaCache) => withPayload(pipeline, identity, raw, understood, target, by);
  let request: ApiRequest;
  try {
    request = await read(cache);
  } catch (error) {
    if (!mayBeStale(error) || !(await watch.hasChangedSince(schemas))) throw error;
    // An unknown table is found before the body is read, which is then read here.
    request = await read(cacheOf(watch.current, schema, role));
  }

  const run = async (prepared: Prepared, by: SchemaCache): Promise<RestResponse> => {
    const settings = settingsOf(raw, prepared, by);
    const result = await executePlan(database, identity, raw, prepared, settings);
    return toResponse(prepared.request, prepared.plan, result);
  };
  const prepare = (by: SchemaCache, among: ExposedSchemas): Prepared => {
    const allowed = withAllowedCount(by, request, role);
    const plan: Plan = planRequest(by, target, allowed, limits);
    const prepared = { request: allowed, plan, statements: planStatements(plan) };
    reads.keep(raw, role, among, prepared);
    return prepared;
  };
  try {
    return await run(known ?? prepare(cache, schemas), cache);
  } catch (error) {
    if (!mayBeStale(error) || !(await watch.hasChangedSince(schemas))) throw error;
    const changed = cacheOf(watch.current, schema, role);
    return run(prepare(changed, watch.current), changed);
  }
}
