import type { Identity } from '@bkksiam/domain/identity';
import { z } from 'zod';
import type { CallerDatabase } from '../db/database.ts';

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
});

const relationShape = z.object({
  name: z.string(),
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
  name: z.string(),
  comment: z.string().nullable(),
  arguments: z.array(argumentShape),
  volatility: z.enum(['volatile', 'stable', 'immutable']),
  returnsSet: z.boolean(),
  returns: z.enum(['void', 'scalar', 'row']),
  /** The table or view whose row type the function returns. */
  returnsRelation: z.string().nullable(),
  columns: z.array(columnShape),
  /** Roles with the privilege to execute it. */
  callers: z.array(z.string()),
});

const catalogueShape = z.object({
  relations: z.array(relationShape),
  functions: z.array(functionShape),
  /** Every type name a cast may use, with the type as SQL spells it. */
  types: z.array(z.tuple([z.string(), z.string()])),
  looksAtRequest: z.boolean(),
  /** Roles that bypass row security. */
  unboundRoles: z.array(z.string()),
});

export type Column = Readonly<z.infer<typeof columnShape>>;

/** A table or view. */
export interface Relation extends Readonly<Omit<z.infer<typeof relationShape>, 'columns'>> {
  readonly columns: ReadonlyMap<string, Column>;
}

/** A function; `columns` describes the rows it returns and is empty for a scalar. */
export interface SqlFunction {
  readonly name: string;
  readonly comment: string | null;
  readonly arguments: readonly Readonly<z.infer<typeof argumentShape>>[];
  readonly volatility: 'volatile' | 'stable' | 'immutable';
  readonly returnsSet: boolean;
  readonly returns: 'void' | 'scalar' | 'row';
  readonly callers: readonly string[];
  readonly columns: ReadonlyMap<string, Column>;
}

/** A snapshot of schema public. Every identifier in SQL comes from it. */
export interface SchemaCache {
  readonly relations: ReadonlyMap<string, Relation>;
  readonly functions: ReadonlyMap<string, readonly SqlFunction[]>;
  readonly types: ReadonlyMap<string, string>;
  /** Whether any read may use a `request.*` setting. */
  readonly looksAtRequest: boolean;
  readonly unboundRoles: readonly string[];
}

const columnsOf = (relation: string) => `
  coalesce((
    select json_agg(json_build_object(
        'name', a.attname,
        'type', format_type(a.atttypid, a.atttypmod),
        'baseType', format_type(coalesce(nullif(of.typbasetype, 0), of.oid), null),
        'default', case
          when a.attidentity <> '' then
            format('nextval(%L::regclass)', pg_get_serial_sequence(a.attrelid::regclass::text, a.attname))
          when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid)
        end,
        'nullable', not a.attnotnull,
        'comment', col_description(a.attrelid, a.attnum)) order by a.attnum)
    from pg_attribute a
      join pg_type of on of.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${relation} and a.attnum > 0 and not a.attisdropped), '[]')`;

const rolesWith = (privilege: string) => `
  coalesce((
    select json_agg(r.rolname order by r.rolname) from pg_roles r
    where r.rolname in ('anon', 'authenticated', 'service_role') and (${privilege})), '[]')`;

const relationRoles = (right: string) =>
  rolesWith(
    `has_table_privilege(r.oid, c.oid, '${right}') or has_any_column_privilege(r.oid, c.oid, '${right}')`,
  );

const relations = `
  select coalesce(json_agg(json_build_object(
      'name', c.relname,
      'comment', obj_description(c.oid, 'pg_class'),
      'insertable', pg_relation_is_updatable(c.oid, true) & 8 <> 0,
      'updatable', pg_relation_is_updatable(c.oid, true) & 4 <> 0,
      'deletable', pg_relation_is_updatable(c.oid, true) & 16 <> 0,
      'kind', case c.relkind
        when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table' else 'table'
      end,
      'sameForAll', c.relkind <> 'v' and not c.relrowsecurity,
      'inserters', ${relationRoles('insert')},
      'updaters', ${relationRoles('update')},
      'columns', ${columnsOf('c.oid')},
      'primaryKey', coalesce((
        select json_agg(a.attname order by k.position)
        from pg_index i, unnest(i.indkey) with ordinality as k (number, position), pg_attribute a
        where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.number), '[]')
    ) order by c.relname), '[]')
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and not c.relispartition`;

