-- What the auth service stores beside the hosted tables. No other role reads it.

create schema if not exists bkksiam_private;
grant usage on schema bkksiam_private to supabase_auth_admin;

-- Counters of the rate limits: by network, address or account, one for each window. Unlogged, because counting must cost
-- little, and a crash of the database may reset them.
create unlogged table bkksiam_private.limits (
  key text primary key,
  uses integer not null,
  until timestamptz not null
);
create index limits_until_idx on bkksiam_private.limits (until);

-- Confirmations that were mailed for unconfirmed accounts. Each stores what was entered with it, so that a password counts
-- only if its own link is opened. An account may have several.
create table bkksiam_private.pending_confirmations (
  token_hash text primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The address of the mail. The link is void once the account has another address.
  email text not null,
  kind text not null check (kind in ('signup', 'invite', 'magiclink')),
  password_hash text check (password_hash is null or kind = 'signup'),
  data jsonb not null default '{}',
  -- Of a client with a code verifier (PKCE).
  flow_id uuid references auth.flow_state (id) on delete set null,
  created_at timestamptz not null default now()
);
create index pending_confirmations_user_id_idx
  on bkksiam_private.pending_confirmations (user_id, created_at);
create index pending_confirmations_flow_id_idx
  on bkksiam_private.pending_confirmations (flow_id) where flow_id is not null;

-- A mail has a link and a code, and each works once. When one is used, the other is stored here until it expires. Using one
-- voids all earlier mails of the account, so there is one row for an account at most.
create table bkksiam_private.remaining_tokens (
  user_id uuid primary key references auth.users (id) on delete cascade,
  token_hash text not null unique,
  -- The address of the mail. The token is void once the account has another address.
  email text not null,
  form text not null check (form in ('link', 'code')),
  token_type text not null check (token_type in ('confirmation_token', 'recovery_token')),
  -- Of a client with a code verifier (PKCE).
  flow_id uuid references auth.flow_state (id) on delete set null,
  -- When the mail was issued.
  created_at timestamptz not null
);
create index remaining_tokens_flow_id_idx
  on bkksiam_private.remaining_tokens (flow_id) where flow_id is not null;

-- The password of the latest sign-up of an address, whether or not the address has an account. A sign-in with it gets the
-- error that the address is not confirmed, so that the error does not reveal the account.
create table bkksiam_private.sign_up_passwords (
  email text primary key,
  password_hash text not null,
  created_at timestamptz not null default now()
);

-- Mails of accounts that are due. The row is inserted in the transaction that creates the link and deleted once the mail is
-- sent. The token is sealed with a key derived from the server's secret: reading the table gives no valid link.
create table bkksiam_private.mail_outbox (
  id uuid primary key,
  -- Orders mails of the same moment.
  number bigint generated always as identity,
  created_at timestamptz not null default clock_timestamp(),
  type text not null,
  language text not null check (language in ('en', 'th')),
  recipient text not null,
  redirect_to text not null,
  sealed_token bytea not null,
  -- The link is void after this time, and its mail is no longer sent.
  expires_at timestamptz not null,
  -- When the next attempt is due; during an attempt, when another process may repeat it.
  due_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  last_failure text
);
create index mail_outbox_due_at_idx on bkksiam_private.mail_outbox (due_at);

alter table bkksiam_private.limits enable row level security;
alter table bkksiam_private.pending_confirmations enable row level security;
alter table bkksiam_private.remaining_tokens enable row level security;
alter table bkksiam_private.sign_up_passwords enable row level security;
alter table bkksiam_private.mail_outbox enable row level security;

revoke all on bkksiam_private.limits, bkksiam_private.pending_confirmations, bkksiam_private.remaining_tokens,
  bkksiam_private.sign_up_passwords, bkksiam_private.mail_outbox from public;
grant select, insert, update, delete on bkksiam_private.limits, bkksiam_private.pending_confirmations,
  bkksiam_private.remaining_tokens, bkksiam_private.sign_up_passwords, bkksiam_private.mail_outbox
  to supabase_auth_admin;

create policy "only the auth service" on bkksiam_private.limits
  to supabase_auth_admin using (true) with check (true);
create policy "only the auth service" on bkksiam_private.pending_confirmations
  to supabase_auth_admin using (true) with check (true);
create policy "only the auth service" on bkksiam_private.remaining_tokens
  to supabase_auth_admin using (true) with check (true);
create policy "only the auth service" on bkksiam_private.sign_up_passwords
  to supabase_auth_admin using (true) with check (true);
create policy "only the auth service" on bkksiam_private.mail_outbox
  to supabase_auth_admin using (true) with check (true);

