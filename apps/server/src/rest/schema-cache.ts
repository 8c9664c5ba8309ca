import type { Role } from '@bkksiam/domain/identity';
import { z } from 'zod';
import { restErrors } from './errors.ts';
import { groupBy, relationshipsOf, type Relationship } from './relationships.ts';

const columnShape = z.object({
  name: z.string(),
  /** The type as SQL spells it, schema-qualified unless built in. */
  type: z.string(),
  /** The underlying type of a domain. */
  baseType: z.string(),
  /** The column's default expression. */
  default: z.string().nullable(),
  nullable: z.boolean(),
  comment: z.string().nullable(),
  /** Roles with the privilege to select it from its relation; none for a column of a function alone. */
  readers: z.array(z.string()).optional(),
});

const relationShape = z.object({
  schema: z.string(),
  name: z.string(),
  /** The name with its schema, quoted where it must be. */
  id: z.string(),
  comment: z.string().nullable(),
  columns: z.array(columnShape),
  primaryKey: z.array(z.string()),
  /** Whether its rows can be inserted, updated or deleted at all, regardless of privileges. */
  insertable: z.boolean(),
  updatable: z.boolean(),
  deletable: z.boolean(),
  /** The kind as PostgreSQL's error messages name it. */
  kind: z.enum(['table', 'view', 'materialized view', 'foreign table']),
  /** Whether every role sees the same rows: not a view and without row security. */
  sameForAll: z.boolean(),
  /** Roles with the privilege on the table or on some of its columns. */
  inserters: z.array(z.string()),
  updaters: z.array(z.string()),
});

const argumentShape = z.object({
  name: z.string(),
  type: z.string(),
  optional: z.boolean(),
  variadic: z.boolean(),
});

const functionShape = z.object({
  schema: z.string(),
  name: z.string(),
  comment: z.string().nullable(),
  arguments: z.array(argumentShape),
  volatility: z.enum(['volatile', 'stable', 'immutable']),
  returnsSet: z.boolean(),
  returns: z.enum(['void', 'scalar', 'row']),
  /** The table or view of its schema whose row type the function returns. */
  returnsRelation: z.string().nullable(),
  /** Whether more than one row may come: a set without `rows 1`. */
  returnsMany: z.boolean(),
  returnType: z.string(),
  returnBaseType: z.string(),
  /** The `id` of the relation whose row is the only argument. */
  rowArgument: z.string().nullable(),
  columns: z.array(columnShape),
  /** Roles with the privilege to execute it. */
  callers: z.array(z.string()),
});

const foreignKeyShape = z.object({
  name: z.string(),
  table: z.string(),
  columns: z.array(z.string()),
  target: z.string(),
  targetColumns: z.array(z.string()),
  unique: z.boolean(),
});

const viewColumnShape = z.object({
  view: z.string(),
  column: z.string(),
  table: z.string(),
  from: z.string(),
});

const catalogsShape = z.object({
  /** The exposed schemas that exist, with the roles that may use them. */
  schemas: z.array(z.object({ name: z.string(), users: z.array(z.string()) })),
  relations: z.array(relationShape),
  functions: z.array(functionShape),
  /** Every type name a cast may use, with its schema and the type as SQL spells it. */
  types: z.array(z.object({ schema: z.string(), name: z.string(), type: z.string() })),
  foreignKeys: z.array(foreignKeyShape),
  viewColumns: z.array(viewColumnShape),
  usesRequestSettings: z.boolean(),
  /** Roles that bypass row security. */
  unboundRoles: z.array(z.string()),
});

export type Column = Readonly<z.infer<typeof columnShape>>;

/** A table or view. */
export interface Relation extends Readonly<Omit<z.infer<typeof relationShape>, 'columns'>> {
  readonly columns: ReadonlyMap<string, Column>;
  /** The functions that take one of its rows, by name: computed fields and relationships. */
  readonly rowFunctions: ReadonlyMap<string, SqlFunction>;
  /** How its rows refer to those of other relations. */
  readonly relationships: readonly Relationship[];
}

