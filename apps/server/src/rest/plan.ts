import type { Role } from '@bkksiam/domain/identity';
import type { ApiRequest, Resource, Target } from './api-request.ts';
import { restErrors } from './errors.ts';
import type { Media } from './media-type.ts';
import { nearestName } from './nearest-name.ts';
import { planCall, type CallPlan } from './plan-call.ts';
import { planRows, type RowsPlan } from './plan-rows.ts';
import { planWrite, type WritePlan } from './plan-write.ts';
import type { Relation, SchemaCache } from './schema-cache.ts';

export interface ReadPlan {
  readonly kind: 'read';
  readonly rows: RowsPlan;
  /** For a total that may be the planner's estimate: up to how many rows are counted all the same. */
  readonly estimatedAbove: number | undefined;
}

/** How many rows a request may touch or return; more, or not as many, undoes it. */
export interface RowLimits {
  readonly single: boolean;
  readonly maxAffected: number | undefined;
  /** Of a PUT: exactly the one row that the address names. */
  readonly addressed: boolean;
}

/** A request with every name found in the schema: what to run, and in which form the answer goes out. */
export interface Plan {
  readonly action: ReadPlan | WritePlan | CallPlan;
  readonly media: Media;
  /** HEAD: everything but the body. */
  readonly headOnly: boolean;
  readonly readOnly: boolean;
  readonly limits: RowLimits;
  /** How the caller wants the transaction to end, where callers may choose. */
  readonly ending: 'commit' | 'rollback' | undefined;
}

/** What the operator allows. */
export interface RestLimits {
  /** Most rows that one read or call returns. */
  readonly maxRows: number;
  /** Whether a caller may have a write undone after it has been answered, by `Prefer: tx=rollback`. */
  readonly allowTx: boolean;
}

function planRead(
  cache: SchemaCache,
  relation: Relation,
  request: ApiRequest,
  maxRows: number,
): ReadPlan {
  const { count } = request.preferences;
  const estimatedAbove = count === 'planned' ? 0 : count === 'estimated' ? maxRows : undefined;
  return { kind: 'read', rows: planRows(cache, relation, request, maxRows), estimatedAbove };
}

/**
 * The request with an exact count in place of an estimate where the caller's role sees only some of the rows: the
 * planner estimates before row security and the conditions of views, and would tell how many rows others have.
 */
export function withAllowedCount(cache: SchemaCache, request: ApiRequest, role: Role): ApiRequest {
  const { target, preferences } = request;
  const { count } = preferences;
  if (target.kind !== 'relation' || (count !== 'planned' && count !== 'estimated')) return request;
  const sameForAll = cache.relations.get(target.name)?.sameForAll ?? false;
  if (sameForAll || cache.unboundRoles.includes(role)) return request;
  return { ...request, preferences: { ...preferences, count: 'exact' } };
}

/** @throws {RestError} PGRST205 with the nearest name */
export function relationOf(cache: SchemaCache, name: string): Relation {
  const relation = cache.relations.get(name);
  if (relation === undefined)
    throw restErrors.noTable(name, nearestName(name, cache.relations.keys()));
  return relation;
}

function planAction(
  cache: SchemaCache,
  target: Resource,
  request: ApiRequest,
  maxRows: number,
): Plan['action'] {
  const { method } = request;
  if (target.kind === 'function') return planCall(cache, target.name, request, maxRows);
  const relation = relationOf(cache, target.name);
  return method === 'GET' || method === 'HEAD'
    ? planRead(cache, relation, request, maxRows)
    : planWrite(cache, relation, request);
}

/**
 * Turns a request into what is to be run, by the schema as it is now.
 *
 * @throws {RestError} for a name that is not there and for what is not served
 */
export function planRequest(
  cache: SchemaCache,
  target: Resource,
  request: ApiRequest,
  { maxRows, allowTx }: RestLimits,
): Plan {
  const action = planAction(cache, target, request, maxRows);
  const { handling, maxAffected, tx } = request.preferences;
  const bounded = handling === 'strict' && action.kind !== 'read' && action.kind !== 'insert';
  return {
    action,
    media: request.media,
    headOnly: request.method === 'HEAD',
    readOnly: action.kind === 'read' || (action.kind === 'call' && action.readOnly),
    limits: {
      single: request.media.shape === 'object',
      maxAffected: bounded ? maxAffected : undefined,
      addressed: action.kind === 'insert' && action.addressed !== undefined,
    },
    ending: allowTx ? tx : undefined,
  };
}

/**
 * The methods that the schema has for a target, whoever asks.
 *
 * @throws {RestError} PGRST205 and PGRST202 for what is not there
 */
export function allowedMethods(cache: SchemaCache, target: Target): readonly string[] {
  if (target.kind === 'root') return ['OPTIONS', 'GET', 'HEAD'];
  if (target.kind === 'function') {
    const overloads = cache.functions.get(target.name);
    if (overloads === undefined)
      throw restErrors.noFunction(
        target.name,
        [],
        false,
        nearestName(target.name, cache.functions.keys()),
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
