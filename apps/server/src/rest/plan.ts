import type { Role } from '@bkksiam/domain/identity';
import type { ApiRequest, Resource, Target } from './api-request.ts';
import { restErrors } from './errors.ts';
import type { Media } from './media-type.ts';
import { nearestName } from './nearest-name.ts';
import { functionHint, planCall, type CallPlan } from './plan-call.ts';
import { planRows } from './plan-rows.ts';
import type { RestLimits } from './query-limits.ts';
import type { RowsPlan } from './rows-plan.ts';
import { planWrite, type WritePlan } from './plan-write.ts';
import { usableRelations, type Relation, type SchemaCache } from './schema-cache.ts';

export interface ReadPlan {
  readonly kind: 'read';
  readonly rows: RowsPlan;
  /** Totals above this number may be the planner's estimate; undefined for an exact count. */
  readonly estimatedAbove: number | undefined;
}

/** The number of rows a request may affect or return; any other number rolls it back. */
export interface RowLimits {
  readonly single: boolean;
  readonly maxAffected: number | undefined;
  /** For a PUT: exactly the row that the URL identifies. */
  readonly addressed: boolean;
}

/** A request resolved against the schema: what to run and how to format the response. */
export interface Plan {
  readonly action: ReadPlan | WritePlan | CallPlan;
  readonly media: Media;
  /** A HEAD request: the response has no body. */
  readonly headOnly: boolean;
  readonly readOnly: boolean;
  readonly limits: RowLimits;
  /** The requested end of the transaction (`Prefer: tx=`), where callers may choose it. */
  readonly ending: 'commit' | 'rollback' | undefined;
}

function planRead(
  cache: SchemaCache,
  relation: Relation,
  request: ApiRequest,
  limits: RestLimits,
): ReadPlan {
  const { count } = request.preferences;
  const estimatedAbove =
    count === 'planned' ? 0 : count === 'estimated' ? limits.maxRows : undefined;
  return { kind: 'read', rows: planRows(cache, relation, request, limits), estimatedAbove };
}

/**
 * Replaces an estimated count by an exact one where the role may not see every row: the planner estimates before row
 * security and view conditions apply, so the number would reveal other users' rows.
 */
export function withAllowedCount(cache: SchemaCache, request: ApiRequest, role: Role): ApiRequest {
  const { target, preferences } = request;
  const { count } = preferences;
  if (target.kind !== 'relation' || (count !== 'planned' && count !== 'estimated')) return request;
  const embeds = request.select.some(({ kind }) => kind === 'embed');
  const sameForAll = !embeds && (cache.relations.get(target.name)?.sameForAll ?? false);
  if (sameForAll || cache.unboundRoles.includes(role)) return request;
  return { ...request, preferences: { ...preferences, count: 'exact' } };
}

/** @throws {RestError} PGRST205, with the most similar name that the role may use as the hint */
export function relationOf(cache: SchemaCache, name: string): Relation {
  const relation = cache.relations.get(name);
  if (relation === undefined)
    throw restErrors.noTable(
      { schema: cache.schema, name },
      nearestName(
        name,
        usableRelations(cache).map((known) => known.name),
      ),
    );
  return relation;
}

function planAction(
  cache: SchemaCache,
  target: Resource,
  request: ApiRequest,
  limits: RestLimits,
): Plan['action'] {
  const { method } = request;
  if (target.kind === 'function') return planCall(cache, target.name, request, limits);
  const relation = relationOf(cache, target.name);
  return method === 'GET' || method === 'HEAD'
    ? planRead(cache, relation, request, limits)
    : planWrite(cache, relation, request, limits);
}

/**
 * Resolves a request against the schema cache.
 *
 * @throws {RestError} for an unknown name or an unsupported feature
 */
export function planRequest(
  cache: SchemaCache,
  target: Resource,
  request: ApiRequest,
  limits: RestLimits,
): Plan {
  if (request.media.explain !== undefined && !limits.explain)
    throw restErrors.noMediaType([request.media.contentType.split(';', 1)[0] ?? '']);
  const action = planAction(cache, target, request, limits);
  const { handling, maxAffected, tx } = request.preferences;
  const bounded = handling === 'strict' && action.kind !== 'read' && action.kind !== 'insert';
  return {
    action,
    media: request.media,
    headOnly: request.method === 'HEAD',
    readOnly: action.kind === 'read' || (action.kind === 'call' && action.readOnly),
    limits: {
      single: request.media.shape === 'object' && request.media.explain === undefined,
      maxAffected: bounded ? maxAffected : undefined,
      addressed: action.kind === 'insert' && action.addressed !== undefined,
    },
    ending: limits.allowTx ? tx : undefined,
  };
}

/**
 * The HTTP methods a target supports, regardless of privileges.
 *
 * @throws {RestError} PGRST205 for an unknown table, PGRST202 for an unknown function
 */
export function allowedMethods(cache: SchemaCache, target: Target): readonly string[] {
  if (target.kind === 'root') return ['OPTIONS', 'GET', 'HEAD'];
  if (target.kind === 'function') {
    const overloads = cache.functions.get(target.name);
    if (overloads === undefined)
      throw restErrors.noFunction(
        { schema: cache.schema, name: target.name },
        [],
        false,
        functionHint(cache, target.name, []),
      );
    const reads = overloads.some(({ volatility }) => volatility !== 'volatile');
    return reads ? ['OPTIONS', 'GET', 'HEAD', 'POST'] : ['OPTIONS', 'POST'];
  }
  const { insertable, updatable, deletable, primaryKey } = relationOf(cache, target.name);
  return [
    ...['OPTIONS', 'GET', 'HEAD'],
    ...(insertable ? ['POST'] : []),
    ...(insertable && updatable && primaryKey.length > 0 ? ['PUT'] : []),
    ...(updatable ? ['PATCH'] : []),
    ...(deletable ? ['DELETE'] : []),
  ];
}
