-- How long the auth service keeps what it no longer needs; docs/security.md has the periods. Servers call it every minute.
-- At most 5,000 rows of a table and 200 accounts are deleted at once, so that locks are short.
create function bkksiam_private.prune_accounts(p_now timestamptz) returns jsonb
  language plpgsql set search_path = ''
as $$
declare
  batch constant integer := 5000;
  accounts bigint;
  counts bigint[] := '{}';
  pruned bigint;
begin
  -- Sign-ups that nobody confirmed, a week after their last mail. They have `sub` in their metadata and were sent a
  -- mail: invited, anonymous, banned and administrators' accounts stay.
  with gone as (
    select id from auth.users
    where email_confirmed_at is null and phone_confirmed_at is null and last_sign_in_at is null
      and not is_anonymous and not is_sso_user and invited_at is null and banned_until is null
      and deleted_at is null and raw_user_meta_data ->> 'sub' = id::text
      and confirmation_sent_at < p_now - interval '7 days'
      and coalesce(recovery_sent_at, confirmation_sent_at) < p_now - interval '7 days'
    order by confirmation_sent_at limit 200 for update skip locked),
  flows as (delete from auth.flow_state using gone where flow_state.user_id = gone.id)
  delete from auth.users using gone where users.id = gone.id;
  get diagnostics accounts = row_count;

  delete from bkksiam_private.sign_up_passwords where email in (
    select email from bkksiam_private.sign_up_passwords
    where created_at <= p_now - interval '7 days' limit batch for update skip locked);
  get diagnostics pruned = row_count; counts := counts || pruned;

  -- What was mailed lapses after an hour.
  delete from bkksiam_private.pending_confirmations where token_hash in (
    select token_hash from bkksiam_private.pending_confirmations
    where created_at < p_now - interval '30 days' limit batch for update skip locked);
  get diagnostics pruned = row_count; counts := counts || pruned;

  delete from bkksiam_private.remaining_proofs where user_id in (
    select user_id from bkksiam_private.remaining_proofs
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

  -- Sessions take their refresh tokens and proofs with them.
  delete from auth.sessions where id in (
    select id from auth.sessions
    where not_after < p_now - interval '7 days' order by not_after limit batch for update skip locked);
  get diagnostics pruned = row_count; counts := counts || pruned;

  -- A used refresh token stays as long as its session, so that whoever presents it later ends a stolen session. Only after
  -- 400 days it goes, and with it a session that has no newer one.
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

do $$
begin
  set local role supabase_auth_admin;
  create index audit_log_entries_created_at_idx on auth.audit_log_entries (created_at);
  create index users_unconfirmed_idx on auth.users (confirmation_sent_at)
    where email_confirmed_at is null and phone_confirmed_at is null and last_sign_in_at is null;
  reset role;
end
$$;
