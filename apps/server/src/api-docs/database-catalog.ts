import { z } from 'zod';
import type { CallerDatabase } from '../db/database.ts';
import { serviceIdentity } from '../http/identity.ts';

const roles = z.array(z.enum(['anon', 'authenticated', 'service_role']));

const tableShape = z.object({
  name: z.string(),
  comment: z.string().nullable(),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      nullable: z.boolean(),
      comment: z.string().nullable(),
    }),
  ),
  /** The roles with the privilege on the table or on some of its columns. */
  select: roles,
  insert: roles,
  update: roles,
  delete: roles,
  /** The row policies, with their conditions as SQL. */
  policies: z.array(
    z.object({
      command: z.string(),
      roles: z.array(z.string()),
      using: z.string().nullable(),
      check: z.string().nullable(),
    }),
  ),
  /** Whether Realtime sends its changes. */
  isPublished: z.boolean(),
});

const functionShape = z.object({
  name: z.string(),
  comment: z.string().nullable(),
  arguments: z.array(z.object({ name: z.string(), type: z.string(), optional: z.boolean() })),
  returns: z.string(),
  callers: roles,
});

const catalogShape = z.object({
  tables: z.array(tableShape),
  functions: z.array(functionShape),
  /** The sources of every function of `public` and `bkk_internal`, by name. */
  sources: z.record(z.string(), z.string()),
  transitions: z.array(
    z.object({
      kind: z.string(),
      from: z.string().nullable(),
      action: z.string(),
      actor: z.string(),
      to: z.string().nullable(),
    }),
  ),
});

export type Table = Readonly<z.infer<typeof tableShape>>;
export type SqlFunction = Readonly<z.infer<typeof functionShape>>;
/** What the description of the API takes from the database. */
export type DatabaseCatalog = Readonly<z.infer<typeof catalogShape>>;

const rolesWith = (condition: string) => `coalesce((
  select json_agg(r.rolname order by r.rolname) from pg_roles as r
  where r.rolname in ('anon', 'authenticated', 'service_role') and (${condition})), '[]')`;

const rolesThatMay = (right: Lowercase<string>) =>
  rolesWith(
    right === 'delete'
      ? `has_table_privilege(r.oid, c.oid, 'delete')`
      : `has_table_privilege(r.oid, c.oid, '${right}') or has_any_column_privilege(r.oid, c.oid, '${right}')`,
  );

const tables = `
  select json_agg(json_build_object(
      'name', c.relname,
      'comment', obj_description(c.oid, 'pg_class'),
      'columns', (
        select json_agg(json_build_object(
            'name', a.attname,
            'type', format_type(a.atttypid, a.atttypmod),
            'nullable', not a.attnotnull,
            'comment', col_description(a.attrelid, a.attnum)) order by a.attnum)
        from pg_attribute as a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
      'select', ${rolesThatMay('select')},
      'insert', ${rolesThatMay('insert')},
      'update', ${rolesThatMay('update')},
      'delete', ${rolesThatMay('delete')},
      'policies', coalesce((
        select json_agg(json_build_object(
            'command', lower(p.cmd), 'roles', p.roles, 'using', p.qual, 'check', p.with_check)
          order by p.cmd, p.policyname)
        from pg_policies as p where p.schemaname = 'public' and p.tablename = c.relname), '[]'),
      'isPublished', exists (
        select from pg_publication_tables as t
        where t.pubname = 'supabase_realtime' and t.schemaname = 'public' and t.tablename = c.relname)
    ) order by c.relname)
  from pg_class as c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition`;

const functions = `
  select json_agg(json_build_object(
      'name', p.proname,
      'comment', obj_description(p.oid, 'pg_proc'),
      'arguments', (
        select coalesce(json_agg(json_build_object(
            'name', coalesce(p.proargnames[u.number], ''),
            'type', format_type(u.type, null),
            'optional', u.number > p.pronargs - p.pronargdefaults) order by u.number), '[]')
        from unnest(p.proargtypes::oid[]) with ordinality as u (type, number)),
      'returns', pg_get_function_result(p.oid),
      'callers', ${rolesWith(`has_function_privilege(r.oid, p.oid, 'execute')`)}
    ) order by p.proname, p.oid)
  from pg_proc as p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.proname like 'bkk\\_%'
    and p.prorettype <> 'trigger'::regtype`;

const catalog = `
  select json_build_object(
    'tables', (${tables}),
    'functions', (${functions}),
    'sources', (
      select json_object_agg(s.name, s.source) from (
        select p.proname as name, string_agg(p.prosrc, ' ') as source from pg_proc as p
        where p.pronamespace in ('public'::regnamespace, (select oid from pg_namespace where nspname = 'bkk_internal'))
        group by p.proname) as s),
    'transitions', (
      select coalesce(json_agg(json_build_object(
          'kind', t.kind, 'from', t.from_status, 'action', t.action, 'actor', t.actor, 'to', t.to_status)
        order by t.kind, t.from_status, t.action, t.actor), '[]')
      from public.bkk_status_transitions as t)) as catalog`;

/** Reads tables, row policies, functions and status transitions of `public`. */
export async function readDatabaseCatalog(database: CallerDatabase): Promise<DatabaseCatalog> {
  const [result] = await database.asIdentity(serviceIdentity, [{ text: catalog, values: [] }], {
    readOnly: true,
  });
  return catalogShape.parse(result?.rows[0]?.catalog);
}
