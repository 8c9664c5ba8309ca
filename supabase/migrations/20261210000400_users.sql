-- Users: their role, their profile, and what admins do to them. The rights of members and admins depend on bkk_is_active() and
-- bkk_is_admin(), not on the token alone, so a deactivated member's unexpired token gives the rights of a visitor.

create table public.bkk_user_roles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null default 'member' check (role in ('admin', 'member')),
  is_active boolean not null default true,
  last_login_at timestamptz,
  -- Copies of the profile's e-mail and name and of the account's time, so that the admin's list of 100,000 users is searched
  -- and sorted by the indexes of one table. E-mails are compared by bytes: they are stored in lower case, and comparing them
  -- by the rules of a language takes twice as long.
  email text collate "C" check (char_length(email) <= 255),
  full_name text check (char_length(full_name) <= 200),
  created_at timestamptz not null default now()
);

create index bkk_user_roles_admins_idx on public.bkk_user_roles (user_id) where role = 'admin';
create index bkk_user_roles_email_idx on public.bkk_user_roles (email);
create index bkk_user_roles_full_name_idx on public.bkk_user_roles (full_name);
create index bkk_user_roles_created_at_idx on public.bkk_user_roles (created_at);
-- With the id, because most users are equal in these and pages must not overlap.
create index bkk_user_roles_role_idx on public.bkk_user_roles (role, user_id);
create index bkk_user_roles_is_active_idx on public.bkk_user_roles (is_active, user_id);

call bkk_internal.protect('bkk_user_roles');
grant select, insert, update, delete on table public.bkk_user_roles to service_role;

create function public.bkk_is_active() returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.bkk_user_roles as member
    where member.user_id = auth.uid() and member.is_active);
end
$$;
comment on function public.bkk_is_active is 'True for a signed-in member who is not deactivated.';
call bkk_internal.expose('bkk_is_active', 'authenticated', 'service_role');

-- Admin rights need a session, because an access token outlives the sign-out, and the second factor if the account has one.
create function public.bkk_is_admin() returns boolean
  language plpgsql stable security definer set search_path = '' as $$
declare
  claims constant jsonb := auth.jwt();
  -- A malformed claim is no session instead of an error.
  session_id constant uuid := case
    when claims ->> 'session_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then (claims ->> 'session_id')::uuid end;
begin
  return exists (
    select from public.bkk_user_roles as member
      join auth.sessions as session on session.user_id = member.user_id
    where member.user_id = auth.uid() and member.is_active and member.role = 'admin'
      and session.id = session_id
      and (session.not_after is null or session.not_after > now())
      -- Token and session: the session loses the level when its factor is removed, and a token may be older than the level.
      and ((claims ->> 'aal' = 'aal2' and session.aal = 'aal2')
        or not exists (
          select from auth.mfa_factors as factor
          where factor.user_id = member.user_id and factor.status = 'verified')));
end
$$;
comment on function public.bkk_is_admin is
  'True for an active admin whose session exists, at aal2 if the account has a verified factor.';
call bkk_internal.expose('bkk_is_admin', 'authenticated', 'service_role');

create function bkk_internal.require_admin(p_feature text default null) returns void
  language plpgsql stable set search_path = '' as $$
begin
  if p_feature is not null then
    perform public.bkk_require_feature(p_feature);
  end if;
  if not public.bkk_is_admin() then
    raise insufficient_privilege using message = 'Only an admin can do this.', hint = 'bkk.not_admin';
  end if;
end
$$;
comment on function bkk_internal.require_admin is 'Raises 42501 unless the caller is an admin, and PT404 before that unless the feature is on.';

create function public.bkk_touch_last_login() returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  if not public.bkk_is_active() then
    raise insufficient_privilege using message = 'Only an active member can do this.', hint = 'bkk.not_member';
  end if;
  update public.bkk_user_roles set last_login_at = now() where user_id = auth.uid();
end
$$;
comment on function public.bkk_touch_last_login is 'Records the time of the caller''s sign-in.';
call bkk_internal.expose('bkk_touch_last_login', 'authenticated');

