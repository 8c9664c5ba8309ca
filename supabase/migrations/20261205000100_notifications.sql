-- Notifications: what the bookings and requests tell their members and the admins is also kept for the site, and sent by the
-- channels that each reader has on. bkk_queue_message() writes both in the transaction of the event.

update public.bkk_features set requires = '{bookings}' where name = 'notifications';

create table public.bkk_notifications (
  notification_id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- `agency` is for admins.
  kind text not null check (kind in ('bookings', 'requests', 'agency')),
  -- As in bkk_outbox.
  event text not null check (event ~ '^[a-z][a-z_.]{0,59}$'),
  -- The ids of the message and the reference of its booking or request.
  values jsonb not null check (jsonb_typeof(values) = 'object' and octet_length(values::text) <= 1200),
  -- That of the message: an event is told once.
  key text not null unique check (char_length(key) between 1 and 200),
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz
);
comment on table public.bkk_notifications is
  'What members and admins were told, who read their own; functions alone write them.';

create index bkk_notifications_user_idx on public.bkk_notifications (user_id, created_at desc);
create index bkk_notifications_unread_idx on public.bkk_notifications (user_id) where read_at is null;
-- What the clock looks for.
create index bkk_notifications_created_idx on public.bkk_notifications (created_at);
create index bkk_notifications_read_idx on public.bkk_notifications (read_at) where read_at is not null;

create table public.bkk_notification_settings (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('bookings', 'requests', 'agency')),
  mail boolean not null default true,
  line boolean not null default true,
  push boolean not null default true,
  primary key (user_id, kind)
);
comment on table public.bkk_notification_settings is
  'The channels of members by kind of notification; without a row all are on.';

create table public.bkk_notification_channels (
  is_only_row boolean primary key default true check (is_only_row),
  -- Whether the servers have the keys of a LINE account.
  has_line boolean not null default false,
  -- The public VAPID key, an uncompressed point of P-256 in base64url; null: no pushes.
  push_public_key text check (push_public_key ~ '^[A-Za-z0-9_-]{87}$')
);
comment on table public.bkk_notification_channels is
  'The one row of what can be sent. The owner sets it with bkk_set_notification_channels().';

insert into public.bkk_notification_channels default values on conflict do nothing;

create table public.bkk_line_accounts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- The id of the member in the channel of the agency.
  line_user_id text not null unique check (line_user_id ~ '^U[0-9a-f]{32}$'),
  linked_at timestamptz not null default clock_timestamp()
);
comment on table public.bkk_line_accounts is 'The LINE accounts of members; functions alone read and write them.';

create table public.bkk_line_codes (
  user_id uuid primary key references auth.users (id) on delete cascade,
  code_hash bytea not null unique check (octet_length(code_hash) = 32),
  expires_at timestamptz not null,
  -- Who used it: LINE may send an event twice.
  used_by text check (char_length(used_by) <= 100)
);
comment on table public.bkk_line_codes is 'Hashes of the codes that link a LINE account, one for a member.';

create index bkk_line_codes_expires_idx on public.bkk_line_codes (expires_at);

create table public.bkk_line_attempts (
  line_user_id text primary key check (char_length(line_user_id) <= 100),
  since timestamptz not null,
  attempts integer not null
);
comment on table public.bkk_line_attempts is 'Wrong codes of a LINE account within an hour.';

create index bkk_line_attempts_since_idx on public.bkk_line_attempts (since);

