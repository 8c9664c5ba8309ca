-- Notifications: what bookings, requests and orders tell their members and the admins is also kept for the site, and sent by the
-- channels that each reader has on. bkk_internal.queue_message() writes both in the transaction of the event.

create table public.bkk_notifications (
  notification_id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- `agency` is for admins.
  kind text not null check (kind in ('bookings', 'requests', 'orders', 'support', 'agency')),
  -- As in bkk_outbox.
  event text not null check (event ~ '^[a-z][a-z_.]{0,59}$'),
  -- The ids of the message, and the reference of its booking, request or order, or its product.
  values jsonb not null check (jsonb_typeof(values) = 'object' and octet_length(values::text) <= 1200),
  -- Same key as the outbox message; prevents duplicates.
  key text not null unique check (char_length(key) between 1 and 200),
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz
);
comment on table public.bkk_notifications is 'What members and admins were told, who read their own; functions alone write them.';

create index bkk_notifications_user_idx on public.bkk_notifications (user_id, created_at desc);
create index bkk_notifications_unread_idx on public.bkk_notifications (user_id) where read_at is null;
-- What the clock looks for.
create index bkk_notifications_created_idx on public.bkk_notifications (created_at);
create index bkk_notifications_read_idx on public.bkk_notifications (read_at) where read_at is not null;

create table public.bkk_notification_settings (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('bookings', 'requests', 'orders', 'support', 'agency')),
  mail boolean not null default true,
  line boolean not null default true,
  push boolean not null default true,
  primary key (user_id, kind)
);
comment on table public.bkk_notification_settings is 'The channels of members by kind of notification; without a row all are on.';

create table public.bkk_notification_channels (
  is_only_row boolean primary key default true check (is_only_row),
  -- Whether the servers have the keys of a LINE account.
  has_line boolean not null default false,
  -- The public VAPID key, an uncompressed point of P-256 in base64url; null: no pushes.
  push_public_key text check (push_public_key ~ '^[A-Za-z0-9_-]{87}$')
);
comment on table public.bkk_notification_channels is
  'The one row of what can be sent. The owner sets it with bkk_internal.set_notification_channels().';

insert into public.bkk_notification_channels default values;

call bkk_internal.protect('bkk_notifications');
call bkk_internal.protect('bkk_notification_settings');
call bkk_internal.protect('bkk_notification_channels');

grant select (notification_id, user_id, kind, event, values, key, created_at, read_at)
  on table public.bkk_notifications to authenticated;
grant select on table public.bkk_notifications to service_role;
grant select (user_id, kind, mail, line, push), insert (user_id, kind, mail, line, push), update (user_id, kind, mail, line, push)
  on table public.bkk_notification_settings to authenticated;
grant select on table public.bkk_notification_settings to service_role;

-- Those of the agency tell of other members, so a dismissed admin reads none of them.
create policy "members read their own notifications" on public.bkk_notifications
  for select to authenticated
  using (
    user_id = (select auth.uid()) and (select public.bkk_is_active()) and (select public.bkk_has_feature('notifications'))
    and (kind <> 'agency' or (select public.bkk_is_admin())));

create policy "members read and choose their own channels" on public.bkk_notification_settings
  for all to authenticated
  using (
    user_id = (select auth.uid()) and (select public.bkk_is_active()) and (select public.bkk_has_feature('notifications')))
  with check (
    user_id = (select auth.uid()) and (select public.bkk_is_active()) and (select public.bkk_has_feature('notifications')));

-- A publication of all tables has it already.
do $$
begin
  if not exists (
    select from pg_catalog.pg_publication_tables
    where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'bkk_notifications')
  then
    alter publication supabase_realtime add table public.bkk_notifications;
  end if;
end
$$;

create function bkk_internal.set_notification_channels(p_has_line boolean, p_push_public_key text) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  insert into public.bkk_notification_channels as channels (has_line, push_public_key)
    values (coalesce(p_has_line, false), nullif(p_push_public_key, ''))
    on conflict (is_only_row) do update
      set has_line = excluded.has_line, push_public_key = excluded.push_public_key
      where (channels.has_line, channels.push_public_key) is distinct from (excluded.has_line, excluded.push_public_key);
end
$$;
comment on function bkk_internal.set_notification_channels is 'Says whether LINE is set up, and the public VAPID key of pushes.';

create function public.bkk_mark_notifications_read(p_ids uuid[] default null) returns integer
  language plpgsql volatile security definer set search_path = '' as $$
declare
  marked integer;
begin
  perform bkk_internal.require_member('notifications');
  update public.bkk_notifications
    set read_at = clock_timestamp()
    where user_id = auth.uid() and read_at is null and (p_ids is null or notification_id = any (p_ids))
      and (kind <> 'agency' or (select public.bkk_is_admin()));
  get diagnostics marked = row_count;
  return marked;
end
$$;
comment on function public.bkk_mark_notifications_read is
  'Marks notifications of the caller as read, without ids all; returns their number.';
call bkk_internal.expose('bkk_mark_notifications_read', 'authenticated');

create function public.bkk_unread_notifications() returns integer
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform bkk_internal.require_member('notifications');
  return (
    select count(*)::integer
    from (
      select from public.bkk_notifications as notification
      where notification.user_id = auth.uid() and notification.read_at is null
        and (notification.kind <> 'agency' or (select public.bkk_is_admin()))
      limit 100) as unread);
