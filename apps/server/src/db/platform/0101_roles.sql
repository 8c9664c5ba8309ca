-- The roles and schemas that a hosted Supabase project has before its first product migration, and the two roles of our own
-- servers. Roles belong to the whole cluster, and another database's start may create them at the same moment: every step
-- checks first, and the migration runner repeats the file after a collision.

-- The role that runs product migrations: `postgres` if the connecting role may become it and it bypasses row policies. On a
-- cluster whose `postgres` belongs to another operator, the connecting role owns the product itself.
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
      -- Reads the store's catalogue; the migration of the products has its grants.
      ('bkksiam_store_reader', 'login noinherit'),
      -- The group of the logins that servers start with under DATABASE_MIGRATE=off; 0104_server.sql has its grants.
      ('bkksiam_server', 'nologin'),
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
      -- Another database's start has created it since the check.
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

  -- Settings of roles and not of connections, because a connection pooler in transaction mode opens the sessions itself.
  for wanted in
    select role, setting, value
    from (
      values
        ('anon', 'statement_timeout', '3s'),
        ('authenticated', 'statement_timeout', '8s'),
        ('authenticator', 'statement_timeout', '8s'),
        ('authenticator', 'lock_timeout', '8s'),
        -- The callers' search path, as on hosted projects.
        ('authenticator', 'search_path', 'public, extensions'),
        -- Below the 7 s after which the server gives up a connection. A wait for a lock ends first and is repeated.
        ('supabase_auth_admin', 'lock_timeout', '5s'),
        ('supabase_auth_admin', 'statement_timeout', '6s'),
        ('bkksiam_store_reader', 'default_transaction_read_only', 'on'),
        ('bkksiam_store_reader', 'lock_timeout', '8s'),
        ('bkksiam_store_reader', 'statement_timeout', '5s')
      union all
      select role, setting, value
      from unnest(array['authenticator', 'supabase_auth_admin', 'bkksiam_store_reader']) as role,
        (values
          ('TimeZone', 'UTC'),
          ('DateStyle', 'ISO'),
          ('idle_in_transaction_session_timeout', '30s'),
          -- A session whose client has vanished ends within half a minute and releases its locks; the system's defaults
          -- are two hours. Sessions over a unix socket ignore them.
          ('tcp_keepalives_idle', '15'),
          ('tcp_keepalives_interval', '5'),
          ('tcp_keepalives_count', '3'),
          ('tcp_user_timeout', '30000')) as of_all (setting, value)
    ) as defaults (role, setting, value)
    where not exists (
      select from pg_db_role_setting s join pg_roles r on r.oid = s.setrole
      where r.rolname = role and s.setdatabase = 0 and format('%s=%s', setting, value) = any (s.setconfig))
  loop
    execute format('alter role %I set %I = ', wanted.role, wanted.setting)
      || case when wanted.setting = 'search_path' then wanted.value else quote_literal(wanted.value) end;
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

-- The REST service reloads its schema cache on this notification. Only a superuser may create event triggers; without
-- them the migration runner's own notification has to be enough.
do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user)
    or exists (select from pg_event_trigger where evtname = 'pgrst_ddl_watch')
  then
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