-- Deletes what the auth service no longer needs, at most 5,000 rows of a table and 200 accounts at once, so that locks are
-- short; docs/personal-data.md has the periods. Returns {"accounts": 3, "more": false}.
create function bkksiam_private.prune_accounts(p_now timestamptz) returns jsonb
  language plpgsql set search_path = ''
as $$
declare
  batch constant integer := 5000;
  accounts bigint;
  counts bigint[] := '{}';
  pruned bigint;
begin
  -- Unconfirmed sign-ups, a week after their last mail. They have `sub` in their metadata and were sent a mail: invited,
  -- anonymous and banned accounts and those that an administrator created are not deleted.
  with expired as (
    select id from auth.users
    where email_confirmed_at is null and phone_confirmed_at is null and last_sign_in_at is null
      and not is_anonymous and not is_sso_user and invited_at is null and banned_until is null
      and deleted_at is null and raw_user_meta_data ->> 'sub' = id::text
      and confirmation_sent_at < p_now - interval '7 days'
      and coalesce(recovery_sent_at, confirmation_sent_at) < p_now - interval '7 days'
    order by confirmation_sent_at limit 200 for update skip locked),
  flows as (delete from auth.flow_state using expired where flow_state.user_id = expired.id)
  delete from auth.users using expired where users.id = expired.id;
  get diagnostics accounts = row_count;

  delete from bkksiam_private.sign_up_passwords where email in (
    select email from bkksiam_private.sign_up_passwords
    where created_at <= p_now - interval '7 days' limit batch for update skip locked);
  get diagnostics pruned = row_count; counts := counts || pruned;

  -- The links expire after an hour.
  delete from bkksiam_private.pending_confirmations where token_hash in (
    select token_hash from bkksiam_private.pending_confirmations
    where created_at < p_now - interval '30 days' limit batch for update skip locked);
  get diagnostics pruned = row_count; counts := counts || pruned;

  delete from bkksiam_private.remaining_tokens where user_id in (
    select user_id from bkksiam_private.remaining_tokens
    where created_at < p_now - interval '7 days' limit batch for update skip locked);
  get diagnostics pruned = row_count; counts := counts || pruned;

  delete from auth.one_time_tokens where id in (
    select id from auth.one_time_tokens
    where created_at < (p_now - interval '7 days') at time zone 'utc' limit batch for update skip locked);
  get diagnostics pruned = row_count; counts := counts || pruned;

  delete from auth.flow_state where id in (
    select id from auth.flow_state
    where created_at < p_now - interval '1 day' order by created_at limit batch for update skip locked);
  get diagnostics pruned = row_count; counts := counts || pruned;

  delete from bkksiam_private.limits where key in (
    select key from bkksiam_private.limits
    where until < p_now - interval '1 minute' order by until limit batch for update skip locked);
  get diagnostics pruned = row_count; counts := counts || pruned;

  -- Their refresh tokens and authentication methods are deleted with them.
  delete from auth.sessions where id in (
    select id from auth.sessions
    where not_after < p_now - interval '7 days' order by not_after limit batch for update skip locked);
  get diagnostics pruned = row_count; counts := counts || pruned;

  -- A used refresh token is kept as long as its session, because presenting it again ends a stolen session. After 400 days
  -- it is deleted, with its session if that has no newer token.
  with old as (
    select id, session_id from auth.refresh_tokens
    where updated_at < p_now - interval '400 days' order by updated_at limit batch for update skip locked),
  unused as (
    delete from auth.sessions where id in (
      select old.session_id from old
      where not exists (
        select from auth.refresh_tokens as newer
        where newer.session_id = old.session_id and newer.updated_at >= p_now - interval '400 days')))
  delete from auth.refresh_tokens where id in (select id from old);
  get diagnostics pruned = row_count; counts := counts || pruned;

  delete from auth.audit_log_entries where id in (
    select id from auth.audit_log_entries
    where created_at < p_now - interval '400 days' order by created_at limit batch for update skip locked);
  get diagnostics pruned = row_count; counts := counts || pruned;

  return jsonb_build_object('accounts', accounts, 'more', accounts = 200 or batch = any (counts));
end
$$;

create function bkksiam_private.prune_accounts() returns jsonb
  language plpgsql security definer set search_path = ''
as $$
begin
  return bkksiam_private.prune_accounts(clock_timestamp());
end
$$;

revoke all on function bkksiam_private.prune_accounts(timestamptz), bkksiam_private.prune_accounts() from public;
grant execute on function bkksiam_private.prune_accounts() to supabase_auth_admin;
