import { restErrors } from './errors.ts';
import type { FieldPath } from './field-grammar.ts';
import { nearestColumns } from './nearest-name.ts';
import { relationOfSource } from './plan-relationship.ts';
import type { Field, RowSource } from './rows-plan.ts';
import type { Column, SchemaCache } from './schema-cache.ts';

/** The similar columns that the role may read. What a function returns may be read by all who call it. */
function similarColumns({ role }: SchemaCache, source: RowSource, name: string): readonly string[] {
  const readable = [...source.columns.values()].filter(
    ({ readers = [] }) => 'callers' in source || readers.includes(role),
  );
  return nearestColumns(
    name,
    readable.map((column) => column.name),
  );
}

/**
 * @param alias the name of the rows in messages
 * @throws {RestError} 42703 for neither a column nor a computed field
 */
export function resolveField(
  cache: SchemaCache,
  source: RowSource,
  { name, steps }: FieldPath,
  alias: string,
): Field {
  const column = source.columns.get(name);
  if (column !== undefined) return { column, steps, computed: undefined };
  const computed = relationOfSource(cache, source)?.rowFunctions.get(name);
  if (computed?.returns !== 'scalar' || computed.returnsSet)
    throw restErrors.undefinedColumn(alias, name, similarColumns(cache, source, name));
  const result: Column = {
    name,
    type: computed.returnType,
    baseType: computed.returnBaseType,
    default: null,
    nullable: true,
    comment: null,
  };
  return { column: result, steps, computed };
}

/** Type names of SQL that the system catalogs do not have. */
const sqlTypes: ReadonlyMap<string, string> = new Map([
  ['int', 'integer'],
  ['dec', 'numeric'],
  ['decimal', 'numeric'],
  ['float', 'double precision'],
]);

/** @throws {RestError} 42704 for a type that does not exist */
export function resolveCast(cache: SchemaCache, cast: string | undefined): string | undefined {
  if (cast === undefined) return undefined;
  const isArray = cast.endsWith('[]');
  const name = (isArray ? cast.slice(0, -2) : cast).toLowerCase();
  const type = cache.types.get(name) ?? sqlTypes.get(name);
  if (type === undefined) throw restErrors.undefinedType(cast);
  return isArray ? `${type}[]` : type;
}

/** The response key of a field without an alias: the last key of its path. */
export function keyOf({ name, steps }: FieldPath): string {
  return steps.reduce((last, { key }) => (typeof key === 'string' ? key : last), name);
}