/** A function; `columns` describes the rows it returns and is empty for a scalar. */
export interface SqlFunction extends Readonly<Omit<z.infer<typeof functionShape>, 'columns'>> {
  readonly columns: ReadonlyMap<string, Column>;
}

/** A snapshot of an exposed schema. Every identifier in SQL comes from it. */
export interface SchemaCache {
  /** Hints name only what this role may use; nothing else depends on it. */
  readonly role: Role;
  readonly schema: string;
  readonly exists: boolean;
  /** Roles with the privilege to use the schema. */
  readonly users: readonly string[];
  readonly relations: ReadonlyMap<string, Relation>;
  readonly functions: ReadonlyMap<string, readonly SqlFunction[]>;
  readonly types: ReadonlyMap<string, string>;
  /** Whether any read may use a `request.*` setting. */
  readonly usesRequestSettings: boolean;
  readonly unboundRoles: readonly string[];
}

function byName<T extends { readonly name: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.name, item]));
}

/** The exposed schemas by name. A schema that does not exist is an empty one. */
export type ExposedSchemas = ReadonlyMap<string, Omit<SchemaCache, 'role'>>;

type SystemCatalogs = z.infer<typeof catalogsShape>;

/** The types a cast may name, as the search path of a request finds them. */
function typesOf({ types }: SystemCatalogs, schema: string): ReadonlyMap<string, string> {
  const path = ['extensions', 'public', schema, 'pg_catalog'];
  const found = path.flatMap((wanted) => types.filter((type) => type.schema === wanted));
  return new Map(found.map(({ name, type }) => [name, type]));
}

function toSchemaCache(catalogs: SystemCatalogs, schema: string): Omit<SchemaCache, 'role'> {
  const inSchema = (found: { readonly schema: string }) => found.schema === schema;
  const own = catalogs.schemas.find(({ name }) => name === schema);
  const functions = catalogs.functions
    .filter(inSchema)
    .map((found) => ({ ...found, columns: byName(found.columns) }));
  const relations = catalogs.relations.filter(inSchema);
  const relationships = relationshipsOf({ ...catalogs, relations, tables: catalogs.relations });
  return {
    schema,
    exists: own !== undefined,
    users: own?.users ?? [],
    relations: byName(
      relations.map((found) => ({
        ...found,
        columns: byName(found.columns),
        rowFunctions: byName(functions.filter(({ rowArgument }) => rowArgument === found.id)),
        relationships: relationships.filter(({ source }) => source === found.name),
      })),
    ),
    functions: groupBy(functions, ({ name }) => name),
    types: typesOf(catalogs, schema),
    usesRequestSettings: catalogs.usesRequestSettings,
    unboundRoles: catalogs.unboundRoles,
  };
}

/** Builds the caches of the exposed schemas from the text of the system catalogs. */
export function toSchemaCaches(text: string, exposed: readonly string[]): ExposedSchemas {
  const catalogs = catalogsShape.parse(JSON.parse(text));
  return new Map(exposed.map((schema) => [schema, toSchemaCache(catalogs, schema)]));
}

/** @throws {RestError} PGRST002 for a schema that is not exposed */
export function cacheOf(exposed: ExposedSchemas, schema: string, role: Role): SchemaCache {
  const cache = exposed.get(schema);
  if (cache === undefined) throw restErrors.noSchemaCache();
  return { ...cache, role };
}

/** The relations of a cache that hints may name. */
export function usableRelations({ relations, role }: SchemaCache): readonly Relation[] {
  return [...relations.values()].filter(({ columns, inserters, updaters }) =>
    [inserters, updaters, ...[...columns.values()].map(({ readers = [] }) => readers)].some(
      (roles) => roles.includes(role),
    ),
  );
}
