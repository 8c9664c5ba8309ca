-- The admin's list of users. What it is searched and sorted by stands in one table, so that 100,000 users answer from
-- one index: e-mail and name follow the profile, created_at is the account's.

alter table public.bkk_user_roles
  add column email text,
  add column full_name text,
  add column created_at timestamptz not null default now();

update public.bkk_user_roles as member
set email = profile.email, full_name = profile.full_name
from public.bkk_user_profiles as profile
where profile.user_id = member.user_id;

update public.bkk_user_roles as member
set created_at = account.created_at
from auth.users as account
where account.id = member.user_id and account.created_at is not null;

-- Runs as the owner because whoever inserts a member need not be allowed to read accounts.
create function public.bkk_fill_member() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_schema <> 'public' or tg_table_name <> 'bkk_user_roles' then
    raise insufficient_privilege using message = 'This belongs to the members'' table.';
  end if;
  select profile.email, profile.full_name into new.email, new.full_name
    from public.bkk_user_profiles as profile where profile.user_id = new.user_id;
  new.created_at := coalesce(
    (select account.created_at from auth.users as account where account.id = new.user_id), now());
  return new;
end
$$;
revoke all on function public.bkk_fill_member() from public, anon, authenticated, service_role;

create trigger bkk_fill_member
  before insert on public.bkk_user_roles
  for each row execute function public.bkk_fill_member();

-- Runs as the owner because a member changes the own profile and may not write here.
create function public.bkk_follow_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_schema <> 'public' or tg_table_name <> 'bkk_user_profiles' then
    raise insufficient_privilege using message = 'This belongs to the profiles.';
  end if;
  if tg_op <> 'INSERT' then
    update public.bkk_user_roles set email = null, full_name = null
      where user_id = old.user_id and (tg_op = 'DELETE' or old.user_id <> new.user_id);
  end if;
  if tg_op <> 'DELETE' then
    update public.bkk_user_roles set email = new.email, full_name = new.full_name
      where user_id = new.user_id;
  end if;
  return null;
end
$$;
revoke all on function public.bkk_follow_profile() from public, anon, authenticated, service_role;

create trigger bkk_follow_profile
  after insert or delete on public.bkk_user_profiles
  for each row execute function public.bkk_follow_profile();

create trigger bkk_follow_profile_change
  after update on public.bkk_user_profiles
  for each row when (
    (old.user_id, old.email, old.full_name) is distinct from (new.user_id, new.email, new.full_name))
  execute function public.bkk_follow_profile();

create index bkk_user_roles_email_idx on public.bkk_user_roles (email);
create index bkk_user_roles_full_name_idx on public.bkk_user_roles (full_name);
create index bkk_user_roles_role_idx on public.bkk_user_roles (role);
create index bkk_user_roles_active_idx on public.bkk_user_roles (is_active);
create index bkk_user_roles_created_at_idx on public.bkk_user_roles (created_at);

-- A search for a part of a name reads a trigram index. Where the extension cannot be had the list works without it.
do $$
declare
  home text;
begin
  begin
    if exists (select from pg_catalog.pg_available_extensions where name = 'pg_trgm') then
      create extension if not exists pg_trgm with schema extensions;
    end if;
  exception
    when insufficient_privilege then
      raise notice 'pg_trgm may not be created: searching users will be slower';
  end;
  select space.nspname into home
    from pg_catalog.pg_extension as extension
      join pg_catalog.pg_namespace as space on space.oid = extension.extnamespace
    where extension.extname = 'pg_trgm';
  if home is not null then
    execute format(
      'create index bkk_user_roles_search_idx on public.bkk_user_roles
         using gin (email %1$I.gin_trgm_ops, full_name %1$I.gin_trgm_ops)', home);
  end if;
end
$$;

-- Reads as its owner: under a row policy the search would not use its index, because ilike may tell what it sees.
-- The condition is asked once, before any row is looked at.
create view public.bkk_users_admin_view as
  select user_id, email, full_name, role, is_active, created_at
  from public.bkk_user_roles
  where (select public.bkk_is_admin());
comment on view public.bkk_users_admin_view is 'Every user, for admins; empty for everybody else.';

revoke all on table public.bkk_users_admin_view from public, anon, authenticated, service_role;
grant select on table public.bkk_users_admin_view to authenticated;