create table public.bkk_push_subscriptions (
  subscription_id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- A secret: who knows it may address the browser. One user at a time is signed in there.
  endpoint text not null unique check (
    char_length(endpoint) <= 1000 and endpoint ~ '^(https://[^\s/@?#]+|http://(127\.0\.0\.1|localhost)(:\d+)?)/\S*$'),
  -- The keys of RFC 8291 in base64url.
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.bkk_push_subscriptions is
  'The browsers of members that take pushes, 10 at most for a member; functions alone read and write them.';

create index bkk_push_subscriptions_user_idx on public.bkk_push_subscriptions (user_id, created_at);

alter table public.bkk_notifications enable row level security;
alter table public.bkk_notification_settings enable row level security;
alter table public.bkk_notification_channels enable row level security;
alter table public.bkk_line_accounts enable row level security;
alter table public.bkk_line_codes enable row level security;
alter table public.bkk_line_attempts enable row level security;
alter table public.bkk_push_subscriptions enable row level security;

revoke all on table public.bkk_notifications from public, anon, authenticated, service_role;
revoke all on table public.bkk_notification_settings from public, anon, authenticated, service_role;
revoke all on table public.bkk_notification_channels from public, anon, authenticated, service_role;
revoke all on table public.bkk_line_accounts from public, anon, authenticated, service_role;
revoke all on table public.bkk_line_codes from public, anon, authenticated, service_role;
revoke all on table public.bkk_line_attempts from public, anon, authenticated, service_role;
revoke all on table public.bkk_push_subscriptions from public, anon, authenticated, service_role;
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

create policy "members read their own channels" on public.bkk_notification_settings
  for select to authenticated
  using (
    user_id = (select auth.uid()) and (select public.bkk_is_active()) and (select public.bkk_has_feature('notifications')));
create policy "members choose their own channels" on public.bkk_notification_settings
  for insert to authenticated
  with check (
    user_id = (select auth.uid()) and (select public.bkk_is_active()) and (select public.bkk_has_feature('notifications')));
create policy "members change their own channels" on public.bkk_notification_settings
  for update to authenticated
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

create function public.bkk_set_notification_channels(p_has_line boolean, p_push_public_key text) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  insert into public.bkk_notification_channels as channels (has_line, push_public_key)
    values (coalesce(p_has_line, false), nullif(p_push_public_key, ''))
    on conflict (is_only_row) do update
      set has_line = excluded.has_line, push_public_key = excluded.push_public_key
      where (channels.has_line, channels.push_public_key) is distinct from (excluded.has_line, excluded.push_public_key);
end
$$;
comment on function public.bkk_set_notification_channels(boolean, text) is
  'Says whether LINE is set up, and the public VAPID key of pushes; for the owner of the database.';

create function public.bkk_mark_notifications_read(p_ids uuid[] default null) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  marked integer;
begin
  perform public.bkk_require_feature('notifications');
  perform public.bkk_require_member();
  update public.bkk_notifications
    set read_at = clock_timestamp()
    where user_id = auth.uid() and read_at is null and (p_ids is null or notification_id = any (p_ids))
      and (kind <> 'agency' or (select public.bkk_is_admin()));
  get diagnostics marked = row_count;
  return marked;
exception
  when integrity_constraint_violation then
    raise using errcode = sqlstate, message = sqlerrm;
end
$$;
comment on function public.bkk_mark_notifications_read(uuid[]) is
  'Marks notifications of the caller as read, without ids all; returns their number.';

create function public.bkk_unread_notifications() returns integer
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform public.bkk_require_feature('notifications');
  perform public.bkk_require_member();
  return (
    select count(*)::integer
    from (
      select from public.bkk_notifications as notification
      where notification.user_id = auth.uid() and notification.read_at is null
        and (notification.kind <> 'agency' or (select public.bkk_is_admin()))
      limit 100) as unread);
end
$$;
comment on function public.bkk_unread_notifications() is 'The number of unread notifications of the caller, 100 at most.';

create function public.bkk_notification_channels() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  channels public.bkk_notification_channels;
begin
  perform public.bkk_require_feature('notifications');
  perform public.bkk_require_member();
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
comment on function public.bkk_notification_channels() is
  'What can be sent to the caller: {"mail": true, "line": {"is_offered", "linked_at"}, "push": {"public_key", "count"}}.';

-- A code such as BKK-7F3K-9QWM: 40 random bits. Letters that look like digits are read as these.
create function public.bkk_hash_line_code(p_code text) returns bytea
  language plpgsql immutable set search_path = ''
as $$
begin
  return sha256(convert_to(
    translate(right(regexp_replace(upper(p_code), '[^0-9A-Z]', '', 'g'), 8), 'OIL', '011'), 'UTF8'));
end
$$;
comment on function public.bkk_hash_line_code(text) is 'The hash of a code that links a LINE account; for functions of the owner.';

create function public.bkk_start_line_link() returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- The first six bytes of a random UUID are random.
  bytes constant bytea := substring(uuid_send(gen_random_uuid()) from 1 for 5);
  bits constant bigint := ('x' || encode(bytes, 'hex'))::bit(40)::bigint;
  expires constant timestamptz := clock_timestamp() + interval '10 minutes';
  code text;
begin
  perform public.bkk_require_feature('notifications');
  perform public.bkk_require_member();
  if not exists (select from public.bkk_notification_channels where has_line) then
    raise sqlstate 'PT409' using message = 'The agency sends no messages by LINE.';
  end if;
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (bits >> (5 * place) & 31)::integer + 1, 1), '' order by place)
    into code from generate_series(0, 7) as place;
  code := format('BKK-%s-%s', left(code, 4), right(code, 4));
  insert into public.bkk_line_codes (user_id, code_hash, expires_at)
    values (auth.uid(), public.bkk_hash_line_code(code), expires)
    on conflict (user_id) do update
      set code_hash = excluded.code_hash, expires_at = excluded.expires_at, used_by = null;
  return jsonb_build_object('code', code, 'expires_at', expires);
