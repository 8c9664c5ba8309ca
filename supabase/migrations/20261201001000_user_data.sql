-- A user's data: its export and its erasure (Personal Data Protection Act of Thailand, sections 30, 31 and 33).

create function public.bkk_export_user(p_user_id uuid) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  account jsonb;
begin
  select to_jsonb(users) into account from auth.users where id = p_user_id;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such user.';
  end if;
  return jsonb_build_object(
    'exported_at', now(),
    -- Without passwords and tokens.
    'account', account - array[
      'encrypted_password', 'confirmation_token', 'recovery_token', 'email_change_token_new',
      'email_change_token_current', 'phone_change_token', 'reauthentication_token'],
    'identities', (
      select coalesce(jsonb_agg(to_jsonb(identity)), '[]')
      from auth.identities as identity where identity.user_id = p_user_id),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'created_at', session.created_at, 'refreshed_at', session.refreshed_at,
          'user_agent', session.user_agent, 'ip', session.ip) order by session.created_at), '[]')
      from auth.sessions as session where session.user_id = p_user_id),
    'authenticators', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'name', factor.friendly_name, 'type', factor.factor_type, 'created_at', factor.created_at)), '[]')
      from auth.mfa_factors as factor where factor.user_id = p_user_id),
    'audit', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'created_at', entry.created_at, 'action', entry.payload ->> 'action', 'ip', entry.ip_address)
          order by entry.created_at), '[]')
      from auth.audit_log_entries as entry where entry.payload ->> 'actor_id' = p_user_id::text),
    'profile', (
      select to_jsonb(profile) from public.bkk_user_profiles as profile where profile.user_id = p_user_id),
    'role', (
      select to_jsonb(member) from public.bkk_user_roles as member where member.user_id = p_user_id),
    'invited_role', (
      select to_jsonb(invited) from public.bkk_invited_roles as invited where invited.user_id = p_user_id),
    'credit', (
      select to_jsonb(credit) from public.bkk_credit_accounts as credit where credit.user_id = p_user_id),
    'sign_ins', (
      select coalesce(jsonb_agg(to_jsonb(entry) order by entry.id), '[]')
      from public.bkk_login_logs as entry where entry.user_id = p_user_id),
    'requests', (
      select coalesce(jsonb_agg(to_jsonb(request) order by request.created_at), '[]')
      from public.bkk_quote_requests as request where request.user_id = p_user_id),
    -- Without what the agency keeps for itself: its margin, its notes, and which admin has a request open.
    'request_details', (
      select coalesce(jsonb_agg(
          to_jsonb(details) - array['opened_by', 'opened_until'] || jsonb_build_object(
            'legs', (
              select coalesce(jsonb_agg(to_jsonb(leg) - 'quote_id' order by leg.position), '[]')
              from public.bkk_quote_legs as leg where leg.quote_id = details.quote_id),
            'offers', (
              select coalesce(jsonb_agg(
                to_jsonb(offer) - array['quote_id', 'sent_by', 'margin_satang', 'internal_notes'] order by offer.version), '[]')
              from public.bkk_quote_offers as offer where offer.quote_id = details.quote_id),
            'events', (
              select coalesce(jsonb_agg(
                to_jsonb(entry) - array['quote_id', 'actor_id', 'actor_name'] order by entry.event_id), '[]')
              from public.bkk_quote_events as entry where entry.quote_id = details.quote_id))
          order by details.quote_id), '[]')
      from public.bkk_quote_details as details where details.user_id = p_user_id),
    'bookings', (
      select coalesce(jsonb_agg(
          to_jsonb(booking) - 'flags' || jsonb_build_object(
            'passengers', (
              select coalesce(jsonb_agg(to_jsonb(passenger) - 'booking_id' order by passenger.position), '[]')
              from public.bkk_booking_passengers as passenger where passenger.booking_id = booking.booking_id),
            'payments', (
              select coalesce(jsonb_agg(
                to_jsonb(payment) - array['booking_id', 'recorded_by', 'recorded_by_name', 'note'] order by payment.recorded_at),
                '[]')
              from public.bkk_booking_payments as payment where payment.booking_id = booking.booking_id),
            'events', (
              select coalesce(jsonb_agg(
                to_jsonb(entry) - array['booking_id', 'actor_id', 'actor_name'] order by entry.event_id), '[]')
              from public.bkk_booking_events as entry where entry.booking_id = booking.booking_id))
          order by booking.created_at), '[]')
      from public.bkk_bookings as booking where booking.user_id = p_user_id),
    'messages', (
      select coalesce(jsonb_agg(to_jsonb(message) - 'lease' order by message.number), '[]')
      from public.bkk_outbox as message where message.user_id = p_user_id),
    -- Without other users: those who made a change, and those whose rows this user has changed as an admin.
    'changes', (
      select coalesce(jsonb_agg(
          case when change.actor_id = p_user_id then to_jsonb(change)
            else to_jsonb(change) - array['actor_id', 'actor_email'] end
          || jsonb_build_object(
            'before', case when change.before ->> 'user_id' = p_user_id::text then change.before
              else public.bkk_redact_row(change.before) end,
            'after', case when change.after ->> 'user_id' = p_user_id::text then change.after
              else public.bkk_redact_row(change.after) end)
          order by change.id), '[]')
      from public.bkk_change_log as change
      where p_user_id in (change.actor_id, change.row_id)
        or p_user_id::text in (change.before ->> 'user_id', change.after ->> 'user_id')));
