-- A session whose client has vanished ends within half a minute, so its locks do not outlive a failed network by the
-- two hours of the system's defaults. Sessions over a unix socket ignore the settings of TCP. The timeouts of the auth
-- service are below the 7 s after which the server gives up a connection; a wait for a lock ends first, and is retryable.
do $$
declare
  wanted record;
begin
  for wanted in
    select role, setting, value
    from unnest(array['authenticator', 'supabase_auth_admin', 'bkksiam_store_reader']) as role,
      (values
        ('tcp_keepalives_idle', '15'),
        ('tcp_keepalives_interval', '5'),
        ('tcp_keepalives_count', '3'),
        ('tcp_user_timeout', '30000')
      ) as settings (setting, value)
    union all values
      ('supabase_auth_admin', 'lock_timeout', '5s'),
      ('supabase_auth_admin', 'statement_timeout', '6s')
  loop
    if not exists (
      select from pg_db_role_setting s join pg_roles r on r.oid = s.setrole
      where r.rolname = wanted.role and s.setdatabase = 0
        and format('%s=%s', wanted.setting, wanted.value) = any (s.setconfig))
    then
      execute format('alter role %I set %I = %L', wanted.role, wanted.setting, wanted.value);
    end if;
  end loop;
end
$$;
