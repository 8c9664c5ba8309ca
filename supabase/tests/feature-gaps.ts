import type { Identity } from '@bkksiam/domain/identity';
import type { TestDatabase } from '../../apps/server/src/testing/test-database.ts';

/** The database, what belongs to no feature, and the callers to try. */
interface FeatureCheck {
  readonly db: TestDatabase;
  /** Names of tables, views and functions that belong to no feature: those of the specification. */
  readonly specified: readonly string[];
  /** The callers by name: visitor, member and admin. */
  readonly callers: ReadonlyMap<string, Identity>;
}

/**
 * Tables with the features that each of their policies names; views with those of their definition. The store is no feature:
 * its role reads the products always.
 */
const relationsQuery = `
  select relation.relname as name,
    case when relation.relkind = 'v'
      then array[pg_get_viewdef(relation.oid)]
      else array(
        select concat_ws(' ', policy.qual, policy.with_check) from pg_policies as policy
        where policy.schemaname = 'public' and policy.tablename = relation.relname
          and policy.roles <> '{bkksiam_store_reader}')
    end as rules
  from pg_class as relation
  where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p', 'v', 'm')
  order by 1`;

/** The functions that a caller may execute, with their source and one null for each argument that has no default. */
const functionsQuery = `
  select proname as name, prosrc as source,
    array_to_string(array(
      select 'null::' || format_type(argument, null)
      from unnest(proargtypes[0:pronargs - pronargdefaults - 1]) with ordinality as arguments (argument, place)
      order by place), ', ') as nulls
  from pg_proc
  where pronamespace = 'public'::regnamespace
    and prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
    and (has_function_privilege('anon', oid, 'execute') or has_function_privilege('authenticated', oid, 'execute'))
  order by 1`;

const policyAsks = /bkk_has_feature\('(\w+)'/;
const functionAsks =
  /^\s*(?:declare.*?\s)?begin\s+perform (?:public\.bkk_require_feature|bkk_internal\.require_(?:admin|member))\('\w+'\);/s;

/** The SQLSTATE of the error, or what the statement gives. */
async function attempt({ db }: FeatureCheck, caller: Identity, text: string): Promise<string> {
  try {
    const [result] = await db.database.asIdentity(caller, [{ text }]);
    return `${String(result?.rowCount ?? 0)} rows`;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

async function relationGaps(check: FeatureCheck): Promise<string[]> {
  const { db, specified, callers } = check;
  const gaps: string[] = [];
  for (const { name, rules } of await db.sql<{ name: string; rules: string[] }>(relationsQuery)) {
    if (specified.includes(name)) continue;
    if (rules.some((rule) => !policyAsks.test(rule)))
      gaps.push(`a rule of ${name} does not ask for its feature`);
    for (const [who, caller] of callers) {
      const tries = [
        ['select', `select from public.${name}`, ['0 rows', '42501']],
        // 55000: a view of two tables.
        ['insert', `insert into public.${name} default values`, ['42501', '55000']],
        ['delete', `delete from public.${name}`, ['0 rows', '42501', '55000']],
      ] as const;
      for (const [verb, text, refused] of tries) {
        const result = await attempt(check, caller, text);
        if (!refused.some((one) => one === result))
          gaps.push(`${who} may ${verb} in ${name}: ${result}`);
      }
    }
  }
  return gaps;
}

async function functionGaps(check: FeatureCheck): Promise<string[]> {
  const { db, specified, callers } = check;
  const gaps: string[] = [];
  const found = await db.sql<{ name: string; source: string; nulls: string }>(functionsQuery);
  for (const { name, source, nulls } of found) {
    if (specified.includes(name)) continue;
    if (!functionAsks.test(source)) gaps.push(`${name} does not begin with its feature`);
    for (const [who, caller] of callers) {
      const result = await attempt(check, caller, `select public.${name}(${nulls})`);
      if (!['PT404', '42501'].includes(result)) gaps.push(`${who} may call ${name}: ${result}`);
    }
  }
  return gaps;
}

/** Tables, views and functions of features that do not refuse every caller; run it with every feature switched off. */
export async function featureGaps(check: FeatureCheck): Promise<readonly string[]> {
  return [...(await relationGaps(check)), ...(await functionGaps(check))];
}
