import type { ClientBase } from 'pg';
import type { AdminLogin } from './server-address.ts';
import { DatabaseSetupError } from './setup-errors.ts';

/** The server's version and encoding, and the connecting role's privileges. */
export interface ServerFacts {
  readonly version_num: number;
  readonly version: string;
  readonly encoding: string;
  readonly role: string;
  readonly is_super: boolean;
  readonly may_create_roles: boolean;
  readonly may_bypass_policies: boolean;
  readonly may_create_schemas: boolean;
  readonly may_share_public: boolean;
  /** An existing role of the product that is not granted to the connecting role. */
  readonly ungranted_role: string | null;
  /** True for a schema `auth` that these migrations did not create. */
  readonly has_other_auth: boolean;
}

const factsQuery = `
  select
    current_setting('server_version_num')::int as version_num,
    current_setting('server_version') as version,
    current_setting('server_encoding') as encoding,
    me.rolname as role,
    me.rolsuper as is_super,
    me.rolcreaterole as may_create_roles,
    me.rolbypassrls as may_bypass_policies,
    has_database_privilege(current_database(), 'CREATE') as may_create_schemas,
    coalesce(has_schema_privilege(to_regnamespace('public'), 'CREATE WITH GRANT OPTION'), false) as may_share_public,
    (select other.rolname from pg_roles as other
      where other.rolname in (
        'anon', 'authenticated', 'service_role', 'authenticator', 'supabase_auth_admin', 'bkksiam_store_reader')
        and not pg_has_role(me.oid, other.oid, 'MEMBER')
      order by other.rolname limit 1) as ungranted_role,
    to_regnamespace('auth') is not null
      and to_regclass('bkksiam_private.applied_files') is null as has_other_auth
  from pg_roles as me
  where me.rolname = current_user`;

/** The first problem that would make a migration fail, or undefined. */
export function setupProblem(facts: ServerFacts, database: string): string | undefined {
  const { role } = facts;
  if (facts.version_num < 150_000)
    return `PostgreSQL 15 or newer is needed, this server is ${facts.version}`;
  if (facts.encoding !== 'UTF8')
    return `the database ${database} has the encoding ${facts.encoding}, it must be UTF8`;
  if (facts.has_other_auth)
    return `the database ${database} has an auth schema already: use an empty one, or SUPABASE_URL for a Supabase project`;
  if (facts.is_super) return undefined;
  if (!facts.may_create_roles) return `the role ${role} needs CREATEROLE (or must be a superuser)`;
  if (facts.version_num < 160_000)
    return `the role ${role} must be a superuser: before version 16 no other can create a role with BYPASSRLS`;
  if (!facts.may_bypass_policies)
    return `the role ${role} needs BYPASSRLS itself to create a role that has it (or must be a superuser)`;
  if (!facts.may_create_schemas)
    return `the role ${role} needs CREATE on the database ${database} (or must own it)`;
  if (!facts.may_share_public)
    return `the role ${role} must own the database ${database}: it has to grant on the schema public`;
  if (facts.ungranted_role !== null)
    return `the role ${facts.ungranted_role} exists and ${role} does not administer it: use the role that made it, or a superuser`;
  return undefined;
}

/**
 * Checks everything the migrations need before they change anything.
 *
 * @throws {DatabaseSetupError} with one line about `DATABASE_URL`
 */
export async function checkServer(client: ClientBase, { database }: AdminLogin): Promise<void> {
  const { rows } = await client.query<ServerFacts>(factsQuery);
  const [facts] = rows;
  const problem = facts && setupProblem(facts, database);
  if (problem !== undefined) throw new DatabaseSetupError(`DATABASE_URL: ${problem}`);
}
