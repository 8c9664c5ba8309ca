import type { Identity } from '@bkksiam/domain/identity';
import type { CallerDatabase } from '../db/database.ts';
import type { Method, Resource } from './api-request.ts';
import { restErrors } from './errors.ts';
import { relationOf } from './plan.ts';
import type { SchemaCache } from './schema-cache.ts';
import { mayCallStatement, mayWriteStatement, readAllowed } from './sql-usable.ts';

/** What a caller without the right is told, and the statement that asks PostgreSQL for it. */
interface Missing {
  readonly object: string;
  readonly statement: ReturnType<typeof mayCallStatement>;
}

function missingRight(
  cache: SchemaCache,
  { role }: Identity,
  target: Resource,
  method: Method,
): Missing | undefined {
  const { name } = target;
  if (target.kind === 'function') {
    const overloads = cache.functions.get(name) ?? [];
    if (overloads.length === 0 || overloads.some(({ callers }) => callers.includes(role)))
      return undefined;
    return { object: `function ${name}`, statement: mayCallStatement(name) };
  }
  const { kind, inserters, updaters } = relationOf(cache, name);
  const [right, holders] =
    method === 'PATCH' ? (['update', updaters] as const) : (['insert', inserters] as const);
  if (holders.includes(role)) return undefined;
  return { object: `${kind} ${name}`, statement: mayWriteStatement(name, right) };
}

/**
 * Refuses a write or call for whose target the role has no privilege, before its body is read. A privilege that the
 * schema cache does not know of may be newer than the cache, so PostgreSQL is asked before the refusal.
 *
 * @throws {RestError} 42501 in PostgreSQL's words, PGRST205 for a table that is not there
 */
export async function requireRight(
  database: CallerDatabase,
  identity: Identity,
  cache: SchemaCache,
  target: Resource,
  method: Method,
): Promise<void> {
  const missing = missingRight(cache, identity, target, method);
  if (missing === undefined) return;
  const [result] = await database.asIdentity(identity, [missing.statement], { readOnly: true });
  if (!readAllowed(result)) throw restErrors.noRight(missing.object, identity.role);
}
