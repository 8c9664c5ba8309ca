-- The roles and schemas that a hosted Supabase project has before its first product migration.
-- Roles belong to the whole cluster: another database's start may create them at the same moment, so every
-- step is "unless it is already so", and a collision makes the runner try the whole file again.

-- The role that product migrations run as: `postgres`, where the connecting role may become it and it may pass row
-- policies. On a cluster whose `postgres` is somebody else's, the connecting role owns the product itself.
create function bkksiam_private.product_owner() returns text
  language sql stable set search_path = ''
as $$
  select case
    when exists (
        select from pg_catalog.pg_roles where rolname = 'postgres' and (rolsuper or rolbypassrls))
      and pg_catalog.pg_has_role(
        current_user, 'postgres',
        case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end)
    then 'postgres'
    else current_user
  end::text
$$;
revoke all on function bkksiam_private.product_owner() from public;

do $$
declare
  wanted record;
  me record;
begin
  select rolname, rolsuper, rolcreatedb or rolsuper as createdb,
      rolreplication or rolsuper as replication
    into strict me from pg_roles where rolname = current_user;

  for wanted in
    select * from (values
      ('anon', 'nologin'),
      ('authenticated', 'nologin'),
      ('service_role', 'nologin bypassrls'),
      ('authenticator', 'login noinherit'),
      ('supabase_auth_admin', 'login noinherit'),
      ('postgres', 'nologin createrole bypassrls'
        || case when me.createdb then ' createdb' else '' end
        || case when me.replication then ' replication' else '' end)
    ) as roles (name, attributes)
  loop
    if exists (select from pg_roles where rolname = wanted.name) then
      continue;
    end if;
    begin
      execute format('create role %I %s', wanted.name, wanted.attributes);
    exception
      -- Another database's start made it between the look and the step.
      when duplicate_object or unique_violation then continue;
    end;
    if not me.rolsuper then
      execute format('grant %I to %I', wanted.name, me.rolname);
    end if;
  end loop;

  for wanted in
    select member, role
    from unnest(array['authenticator', 'postgres']) as member,
      unnest(array['anon', 'authenticated', 'service_role']) as role
    where not pg_has_role(member, role, 'MEMBER')
  loop
    execute format('grant %I to %I', wanted.role, wanted.member);
  end loop;

  for wanted in
    select role, setting, value
    from (values
      ('anon', 'statement_timeout', '3s'),
      ('authenticated', 'statement_timeout', '8s'),
      ('authenticator', 'statement_timeout', '8s'),
      ('authenticator', 'lock_timeout', '8s')
    ) as defaults (role, setting, value)
    where not exists (
      select from pg_db_role_setting s join pg_roles r on r.oid = s.setrole
      where r.rolname = role and s.setdatabase = 0 and format('%s=%s', setting, value) = any (s.setconfig))
  loop
    execute format('alter role %I set %I = %L', wanted.role, wanted.setting, wanted.value);
  end loop;
end
$$;

create schema if not exists extensions;

-- Nothing is granted by default: a migration that forgets a grant fails here as it does on hosted projects.
do $$
declare
  owner text := bkksiam_private.product_owner();
begin
  grant usage on schema public, extensions to anon, authenticated, service_role;
  execute format('grant usage, create on schema public, extensions to %I', owner);
  execute format('grant create, connect, temporary on database %I to %I', current_database(), owner);
  execute format('alter default privileges for role %I revoke execute on functions from public', owner);
end
$$;

-- The REST service reloads its picture of the schema on this notice. Only a superuser may create event triggers;
-- elsewhere the migration runner's own notice must do.
do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    return;
  end if;

  create function extensions.pgrst_ddl_watch() returns event_trigger
    language plpgsql set search_path = ''
  as $body$
  begin
    if exists (
      select from pg_catalog.pg_event_trigger_ddl_commands() as command
      where command.schema_name is distinct from 'pg_temp'
        and command.object_type not in ('index', 'sequence', 'statistics object'))
    then
      notify pgrst, 'reload schema';
    end if;
  end
  $body$;

  create function extensions.pgrst_drop_watch() returns event_trigger
    language plpgsql set search_path = ''
  as $body$
  begin
    if exists (select from pg_catalog.pg_event_trigger_dropped_objects() where not is_temporary) then
      notify pgrst, 'reload schema';
    end if;
  end
  $body$;

  revoke all on function extensions.pgrst_ddl_watch(), extensions.pgrst_drop_watch() from public;
  create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
  create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_drop_watch();
end
$$;