exception
  when integrity_constraint_violation then
    raise using errcode = sqlstate, message = sqlerrm;
end
$$;
comment on function public.bkk_start_line_link() is
  'A code that the caller sends to the LINE account of the agency within 10 minutes, once: {"code", "expires_at"}.';

-- Messages that wait for a way that is gone would end as dead letters.
create function public.bkk_drop_waiting_messages(p_user_id uuid, p_channel text, p_subscription_id uuid default null) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  delete from public.bkk_outbox
    where user_id = p_user_id and channel = p_channel and sent_at is null
      and (p_subscription_id is null or ids ->> 'subscription_id' = p_subscription_id::text);
end
$$;
comment on function public.bkk_drop_waiting_messages(uuid, text, uuid) is
  'Deletes the unsent messages of a user by a channel, or by one push subscription; for functions of the owner.';

create function public.bkk_unlink_line() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform public.bkk_require_feature('notifications');
  perform public.bkk_require_member();
  delete from public.bkk_line_codes where user_id = auth.uid();
  delete from public.bkk_line_accounts where user_id = auth.uid();
  perform public.bkk_drop_waiting_messages(auth.uid(), 'line');
exception
  when integrity_constraint_violation then
    raise using errcode = sqlstate, message = sqlerrm;
end
$$;
comment on function public.bkk_unlink_line() is 'Unlinks the LINE account of the caller.';

create function public.bkk_link_line(p_code text, p_line_user_id text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  code public.bkk_line_codes;
  failures integer;
  linked boolean;
begin
  perform public.bkk_require_feature('notifications');
  -- Serializes the attempts of an account, so that the limit counts all.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('bkk_link_line:' || p_line_user_id, 0));
  select attempts into failures
    from public.bkk_line_attempts
    where line_user_id = p_line_user_id and since > clock_timestamp() - interval '1 hour';
  if failures >= 10 then
    return '{"state": "limited"}';
  end if;
  select * into code from public.bkk_line_codes
    where code_hash = public.bkk_hash_line_code(p_code) and expires_at > clock_timestamp()
    for update;
  if code.used_by is null and code.user_id is not null then
    update public.bkk_line_codes set used_by = p_line_user_id where user_id = code.user_id;
    -- A LINE account belongs to one member, a member has one.
    delete from public.bkk_line_accounts where line_user_id = p_line_user_id and user_id <> code.user_id;
    insert into public.bkk_line_accounts (user_id, line_user_id) values (code.user_id, p_line_user_id)
      on conflict (user_id) do update set line_user_id = excluded.line_user_id, linked_at = excluded.linked_at;
    linked := true;
  else
    -- The event came again.
    linked := exists (
      select from public.bkk_line_accounts
      where user_id = code.user_id and line_user_id = p_line_user_id and code.used_by = p_line_user_id);
  end if;
  if linked then
    return jsonb_build_object(
      'state', 'linked',
      'language', (select raw_user_meta_data ->> 'language' from auth.users where id = code.user_id));
  end if;
  insert into public.bkk_line_attempts as attempt (line_user_id, since, attempts) values (p_line_user_id, clock_timestamp(), 1)
    on conflict (line_user_id) do update
      set attempts = case when attempt.since > clock_timestamp() - interval '1 hour' then attempt.attempts + 1 else 1 end,
        since = case when attempt.since > clock_timestamp() - interval '1 hour' then attempt.since else excluded.since end;
  return '{"state": "unknown"}';
end
$$;
comment on function public.bkk_link_line(text, text) is
  'Links a LINE account to the member whose code it sent: {"state": "linked", "language"}, {"state": "unknown"}, or {"state": "limited"} after 10 wrong codes within an hour.';

create function public.bkk_unlink_line_account(p_line_user_id text, p_at timestamptz) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  member uuid;
begin
  -- A late event says nothing of an account that was linked after it.
  delete from public.bkk_line_accounts where line_user_id = p_line_user_id and linked_at <= p_at
    returning user_id into member;
  perform public.bkk_drop_waiting_messages(member, 'line');
end
$$;
comment on function public.bkk_unlink_line_account(text, timestamptz) is
  'Unlinks a LINE account that has blocked the agency at a time.';