const functions = `
  select coalesce(json_agg(json_build_object(
      'name', p.proname,
      'comment', obj_description(p.oid, 'pg_proc'),
      'arguments', (
        select coalesce(json_agg(json_build_object(
            'name', coalesce(p.proargnames[a.position], ''),
            'type', format_type(a.type, null),
            'optional', a.number > p.pronargs - p.pronargdefaults,
            'variadic', a.mode = 'v') order by a.number), '[]')
        from (
          select position, type, mode, row_number() over (order by position) as number
          from (
            select position, type, coalesce(p.proargmodes[position], 'i') as mode
            from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as u (type, position)
          ) as every
          where mode in ('i', 'b', 'v')
        ) as a),
      'volatility', case p.provolatile when 'v' then 'volatile' when 's' then 'stable' else 'immutable' end,
      'returnsSet', p.proretset,
      'returns', case
        when p.prorettype = 'void'::regtype then 'void'
        when t.typtype = 'c' or p.proargmodes && '{t,b,o}' and p.prorettype = 'record'::regtype
          or p.proargmodes && '{t}' then 'row'
        else 'scalar'
      end,
      'returnsRelation', c.relname,
      'callers', ${rolesWith(`has_function_privilege(r.oid, p.oid, 'execute')`)},
      'columns', case
        when t.typrelid <> 0 then ${columnsOf('t.typrelid')}
        else coalesce((
          select json_agg(json_build_object(
              'name', p.proargnames[u.position],
              'type', format_type(u.type, null),
              'baseType', format_type(coalesce(nullif(o.typbasetype, 0), o.oid), null),
              'default', null,
              'nullable', true,
              'comment', null) order by u.position)
          from unnest(p.proallargtypes) with ordinality as u (type, position)
            join pg_type o on o.oid = u.type
          where p.proargmodes[u.position] in ('t', 'b', 'o')), '[]')
      end
    ) order by p.proname, p.oid), '[]')
  from pg_proc p
    join pg_type t on t.oid = p.prorettype
    left join pg_class c on c.oid = t.typrelid and c.relkind <> 'c'
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)`;

const types = `
  select json_agg(distinct jsonb_build_array(name, format_type(t.oid, null)))
  from pg_type t, unnest(array[t.typname::text, format_type(t.oid, null)]) as name
  where t.typnamespace in ('pg_catalog'::regnamespace, 'public'::regnamespace, to_regnamespace('extensions'))
    and t.typtype in ('b', 'd', 'e', 'r', 'm') and t.typname not like '\\_%'`;

/** Whether any policy, view or function uses a `request.*` setting. */
const looksAtRequest = `
  exists (
    select from (
      select prosrc || coalesce(pg_get_function_sqlbody(oid), '') from pg_proc
      where pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      union all
      select concat(pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) from pg_policy
      union all
      select pg_get_viewdef(oid) from pg_class
      where relkind = 'v'
        and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    ) as code (text)
    where text ~ 'request\\.(?!jwt)')`;

const catalogueText = `
  select json_build_object(
    'relations', (${relations}), 'functions', (${functions}), 'types', (${types}),
    'looksAtRequest', ${looksAtRequest},
    'unboundRoles', ${rolesWith('r.rolbypassrls or r.rolsuper')})::text as catalogue`;

const reader: Identity = { role: 'service_role', claims: { role: 'service_role' } };

/** The catalogue as JSON text; equal texts mean an unchanged schema. */
export async function readCatalogue(database: CallerDatabase): Promise<string> {
  // Only pg_catalog is in the search path, so PostgreSQL qualifies every other name.
  const scope = { readOnly: true, settings: { search_path: 'pg_catalog' } };
  const [result] = await database.asIdentity(reader, [{ text: catalogueText }], scope);
  return z.string().parse(result?.rows[0]?.catalogue);
}

function byName<T extends { readonly name: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.name, item]));
}

/** Builds the cache from the catalogue text. */
export function toSchemaCache(catalogue: string): SchemaCache {
  const parsed = catalogueShape.parse(JSON.parse(catalogue));
  const functionsByName = new Map<string, SqlFunction[]>();
  for (const found of parsed.functions) {
    const overloads = functionsByName.get(found.name) ?? [];
    functionsByName.set(found.name, [...overloads, { ...found, columns: byName(found.columns) }]);
  }
  return {
    relations: byName(
      parsed.relations.map((found) => ({ ...found, columns: byName(found.columns) })),
    ),
    functions: functionsByName,
    types: new Map(parsed.types),
    looksAtRequest: parsed.looksAtRequest,
    unboundRoles: parsed.unboundRoles,
  };
}
