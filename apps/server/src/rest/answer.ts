import { parseCookie as parseCookies } from 'cookie';
import type { Identity } from '@bkksiam/domain/identity';
import { DatabaseError, type CallerDatabase, type Scope } from '../db/database.ts';
import { readApiRequest, type ApiRequest, type RawRequest, type Resource } from './api-request.ts';
import { executePlan } from './execute.ts';
import { describeSchema } from './openapi.ts';
import { bodyLimits } from './body-limits.ts';
import { planRequest, withAllowedCount, type Plan, type RestLimits } from './plan.ts';
import { readPayload } from './payload.ts';
import type { Prepared, PreparedReads } from './prepared-reads.ts';
import { toResponse, type RestResponse } from './response.ts';
import { requireRight } from './rights.ts';
import type { SchemaCache } from './schema-cache.ts';
import type { SchemaWatch } from './schema-watch.ts';
import { readUsable, usableStatement } from './sql-usable.ts';
import { planStatements } from './sql.ts';

/** What the stages work with. */
export interface Pipeline {
  readonly database: CallerDatabase;
  readonly watch: SchemaWatch;
  readonly reads: PreparedReads;
  readonly limits: RestLimits;
  /** Where the service is mounted. */
  readonly prefix: string;
}

type Settings = NonNullable<Scope['settings']>;

/** What a statement says that names something which is not there any more. */
const staleStates = new Set(['42P01', '42703', '42883']);

/**
 * The settings of one transaction: what database code may ask about the request, and the wished time zone. A plain
 * read goes without the former where no code asks, which saves a tenth of its time in the database.
 */
function settingsOf(
  { method, url, headers }: RawRequest,
  { request, plan }: Prepared,
  schema: SchemaCache,
): Settings {
  const { timezone } = request.preferences;
  const asked = plan.action.kind !== 'read' || schema.looksAtRequest;
  return {
    ...(asked && {
      'request.method': method,
      'request.path': url.split('?', 1)[0] ?? '',
      'request.headers': JSON.stringify(headers),
      'request.cookies': JSON.stringify(parseCookies(headers.cookie ?? '')),
    }),
    ...(timezone !== undefined && { timezone }),
  };
}

/** The description of what the caller may use. */
async function describe(
  { database, watch, prefix }: Pipeline,
  identity: Identity,
  { media }: ApiRequest,
): Promise<RestResponse> {
  const [result] = await database.asIdentity(identity, [usableStatement], { readOnly: true });
  return {
    status: 200,
    headers: { 'content-type': media.contentType },
    body: JSON.stringify(describeSchema(watch.current, readUsable(result), prefix)),
  };
}

/** Reads the body of a request that may have one, once its caller is known to have the right to send it. */
async function withPayload(
  { database, watch }: Pipeline,
  identity: Identity,
  { headers, body }: RawRequest,
  request: ApiRequest,
  target: Resource,
): Promise<ApiRequest> {
  const { method } = request;
  if (method === 'GET' || method === 'HEAD' || method === 'DELETE') return request;
  const schema = watch.current;
  await requireRight(database, identity, schema, target, method);
  const known = target.kind === 'relation' || schema.functions.has(target.name);
  const mostBytes = known ? bodyLimits.bytes : bodyLimits.unknownFunctionBytes;
  const payload = await readPayload(body, headers['content-type'], target.kind, mostBytes);
  return { ...request, payload };
}

/**
 * Answers a request by the schema as it is; a failure that a changed schema explains is tried once by the new one.
 *
 * @throws {RestError} and whatever else the database says
 */
export async function answer(
  pipeline: Pipeline,
  identity: Identity,
  raw: RawRequest,
): Promise<RestResponse> {
  const { database, watch, reads, limits } = pipeline;
  const { role } = identity;
  const schema = watch.current;
  const known = reads.find(raw, role, schema);
  const understood = known?.request ?? readApiRequest(raw);
  const { target } = understood;
  if (target.kind === 'root') return describe(pipeline, identity, understood);
  const request = await withPayload(pipeline, identity, raw, understood, target);

  const run = async (prepared: Prepared, by: SchemaCache): Promise<RestResponse> => {
    const outcome = await executePlan(database, identity, prepared, settingsOf(raw, prepared, by));
    return toResponse(prepared.request, prepared.plan, outcome);
  };
  const prepare = (by: SchemaCache): Prepared => {
    const allowed = withAllowedCount(by, request, role);
    const plan: Plan = planRequest(by, target, allowed, limits);
    const prepared = { request: allowed, plan, statements: planStatements(plan) };
    reads.keep(raw, role, by, prepared);
    return prepared;
  };
  try {
    return await run(known ?? prepare(schema), schema);
  } catch (error) {
    const suspicious = error instanceof DatabaseError && staleStates.has(error.code);
    if (!suspicious || !(await watch.hasChangedSince(schema))) throw error;
    return run(prepare(watch.current), watch.current);
  }
}