create function public.bkk_line_recipient(p_user_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform public.bkk_require_feature('notifications');
  return (select line_user_id from public.bkk_line_accounts where user_id = p_user_id);
end
$$;
comment on function public.bkk_line_recipient(uuid) is 'The LINE account of a user; for the senders of messages.';

create function public.bkk_add_push_subscription(p_endpoint text, p_p256dh text, p_auth text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
begin
  perform public.bkk_require_feature('notifications');
  perform public.bkk_require_member();
  if not exists (select from public.bkk_notification_channels where push_public_key is not null) then
    raise sqlstate 'PT409' using message = 'The agency sends no pushes.';
  end if;
  -- Serializes the browsers of a member, so that the limit counts all.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('bkk_add_push_subscription:' || caller, 0));
  -- What waits for the user who was signed in there before is not shown to this one.
  delete from public.bkk_outbox as message using public.bkk_push_subscriptions as former
    where former.endpoint = p_endpoint and former.user_id <> caller
      and message.user_id = former.user_id and message.channel = 'push' and message.sent_at is null
      and message.ids ->> 'subscription_id' = former.subscription_id::text;
  insert into public.bkk_push_subscriptions as subscription (user_id, endpoint, p256dh, auth)
    values (caller, p_endpoint, rtrim(p_p256dh, '='), rtrim(p_auth, '='))
    on conflict (endpoint) do update
      set user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at;
  delete from public.bkk_push_subscriptions where subscription_id in (
    select subscription_id from public.bkk_push_subscriptions where user_id = caller order by created_at desc offset 10);
exception
  when integrity_constraint_violation then
    raise using errcode = sqlstate, message = sqlerrm;
end
$$;
comment on function public.bkk_add_push_subscription(text, text, text) is
  'Saves the push subscription of a browser for the caller; of more than 10 the oldest goes.';

create function public.bkk_remove_push_subscription(p_endpoint text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  removed uuid;
begin
  perform public.bkk_require_feature('notifications');
  perform public.bkk_require_member();
  delete from public.bkk_push_subscriptions where endpoint = p_endpoint and user_id = auth.uid()
    returning subscription_id into removed;
  if found then
    perform public.bkk_drop_waiting_messages(auth.uid(), 'push', removed);
  end if;
exception
  when integrity_constraint_violation then
    raise using errcode = sqlstate, message = sqlerrm;
end
$$;
comment on function public.bkk_remove_push_subscription(text) is 'Removes the push subscription of a browser of the caller.';

create function public.bkk_push_recipient(p_subscription_id uuid, p_user_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform public.bkk_require_feature('notifications');
  return (
    select jsonb_build_object('endpoint', endpoint, 'p256dh', p256dh, 'auth', auth)
    from public.bkk_push_subscriptions where subscription_id = p_subscription_id and user_id = p_user_id);
end
$$;
comment on function public.bkk_push_recipient(uuid, uuid) is
  'The endpoint and keys of a user''s push subscription; for the senders of messages.';

create function public.bkk_drop_push_subscription(p_subscription_id uuid, p_user_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.bkk_push_subscriptions where subscription_id = p_subscription_id and user_id = p_user_id;
  perform public.bkk_drop_waiting_messages(p_user_id, 'push', p_subscription_id);
end
$$;
comment on function public.bkk_drop_push_subscription(uuid, uuid) is
  'Removes a push subscription that has ended, with what waits for it; for the senders of messages.';

-- As bkk_queue_message() was: one message.
create function public.bkk_insert_message(p_channel text, p_recipient uuid, p_event text, p_ids jsonb, p_key text)
  returns boolean
  language plpgsql volatile set search_path = ''
as $$
begin
  insert into public.bkk_outbox (channel, user_id, event, ids, key)
    values (p_channel, p_recipient, p_event, coalesce(p_ids, '{}'), p_key)
    on conflict (key) do nothing;
  if not found then
    return false;
  end if;
  -- PostgreSQL delivers it at the commit, and once for several messages of a transaction.
  perform pg_notify('bkk_outbox', '');
  return true;
end
$$;
comment on function public.bkk_insert_message(text, uuid, text, jsonb, text) is
  'Inserts a message of one channel, for functions of the owner; false if there is one with this key.';

create function public.bkk_notification_kind(p_event text) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  return case split_part(p_event, '.', 1)
    when 'booking' then 'bookings' when 'request' then 'requests' when 'admin' then 'agency' end;
end
$$;
comment on function public.bkk_notification_kind(text) is
  'The kind of an event''s notifications; null for events that have none. For functions of the owner.';

create or replace function public.bkk_queue_message(p_channel text, p_recipient uuid, p_event text, p_ids jsonb, p_key text)
  returns boolean
  language plpgsql volatile set search_path = ''
as $$
declare
  notification_kind constant text := public.bkk_notification_kind(p_event);
  message_ids constant jsonb := coalesce(p_ids, '{}');
  chosen record;
begin
  if p_channel <> 'mail' or notification_kind is null or not public.bkk_has_feature('notifications') then
    return public.bkk_insert_message(p_channel, p_recipient, p_event, message_ids, p_key);
  end if;
  -- Mailed before the feature was on.
  if exists (select from public.bkk_outbox where key = p_key) then
    return false;
  end if;
  insert into public.bkk_notifications (user_id, kind, event, values, key)
    values (
      p_recipient, notification_kind, p_event,
      jsonb_strip_nulls(jsonb_build_object('reference', upper(right(message_ids ->> 'quote_id', 8)))) || message_ids, p_key)
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
    perform public.bkk_insert_message('mail', p_recipient, p_event, message_ids, p_key);
  end if;
  if coalesce(chosen.line, true) and chosen.has_line then
    perform public.bkk_insert_message('line', p_recipient, p_event, message_ids, p_key || ':line')
      from public.bkk_line_accounts as account where account.user_id = p_recipient;
  end if;
  if coalesce(chosen.push, true) and chosen.has_push then
    -- Each browser has a message of its own, so that one that fails is tried again alone.
    perform public.bkk_insert_message(
        'push', p_recipient, p_event,
        message_ids || jsonb_build_object('subscription_id', subscription.subscription_id),
        p_key || ':push:' || subscription.subscription_id)
      from public.bkk_push_subscriptions as subscription where subscription.user_id = p_recipient;
  end if;
  return true;
end
$$;
comment on function public.bkk_queue_message(text, uuid, text, jsonb, text) is
  'Queues a message, for functions of the owner; false if there is one with this key. With the feature notifications, a mail about a booking or a request is a notification, sent by the channels its recipient has on.';

create function public.bkk_was_queued(p_key text) returns boolean
  language plpgsql stable set search_path = ''
as $$
begin
  return exists (select from public.bkk_outbox where key = p_key)
    or exists (select from public.bkk_notifications where key = p_key);
end
$$;
comment on function public.bkk_was_queued(text) is 'Whether there is a message or a notification with this key; for functions of the owner.';

create or replace function public.bkk_remind_offers(p_now timestamptz) returns bigint
  language plpgsql volatile set search_path = ''
as $$
declare
  due record;
  queued bigint := 0;
begin
  if not public.bkk_has_feature('requests') then
    return 0;
  end if;
  for due in
    select offer.quote_id, offer.version, offer.total_satang, offer.valid_until, request.user_id, reminder.hours
    from public.bkk_quote_offers as offer
      join public.bkk_quote_requests as request on request.quote_id = offer.quote_id
      cross join (values (24), (6)) as reminder (hours)
    where offer.state = 'open'
      and offer.valid_until > p_now and offer.valid_until <= p_now + interval '24 hours'
      and offer.valid_until <= p_now + make_interval(hours => reminder.hours)
      -- An offer that is valid for less time gets no such reminder.
      and offer.valid_until > offer.sent_at + make_interval(hours => reminder.hours)
      and not public.bkk_was_queued(
        format('request.offer_reminder:%s:%s:%s', offer.quote_id, offer.version, reminder.hours))
    order by offer.valid_until
    limit 500
  loop
    if public.bkk_queue_message(
      'mail', due.user_id, 'request.offer_reminder',
      jsonb_build_object(
        'quote_id', due.quote_id, 'version', due.version, 'total_satang', due.total_satang,
        'deadline', extract(epoch from due.valid_until)::bigint),
      format('request.offer_reminder:%s:%s:%s', due.quote_id, due.version, due.hours))
    then
      queued := queued + 1;
      if due.hours = 24 then
        perform public.bkk_notify_admins(
          'admin.offer_reminder',
          jsonb_build_object(
            'quote_id', due.quote_id, 'version', due.version, 'deadline', extract(epoch from due.valid_until)::bigint),
          format('admin.offer_reminder:%s:%s', due.quote_id, due.version));
      end if;
    end if;
  end loop;
  return queued;
end
$$;

create function public.bkk_night_ends_at(p_now timestamptz) returns timestamptz
  language plpgsql immutable set search_path = ''
as $$
declare
  -- Bangkok has one offset all year.
  local constant timestamp := p_now at time zone 'Asia/Bangkok';
begin
  return case
    when local::time >= '22:00' then (local::date + 1 + time '07:00') at time zone 'Asia/Bangkok'
    when local::time < '07:00' then (local::date + time '07:00') at time zone 'Asia/Bangkok' end;
end
$$;
comment on function public.bkk_night_ends_at(timestamptz) is
  'The end of the quiet hours, 22:00 to 07:00 in Bangkok, that a time is in; null by day. For functions of the owner.';

-- The present state decides: a hold may have been extended since.
create function public.bkk_waits_for_day(p_night_ends_at timestamptz, p_event text, p_ids jsonb) returns boolean
  language plpgsql stable set search_path = ''
as $$
begin
  if p_night_ends_at is null or public.bkk_notification_kind(p_event) is null then
    return false;
  end if;
  return not exists (
    select from public.bkk_bookings as booking
    where p_ids ->> 'booking_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      and booking.booking_id = (p_ids ->> 'booking_id')::uuid
      and booking.status = 'HOLD' and booking.hold_expires_at <= p_night_ends_at);
end
$$;
comment on function public.bkk_waits_for_day(timestamptz, text, jsonb) is
  'Whether a message waits until the end of quiet hours: unless it is about a hold that ends in them. For functions of the owner.';

create function public.bkk_lease_messages(p_limit integer, p_lease_seconds double precision, p_now timestamptz) returns jsonb
  language plpgsql volatile set search_path = ''
as $$
declare
  -- With the feature off nothing waits for the day.
  night_ends_at constant timestamptz :=
    case when public.bkk_has_feature('notifications') then public.bkk_night_ends_at(p_now) end;
  leased jsonb;
begin
  -- The last attempt of these never ended.
  update public.bkk_outbox
    set failed_at = p_now, lease = null, last_failure = coalesce(last_failure, 'no_answer')
    where sent_at is null and failed_at is null and attempts >= 30 and due_at <= p_now;
  with due as (
    select message.id,
      -- Messages to admins tell of other members: their recipient must still be an admin.
      message.event like 'admin.%' and not exists (
        select from public.bkk_user_roles as member
        where member.user_id = message.user_id and member.role = 'admin' and member.is_active) as is_dismissed
    from public.bkk_outbox as message
    where message.sent_at is null and message.failed_at is null
      -- A due_at this far ahead means that the clock was set back: the message is due now.
      and (message.due_at <= p_now or message.due_at > p_now + interval '2 hours')
      and (night_ends_at is null or not public.bkk_waits_for_day(night_ends_at, message.event, message.ids))
    order by message.due_at
    limit least(p_limit, 100) for update skip locked),
  dropped as (
    delete from public.bkk_outbox as message using due where message.id = due.id and due.is_dismissed),
  taken as (
    update public.bkk_outbox as message
    set lease = gen_random_uuid(), attempts = message.attempts + 1,
      due_at = p_now + make_interval(secs => least(p_lease_seconds, 3600))
    from due where message.id = due.id and not due.is_dismissed
    returning message.*)
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', taken.id, 'lease', taken.lease, 'number', taken.number, 'channel', taken.channel,
      'event', taken.event, 'ids', taken.ids, 'created_at', taken.created_at, 'attempts', taken.attempts,
      'user_id', taken.user_id, 'email', nullif(account.email, ''),
      'language', account.raw_user_meta_data ->> 'language') order by taken.number), '[]')
    into leased
    from taken left join auth.users as account on account.id = taken.user_id and account.deleted_at is null;
  return leased;
end
$$;
comment on function public.bkk_lease_messages(integer, double precision, timestamptz) is
  'Leases the messages that are due at a time, but those that wait for the end of quiet hours, and deletes those to dismissed admins; for the owner.';

create or replace function public.bkk_lease_messages(p_limit integer, p_lease_seconds double precision) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  return public.bkk_lease_messages(p_limit, p_lease_seconds, clock_timestamp());
end
$$;

create function public.bkk_count_messages(p_now timestamptz) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  is_on constant boolean := public.bkk_has_feature('notifications');
  -- A minute after the night what has waited for it is not overdue yet.
  night_ends_at constant timestamptz := case when is_on then
    coalesce(public.bkk_night_ends_at(p_now), public.bkk_night_ends_at(p_now - interval '1 minute')) end;
begin
  return (
    select jsonb_build_object(
      'waiting', count(*), 'failed', count(message.last_failure),
      -- Messages are overdue when no worker runs. Failures of a single recipient do not count as stuck.
      'stuck', greatest(
        count(*) filter (where message.due_at < p_now - interval '1 minute'
          and (night_ends_at is null or not public.bkk_waits_for_day(night_ends_at, message.event, message.ids))),
        count(distinct message.user_id) filter (where message.last_failure is not null) - 1),
      'oldest_seconds', extract(epoch from p_now - min(message.created_at))::float8,
      'dead', (select count(*) from public.bkk_outbox as letter where letter.failed_at is not null))
    from public.bkk_outbox as message where message.sent_at is null and message.failed_at is null);
end
$$;
comment on function public.bkk_count_messages(timestamptz) is 'As bkk_count_messages() at a time; for the owner.';

create or replace function public.bkk_count_messages() returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  return public.bkk_count_messages(clock_timestamp());
end
$$;

create function public.bkk_prune_notifications(p_now timestamptz) returns bigint
  language plpgsql volatile set search_path = ''
as $$
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
comment on function public.bkk_prune_notifications(timestamptz) is
  'Deletes notifications 90 days after they were read and after 365 days, and codes and attempts that are over; returns the number of notifications, 5,000 at most.';

insert into public.bkk_jobs (name, every, batch_size) values ('bkk_prune_notifications', '1 hour', 5000)
  on conflict (name) do nothing;

-- The export of a user's data is made of one function for each subject, whose objects are joined.

create function public.bkk_export_user_account(p_user_id uuid) returns jsonb
  language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
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
    'sign_ins', (
      select coalesce(jsonb_agg(to_jsonb(entry) order by entry.id), '[]')
      from public.bkk_login_logs as entry where entry.user_id = p_user_id));