-- The last active admin can be neither demoted nor deactivated nor deleted by any writer. The lock serializes two changes
-- that would each leave the other's admin.
create function bkk_internal.prevent_last_admin_removal() returns trigger
  language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('bkk_internal.prevent_last_admin_removal'));
  if not exists (
    select from public.bkk_user_roles as member
    where member.role = 'admin' and member.is_active and member.user_id <> old.user_id)
  then
    raise insufficient_privilege using message = 'This is the last active admin. Make another user an admin first.',
      hint = 'bkk.last_admin';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

create trigger bkk_prevent_last_admin_removal
  before update of user_id, role, is_active on public.bkk_user_roles
  for each row when (
    old.role = 'admin' and old.is_active
    and (new.role <> 'admin' or not new.is_active or new.user_id <> old.user_id))
  execute function bkk_internal.prevent_last_admin_removal();

create trigger bkk_prevent_last_admin_deletion
  before delete on public.bkk_user_roles
  for each row when (old.role = 'admin' and old.is_active)
  execute function bkk_internal.prevent_last_admin_removal();

-- A member's own name, phone and e-mail.
create table public.bkk_user_profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text check (char_length(email) <= 255),
  full_name text check (char_length(full_name) <= 200),
  phone text check (char_length(phone) <= 50),
  updated_at timestamptz not null default now()
);

call bkk_internal.protect('bkk_user_profiles');
-- The update includes user_id and email, because an upsert writes every column that it names.
grant select (user_id, email, full_name, phone, updated_at), insert (user_id, email),
    update (user_id, email, full_name, phone, updated_at)
  on table public.bkk_user_profiles to authenticated;
grant select, insert, update, delete on table public.bkk_user_profiles to service_role;

create policy "members read their own profile" on public.bkk_user_profiles
  for select to authenticated
  using (user_id = (select auth.uid()) and (select public.bkk_is_active()));

-- The token is no source of the e-mail: one from before a change would write the former address back.
create function public.bkk_account_email() returns text
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (select account.email from auth.users as account where account.id = auth.uid());
end
$$;
comment on function public.bkk_account_email is 'The present e-mail of the caller''s account.';
call bkk_internal.expose('bkk_account_email', 'authenticated');

create policy "members create their own profile with the account's e-mail" on public.bkk_user_profiles
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and email is not distinct from (select public.bkk_account_email())
    and (select public.bkk_is_active()));

create policy "members change their own profile" on public.bkk_user_profiles
  for update to authenticated
  using (user_id = (select auth.uid()) and (select public.bkk_is_active()))
  with check (user_id = (select auth.uid()) and (select public.bkk_is_active()));

-- A trigger, because a policy sees only the new row and an unchanged e-mail is always allowed.
create function bkk_internal.check_profile_email() returns trigger
  language plpgsql set search_path = '' as $$
begin
  -- On its own, because others than members may not call bkk_account_email(), not even behind an AND.
  if current_user <> 'authenticated' then
    return new;
  end if;
  if new.email is distinct from old.email and new.email is distinct from public.bkk_account_email() then
    raise insufficient_privilege using
      message = 'A profile has the e-mail of its account. Change the e-mail of the account instead.', hint = 'bkk.profile_email';
  end if;
  return new;
end
$$;

create trigger bkk_check_profile_email
  before update of email on public.bkk_user_profiles
  for each row execute function bkk_internal.check_profile_email();

-- The trigger functions below run as the owner, because the callers and the auth service may not write to these tables.
create function bkk_internal.sync_user_role() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  select profile.email, profile.full_name into new.email, new.full_name
    from public.bkk_user_profiles as profile where profile.user_id = new.user_id;
  new.created_at := coalesce(
    (select account.created_at from auth.users as account where account.id = new.user_id), now());
  return new;
end
$$;

create trigger bkk_sync_user_role
  before insert on public.bkk_user_roles
  for each row execute function bkk_internal.sync_user_role();

create function bkk_internal.sync_profile() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
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

create trigger bkk_sync_profile
  after insert or delete on public.bkk_user_profiles
  for each row execute function bkk_internal.sync_profile();

create trigger bkk_sync_profile_change
  after update on public.bkk_user_profiles
  for each row when (
    (old.user_id, old.email, old.full_name) is distinct from (new.user_id, new.email, new.full_name))
  execute function bkk_internal.sync_profile();

