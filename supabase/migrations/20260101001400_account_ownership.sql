-- An address belongs to whoever opens its mailbox. Until an account is confirmed, the name typed at its sign-up may be a
-- stranger's and stays out of the product's tables; a role given with an invitation counts once the invitation is accepted.

-- The triggers of accounts belong to the platform's table and cannot be changed, so their function looks.
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
    values (new.id, new.email,
      case when new.email_confirmed_at is not null or new.phone_confirmed_at is not null
        then nullif(left(trim(new.raw_user_meta_data ->> 'full_name'), 200), '') end)
    on conflict (user_id) do nothing;
  return new;
end
$$;
revoke all on function public.bkk_welcome_new_user() from public, anon, authenticated, service_role;

-- Nobody has signed in to these accounts, so the names are the ones of their sign-ups.
update public.bkk_user_profiles as profile set full_name = null
  from auth.users as account
  where account.id = profile.user_id and profile.full_name is not null
    and account.email_confirmed_at is null and account.phone_confirmed_at is null;

create table public.bkk_invited_roles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null check (role in ('admin', 'member')),
  created_at timestamptz not null default now()
);
comment on table public.bkk_invited_roles is 'The role an invitation gives once it is accepted.';

alter table public.bkk_invited_roles enable row level security;

revoke all on table public.bkk_invited_roles from public, anon, authenticated, service_role;
grant select on table public.bkk_invited_roles to service_role;

create trigger bkk_record_change
  after insert or delete or update of user_id, role on public.bkk_invited_roles
  for each row execute function public.bkk_record_change('user_id');

-- An account that has a password before it is confirmed was signed up by somebody unknown: it takes no role along.
create function public.bkk_admin_invite_role(p_user_id uuid, p_role text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  invited record;
begin
  if not public.bkk_is_admin() then
    raise insufficient_privilege using message = 'Only an admin can do this.';
  end if;
  if p_role is null or p_role not in ('admin', 'member') then
    raise invalid_parameter_value using message = 'A role is admin or member.';
  end if;
  -- The lock keeps the account from being confirmed until the role is written.
  select account.email_confirmed_at, account.encrypted_password into invited
    from auth.users as account where account.id = p_user_id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such user.';
  end if;
  if invited.email_confirmed_at is not null or coalesce(invited.encrypted_password, '') <> '' then
    raise sqlstate 'PT409' using message = 'This account does not wait for an invitation.';
  end if;
  insert into public.bkk_invited_roles (user_id, role) values (p_user_id, p_role)
    on conflict (user_id) do update set role = excluded.role, created_at = now();
end
$$;
comment on function public.bkk_admin_invite_role(uuid, text) is
  'Notes the role that a user gets by accepting an invitation.';

create function public.bkk_admin_is_signed_up(p_email text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.bkk_is_admin() then
    raise insufficient_privilege using message = 'Only an admin can do this.';
  end if;
  return exists (
    select from auth.users as account
    where account.email = lower(p_email) and account.deleted_at is null
      and account.email_confirmed_at is null and coalesce(account.encrypted_password, '') <> '');
end
$$;
comment on function public.bkk_admin_is_signed_up(text) is
  'True for an address that somebody has signed up with a password and nobody has confirmed.';

revoke all on function public.bkk_admin_invite_role(p_user_id uuid, p_role text) from public, anon, authenticated,
  service_role;
revoke all on function public.bkk_admin_is_signed_up(p_email text) from public, anon, authenticated, service_role;
grant execute on function public.bkk_admin_invite_role(uuid, text) to authenticated;
grant execute on function public.bkk_admin_is_signed_up(text) to authenticated;

-- Runs as the owner because the auth service, which confirms the account, may not write here. The role is not given where
-- the same update sets a password: that is the link of a sign-up, which may be a stranger's. The hosted service sets a random
-- password in an update of its own when it accepts an invitation.
create function public.bkk_accept_invitation() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  invited text;
begin
  if tg_table_schema <> 'auth' or tg_table_name <> 'users' then
    raise insufficient_privilege using message = 'This belongs to the accounts table.';
  end if;
  update public.bkk_user_profiles
    set full_name = nullif(left(trim(new.raw_user_meta_data ->> 'full_name'), 200), '')
    where user_id = new.id and full_name is null
      and nullif(trim(new.raw_user_meta_data ->> 'full_name'), '') is not null;
  delete from public.bkk_invited_roles where user_id = new.id returning role into invited;
  if invited = 'admin'
    and (coalesce(new.encrypted_password, '') = ''
      or new.encrypted_password is not distinct from old.encrypted_password)
  then
    update public.bkk_user_roles set role = invited where user_id = new.id;
  end if;
  return new;
end
$$;
revoke all on function public.bkk_accept_invitation() from public, anon, authenticated, service_role;

create trigger bkk_accept_invitation
  after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function public.bkk_accept_invitation();
