import type { Role } from '@bkksiam/domain/identity';
import { LRUCache } from 'lru-cache';
import type { Statement } from '../db/database.ts';
import type { ApiRequest, RawRequest } from './api-request.ts';
import type { Plan } from './plan.ts';
import type { SchemaCache } from './schema-cache.ts';

/** A request with everything that depends on nothing but its own words and the schema. */
export interface Prepared {
  readonly request: ApiRequest;
  readonly plan: Plan;
  readonly statements: readonly Statement[];
}

const mostReads = 1000;
const longestKey = 2048;

/** Every header that the reading of a request looks at. */
const readHeaders = ['accept', 'prefer', 'range', 'accept-profile'] as const;

function keyOf({ method, url, headers }: RawRequest, role: Role): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const said = readHeaders.map((name) => headers[name] ?? '');
  // Whether a count may be an estimate depends on the role.
  const asked = headers.prefer?.includes('count=') === true ? role : '';
  const key = [method, url, asked, ...said].join('\n');
  return key.length > longestKey ? undefined : key;
}

/**
 * Remembers how the latest reads were understood and planned. Screens ask the same things again and again, and a plan
 * holds nothing of who asks: role and claims come with each run.
 */
export class PreparedReads {
  #schema: SchemaCache | undefined;
  readonly #reads = new LRUCache<string, Prepared>({ max: mostReads });

  /** What was kept for the same words under the same schema. */
  find(raw: RawRequest, role: Role, schema: SchemaCache): Prepared | undefined {
    if (this.#schema !== schema) return undefined;
    const key = keyOf(raw, role);
    return key === undefined ? undefined : this.#reads.get(key);
  }

  keep(raw: RawRequest, role: Role, schema: SchemaCache, prepared: Prepared): void {
    const key = keyOf(raw, role);
    if (key === undefined || prepared.plan.action.kind !== 'read') return;
    if (this.#schema !== schema) {
      this.#schema = schema;
      this.#reads.clear();
    }
    this.#reads.set(key, prepared);
  }
}
