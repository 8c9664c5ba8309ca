-- The admin's list of sign-ins, with the member's name. As the list of users: it reads as its owner, and asks once
-- before any row is looked at.

create view public.bkk_login_logs_admin_view as
  select log.id, log.user_id, member.email, member.full_name, log.event, log.success, log.created_at
  from public.bkk_login_logs as log
    left join public.bkk_user_roles as member on member.user_id = log.user_id
  where (select public.bkk_is_admin());
comment on view public.bkk_login_logs_admin_view is
  'Every sign-in with its member, for admins; empty for everybody else.';

revoke all on table public.bkk_login_logs_admin_view from public, anon, authenticated, service_role;
grant select on table public.bkk_login_logs_admin_view to authenticated;

-- Identity columns need no right on their sequence; older hosted projects grant one by default.
revoke all on sequence public.bkk_login_logs_id_seq from public, anon, authenticated, service_role;
