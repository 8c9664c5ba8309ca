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

/** What one role may do: rights to a table or view, or to some of its columns, and the functions it may call. */
export type Usable = Readonly<z.infer<typeof shape>>;

const privilege = (name: string) =>
  name === 'delete'
    ? `has_table_privilege(c.oid, 'delete')`
    : `has_table_privilege(c.oid, '${name}') or has_any_column_privilege(c.oid, '${name}')`;

/** Asks what the role that runs it may use of schema public. */
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

/** Asks whether the role that runs it may write to a table or view, or to some of its columns. */
export function mayWriteStatement(relation: string, right: 'insert' | 'update'): Statement {
  return {
    text: `select ${privilege(right)} as allowed from pg_catalog.pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relname = $1`,
    values: [relation],
  };
}

/** Asks whether the role that runs it may call any function of the name. */
export function mayCallStatement(name: string): Statement {
  return {
    text: `select bool_or(has_function_privilege(p.oid, 'execute')) as allowed from pg_catalog.pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.proname = $1`,
    values: [name],
  };
}

/** Reads the answer to either; what is gone by now is left to the statement itself. */
export function readAllowed(result: Result | undefined): boolean {
  return result?.rows[0]?.allowed !== false;
}

/** Reads the answer to {@link usableStatement}. */
export function readUsable(result: Result | undefined): Usable {
  return shape.parse(result?.rows[0]?.usable);
}
