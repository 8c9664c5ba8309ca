-- An account without an address is nobody's yet: it becomes a member's when its holder confirms an address, and until
-- then bkk_is_active() finds no row for it.

delete from public.bkk_user_profiles as profile using auth.users as account
  where account.id = profile.user_id and account.is_anonymous;
delete from public.bkk_user_roles as member using auth.users as account
  where account.id = member.user_id and account.is_anonymous and member.role = 'member';

-- The trigger of new accounts belongs to the platform's table and cannot be changed, so its function looks.
create or replace function public.bkk_welcome_new_user() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_schema <> 'auth' or tg_table_name <> 'users' then
    raise insufficient_privilege using message = 'This belongs to the accounts table.';
  end if;
  if new.is_anonymous then
    return new;
  end if;
  insert into public.bkk_user_roles (user_id) values (new.id) on conflict (user_id) do nothing;
  insert into public.bkk_user_profiles (user_id, email, full_name)
    values (new.id, new.email, nullif(left(trim(new.raw_user_meta_data ->> 'full_name'), 200), ''))
    on conflict (user_id) do nothing;
  return new;
end
$$;
revoke all on function public.bkk_welcome_new_user() from public, anon, authenticated, service_role;

create trigger bkk_welcome_permanent_user
  after update of is_anonymous on auth.users
  for each row when (old.is_anonymous and not new.is_anonymous)
  execute function public.bkk_welcome_new_user();