-- Role and profile of a new account; an anonymous account gets them when it becomes permanent. The name of an unconfirmed
-- sign-up may be a stranger's and is copied when the account is confirmed.
create function bkk_internal.create_profile() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
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

create trigger bkk_create_profile
  after insert on auth.users
  for each row execute function bkk_internal.create_profile();

create trigger bkk_create_profile_of_permanent_user
  after update of is_anonymous on auth.users
  for each row when (old.is_anonymous and not new.is_anonymous)
  execute function bkk_internal.create_profile();

create function bkk_internal.sync_account_email() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update public.bkk_user_profiles set email = new.email where user_id = new.id;
  return new;
end
$$;

create trigger bkk_sync_account_email
  after update of email on auth.users
  for each row when (old.email is distinct from new.email)
  execute function bkk_internal.sync_account_email();

-- Accounts that are older than this migration.
insert into public.bkk_user_roles (user_id)
  select id from auth.users where not is_anonymous on conflict (user_id) do nothing;
insert into public.bkk_user_profiles (user_id, email, full_name)
  select id, email, case when confirmed_at is not null
    then nullif(left(trim(raw_user_meta_data ->> 'full_name'), 200), '') end
  from auth.users where not is_anonymous on conflict (user_id) do nothing;

create table public.bkk_invited_roles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null check (role in ('admin', 'member')),
  created_at timestamptz not null default now()
);
comment on table public.bkk_invited_roles is 'The role that an invited user gets by accepting the invitation.';

call bkk_internal.protect('bkk_invited_roles');
grant select on table public.bkk_invited_roles to service_role;

-- The name and the invited role of an account that is now confirmed. The role is not given if the same update sets a password:
-- that is the link of a sign-up, which may be a stranger's. The hosted auth service sets a random password in an update of its
-- own when it accepts an invitation.
create function bkk_internal.accept_invitation() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  invited text;
begin
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

create trigger bkk_accept_invitation
  after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function bkk_internal.accept_invitation();

-- The list of users. The view has its owner's rights and no security_barrier: under a row policy or behind a barrier a search
-- cannot use its index, because ilike is not leakproof, and takes ten times as long. The condition refers to no column, so it is
-- evaluated before the first row is read. Supabase's linter reports the admin views as security_definer_view; this is intended.
create view public.bkk_users_admin_view as
  select user_id, email, full_name, role, is_active, created_at
  from public.bkk_user_roles
  where (select public.bkk_is_admin());
comment on view public.bkk_users_admin_view is 'Every user, for admins; no rows for other signed-in users.';

revoke all on table public.bkk_users_admin_view from public, anon, authenticated, service_role;
grant select on table public.bkk_users_admin_view to authenticated;

-- The columns of the list are specified, so what the features' searches compare is a view of its own.
create view public.bkk_users_search_view as
  select user_id, email, full_name, role, is_active, created_at,
    public.bkk_fold_text(coalesce(email, '') || ' ' || coalesce(full_name, '')) as search_text
  from public.bkk_user_roles
  where (select public.bkk_is_admin());
comment on view public.bkk_users_search_view is
  'Every user with the folded text of the address and the name, for admins; no rows for other signed-in users.';

revoke all on table public.bkk_users_search_view from public, anon, authenticated, service_role;
grant select on table public.bkk_users_search_view to authenticated;

create function public.bkk_admin_account_states(p_user_ids uuid[]) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin();
  if cardinality(p_user_ids) > 100 then
    raise invalid_parameter_value using message = 'At most 100 users can be looked up at once.', hint = 'bkk.too_many_users';
  end if;
  return coalesce(
    (select jsonb_object_agg(
        account.id, case when account.invited_at is null then 'unconfirmed' else 'invited' end)
      from auth.users as account
      where account.id = any (p_user_ids) and account.deleted_at is null
        and account.email_confirmed_at is null and account.phone_confirmed_at is null
        and not account.is_anonymous),
    '{}');
end
$$;
comment on function public.bkk_admin_account_states is
  'Which of these users have not confirmed their address: {"<id>": "invited"} or {"<id>": "unconfirmed"}.';
call bkk_internal.expose('bkk_admin_account_states', 'authenticated');

