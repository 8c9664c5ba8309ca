-- E-mails in the admin's lists are compared by their bytes. The auth service keeps them in lower case, so a search needs
-- no more than the case of ASCII ignored; by the rules of all languages it takes twice as long to look at each of
-- 200,000 rows, which is what counting them comes to when most of them match. Indexes follow their columns.

-- What looks at a column stands in the way of changing it.
drop view public.bkk_users_admin_view;
drop view public.bkk_quote_requests_admin_view;
drop view public.bkk_login_logs_admin_view;
drop trigger bkk_follow_member on public.bkk_user_roles;
drop policy "members record their own sign-ins with the e-mail of their token" on public.bkk_login_logs;

alter table public.bkk_user_roles alter column email type text collate "C";
alter table public.bkk_quote_requests alter column member_email type text collate "C";
alter table public.bkk_login_logs alter column email type text collate "C";

create policy "members record their own sign-ins with the e-mail of their token" on public.bkk_login_logs
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and email is not distinct from (select auth.email())
    and (select public.bkk_is_active()));

create trigger bkk_follow_member
  after update of email, full_name on public.bkk_user_roles
  for each row when ((old.email, old.full_name) is distinct from (new.email, new.full_name))
  execute function public.bkk_follow_member();

create view public.bkk_users_admin_view as
  select user_id, email, full_name, role, is_active, created_at
  from public.bkk_user_roles
  where (select public.bkk_is_admin());
comment on view public.bkk_users_admin_view is 'Every user, for admins; empty for everybody else.';
revoke all on table public.bkk_users_admin_view from public, anon, authenticated, service_role;
grant select on table public.bkk_users_admin_view to authenticated;

create view public.bkk_quote_requests_admin_view as
  select quote_id, user_id, member_email as email, member_name as full_name,
    origin, destination, pax_adt, pax_chd, pax_inf, status, dep_date, created_at, updated_at
  from public.bkk_quote_requests
  where (select public.bkk_is_admin());
comment on view public.bkk_quote_requests_admin_view is
  'Every request with its member, for admins; empty for everybody else.';
revoke all on table public.bkk_quote_requests_admin_view from public, anon, authenticated, service_role;
grant select on table public.bkk_quote_requests_admin_view to authenticated;

create view public.bkk_login_logs_admin_view as
  select id, user_id, email, event, success, created_at
  from public.bkk_login_logs
  where (select public.bkk_is_admin());
comment on view public.bkk_login_logs_admin_view is
  'Every sign-in, for admins; empty for everybody else.';
revoke all on table public.bkk_login_logs_admin_view from public, anon, authenticated, service_role;
grant select on table public.bkk_login_logs_admin_view to authenticated;
