-- Confirmations that were mailed for accounts whose address nobody has confirmed yet. Each keeps what was typed with it, so
-- that a password counts only when its own link is followed; several may be outstanding for one account.
create table bkksiam_private.pending_confirmations (
  token_hash text primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The address it was sent to: void once the account has another one.
  email text not null,
  kind text not null check (kind in ('signup', 'invite', 'magiclink')),
  -- Of a sign-up alone.
  password_hash text check (password_hash is null or kind = 'signup'),
  data jsonb not null default '{}',
  -- The flow of a client that keeps a verifier (PKCE).
  flow_id uuid references auth.flow_state (id) on delete set null,
  created_at timestamptz not null default now()
);
create index pending_confirmations_user_id_idx
  on bkksiam_private.pending_confirmations (user_id, created_at);
create index pending_confirmations_flow_id_idx
  on bkksiam_private.pending_confirmations (flow_id) where flow_id is not null;
alter table bkksiam_private.pending_confirmations enable row level security;
revoke all on bkksiam_private.pending_confirmations from public;
grant select, insert, update, delete on bkksiam_private.pending_confirmations to supabase_auth_admin;
create policy "the auth service alone" on bkksiam_private.pending_confirmations
  to supabase_auth_admin using (true) with check (true);

-- Links that are outstanding stay good. Only the link of an account's single sign-up, which was made in the transaction
-- that made the account, is known to belong to the account's password.
insert into bkksiam_private.pending_confirmations
    (token_hash, user_id, email, kind, password_hash, data, flow_id, created_at)
  select token.token_hash, account.id, account.email,
    case when account.invited_at is not null then 'invite' when single.sign_up then 'signup' else 'magiclink' end,
    case when single.sign_up then account.encrypted_password end,
    case when single.sign_up then account.raw_user_meta_data
      - array['sub', 'email', 'email_verified', 'phone_verified'] else '{}' end,
    (select flow.id from auth.flow_state as flow
      where flow.user_id = account.id and flow.authentication_method = 'email/signup'
      order by flow.created_at desc limit 1),
    token.created_at at time zone 'utc'
  from auth.one_time_tokens as token
    join auth.users as account on account.id = token.user_id,
    lateral (select account.invited_at is null and account.confirmation_sent_at = account.created_at
      and coalesce(account.encrypted_password, '') <> '' as sign_up) as single
  where token.token_type = 'confirmation_token' and account.email_confirmed_at is null and account.deleted_at is null
    and token.relates_to = account.email;
delete from auth.one_time_tokens where token_type = 'confirmation_token';

-- What a stranger may have set on accounts that nobody has confirmed.
delete from auth.sessions as session using auth.users as account
  where account.id = session.user_id and account.confirmed_at is null and not account.is_anonymous;
delete from auth.mfa_factors as factor using auth.users as account
  where account.id = factor.user_id and account.confirmed_at is null and not account.is_anonymous;
update auth.users set encrypted_password = '', confirmation_token = '',
  raw_user_meta_data = jsonb_build_object(
    'sub', id, 'email', email, 'email_verified', false, 'phone_verified', false)
  where confirmed_at is null and not is_anonymous and deleted_at is null and email is not null;
update auth.identities as identity set identity_data = jsonb_build_object(
    'sub', account.id, 'email', account.email, 'email_verified', false, 'phone_verified', false)
  from auth.users as account
  where account.id = identity.user_id and identity.provider = 'email'
    and account.confirmed_at is null and not account.is_anonymous and account.deleted_at is null;
