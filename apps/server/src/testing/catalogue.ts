const schemas = `('public', 'auth', 'realtime', 'storage', 'extensions', 'bkksiam_private', 'bkksiam_store', 'supabase_migrations')`;

const acl = (list: string): string => `
  array(
    select format('%s=%s%s', coalesce(grantee::regrole::text, ''), privilege_type,
      case when is_grantable then '*' else '' end)
    from aclexplode(${list}) order by 1)`;

/** What a database has by kind, a query for each. Every query returns rows that name an object and describe it. */
const queries: Readonly<Record<string, string>> = {
  schema: `
    select nspname as name, nspowner::regrole, ${acl('nspacl')} as acl
    from pg_namespace where nspname in ${schemas}`,
  relation: `
    select oid::regclass as name, relkind, relpersistence, relowner::regrole, relrowsecurity, relforcerowsecurity,
      reloptions, ${acl('relacl')} as acl, obj_description(oid, 'pg_class') as comment,
      case when relkind = 'v' then pg_get_viewdef(oid) end as definition
    from pg_class where relnamespace::regnamespace::text in ${schemas}
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`,
  column: `
    select format('%s.%s', attrelid::regclass, attname) as name,
      row_number() over (partition by attrelid order by attnum) as position,
      format_type(atttypid, atttypmod) as type, attnotnull, attidentity, attgenerated, attcollation::regcollation,
      ${acl('attacl')} as acl, col_description(attrelid, attnum) as comment, pg_get_expr(adbin, adrelid) as expression
    from pg_attribute
      join pg_class as relation on relation.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace::regnamespace::text in ${schemas} and relkind in ('r', 'v') and attnum > 0 and not attisdropped`,
  constraint: `
    select format('%s on %s', conname, conrelid::regclass) as name, pg_get_constraintdef(oid) as definition, convalidated
    from pg_constraint where connamespace::regnamespace::text in ${schemas} and conrelid <> 0`,
  index: `
    select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition, indisvalid
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace::regnamespace::text in ${schemas}`,
  sequence: `
    select seqrelid::regclass as name, seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcycle
    from pg_sequence join pg_class on pg_class.oid = seqrelid where relnamespace::regnamespace::text in ${schemas}`,
  trigger: `
    select format('%s on %s', tgname, tgrelid::regclass) as name, pg_get_triggerdef(oid) as definition, tgenabled
    from pg_trigger where not tgisinternal`,
  policy: `
    select format('%s on %s.%s', policyname, schemaname, tablename) as name, permissive, roles, cmd, qual, with_check
    from pg_policies`,
  function: `
    select oid::regprocedure as name, pg_get_functiondef(oid) as definition, proowner::regrole, ${acl('proacl')} as acl,
      obj_description(oid, 'pg_proc') as comment
    from pg_proc where pronamespace::regnamespace::text in ${schemas}
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
  type: `
    select oid::regtype as name, typtype, typowner::regrole,
      array(select enumlabel from pg_enum where enumtypid = pg_type.oid order by enumsortorder) as labels
    from pg_type where typnamespace::regnamespace::text in ${schemas} and typtype = 'e'`,
  collation: `
    select oid::regcollation as name, collprovider, collcollate
    from pg_collation where collnamespace::regnamespace::text in ${schemas}`,
  'default privilege': `
    select format('%s %s %s', defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype) as name,
      ${acl('defaclacl')} as acl
    from pg_default_acl`,
  'event trigger': `
    select evtname as name, evtevent, evtfoid::regproc, evtenabled from pg_event_trigger`,
  extension: `
    select extname as name, extnamespace::regnamespace, extversion from pg_extension`,
  role: `
    select rolname as name, rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication, rolbypassrls,
      array(select format('%s', roleid::regrole) from pg_auth_members where member = pg_roles.oid order by 1) as member_of,
      array(select setting from unnest(rolconfig) as setting order by 1) as settings
    from pg_roles where rolname !~ '^pg_'`,
};

/** Everything that migrations create in a database, one line for each object, sorted. */
export async function describeCatalogue(
  sql: (text: string) => Promise<readonly Record<string, unknown>[]>,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const [kind, query] of Object.entries(queries)) {
    const rows = await sql(`select to_jsonb(object) as described from (${query}) as object`);
    lines.push(...rows.map(({ described }) => `${kind} ${JSON.stringify(described)}`));
  }
  return lines.sort();
}
