-- A user's data: its export and its erasure (Personal Data Protection Act of Thailand, sections 30, 31 and 33).

create function bkk_internal.release_money(p_user_id uuid) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  refused text[];
begin
  if public.bkk_has_feature('payments') and exists (
    select from public.bkk_credit_accounts as credit where credit.user_id = p_user_id and credit.balance > 0)
  then
    raise sqlstate 'PT409' using message = 'This user has credit. Use it or pay it out first.', hint = 'bkk.credit_left';
  end if;
  if public.bkk_has_feature('payments') and exists (
    select from public.bkk_refunds as refund
    where refund.user_id = p_user_id and refund.status not in ('REFUNDED', 'NOTHING'))
  then
    raise sqlstate 'PT409' using message = 'A refund is due to this user. Pay it first.', hint = 'bkk.refund_due';
  end if;
  if exists (select from public.bkk_slips as slip where slip.user_id = p_user_id and slip.status = 'WAITING') then
    raise sqlstate 'PT409' using message = 'A payment slip of this user waits for its review. Review it first.', hint = 'bkk.slip_waiting';
  end if;
  with deleted as (
    delete from public.bkk_slips as slip where slip.user_id = p_user_id and slip.status = 'REFUSED' returning slip.object_path)
  select array_agg(object_path) into refused from deleted;
  perform bkk_internal.delete_objects('slips', refused);
  -- The picture of an accepted slip stays with the books for five years.
  update public.bkk_slips set payer_name = null, note = null where user_id = p_user_id;
  update public.bkk_refunds set account_sealed = null, account_ending = null, account_name = null, bank_code = null
    where user_id = p_user_id;
  -- So do receipts, which name the buyer: the law keeps them that long (Revenue Code, section 87/3), then delete_receipts() deletes them.
  update public.bkk_receipts set user_id = null where user_id = p_user_id;
end
$$;
comment on function bkk_internal.release_money is
  'Prepares the erasure of a user''s payments: PT409 with credit, a refund due or a waiting slip; refused slips are deleted, and names removed.';

create function bkk_internal.release_orders(p_user_id uuid) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  open_number text;
begin
  select placed.number into open_number from public.bkk_orders as placed
    where placed.user_id = p_user_id and (
      placed.status in ('PAID', 'PACKED', 'SHIPPED') or placed.status = 'PLACED' and placed.paid_satang > 0)
    order by placed.created_at
    limit 1;
  if found then
    raise sqlstate 'PT409' using
      message = format('This user has the open order %s. Cancel it or deliver it first.', open_number), hint = 'bkk.order_open';
  end if;
  perform bkk_internal.end_order(placed, 'system', 'expired')
    from public.bkk_orders as placed where placed.user_id = p_user_id and placed.status = 'PLACED' for update;
  update public.bkk_order_events as event
    set actor_name = case when event.actor_id = p_user_id then null else event.actor_name end, message = null,
      details = event.details - array['reason_en', 'reason_th']
    from public.bkk_orders as placed
    where placed.user_id = p_user_id and event.order_id = placed.order_id
      and (event.message is not null or event.actor_id = p_user_id or event.details ?| array['reason_en', 'reason_th']);
  update public.bkk_order_lines as line set answers = '{}'
    from public.bkk_orders as placed where placed.user_id = p_user_id and line.order_id = placed.order_id;
  update public.bkk_orders set user_id = null, name = null, email = null, phone = null, address = null, network = null
    where user_id = p_user_id;
end
$$;
comment on function bkk_internal.release_orders is
  'Prepares the erasure of a user''s orders: PT409 with an open one that is paid; unpaid ones end, and names and addresses are removed.';

create function bkk_internal.release_bookings() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  open_reference text;
begin
  select booking.reference into open_reference
    from public.bkk_bookings as booking
    where booking.user_id = old.id and booking.status in ('HOLD', 'DEPOSIT_PENDING', 'CONFIRMED')
      -- A hold whose time is over has ended, whether the clock has run or not.
      and not (booking.status = 'HOLD' and booking.hold_expires_at <= now())
    order by booking.created_at
    limit 1;
  if found then
    raise sqlstate 'PT409' using
      message = format('This user has the open booking %s. Cancel it or issue its tickets first.', open_reference),
      hint = 'bkk.booking_open';
  end if;
  perform bkk_internal.release_orders(old.id);
  perform bkk_internal.release_money(old.id);
  update public.bkk_booking_passengers as passenger
    set first_name = null, last_name = null, birth_date = null
    from public.bkk_bookings as booking
    where booking.user_id = old.id and passenger.booking_id = booking.booking_id;
  -- What members and admins wrote may name a person.
  update public.bkk_booking_events as event
    set actor_name = case when event.actor_id = old.id then null else event.actor_name end, message = null,
      details = event.details - array['reason_en', 'reason_th']
    from public.bkk_bookings as booking
    where booking.user_id = old.id and event.booking_id = booking.booking_id
      and (event.message is not null or event.actor_id = old.id or event.details ?| array['reason_en', 'reason_th']);
  update public.bkk_booking_payments as payment
    set note = null
    from public.bkk_bookings as booking
    where booking.user_id = old.id and payment.booking_id = booking.booking_id and payment.note is not null;
  update public.bkk_bookings
    set user_id = null, contact_email = null, contact_phone = null, notes = null, slip_name = null
    where user_id = old.id;
  return old;
