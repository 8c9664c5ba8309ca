-- What admins do to users. Nobody demotes or deactivates themselves, and the last active admin stays.

-- On every way there is, deleting the account included. The lock lets two that would each leave the other take turns.
create function public.bkk_keep_an_admin() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('public.bkk_keep_an_admin'));
  if not exists (
    select from public.bkk_user_roles as member
    where member.role = 'admin' and member.is_active and member.user_id <> old.user_id)
  then
    raise insufficient_privilege using message = 'The last active admin stays.';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
revoke all on function public.bkk_keep_an_admin() from public, anon, authenticated, service_role;

create trigger bkk_keep_an_admin
  before update of user_id, role, is_active on public.bkk_user_roles
  for each row when (
    old.role = 'admin' and old.is_active
    and (new.role <> 'admin' or not new.is_active or new.user_id <> old.user_id))
  execute function public.bkk_keep_an_admin();

create trigger bkk_keep_an_admin_account
  before delete on public.bkk_user_roles
  for each row when (old.role = 'admin' and old.is_active)
  execute function public.bkk_keep_an_admin();

create function public.bkk_admin_set_role(p_user_id uuid, p_role text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.bkk_is_admin() then
    raise insufficient_privilege using message = 'Only an admin can do this.';
  end if;
  if p_role is null or p_role not in ('admin', 'member') then
    raise invalid_parameter_value using message = 'A role is admin or member.';
  end if;
  if p_user_id = auth.uid() and p_role <> 'admin' then
    raise insufficient_privilege using message = 'You cannot make yourself a member.';
  end if;
  update public.bkk_user_roles set role = p_role where user_id = p_user_id;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such user.';
  end if;
end
$$;
comment on function public.bkk_admin_set_role(uuid, text) is 'Makes a user an admin or a member.';

-- Besides the members' table this is the one place that writes to auth: banned_until and the end of the sessions, so
-- that neither a sign-in nor a refresh succeeds. The account is locked first, as deleting it does.
create function public.bkk_admin_toggle_active(p_user_id uuid, p_active boolean) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not public.bkk_is_admin() then
    raise insufficient_privilege using message = 'Only an admin can do this.';
  end if;
  if p_active is null then
    raise invalid_parameter_value using message = 'A user is active or not.';
  end if;
  if p_user_id = auth.uid() and not p_active then
    raise insufficient_privilege using message = 'You cannot deactivate yourself.';
  end if;
  update auth.users set banned_until = case when not p_active then now() + interval '100 years' end
    where id = p_user_id;
  if not p_active then
    delete from auth.sessions where user_id = p_user_id;
  end if;
  update public.bkk_user_roles set is_active = p_active where user_id = p_user_id;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such user.';
  end if;
end
$$;
comment on function public.bkk_admin_toggle_active(uuid, boolean) is
  'Lets a user in or shuts them out, at once.';

revoke all on function public.bkk_admin_set_role(p_user_id uuid, p_role text) from public, anon, authenticated,
  service_role;
revoke all on function public.bkk_admin_toggle_active(p_user_id uuid, p_active boolean) from public, anon, authenticated,
  service_role;
grant execute on function public.bkk_admin_set_role(uuid, text) to authenticated;
grant execute on function public.bkk_admin_toggle_active(uuid, boolean) to authenticated;