-- Admins have a confirmed address: the password of an unconfirmed sign-up may be a stranger's, and the hosted auth service keeps
-- it at the confirmation.
create function public.bkk_admin_set_role(p_user_id uuid, p_role text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin();
  if p_role is null or p_role not in ('admin', 'member') then
    raise invalid_parameter_value using message = 'The role must be admin or member.', hint = 'bkk.role_unknown';
  end if;
  if p_user_id = auth.uid() and p_role <> 'admin' then
    raise insufficient_privilege using message = 'You cannot make yourself a member. Ask another admin.', hint = 'bkk.own_role';
  end if;
  if p_role = 'admin' and exists (
    select from auth.users as account where account.id = p_user_id and account.email_confirmed_at is null)
  then
    raise sqlstate 'PT409' using
      message = 'This user has not confirmed the e-mail address. Delete that user, then invite the address as an admin.',
      hint = 'bkk.user_unconfirmed';
  end if;
  update public.bkk_user_roles set role = p_role where user_id = p_user_id;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such user.', hint = 'bkk.user_unknown';
  end if;
end
$$;
comment on function public.bkk_admin_set_role is 'Makes a user with a confirmed e-mail address an admin, or a user a member.';
call bkk_internal.expose('bkk_admin_set_role', 'authenticated');

-- Besides is_active it sets banned_until and deletes the sessions, so that neither a sign-in nor a refresh succeeds. auth.users
-- is locked first, as in the deletion of an account, so that the two cannot deadlock.
create function public.bkk_admin_toggle_active(p_user_id uuid, p_active boolean) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin();
  if p_active is null then
    raise invalid_parameter_value using message = 'p_active must be true or false.', hint = 'bkk.active_missing';
  end if;
  if p_user_id = auth.uid() and not p_active then
    raise insufficient_privilege using message = 'You cannot deactivate yourself. Ask another admin.', hint = 'bkk.own_account';
  end if;
  update auth.users set banned_until = case when not p_active then now() + interval '100 years' end
    where id = p_user_id;
  if not p_active then
    delete from auth.sessions where user_id = p_user_id;
  end if;
  update public.bkk_user_roles set is_active = p_active where user_id = p_user_id;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such user.', hint = 'bkk.user_unknown';
  end if;
end
$$;
comment on function public.bkk_admin_toggle_active is 'Activates or deactivates a user at once.';
call bkk_internal.expose('bkk_admin_toggle_active', 'authenticated');

-- A password before the confirmation comes from a sign-up by an unknown visitor: such an account gets no role.
create function public.bkk_admin_invite_role(p_user_id uuid, p_role text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  invited record;
begin
  perform bkk_internal.require_admin();
  if p_role is null or p_role not in ('admin', 'member') then
    raise invalid_parameter_value using message = 'The role must be admin or member.', hint = 'bkk.role_unknown';
  end if;
  -- The lock prevents a confirmation before the role is written.
  select account.email_confirmed_at, account.encrypted_password into invited
    from auth.users as account where account.id = p_user_id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such user.', hint = 'bkk.user_unknown';
  end if;
  if invited.email_confirmed_at is not null then
    raise sqlstate 'PT409' using
      message = 'This user has confirmed the e-mail address already. Change the role in the list of users.', hint = 'bkk.user_confirmed';
  end if;
  if coalesce(invited.encrypted_password, '') <> '' then
    raise sqlstate 'PT409' using
      message = 'This user has signed up with a password. Delete that user, then invite the address again.', hint = 'bkk.user_signed_up';
  end if;
  insert into public.bkk_invited_roles (user_id, role) values (p_user_id, p_role)
    on conflict (user_id) do update set role = excluded.role, created_at = now();
end
$$;
comment on function public.bkk_admin_invite_role is 'Sets the role that a user gets by accepting an invitation.';
call bkk_internal.expose('bkk_admin_invite_role', 'authenticated');

create function public.bkk_admin_has_unconfirmed_sign_up(p_email text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin();
  return exists (
    select from auth.users as account
    where account.email = lower(p_email) and account.deleted_at is null
      and account.email_confirmed_at is null and coalesce(account.encrypted_password, '') <> '');
end
$$;
comment on function public.bkk_admin_has_unconfirmed_sign_up is
  'True for an address that has signed up with a password and is not confirmed.';
call bkk_internal.expose('bkk_admin_has_unconfirmed_sign_up', 'authenticated');
