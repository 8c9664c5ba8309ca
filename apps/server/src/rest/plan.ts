import type { ApiRequest } from './api-request.ts';
import { restErrors } from './errors.ts';
import type { Media } from './media-type.ts';
import { nearestName } from './nearest-name.ts';
import { planCall, type CallPlan } from './plan-call.ts';
import { planRows, type RowsPlan } from './plan-rows.ts';
import { planWrite, type WritePlan } from './plan-write.ts';
import type { SchemaCache } from './schema-cache.ts';

export interface ReadPlan {
  readonly kind: 'read';
  readonly rows: RowsPlan;
}

/** How many rows a request may touch or return; more, or not as many, undoes it. */
export interface RowLimits {
  readonly single: boolean;
  readonly maxAffected: number | undefined;
}

/** A request with every name found in the schema: what to run, and in which form the answer goes out. */
export interface Plan {
  readonly action: ReadPlan | WritePlan | CallPlan;
  readonly media: Media;
  /** HEAD: everything but the body. */
  readonly headOnly: boolean;
  readonly readOnly: boolean;
  readonly limits: RowLimits;
}

function planAction(cache: SchemaCache, request: ApiRequest, maxRows: number): Plan['action'] {
  const { target, method } = request;
  if (target.kind === 'root') throw restErrors.noDescription();
  if (target.kind === 'function') return planCall(cache, target.name, request, maxRows);
  const relation = cache.relations.get(target.name);
  if (relation === undefined)
    throw restErrors.noTable(target.name, nearestName(target.name, cache.relations.keys()));
  return method === 'GET' || method === 'HEAD'
    ? { kind: 'read', rows: planRows(cache, relation, request, maxRows) }
    : planWrite(cache, relation, request);
}

/**
 * Turns a request into what is to be run, by the schema as it is now.
 *
 * @param maxRows most rows that one read or call returns
 * @throws {RestError} for a name that is not there and for what is not served
 */
export function planRequest(cache: SchemaCache, request: ApiRequest, maxRows: number): Plan {
  const action = planAction(cache, request, maxRows);
  const { handling, maxAffected } = request.preferences;
  const bounded = handling === 'strict' && action.kind !== 'read' && action.kind !== 'insert';
  return {
    action,
    media: request.media,
    headOnly: request.method === 'HEAD',
    readOnly: action.kind === 'read' || (action.kind === 'call' && action.readOnly),
    limits: {
      single: request.media.shape === 'object',
      maxAffected: bounded ? maxAffected : undefined,
    },
  };
}
