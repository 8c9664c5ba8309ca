import { boundGaps, type Query } from './bound-gaps.ts';
import { authServiceFunctions, functionPolicies } from './policies/functions.ts';
import {
  databaseRoles,
  readTable,
  type DatabaseRole,
  type PolicyRole,
  type TablePolicy,
} from './policies/policy-table.ts';

const publicRelations = `
  pg_class as relation
  where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p', 'v', 'm', 'f')`;

/** The differences between the catalogue and the policy tables. */
function differences(what: string, found: readonly string[], listed: readonly string[]): string[] {
  const extra = (some: readonly string[], others: readonly string[], why: string) =>
    some
      .filter((name, index) => !others.includes(name) || some.indexOf(name) !== index)
      .map((name) => `${what} ${name} ${why}`);
  return [
    ...extra(found, listed, 'is in no policy table'),
    ...extra(listed, found, 'is in a policy table and not in the schema'),
  ];
}

async function namesOf(query: Query, text: string): Promise<string[]> {
  return (await query<{ name: string }>(text)).map(({ name }) => name);
}

/** SQL for a role's privileges on a column: `siu`, with a dash for a missing one. */
const columnPrivileges = (role: string, column: string) =>
  ['select', 'insert', 'update']
    .map(
      (verb) =>
        `case when has_column_privilege('${role}', relation.oid, ${column}, '${verb}') then '${verb.charAt(0)}' else '-' end`,
    )
    .join(' || ');

async function columnGaps(query: Query, policies: readonly TablePolicy[]): Promise<string[]> {
  const found = await namesOf(
    query,
    `select relation.relname || '.' || attribute.attname || ' '
        || concat_ws(' ', ${databaseRoles.map((role) => columnPrivileges(role, 'attribute.attnum')).join(', ')}) as name
      from pg_attribute as attribute, ${publicRelations}
        and attribute.attrelid = relation.oid and attribute.attnum > 0 and not attribute.attisdropped
      order by 1`,
  );
  const listed = policies.flatMap(({ name, columns }) =>
    [...readTable(columns, databaseRoles)].map(
      ([column, cells]) => `${name}.${column} ${cells.join(' ')}`,
    ),
  );
  return differences('column', found, listed);
}

/**
 * Unneeded grants: any to PUBLIC, on a table any beyond select, insert, update and delete, and to callers any on all columns,
 * which would include columns that are added later.
 */
async function grantGaps(query: Query): Promise<string[]> {
  return namesOf(
    query,
    `select format('%s may %s on %s', coalesce(grantee.rolname, 'PUBLIC'), privilege, object) as name
      from (
        select relation.oid::regclass::text as object, acl.grantee, acl.privilege_type as privilege,
          relation.relkind = 'S' or acl.privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
            or relation.relkind = 'r' and acl.privilege_type <> 'DELETE'
              and acl.grantee in ('anon'::regrole, 'authenticated'::regrole) as excess
        from pg_class as relation, aclexplode(relation.relacl) as acl
        where relation.relnamespace = 'public'::regnamespace and acl.grantee <> relation.relowner
        union all
        select format('%s.%s', attribute.attrelid::regclass, attribute.attname), acl.grantee, acl.privilege_type,
          false
        from pg_attribute as attribute
          join pg_class as relation on relation.oid = attribute.attrelid,
          aclexplode(attribute.attacl) as acl
        where relation.relnamespace = 'public'::regnamespace
        union all
        select function.oid::regprocedure::text, acl.grantee, acl.privilege_type, false
        from pg_proc as function,
          aclexplode(coalesce(function.proacl, acldefault('f', function.proowner))) as acl
        where function.pronamespace = 'public'::regnamespace
      ) as granted
        left join pg_roles as grantee on grantee.oid = granted.grantee
      where grantee.rolname is null
        or excess and grantee.rolname in ('anon', 'authenticated', 'service_role', 'authenticator')
      order by 1`,
  );
}

/** The name of a function; of several of one name, those with more arguments are named with their types. */
const functionName = `case when exists (
    select from pg_proc as shorter
    where shorter.pronamespace = pg_proc.pronamespace and shorter.proname = pg_proc.proname
      and shorter.pronargs < pg_proc.pronargs)
  then proname || '(' || oidvectortypes(proargtypes) || ')' else proname::text end`;

