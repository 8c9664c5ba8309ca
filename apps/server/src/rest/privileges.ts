import type { Identity } from '@bkksiam/domain/identity';
import type { CallerDatabase } from '../db/database.ts';
import type { Method, Resource } from './api-request.ts';
import { restErrors } from './errors.ts';
import { relationOf } from './plan.ts';
import type { SchemaCache } from './schema-cache.ts';
import { mayCallStatement, mayWriteStatement, readAllowed } from './sql-usable.ts';

/** The error for a missing privilege, and the statement that asks PostgreSQL for it. */
interface Missing {
  readonly object: string;
  readonly statement: ReturnType<typeof mayCallStatement>;
}

function missingPrivilege(
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
 * Requires the role's privilege for a write or call before the body is read. A privilege missing in the schema cache
 * may be newer than the cache, so PostgreSQL is asked before the request is rejected.
 *
 * @throws {RestError} 42501 with PostgreSQL's message, PGRST205 for an unknown table
 */
export async function requirePrivilege(
  database: CallerDatabase,
  identity: Identity,
  cache: SchemaCache,
  target: Resource,
  method: Method,
): Promise<void> {
  const missing = missingPrivilege(cache, identity, target, method);
  if (missing === undefined) return;
  const [result] = await database.asIdentity(identity, [missing.statement], { readOnly: true });
  if (!readAllowed(result)) throw restErrors.permissionDenied(missing.object, identity.role);
}