end
$$;
comment on function public.bkk_export_user_account(uuid) is 'The account of a user with its sessions and roles; for functions of the owner.';

create function public.bkk_export_user_requests(p_user_id uuid) returns jsonb
  language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
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
      from public.bkk_quote_details as details where details.user_id = p_user_id));
end
$$;
comment on function public.bkk_export_user_requests(uuid) is 'The requests of a user with their offers; for functions of the owner.';

create function public.bkk_export_user_bookings(p_user_id uuid) returns jsonb
  language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
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
      from public.bkk_bookings as booking where booking.user_id = p_user_id));
end
$$;
comment on function public.bkk_export_user_bookings(uuid) is 'The bookings of a user; for functions of the owner.';

create function public.bkk_export_user_travellers(p_user_id uuid) returns jsonb
  language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    -- The number of a passport is sealed: its last three characters are all that SQL has of it.
    'travellers', (
      select coalesce(jsonb_agg(to_jsonb(traveller) - 'passport_sealed' order by traveller.created_at), '[]')
      from public.bkk_travellers as traveller where traveller.user_id = p_user_id));
end
$$;
comment on function public.bkk_export_user_travellers(uuid) is 'The saved travellers of a user; for functions of the owner.';

create function public.bkk_export_user_files(p_user_id uuid) returns jsonb
  language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'files', (
      select coalesce(jsonb_agg(
          to_jsonb(object) - array['owner', 'path_tokens', 'version'] order by object.created_at), '[]')
      from storage.objects as object where object.owner_id = p_user_id::text));
