-- What the server relies on in every session of its roles. They are settings of the roles, not of the connections: a
-- connection pooler in transaction mode hands out sessions that it has opened itself.
do $$
declare
  wanted record;
begin
  for wanted in
    select role, setting, value
    from (values
      ('authenticator', 'TimeZone', 'UTC'),
      ('authenticator', 'DateStyle', 'ISO'),
      ('authenticator', 'lock_timeout', '8s'),
      ('authenticator', 'idle_in_transaction_session_timeout', '30s'),
      -- The callers' search path, as on hosted projects.
      ('authenticator', 'search_path', 'public, extensions'),
      ('supabase_auth_admin', 'TimeZone', 'UTC'),
      ('supabase_auth_admin', 'DateStyle', 'ISO'),
      ('supabase_auth_admin', 'lock_timeout', '8s'),
      ('supabase_auth_admin', 'idle_in_transaction_session_timeout', '30s'),
      ('bkksiam_store_reader', 'TimeZone', 'UTC'),
      ('bkksiam_store_reader', 'DateStyle', 'ISO'),
      ('bkksiam_store_reader', 'lock_timeout', '8s'),
      ('bkksiam_store_reader', 'idle_in_transaction_session_timeout', '30s'),
      ('bkksiam_store_reader', 'default_transaction_read_only', 'on'),
      ('bkksiam_store_reader', 'statement_timeout', '5s')
    ) as settings (role, setting, value)
    where not exists (
      select from pg_db_role_setting s join pg_roles r on r.oid = s.setrole
      where r.rolname = role and s.setdatabase = 0 and format('%s=%s', setting, value) = any (s.setconfig))
  loop
    if wanted.setting = 'search_path' then
      execute format('alter role %I set search_path = %s', wanted.role, wanted.value);
    else
      execute format('alter role %I set %I = %L', wanted.role, wanted.setting, wanted.value);
    end if;
  end loop;
end
$$;