end
$$;
comment on function public.bkk_export_user(uuid) is
  'All data about a user, for the owner: the account, its sessions and the rows of each table.';

create function public.bkk_admin_export_user(p_user_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform public.bkk_require_admin();
  return public.bkk_export_user(p_user_id);
end
$$;
comment on function public.bkk_admin_export_user(uuid) is 'As bkk_export_user(), for admins.';

create function public.bkk_erase_user(p_user_id uuid) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  address text;
begin
  -- All rows that refer to the account are deleted with it.
  delete from auth.users where id = p_user_id returning email into address;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such user.';
  end if;
  -- What our own servers store by address; hosted projects have no such tables.
  if address is not null and pg_catalog.to_regprocedure('bkksiam_private.erase_address(text)') is not null then
    execute 'select bkksiam_private.erase_address($1)' using address;
  end if;
  update public.bkk_change_log
    set before = public.bkk_redact_row(before), after = public.bkk_redact_row(after)
    where row_id = p_user_id or p_user_id::text in (before ->> 'user_id', after ->> 'user_id');
  update public.bkk_change_log set actor_email = null where actor_id = p_user_id;
  -- What the user did as an admin.
  update public.bkk_quote_events set actor_name = null where actor_id = p_user_id;
  update public.bkk_booking_events set actor_name = null where actor_id = p_user_id;
  update public.bkk_booking_payments set recorded_by_name = null where recorded_by = p_user_id;
  update auth.audit_log_entries
    set ip_address = '', payload = (payload::jsonb - 'actor_username' - 'actor_name')::json
    where payload ->> 'actor_id' = p_user_id::text;
  update auth.audit_log_entries
    set payload = (payload::jsonb #- '{traits,user_email}' #- '{traits,user_phone}')::json
    where payload #>> '{traits,user_id}' = p_user_id::text;
end
$$;
comment on function public.bkk_erase_user(uuid) is
  'Deletes a user with all rows that refer to the account, and removes the personal data from the logs, which are kept; for the owner.';

create function public.bkk_admin_erase_user(p_user_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform public.bkk_require_admin();
  if p_user_id = auth.uid() then
    raise insufficient_privilege using message = 'You cannot erase yourself. Ask another admin.';
  end if;
  perform public.bkk_erase_user(p_user_id);
exception
  when integrity_constraint_violation then
    raise using errcode = sqlstate, message = sqlerrm;
end
$$;
comment on function public.bkk_admin_erase_user(uuid) is 'As bkk_erase_user(), for admins, except their own account.';

revoke all on function public.bkk_export_user(p_user_id uuid) from public, anon, authenticated, service_role;
revoke all on function public.bkk_admin_export_user(p_user_id uuid) from public, anon, authenticated, service_role;
revoke all on function public.bkk_erase_user(p_user_id uuid) from public, anon, authenticated, service_role;
revoke all on function public.bkk_admin_erase_user(p_user_id uuid) from public, anon, authenticated, service_role;
grant execute on function public.bkk_admin_export_user(uuid) to authenticated;
grant execute on function public.bkk_admin_erase_user(uuid) to authenticated;