end
$$;

create trigger bkk_release_bookings
  before delete on auth.users
  for each row execute function bkk_internal.release_bookings();

create function bkk_internal.export_user(p_user_id uuid) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  if not exists (select from auth.users where id = p_user_id) then
    raise sqlstate 'PT404' using message = 'There is no such user.', hint = 'bkk.user_unknown';
  end if;
  return jsonb_build_object(
    'exported_at', now(),
    -- Without passwords and tokens.
    'account', (
      select to_jsonb(users) - array[
        'encrypted_password', 'confirmation_token', 'recovery_token', 'email_change_token_new',
        'email_change_token_current', 'phone_change_token', 'reauthentication_token']
      from auth.users where id = p_user_id),
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
    -- Without the admins, and what they wrote for themselves.
    'credit_postings', (
      select coalesce(jsonb_agg(
        to_jsonb(posting) - array['key', 'created_by', 'created_by_name', 'note'] || jsonb_build_object('entries', (
          select coalesce(jsonb_agg(to_jsonb(entry) - array['entry_id', 'posting_id'] order by entry.entry_id), '[]')
          from public.bkk_credit_entries as entry where entry.posting_id = posting.posting_id)) order by posting.number), '[]')
      from public.bkk_credit_postings as posting where posting.user_id = p_user_id),
    'slips', (
      select coalesce(jsonb_agg(
        to_jsonb(slip) - array['warnings', 'checker', 'holder_id', 'held_until', 'reviewed_by', 'reviewed_by_name', 'review_key', 'review']
        order by slip.created_at), '[]')
      from public.bkk_slips as slip where slip.user_id = p_user_id),
    -- The number of the account is sealed: its last four digits are all that SQL has of it.
    'refunds', (
      select coalesce(jsonb_agg(to_jsonb(refund) - array['account_sealed', 'owner_id'] order by refund.created_at), '[]')
      from public.bkk_refunds as refund where refund.user_id = p_user_id),
    'receipts', (
      select coalesce(jsonb_agg(to_jsonb(issued) - 'search_text' order by issued.issued_at, issued.series, issued.number), '[]')
      from public.bkk_receipts as issued where issued.user_id = p_user_id),
    'orders', (
      select coalesce(jsonb_agg(
        to_jsonb(placed) - 'network' || jsonb_build_object(
          'lines', (
            select coalesce(jsonb_agg(to_jsonb(line) - array['order_id', 'has_stock'] order by line.position), '[]')
            from public.bkk_order_lines as line where line.order_id = placed.order_id),
          'events', (
            select coalesce(jsonb_agg(
              to_jsonb(entry) - array['event_id', 'order_id', 'actor_id', 'actor_name'] order by entry.event_id), '[]')
            from public.bkk_order_events as entry where entry.order_id = placed.order_id)) order by placed.created_at), '[]')
      from public.bkk_orders as placed where placed.user_id = p_user_id),
    'stock_alerts', (
      select coalesce(jsonb_agg(to_jsonb(alert) order by alert.created_at), '[]')
      from public.bkk_stock_alerts as alert where alert.user_id = p_user_id),
    'receipt_buyer', (
      select to_jsonb(saved) from public.bkk_receipt_buyers as saved where saved.user_id = p_user_id),
    -- What the bank wrote of the transfers that paid for this user.
    'bank_lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'at', line.at, 'amount_satang', line.amount_satang, 'description', line.description, 'reference', line.reference)
          order by line.at), '[]')
      from public.bkk_bank_lines as line
        join public.bkk_credit_postings as posting on posting.posting_id = line.posting_id and posting.user_id = p_user_id),
    'sign_ins', (
      select coalesce(jsonb_agg(to_jsonb(entry) order by entry.id), '[]')
      from public.bkk_login_logs as entry where entry.user_id = p_user_id),
    'requests', (
      select coalesce(jsonb_agg(to_jsonb(request) order by request.created_at), '[]')
      from public.bkk_quote_requests as request where request.user_id = p_user_id),
    -- Without what the agency keeps for itself: its margin, its notes, and which admin works on a request or has it open.
    'request_details', (
      select coalesce(jsonb_agg(
          to_jsonb(details) - array['opened_by', 'opened_until', 'assigned_to'] || jsonb_build_object(
            'legs', (
              select coalesce(jsonb_agg(to_jsonb(leg) - 'quote_id' order by leg.position), '[]')
              from public.bkk_quote_legs as leg where leg.quote_id = details.quote_id),
            'offers', (
              select coalesce(jsonb_agg(
                to_jsonb(offer) - array['quote_id', 'sent_by', 'margin_satang', 'internal_notes'] order by offer.version), '[]')
              from public.bkk_quote_offers as offer where offer.quote_id = details.quote_id),
            'events', (
              select coalesce(jsonb_agg(
                to_jsonb(entry) - array['quote_id', 'actor_id', 'actor_name', 'for_admins'] order by entry.event_id), '[]')
              from public.bkk_quote_events as entry where entry.quote_id = details.quote_id and not entry.for_admins))
          order by details.quote_id), '[]')
      from public.bkk_quote_details as details where details.user_id = p_user_id),
    'bookings', (
      select coalesce(jsonb_agg(
          to_jsonb(booking) - array['flags', 'assigned_to'] || jsonb_build_object(
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
                to_jsonb(entry) - array['booking_id', 'actor_id', 'actor_name', 'for_admins'] order by entry.event_id), '[]')
              from public.bkk_booking_events as entry where entry.booking_id = booking.booking_id and not entry.for_admins))
          order by booking.created_at), '[]')
      from public.bkk_bookings as booking where booking.user_id = p_user_id),
    -- The number of a passport is sealed: its last three characters are all that SQL has of it.
    'travellers', (
      select coalesce(jsonb_agg(to_jsonb(traveller) - 'passport_sealed' order by traveller.created_at), '[]')
      from public.bkk_travellers as traveller where traveller.user_id = p_user_id),
    -- Without what admins write for themselves, and who works on a thread.
    'support_threads', (
      select coalesce(jsonb_agg(
          to_jsonb(thread) - 'assigned_to' || jsonb_build_object('messages', (
            select coalesce(jsonb_agg(to_jsonb(message) - array['thread_id', 'author_id'] order by message.number), '[]')
            from public.bkk_support_messages as message
            where message.thread_id = thread.thread_id and (message.event is null or message.event in ('solved', 'reopened'))))
          order by thread.created_at), '[]')
      from public.bkk_support_threads as thread where thread.user_id = p_user_id),
    'admin_views', (
      select coalesce(jsonb_agg(to_jsonb(saved) order by saved.created_at), '[]')
      from public.bkk_admin_views as saved where saved.user_id = p_user_id),
    'files', (
      select coalesce(jsonb_agg(
          to_jsonb(object) - array['owner', 'path_tokens', 'version'] order by object.created_at), '[]')
      from storage.objects as object where object.owner_id = p_user_id::text),
    'messages', (
      select coalesce(jsonb_agg(to_jsonb(message) - 'lease' order by message.number), '[]')
      from public.bkk_outbox as message where message.user_id = p_user_id),
    'notifications', (
      select coalesce(jsonb_agg(to_jsonb(notification) - 'key' order by notification.created_at), '[]')
      from public.bkk_notifications as notification where notification.user_id = p_user_id),
    'notification_channels', (
      select coalesce(jsonb_agg(to_jsonb(settings) order by settings.kind), '[]')
      from public.bkk_notification_settings as settings where settings.user_id = p_user_id),
    'line', (
      select to_jsonb(account) from public.bkk_line_accounts as account where account.user_id = p_user_id),
    -- Without the keys: with them and the endpoint anybody could address the browser.
    'push_subscriptions', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'created_at', subscription.created_at, 'service', substring(subscription.endpoint from '^https?://[^/]+'))
          order by subscription.created_at), '[]')
      from public.bkk_push_subscriptions as subscription where subscription.user_id = p_user_id),
    -- Without other users: those who made a change, and those whose rows this user has changed as an admin.
    'changes', (
      select coalesce(jsonb_agg(
          case when change.actor_id = p_user_id then to_jsonb(change)
            else to_jsonb(change) - array['actor_id', 'actor_email'] end
          || jsonb_build_object(
            'before', case when change.before ->> 'user_id' = p_user_id::text then change.before
              else bkk_internal.redact_row(change.before) end,
            'after', case when change.after ->> 'user_id' = p_user_id::text then change.after
              else bkk_internal.redact_row(change.after) end)
          order by change.id), '[]')
      from public.bkk_change_log as change
      where p_user_id in (change.actor_id, change.row_id)
        or p_user_id::text in (change.before ->> 'user_id', change.after ->> 'user_id')));