end
$$;
comment on function public.bkk_export_user_files(uuid) is 'The files of a user; for functions of the owner.';

create function public.bkk_export_user_messages(p_user_id uuid) returns jsonb
  language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'messages', (
      select coalesce(jsonb_agg(to_jsonb(message) - 'lease' order by message.number), '[]')
      from public.bkk_outbox as message where message.user_id = p_user_id));
end
$$;
comment on function public.bkk_export_user_messages(uuid) is 'The messages to a user; for functions of the owner.';

create function public.bkk_export_user_changes(p_user_id uuid) returns jsonb
  language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
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
comment on function public.bkk_export_user_changes(uuid) is 'The changes by a user or of their rows; for functions of the owner.';

create function public.bkk_export_user_notifications(p_user_id uuid) returns jsonb
  language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
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
      from public.bkk_push_subscriptions as subscription where subscription.user_id = p_user_id));
end
$$;
comment on function public.bkk_export_user_notifications(uuid) is 'The notifications of a user and where they are sent; for functions of the owner.';

create or replace function public.bkk_export_user(p_user_id uuid) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  part record;
  data jsonb;
  export jsonb := jsonb_build_object('exported_at', now());
begin
  if not exists (select from auth.users where id = p_user_id) then
    raise sqlstate 'PT404' using message = 'There is no such user.';
  end if;
  for part in
    select subject.proname as name
    from pg_catalog.pg_proc as subject
    where subject.pronamespace = 'public'::regnamespace and subject.proname like 'bkk\_export\_user\_%'
      -- Nobody else's function runs with the owner's rights.
      and subject.proowner = (
        select itself.proowner from pg_catalog.pg_proc as itself
        where itself.oid = 'public.bkk_export_user(uuid)'::regprocedure)
    order by subject.proname
  loop
    execute format('select public.%I($1)', part.name) into data using p_user_id;
    export := export || data;
  end loop;
  return export;