async function functionGaps(query: Query): Promise<string[]> {
  const found = await namesOf(
    query,
    `select ${functionName} as name from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
  );
  const mayExecute = await namesOf(
    query,
    `select ${functionName} || ' ' || role as name
      from pg_proc, unnest(array['${[...databaseRoles, 'supabase_auth_admin'].join("', '")}']) as role
      where pronamespace = 'public'::regnamespace and has_function_privilege(role, pg_proc.oid, 'execute')
      order by 1`,
  );
  const allowed = functionPolicies.flatMap(({ name, answers }) =>
    databaseRoles
      .filter((databaseRole) =>
        answers.some(
          ([role, answer]) => answer !== 'refused' && databaseRoleOf(role) === databaseRole,
        ),
      )
      .map((databaseRole) => `${name} ${databaseRole}`),
  );
  const allowedToAuthService = authServiceFunctions.map((name) => `${name} supabase_auth_admin`);
  const unpinned = await namesOf(
    query,
    `select proname || ' does not pin its search path' as name from pg_proc
      where pronamespace in ('public'::regnamespace, 'bkk_internal'::regnamespace)
        and not coalesce(proconfig @> array['search_path=""'], false)
      order by 1`,
  );
  // Screens go by the code in the hint; a trigger answers like the constraint that it stands for.
  const wordless = await namesOf(
    query,
    String.raw`select distinct proname || ' raises an error without a code' as name
      from pg_proc, regexp_matches(prosrc, 'raise (?:sqlstate|insufficient_privilege|invalid_parameter_value|check_violation)[^;]*;', 'g') as raised
      where pronamespace in ('public'::regnamespace, 'bkk_internal'::regnamespace)
        and raised[1] !~ 'hint = (case|''bkk\.[a-z_]+'')' and raised[1] !~ 'constraint = '
      order by 1`,
  );
  return [
    ...differences(
      'function',
      found,
      functionPolicies.map(({ name }) => name),
    ),
    ...differences('the right to call', mayExecute, [...allowed, ...allowedToAuthService]),
    ...unpinned,
    ...wordless,
  ];
}

/** Who may use the schema of what only functions call, and what else than functions it has. */
async function internalGaps(query: Query): Promise<string[]> {
  return namesOf(
    query,
    `select format('%s may use bkk_internal', rolname) as name
      from pg_roles
      where has_schema_privilege(oid, 'bkk_internal', 'usage') and not rolsuper
        and oid <> (select nspowner from pg_namespace where nspname = 'bkk_internal')
        and rolname <> all (array['pg_read_all_data', 'pg_write_all_data'])
      union all
      select format('%s is granted', pg_proc.oid::regprocedure)
      from pg_proc, aclexplode(proacl) as acl
      where pronamespace = 'bkk_internal'::regnamespace and grantee not in (proowner, 0)
      union all
      select format('%s is no function', oid::regclass)
      from pg_class where relnamespace = 'bkk_internal'::regnamespace
      order by 1`,
  );
}

function databaseRoleOf(role: PolicyRole): DatabaseRole {
  return role === 'anon' || role === 'service_role' ? role : 'authenticated';
}

/** Views that are slow with a barrier: `like` is not leakproof and could not use an index, and subqueries would run for all rows. */
const searchedViews = [
  'bkk_users_admin_view',
  'bkk_users_search_view',
  'bkk_quote_requests_admin_view',
  'bkk_login_logs_admin_view',
  'bkk_bookings_admin_view',
  'bkk_orders_admin_view',
  'bkk_group_requests_admin_view',
  'bkk_flights_admin_view',
  'bkk_slips_admin_view',
  'bkk_refunds_admin_view',
  'bkk_receipts_admin_view',
  'bkk_credit_postings_admin_view',
  'bkk_support_threads_admin_view',
  'bkk_products_admin_view',
];

/**
 * Views with their owner's rights (security_definer_view in Supabase's database linter) whose condition does not begin with the
 * permission check, or that have neither a barrier nor a reason.
 */
async function viewGaps(query: Query): Promise<string[]> {
  return namesOf(
    query,
    String.raw`select relname || ' has its owner''s rights and ' || problem as name
      from pg_class, pg_get_viewdef(oid) as definition,
        lateral (values
          ('does not begin with its permission check',
            definition !~ '\n +WHERE \(*\s*SELECT bkk_is_admin\(\) AS bkk_is_admin\)( AND [^\n]*)?;$'
              or definition ~ ' OR '),
          ('has no security_barrier',
            not coalesce(reloptions @> array['security_barrier=true'], false)
              and relname <> all (array['${searchedViews.join("', '")}']))
        ) as rule (problem, is_broken)
      where relnamespace = 'public'::regnamespace and relkind = 'v' and is_broken
        and not coalesce(reloptions && array['security_invoker=true', 'security_invoker=on'], false)
      order by 1`,
  );
}

/** Further rules of Supabase's database linter: unindexed_foreign_keys and auth_rls_initplan. */
async function linterGaps(query: Query): Promise<string[]> {
  return namesOf(
    query,
    String.raw`select conname || ' has no index' as name
      from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
        select from pg_index
        where indrelid = conrelid and indpred is null and (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey)
      union all
      select format('policy "%s" on %s calls a function for every row', policyname, tablename)
      from pg_policies
      where schemaname = 'public'
        and regexp_replace(concat(qual, ' ', with_check), 'SELECT (auth\.|bkk_)\w+\(', '', 'g') ~ '(auth\.|bkk_)\w+\('
      order by 1`,
  );
}

/** Objects in schema public without a policy table, and forbidden settings; empty when the schema is complete. */
export async function catalogueGaps(
  query: Query,
  policies: readonly TablePolicy[],
): Promise<readonly string[]> {
  const relations = await namesOf(
    query,
    `select relation.relname as name from ${publicRelations} order by 1`,
  );
  const unguarded = await namesOf(
    query,
    `select relname || ' has no row level security' as name from pg_class
      where relnamespace in ('public'::regnamespace, 'auth'::regnamespace)
        and relkind in ('r', 'p') and not relrowsecurity
      order by 1`,
  );
  return [
    ...differences(
      'relation',
      relations,
      policies.map(({ name }) => name),
    ),
    ...(await columnGaps(query, policies)),
    ...(await functionGaps(query)),
    ...(await internalGaps(query)),
    ...(await grantGaps(query)),
    ...(await viewGaps(query)),
    ...(await linterGaps(query)),
    ...(await boundGaps(query)),
    ...unguarded,
  ];
}
