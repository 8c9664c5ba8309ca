-- The admin's list of sign-ins, to be searched by the e-mail that signed in. As the list of users: it reads as its
-- owner, and asks once before any row is looked at.

-- As for the users.
do $$
declare
  home text := (
    select space.nspname
    from pg_catalog.pg_extension as extension
      join pg_catalog.pg_namespace as space on space.oid = extension.extnamespace
    where extension.extname = 'pg_trgm');
begin
  if home is not null then
    execute format(
      'create index bkk_login_logs_search_idx on public.bkk_login_logs using gin (email %I.gin_trgm_ops)', home);
  end if;
end
$$;

create index bkk_login_logs_success_idx on public.bkk_login_logs (success, created_at);

create view public.bkk_login_logs_admin_view as
  select id, user_id, email, event, success, created_at
  from public.bkk_login_logs
  where (select public.bkk_is_admin());
comment on view public.bkk_login_logs_admin_view is
  'Every sign-in, for admins; empty for everybody else.';

revoke all on table public.bkk_login_logs_admin_view from public, anon, authenticated, service_role;
grant select on table public.bkk_login_logs_admin_view to authenticated;

-- Identity columns need no right on their sequence; older hosted projects grant one by default.
revoke all on sequence public.bkk_login_logs_id_seq from public, anon, authenticated, service_role;
