import { z } from 'zod';
import type { Result, Statement } from '../db/database.ts';
import type { Relation } from './schema-cache.ts';

const shape = z.object({
  relations: z.record(
    z.string(),
    z.object({
      select: z.boolean(),
      insert: z.boolean(),
      update: z.boolean(),
      delete: z.boolean(),
    }),
  ),
  functions: z.array(z.string()),
});

/** The privileges of a role: on tables and views or some of their columns, and the functions it may call. */
export type Usable = Readonly<z.infer<typeof shape>>;

const namedSchema = 'select n.oid from pg_catalog.pg_namespace n where n.nspname = $1';
const usableSchema = `${namedSchema} and has_schema_privilege(n.oid, 'usage')`;

const privilege = (name: string) =>
  name === 'delete'
    ? `has_table_privilege(c.oid, 'delete')`
    : `has_table_privilege(c.oid, '${name}') or has_any_column_privilege(c.oid, '${name}')`;

const usableText = `select json_build_object(
    'relations', (
      select coalesce(json_object_agg(c.relname, json_build_object(
        'select', ${privilege('select')}, 'insert', ${privilege('insert')},
        'update', ${privilege('update')}, 'delete', ${privilege('delete')})), '{}')
      from pg_catalog.pg_class c
      where c.relnamespace in (${usableSchema}) and c.relkind in ('r', 'p', 'v', 'm', 'f')),
    'functions', (
      select coalesce(json_agg(distinct p.proname), '[]')
      from pg_catalog.pg_proc p
      where p.pronamespace in (${usableSchema}) and has_function_privilege(p.oid, 'execute'))
  ) as usable`;

/** Reads the current role's privileges in a schema. */
export function usableStatement(schema: string): Statement {
  return { text: usableText, values: [schema] };
}

/** Reads whether the current role may write to a table or view, or to some of its columns. */
export function mayWriteStatement(relation: Relation, right: 'insert' | 'update'): Statement {
  return {
    text: `select ${privilege(right)} as allowed from pg_catalog.pg_class c
      where c.relnamespace in (${namedSchema}) and c.relname = $2`,
    values: [relation.schema, relation.name],
  };
}

/** Reads whether the current role may call any function of this name in the schema. */
export function mayCallStatement(schema: string, name: string): Statement {
  return {
    text: `select bool_or(has_function_privilege(p.oid, 'execute')) as allowed from pg_catalog.pg_proc p
      where p.pronamespace in (${namedSchema}) and p.proname = $2`,
    values: [schema, name],
  };
}

/** Reads whether the current role may use the schema. */
export function mayUseStatement(schema: string): Statement {
  return {
    text: `select has_schema_privilege(oid, 'usage') as allowed from (${namedSchema}) as schema`,
    values: [schema],
  };
}

/** The result of such a statement; true for an object that no longer exists, so that the request itself fails. */
export function readAllowed(result: Result | undefined): boolean {
  return result?.rows[0]?.allowed !== false;
}

/** The result of {@link usableStatement}. */
export function readUsable(result: Result | undefined): Usable {
  return shape.parse(result?.rows[0]?.usable);
}
