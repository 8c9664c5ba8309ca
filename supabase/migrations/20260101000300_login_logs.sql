-- One row for each sign-in, written by the member's own client and read by admins.

create table public.bkk_login_logs (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  email text check (char_length(email) <= 255),
  event text not null default 'login' check (event in ('login')),
  success boolean not null default true,
  created_at timestamptz not null default now()
);

create index bkk_login_logs_user_id_idx on public.bkk_login_logs (user_id);
create index bkk_login_logs_created_at_idx on public.bkk_login_logs (created_at desc);

alter table public.bkk_login_logs enable row level security;

revoke all on table public.bkk_login_logs from public, anon, authenticated, service_role;
grant select on table public.bkk_login_logs to authenticated;
grant insert (user_id, email, event, success) on table public.bkk_login_logs to authenticated;
grant select, insert, update, delete on table public.bkk_login_logs to service_role;

create policy "members record their own sign-ins with the e-mail of their token" on public.bkk_login_logs
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and email is not distinct from (select auth.email())
    and (select public.bkk_is_active()));

create policy "admins read every sign-in" on public.bkk_login_logs
  for select to authenticated
  using ((select public.bkk_is_admin()));
