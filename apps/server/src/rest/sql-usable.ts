import { z } from 'zod';
import type { Result, Statement } from '../db/database.ts';

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

const privilege = (name: string) =>
  name === 'delete'
    ? `has_table_privilege(c.oid, 'delete')`
    : `has_table_privilege(c.oid, '${name}') or has_any_column_privilege(c.oid, '${name}')`;

/** Reads the current role's privileges in schema public. */
export const usableStatement: Statement = {
  text: `select json_build_object(
    'relations', (
      select coalesce(json_object_agg(c.relname, json_build_object(
        'select', ${privilege('select')}, 'insert', ${privilege('insert')},
        'update', ${privilege('update')}, 'delete', ${privilege('delete')})), '{}')
      from pg_catalog.pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')),
    'functions', (
      select coalesce(json_agg(distinct p.proname), '[]')
      from pg_catalog.pg_proc p
      where p.pronamespace = 'public'::regnamespace and has_function_privilege(p.oid, 'execute'))
  ) as usable`,
};

/** Reads whether the current role may write to a table or view, or to some of its columns. */
export function mayWriteStatement(relation: string, right: 'insert' | 'update'): Statement {
  return {
    text: `select ${privilege(right)} as allowed from pg_catalog.pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relname = $1`,
    values: [relation],
  };
}

/** Reads whether the current role may call any function of this name. */
export function mayCallStatement(name: string): Statement {
  return {
    text: `select bool_or(has_function_privilege(p.oid, 'execute')) as allowed from pg_catalog.pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.proname = $1`,
    values: [name],
  };
}

/** The result of either statement; true for an object that no longer exists, so that the request itself fails. */
export function readAllowed(result: Result | undefined): boolean {
  return result?.rows[0]?.allowed !== false;
}

/** The result of {@link usableStatement}. */
export function readUsable(result: Result | undefined): Usable {
  return shape.parse(result?.rows[0]?.usable);
}
