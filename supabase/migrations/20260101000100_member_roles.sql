-- Who is an admin and who is still a member. A deactivated member's unexpired token counts as a visitor's:
-- every policy and function asks bkk_is_active() or bkk_is_admin(), never the token.

create table public.bkk_user_roles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null default 'member' check (role in ('admin', 'member')),
  is_active boolean not null default true,
  last_login_at timestamptz
);

alter table public.bkk_user_roles enable row level security;

revoke all on table public.bkk_user_roles from public, anon, authenticated, service_role;
grant select, insert, update, delete on table public.bkk_user_roles to service_role;

create index bkk_user_roles_admins_idx on public.bkk_user_roles (user_id) where role = 'admin';

create function public.bkk_is_active() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.bkk_user_roles as member
    where member.user_id = auth.uid() and member.is_active);
end
$$;
comment on function public.bkk_is_active() is 'True for a signed-in member who is not deactivated.';

create function public.bkk_is_admin() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.bkk_user_roles as member
    where member.user_id = auth.uid() and member.is_active and member.role = 'admin');
end
$$;
comment on function public.bkk_is_admin() is 'True for a signed-in, active admin.';

create function public.bkk_touch_last_login() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.bkk_is_active() then
    raise insufficient_privilege using message = 'Only an active member can do this.';
  end if;
  update public.bkk_user_roles set last_login_at = now() where user_id = auth.uid();
end
$$;
comment on function public.bkk_touch_last_login() is 'Notes that the caller has just signed in.';

revoke all on function public.bkk_is_active() from public, anon, authenticated, service_role;
revoke all on function public.bkk_is_admin() from public, anon, authenticated, service_role;
revoke all on function public.bkk_touch_last_login() from public, anon, authenticated, service_role;
grant execute on function public.bkk_is_active() to authenticated, service_role;
grant execute on function public.bkk_is_admin() to authenticated, service_role;
grant execute on function public.bkk_touch_last_login() to authenticated;
