import type { Role } from '@bkksiam/domain/identity';
import { LRUCache } from 'lru-cache';
import type { Statement } from '../db/database.ts';
import type { ApiRequest, RawRequest } from './api-request.ts';
import type { Plan } from './plan.ts';
import type { ExposedSchemas } from './schema-cache.ts';

/** A request with its plan, which depends only on its text and the schema. */
export interface Prepared {
  readonly request: ApiRequest;
  readonly plan: Plan;
  readonly statements: readonly Statement[];
}

const maxReads = 1000;
const longestKey = 2048;
/** Of the SQL of all; the plan of a read takes several times as much memory. */
const maxCharacters = 8_000_000;
const longestRead = 64_000;

/** Every header that parsing a read depends on. */
const readHeaders = ['accept', 'prefer', 'range', 'accept-profile'] as const;

function keyOf({ method, url, headers }: RawRequest, role: Role): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const said = readHeaders.map((name) => headers[name] ?? '');
  // The role decides whether a count may be an estimate.
  const asked = headers.prefer?.includes('count=') === true ? role : '';
  const key = [method, url, asked, ...said].join('\n');
  return key.length > longestKey ? undefined : key;
}

/**
 * An LRU cache of parsed and planned reads, because screens repeat the same requests. A plan holds nothing of its
 * caller: role and claims are set with each run.
 */
export class PreparedReads {
  #schemas: ExposedSchemas | undefined;
  readonly #reads = new LRUCache<string, Prepared>({
    max: maxReads,
    maxSize: maxCharacters,
    maxEntrySize: longestRead,
    sizeCalculation: ({ statements }) => statements.reduce((sum, { text }) => sum + text.length, 0),
  });

  /** The cached read for the same request text and schemas. */
  find(raw: RawRequest, role: Role, schemas: ExposedSchemas): Prepared | undefined {
    if (this.#schemas !== schemas) return undefined;
    const key = keyOf(raw, role);
    return key === undefined ? undefined : this.#reads.get(key);
  }

  keep(raw: RawRequest, role: Role, schemas: ExposedSchemas, prepared: Prepared): void {
    const key = keyOf(raw, role);
    if (key === undefined || prepared.plan.action.kind !== 'read') return;
    if (this.#schemas !== schemas) {
      this.#schemas = schemas;
      this.#reads.clear();
    }
    this.#reads.set(key, prepared);
  }
}