end
$$;
comment on function public.bkk_export_user(uuid) is
  'All data about a user, for the owner: what each function bkk_export_user_...(uuid) gives, an object with a key for each table.';

revoke all on function public.bkk_set_notification_channels(p_has_line boolean, p_push_public_key text) from public,
  anon, authenticated, service_role;
revoke all on function public.bkk_mark_notifications_read(p_ids uuid[]) from public, anon, authenticated, service_role;
revoke all on function public.bkk_unread_notifications() from public, anon, authenticated, service_role;
revoke all on function public.bkk_notification_channels() from public, anon, authenticated, service_role;
revoke all on function public.bkk_hash_line_code(p_code text) from public, anon, authenticated, service_role;
revoke all on function public.bkk_start_line_link() from public, anon, authenticated, service_role;
revoke all on function public.bkk_drop_waiting_messages(p_user_id uuid, p_channel text, p_subscription_id uuid) from public,
  anon, authenticated, service_role;
revoke all on function public.bkk_unlink_line() from public, anon, authenticated, service_role;
revoke all on function public.bkk_link_line(p_code text, p_line_user_id text) from public, anon, authenticated, service_role;
revoke all on function public.bkk_unlink_line_account(p_line_user_id text, p_at timestamptz) from public,
  anon, authenticated, service_role;
