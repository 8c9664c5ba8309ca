import type { Identity } from '@bkksiam/domain/identity';
import type { CallerDatabase } from '../db/database.ts';
import type { Method, Resource } from './api-request.ts';
import { restErrors } from './errors.ts';
import { relationOf } from './plan.ts';
import type { SchemaCache } from './schema-cache.ts';
import { mayCallStatement, mayUseStatement, mayWriteStatement, readAllowed } from './sql-usable.ts';

/** The error for a missing privilege, and the statement that asks PostgreSQL for it. */
interface Missing {
  readonly object: string;
  readonly statement: ReturnType<typeof mayCallStatement>;
}

/** As PostgreSQL reports them: the schema first. */
function missingPrivileges(
  cache: SchemaCache,
  { role }: Identity,
  target: Resource,
  method: Method,
): readonly Missing[] {
  const { name } = target;
  const { schema, users } = cache;
  const ofSchema: readonly Missing[] = users.includes(role)
    ? []
    : [{ object: `schema ${schema}`, statement: mayUseStatement(schema) }];
  if (target.kind === 'function') {
    const overloads = cache.functions.get(name);
    if (overloads === undefined) return [];
    if (overloads.some(({ callers }) => callers.includes(role))) return ofSchema;
    return [...ofSchema, { object: `function ${name}`, statement: mayCallStatement(schema, name) }];
  }
  const relation = relationOf(cache, name);
  const { kind, inserters, updaters } = relation;
  const [right, holders] =
    method === 'PATCH' ? (['update', updaters] as const) : (['insert', inserters] as const);
  if (holders.includes(role)) return ofSchema;
  return [
    ...ofSchema,
    { object: `${kind} ${name}`, statement: mayWriteStatement(relation, right) },
  ];
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
  for (const { object, statement } of missingPrivileges(cache, identity, target, method)) {
    const [result] = await database.asIdentity(identity, [statement], { readOnly: true });
    if (!readAllowed(result)) throw restErrors.permissionDenied(object, identity.role);
  }
}