end
$$;
comment on function bkk_internal.export_user is 'All data about a user, with a key for each table.';

create function public.bkk_admin_export_user(p_user_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin();
  return bkk_internal.export_user(p_user_id);
end
$$;
comment on function public.bkk_admin_export_user is 'As bkk_internal.export_user(), for admins.';
call bkk_internal.expose('bkk_admin_export_user', 'authenticated');

create function bkk_internal.erase_user(p_user_id uuid) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  address text;
begin
  perform bkk_internal.delete_objects('support', array(
    select message.object_path
    from public.bkk_support_messages as message
      join public.bkk_support_threads as thread on thread.thread_id = message.thread_id and thread.user_id = p_user_id
    where message.object_path is not null));
  perform pg_catalog.set_config('storage.allow_delete_query', 'true', true);
  -- Its own pictures and those of products are the agency's, whichever admin has added them.
  delete from storage.objects where owner_id = p_user_id::text and bucket_id not in ('agency', 'product-images');
  update storage.objects set owner = null, owner_id = null where owner_id = p_user_id::text;
  perform pg_catalog.set_config('storage.allow_delete_query', '', true);
  -- All rows that refer to the account are deleted with it.
  delete from auth.users where id = p_user_id returning email into address;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such user.', hint = 'bkk.user_unknown';
  end if;
  -- What our own servers store by address; hosted projects have no such tables.
  if address is not null and pg_catalog.to_regprocedure('bkksiam_private.erase_address(text)') is not null then
    execute 'select bkksiam_private.erase_address($1)' using address;
  end if;
  -- What was asked as a visitor.
  delete from public.bkk_stock_alerts where lower(email) = lower(address);
  update public.bkk_change_log
    set before = bkk_internal.redact_row(before), after = bkk_internal.redact_row(after)
    where row_id = p_user_id or p_user_id::text in (before ->> 'user_id', after ->> 'user_id');
  update public.bkk_change_log set actor_email = null where actor_id = p_user_id;
  -- What the user did as an admin.
  update public.bkk_quote_events set actor_name = null where actor_id = p_user_id;
  update public.bkk_booking_events set actor_name = null where actor_id = p_user_id;
  update public.bkk_support_messages set author_name = null where author_id = p_user_id;
  update public.bkk_booking_payments set recorded_by_name = null where recorded_by = p_user_id;
  update public.bkk_credit_postings set created_by_name = null, note = null where p_user_id in (created_by, user_id);
  update public.bkk_stock_movements set created_by_name = null where created_by = p_user_id;
  update public.bkk_slips set reviewed_by_name = null where reviewed_by = p_user_id;
  update public.bkk_approvals
    set asked_by_name = case when asked_by <> p_user_id then asked_by_name end,
      decided_by_name = case when decided_by <> p_user_id then decided_by_name end,
      note = case when user_id is distinct from p_user_id then note end,
      decided_note = case when user_id is distinct from p_user_id then decided_note end
    where p_user_id in (asked_by, decided_by, user_id);
  update auth.audit_log_entries
    set ip_address = '', payload = (payload::jsonb - 'actor_username' - 'actor_name')::json
    where payload ->> 'actor_id' = p_user_id::text;
  update auth.audit_log_entries
    set payload = (payload::jsonb #- '{traits,user_email}' #- '{traits,user_phone}')::json
    where payload #>> '{traits,user_id}' = p_user_id::text;
end
$$;
comment on function bkk_internal.erase_user is
  'Deletes a user with all rows that refer to the account, and removes the personal data from the logs, which are kept.';

create function public.bkk_admin_erase_user(p_user_id uuid) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin();
  if p_user_id = auth.uid() then
    raise insufficient_privilege using message = 'You cannot erase yourself. Ask another admin.', hint = 'bkk.own_account';
  end if;
  perform bkk_internal.erase_user(p_user_id);
end
$$;
comment on function public.bkk_admin_erase_user is 'As bkk_internal.erase_user(), for admins, except their own account.';
call bkk_internal.expose('bkk_admin_erase_user', 'authenticated');