revoke all on function public.bkk_line_recipient(p_user_id uuid) from public, anon, authenticated, service_role;
revoke all on function public.bkk_add_push_subscription(p_endpoint text, p_p256dh text, p_auth text) from public,
  anon, authenticated, service_role;
revoke all on function public.bkk_remove_push_subscription(p_endpoint text) from public, anon, authenticated, service_role;
revoke all on function public.bkk_push_recipient(p_subscription_id uuid, p_user_id uuid) from public,
  anon, authenticated, service_role;
revoke all on function public.bkk_drop_push_subscription(p_subscription_id uuid, p_user_id uuid) from public,
  anon, authenticated, service_role;
revoke all on function public.bkk_insert_message(p_channel text, p_recipient uuid, p_event text, p_ids jsonb, p_key text) from public,
  anon, authenticated, service_role;
revoke all on function public.bkk_notification_kind(p_event text) from public, anon, authenticated, service_role;
revoke all on function public.bkk_was_queued(p_key text) from public, anon, authenticated, service_role;
revoke all on function public.bkk_night_ends_at(p_now timestamptz) from public, anon, authenticated, service_role;
revoke all on function public.bkk_waits_for_day(p_night_ends_at timestamptz, p_event text, p_ids jsonb) from public,
  anon, authenticated, service_role;
revoke all on function public.bkk_lease_messages(p_limit integer, p_lease_seconds double precision, p_now timestamptz) from public,
  anon, authenticated, service_role;
revoke all on function public.bkk_count_messages(p_now timestamptz) from public, anon, authenticated, service_role;
revoke all on function public.bkk_prune_notifications(p_now timestamptz) from public, anon, authenticated, service_role;
revoke all on function public.bkk_export_user_account(p_user_id uuid) from public, anon, authenticated, service_role;
revoke all on function public.bkk_export_user_requests(p_user_id uuid) from public, anon, authenticated, service_role;
revoke all on function public.bkk_export_user_bookings(p_user_id uuid) from public, anon, authenticated, service_role;
revoke all on function public.bkk_export_user_travellers(p_user_id uuid) from public, anon, authenticated, service_role;
revoke all on function public.bkk_export_user_files(p_user_id uuid) from public, anon, authenticated, service_role;
revoke all on function public.bkk_export_user_messages(p_user_id uuid) from public, anon, authenticated, service_role;
revoke all on function public.bkk_export_user_changes(p_user_id uuid) from public, anon, authenticated, service_role;
revoke all on function public.bkk_export_user_notifications(p_user_id uuid) from public, anon, authenticated, service_role;
grant execute on function public.bkk_mark_notifications_read(uuid[]) to authenticated;
grant execute on function public.bkk_unread_notifications() to authenticated;
grant execute on function public.bkk_notification_channels() to authenticated;
grant execute on function public.bkk_start_line_link() to authenticated;
grant execute on function public.bkk_unlink_line() to authenticated;
grant execute on function public.bkk_add_push_subscription(text, text, text) to authenticated;
grant execute on function public.bkk_remove_push_subscription(text) to authenticated;
grant execute on function public.bkk_link_line(text, text) to service_role;
grant execute on function public.bkk_unlink_line_account(text, timestamptz) to service_role;
grant execute on function public.bkk_line_recipient(uuid) to service_role, supabase_auth_admin;
grant execute on function public.bkk_push_recipient(uuid, uuid) to service_role, supabase_auth_admin;
grant execute on function public.bkk_drop_push_subscription(uuid, uuid) to service_role, supabase_auth_admin;
