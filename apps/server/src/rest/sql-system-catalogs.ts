import { z } from 'zod';
import type { CallerDatabase } from '../db/database.ts';
import { serviceIdentity } from '../http/identity.ts';

const rolesWith = (privilege: string) => `
  coalesce((
    select json_agg(r.rolname order by r.rolname) from pg_roles r
    where r.rolname in ('anon', 'authenticated', 'service_role') and (${privilege})), '[]')`;

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
        'comment', col_description(a.attrelid, a.attnum),
        'readers', ${rolesWith(`has_column_privilege(r.oid, a.attrelid, a.attnum, 'select')`)}) order by a.attnum)
    from pg_attribute a
      join pg_type of on of.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${relation} and a.attnum > 0 and not a.attisdropped), '[]')`;

const relationRoles = (right: string) =>
  rolesWith(
    `has_table_privilege(r.oid, c.oid, '${right}') or has_any_column_privilege(r.oid, c.oid, '${right}')`,
  );

const schemas = `
  select coalesce(json_agg(json_build_object(
      'name', n.nspname,
      'users', ${rolesWith(`has_schema_privilege(r.oid, n.oid, 'usage')`)}
    ) order by n.nspname), '[]')
  from pg_namespace n where n.nspname = any ($1::text[])`;

const relations = `
  select coalesce(json_agg(json_build_object(
      'schema', n.nspname,
      'name', c.relname,
      'id', c.oid::regclass::text,
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
    ) order by c.relname, n.nspname), '[]')
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any ($1::text[]) and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and not c.relispartition`;

const functions = `
  select coalesce(json_agg(json_build_object(
      'schema', n.nspname,
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
      'returnsRelation', case when c.relnamespace = p.pronamespace then c.relname end,
      'returnsMany', p.proretset and p.prorows <> 1,
      'returnType', format_type(p.prorettype, null),
      'returnBaseType', format_type(coalesce(nullif(t.typbasetype, 0), t.oid), null),
      'rowArgument', (
        select r.oid::regclass::text from pg_type a join pg_class r on r.oid = a.typrelid
        where p.pronargs = 1 and a.oid = p.proargtypes[0]),
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
    join pg_namespace n on n.oid = p.pronamespace
    join pg_type t on t.oid = p.prorettype
    left join pg_class c on c.oid = t.typrelid and c.relkind <> 'c'
  where n.nspname = any ($1::text[]) and p.prokind = 'f'
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)`;

const types = `
  select json_agg(distinct jsonb_build_object('schema', n.nspname, 'name', name, 'type', format_type(t.oid, null)))
  from pg_type t join pg_namespace n on n.oid = t.typnamespace,
    unnest(array[t.typname::text, format_type(t.oid, null)]) as name
  where (n.nspname in ('pg_catalog', 'public', 'extensions') or n.nspname = any ($1::text[]))
    and t.typtype in ('b', 'd', 'e', 'r', 'm') and t.typname not like '\\_%'`;

const columnNames = (table: string, numbers: string) => `
  (select json_agg(a.attname order by n.position)
   from unnest(${numbers}) with ordinality as n (number, position)
     join pg_attribute a on a.attrelid = ${table} and a.attnum = n.number)`;

/** Foreign keys; a unique one lies on columns that identify a row. */
const foreignKeys = `
  select coalesce(json_agg(json_build_object(
      'name', k.conname,
      'table', k.conrelid::regclass::text,
      'columns', ${columnNames('k.conrelid', 'k.conkey')},
      'target', k.confrelid::regclass::text,
      'targetColumns', ${columnNames('k.confrelid', 'k.confkey')},
      'unique', exists (
        select from pg_index i
        where i.indrelid = k.conrelid and i.indisunique and i.indpred is null and i.indexprs is null
          and (i.indkey::int2[])[0:i.indnkeyatts - 1] <@ k.conkey)
    ) order by k.conrelid::regclass::text, k.conname), '[]')
  from pg_constraint k where k.contype = 'f' and k.conparentid = 0`;

/**
 * The columns of views that are columns of another relation. PostgreSQL notes the origin of a column in the stored query,
 * where the outermost list of columns comes last.
 */
const viewColumns = `
  select coalesce(json_agg(json_build_object(
      'view', c.view, 'column', c.attname, 'table', c.origin::regclass::text, 'from', b.attname)
    order by c.view, c.attnum), '[]')
  from (
    select distinct on (v.oid, a.attnum)
      v.oid::regclass::text as view, a.attname, a.attnum, m.found[3]::oid as origin, m.found[4]::int2 as number
    from pg_class v
      join pg_rewrite r on r.ev_class = v.oid and r.rulename = '_RETURN'
      cross join regexp_matches(r.ev_action::text,
        ':resno (\\d+) :resname (\\S+) :ressortgroupref \\d+ :resorigtbl (\\d+) :resorigcol (\\d+) :resjunk false',
        'g') with ordinality as m (found, position)
      join pg_attribute a on a.attrelid = v.oid and a.attnum = m.found[1]::int2 and a.attname = m.found[2]
    where v.relkind in ('v', 'm')
      and v.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      and r.ev_action::text !~ ':setOperations \\{'
    order by v.oid, a.attnum, m.position desc
  ) as c join pg_attribute b on b.attrelid = c.origin and b.attnum = c.number`;

/** Whether any policy, view or function uses a `request.*` setting. */
const usesRequestSettings = `
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

const catalogTables = [
  'pg_namespace',
  'pg_class',
  'pg_attribute',
  'pg_proc',
  'pg_operator',
  'pg_type',
];

/**
 * Differs after a change of a table, column, function, operator or type: each inserts, updates or deletes a row of these
 * catalogs, and a new row version has a new xmin. It takes a tenth of the time of the catalogs themselves.
 */
const catalogVersion = `concat_ws(' ', ${catalogTables
  .map((table) => `(select concat(count(*), '/', sum(xmin::text::bigint)) from ${table})`)
  .join(', ')})`;

const catalogsQuery = `
  select ${catalogVersion} as version, json_build_object(
    'schemas', (${schemas}), 'relations', (${relations}), 'functions', (${functions}), 'types', (${types}),
    'foreignKeys', (${foreignKeys}), 'viewColumns', (${viewColumns}),
    'usesRequestSettings', ${usesRequestSettings},
    'unboundRoles', ${rolesWith('r.rolbypassrls or r.rolsuper')})::text as catalogs`;

// Only pg_catalog is in the search path, so PostgreSQL qualifies every other name.
const scope = { readOnly: true, settings: { search_path: 'pg_catalog' } };

const catalogsShape = z.object({
  /** The exposed schemas as JSON text; equal texts mean no change. */
  catalogs: z.string(),
  version: z.string(),
});

/** Reads the exposed schemas from PostgreSQL's system catalogs. */
export async function readSystemCatalogs(
  database: CallerDatabase,
  exposed: readonly string[],
): Promise<z.infer<typeof catalogsShape>> {
  const statement = { text: catalogsQuery, values: [exposed] };
  const [result] = await database.asIdentity(serviceIdentity, [statement], scope);
  return catalogsShape.parse(result?.rows[0]);
}

/** Reads the version of the catalogs alone. */
export async function readCatalogVersion(database: CallerDatabase): Promise<string> {
  const statement = { text: `select ${catalogVersion} as version` };
  const [result] = await database.asIdentity(serviceIdentity, [statement], scope);
  return catalogsShape.shape.version.parse(result?.rows[0]?.version);
}