end
$$;
comment on function public.bkk_unread_notifications is 'The number of unread notifications of the caller, 100 at most.';
call bkk_internal.expose('bkk_unread_notifications', 'authenticated');

create function public.bkk_notification_channels() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  channels public.bkk_notification_channels;
begin
  perform bkk_internal.require_member('notifications');
  select * into channels from public.bkk_notification_channels;
  return jsonb_build_object(
    'mail', true,
    'line', jsonb_build_object(
      'is_offered', coalesce(channels.has_line, false),
      'linked_at', (select linked_at from public.bkk_line_accounts where user_id = auth.uid())),
    'push', jsonb_build_object(
      'public_key', channels.push_public_key,
      'count', (select count(*) from public.bkk_push_subscriptions where user_id = auth.uid())));
end
$$;
comment on function public.bkk_notification_channels is
  'What can be sent to the caller: {"mail": true, "line": {"is_offered", "linked_at"}, "push": {"public_key", "count"}}.';
call bkk_internal.expose('bkk_notification_channels', 'authenticated');

create function bkk_internal.delete_waiting_messages(p_user_id uuid, p_channel text, p_subscription_id uuid default null) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  delete from public.bkk_outbox
    where user_id = p_user_id and channel = p_channel and sent_at is null
      and (p_subscription_id is null or ids ->> 'subscription_id' = p_subscription_id::text);
end
$$;
comment on function bkk_internal.delete_waiting_messages is
  'Deletes the unsent messages of a user by a channel, or by one push subscription.';

create function bkk_internal.queue_message(p_channel text, p_recipient uuid, p_event text, p_ids jsonb, p_key text)
  returns boolean
  language plpgsql volatile set search_path = '' as $$
declare
  notification_kind constant text := bkk_internal.notification_kind(p_event);
  message_ids constant jsonb := coalesce(p_ids, '{}');
  chosen record;
begin
  -- Visitors and guests have mails alone.
  if p_channel <> 'mail' or p_recipient is null or notification_kind is null or not public.bkk_has_feature('notifications') then
    return bkk_internal.insert_message(p_channel, p_recipient, p_event, message_ids, p_key);
  end if;
  -- Mailed before the feature was on.
  if exists (select from public.bkk_outbox where key = p_key) then
    return false;
  end if;
  insert into public.bkk_notifications (user_id, kind, event, values, key)
    values (
      p_recipient, notification_kind, p_event,
      jsonb_strip_nulls(jsonb_build_object('reference', upper(right(coalesce(message_ids ->> 'thread_id', message_ids ->> 'quote_id'), 8))))
        || bkk_internal.stock_alert_values(message_ids) || message_ids,
      p_key)
    on conflict (key) do nothing;
  if not found then
    return false;
  end if;
  -- Without a row of settings, or of channels, all columns of it are null.
  select settings.mail, settings.line, settings.push, channels.has_line, channels.push_public_key is not null as has_push
    into chosen
    from (values (1)) as one (row)
      left join public.bkk_notification_settings as settings
        on settings.user_id = p_recipient and settings.kind = notification_kind
      left join public.bkk_notification_channels as channels on true;
  if coalesce(chosen.mail, true) then
    perform bkk_internal.insert_message('mail', p_recipient, p_event, message_ids, p_key);
  end if;
  if coalesce(chosen.line, true) and chosen.has_line then
    perform bkk_internal.insert_message('line', p_recipient, p_event, message_ids, p_key || ':line')
      from public.bkk_line_accounts as account where account.user_id = p_recipient;
  end if;
  if coalesce(chosen.push, true) and chosen.has_push then
    -- Each browser has a message of its own, so that one that fails is tried again alone.
    perform bkk_internal.insert_message(
        'push', p_recipient, p_event,
        message_ids || jsonb_build_object('subscription_id', subscription.subscription_id),
        p_key || ':push:' || subscription.subscription_id)
      from public.bkk_push_subscriptions as subscription where subscription.user_id = p_recipient;
  end if;
  return true;
end
$$;
comment on function bkk_internal.queue_message is
  'Queues a message; false if there is one with this key. With the feature notifications, a member''s mail about a booking, a request, an order or a support thread is a notification, sent by the channels its recipient has on.';

create function bkk_internal.was_queued(p_key text) returns boolean
  language plpgsql stable set search_path = '' as $$
begin
  return exists (select from public.bkk_outbox where key = p_key)
    or exists (select from public.bkk_notifications where key = p_key);
end
$$;
comment on function bkk_internal.was_queued is 'Whether there is a message or a notification with this key.';

create function bkk_internal.prune_notifications(p_now timestamptz) returns bigint
  language plpgsql volatile set search_path = '' as $$
declare
  pruned bigint;
begin
  delete from public.bkk_line_codes where expires_at < p_now;
  delete from public.bkk_line_attempts where since < p_now - interval '1 hour';
  delete from public.bkk_notifications where notification_id in (
    select notification.notification_id from public.bkk_notifications as notification
    where notification.read_at < p_now - interval '90 days' or notification.created_at < p_now - interval '365 days'
    limit 5000 for update skip locked);
  get diagnostics pruned = row_count;
  return pruned;
end
$$;
comment on function bkk_internal.prune_notifications is
  'Deletes notifications 90 days after they were read and after 365 days, and codes and attempts that are over; returns the number of notifications, 5,000 at most.';

insert into public.bkk_jobs (name, every, batch_size) values ('prune_notifications', '1 hour', 5000);
