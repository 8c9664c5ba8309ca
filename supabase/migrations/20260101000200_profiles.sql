-- A member's own name, phone and e-mail. The row is there from sign-up on; the e-mail follows the account.

create table public.bkk_user_profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text check (char_length(email) <= 255),
  full_name text check (char_length(full_name) <= 200),
  phone text check (char_length(phone) <= 50),
  updated_at timestamptz not null default now()
);

alter table public.bkk_user_profiles enable row level security;

revoke all on table public.bkk_user_profiles from public, anon, authenticated, service_role;
grant select on table public.bkk_user_profiles to authenticated;
grant insert (user_id, email) on table public.bkk_user_profiles to authenticated;
-- user_id and e-mail too, because an upsert writes every column it names.
grant update (user_id, email, full_name, phone, updated_at) on table public.bkk_user_profiles to authenticated;
grant select, insert, update, delete on table public.bkk_user_profiles to service_role;

create policy "members read their own profile" on public.bkk_user_profiles
  for select to authenticated
  using (user_id = (select auth.uid()) and (select public.bkk_is_active()));

create policy "members create their own profile with the e-mail of their token" on public.bkk_user_profiles
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and email is not distinct from (select auth.email())
    and (select public.bkk_is_active()));

create policy "members change their own profile" on public.bkk_user_profiles
  for update to authenticated
  using (user_id = (select auth.uid()) and (select public.bkk_is_active()))
  with check (user_id = (select auth.uid()) and (select public.bkk_is_active()));

-- A policy sees only the new row; that the e-mail may stay what it was, whatever the token says, needs the old one.
create function public.bkk_keep_profile_email() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if current_user = 'authenticated'
    and new.email is distinct from old.email
    and new.email is distinct from auth.email()
  then
    raise insufficient_privilege using message = 'The e-mail of a profile is the one of its account.';
  end if;
  return new;
end
$$;
revoke all on function public.bkk_keep_profile_email() from public, anon, authenticated, service_role;

create trigger bkk_keep_profile_email
  before update of email on public.bkk_user_profiles
  for each row execute function public.bkk_keep_profile_email();

-- Runs as the owner because the auth service, which inserts the account, may not write here.
create function public.bkk_welcome_new_user() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_schema <> 'auth' or tg_table_name <> 'users' then
    raise insufficient_privilege using message = 'This belongs to the accounts table.';
  end if;
  insert into public.bkk_user_roles (user_id) values (new.id) on conflict (user_id) do nothing;
  insert into public.bkk_user_profiles (user_id, email, full_name)
    values (new.id, new.email, nullif(left(trim(new.raw_user_meta_data ->> 'full_name'), 200), ''))
    on conflict (user_id) do nothing;
  return new;
end
$$;
revoke all on function public.bkk_welcome_new_user() from public, anon, authenticated, service_role;

create trigger bkk_welcome_new_user
  after insert on auth.users
  for each row execute function public.bkk_welcome_new_user();

create function public.bkk_follow_account_email() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_schema <> 'auth' or tg_table_name <> 'users' then
    raise insufficient_privilege using message = 'This belongs to the accounts table.';
  end if;
  update public.bkk_user_profiles set email = new.email where user_id = new.id;
  return new;
end
$$;
revoke all on function public.bkk_follow_account_email() from public, anon, authenticated, service_role;

create trigger bkk_follow_account_email
  after update of email on auth.users
  for each row when (old.email is distinct from new.email)
  execute function public.bkk_follow_account_email();

-- Accounts that were there before the product.
insert into public.bkk_user_roles (user_id) select id from auth.users on conflict (user_id) do nothing;
insert into public.bkk_user_profiles (user_id, email, full_name)
  select id, email, nullif(left(trim(raw_user_meta_data ->> 'full_name'), 200), '') from auth.users
  on conflict (user_id) do nothing;
