-- Sign-ins, successful and failed. A member's own client records a sign-in, the auth service a wrong password. Admins read them.

create table public.bkk_login_logs (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Compared by bytes, as in bkk_user_roles.
  email text collate "C" check (char_length(email) <= 255),
  event text not null default 'login' check (event in ('login')),
  success boolean not null default true,
  created_at timestamptz not null default now(),
  -- From the caller's token, so that a session has one entry; null for failed sign-ins. A malformed claim is no session.
  session_id uuid default (
    case when auth.jwt() ->> 'session_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then (auth.jwt() ->> 'session_id')::uuid end)
);

create index bkk_login_logs_user_id_idx on public.bkk_login_logs (user_id);
create index bkk_login_logs_created_at_idx on public.bkk_login_logs (created_at desc);
create index bkk_login_logs_success_idx on public.bkk_login_logs (success, created_at);
create unique index bkk_login_logs_session_id_key on public.bkk_login_logs (session_id);

call bkk_internal.protect('bkk_login_logs');
-- Identity columns need no right on their sequence; older hosted projects grant one by default.
revoke all on sequence public.bkk_login_logs_id_seq from public, anon, authenticated, service_role;
grant select (id, user_id, email, event, success, created_at, session_id), insert (user_id, email, event, success)
  on table public.bkk_login_logs to authenticated;
grant select, insert, update, delete on table public.bkk_login_logs to service_role;

create policy "members record their own successful sign-ins" on public.bkk_login_logs
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and email is not distinct from (select auth.email())
    and session_id is not null
    and success
    and (select public.bkk_is_active()));

create policy "admins read every sign-in" on public.bkk_login_logs
  for select to authenticated
  using ((select public.bkk_is_admin()));

create function public.bkk_password_verification_attempt(event jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
begin
  if not coalesce((event ->> 'valid')::boolean, false) then
    insert into public.bkk_login_logs (user_id, email, event, success)
      select account.id, account.email, 'login', false
      from auth.users as account where account.id = (event ->> 'user_id')::uuid;
  end if;
  return '{"decision": "continue"}'::jsonb;
end
$$;
comment on function public.bkk_password_verification_attempt is
  'Records a failed sign-in; the password verification hook of the auth service, with {"user_id": "...", "valid": false}.';
call bkk_internal.expose('bkk_password_verification_attempt', 'supabase_auth_admin');

grant usage on schema public to supabase_auth_admin;

-- With its owner's rights and no barrier, as bkk_users_admin_view.
create view public.bkk_login_logs_admin_view as
  select id, user_id, email, event, success, created_at
  from public.bkk_login_logs
  where (select public.bkk_is_admin());
comment on view public.bkk_login_logs_admin_view is 'Every sign-in, for admins; no rows for other signed-in users.';

revoke all on table public.bkk_login_logs_admin_view from public, anon, authenticated, service_role;
grant select on table public.bkk_login_logs_admin_view to authenticated;

create function bkk_internal.prune_login_logs(p_now timestamptz) returns bigint
  language plpgsql volatile set search_path = '' as $$
declare
  pruned bigint;
begin
  delete from public.bkk_login_logs where id in (
    select entry.id from public.bkk_login_logs as entry
    where entry.created_at < p_now - interval '400 days'
    order by entry.created_at
    limit 5000 for update skip locked);
  get diagnostics pruned = row_count;
  return pruned;
end
$$;
comment on function bkk_internal.prune_login_logs is 'Deletes entries older than 400 days; returns their number, 5,000 at most.';

insert into public.bkk_jobs (name, every, batch_size) values ('prune_login_logs', '1 hour', 5000);
