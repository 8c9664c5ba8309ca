-- The product's messages to its users. bkk_internal.queue_message() inserts a row in the transaction that causes the message. Servers,
-- or the function send-messages on hosted projects, lease the rows that are due, and look up address and language and render
-- the text when they send it, so the table has none of them.

create table public.bkk_outbox (
  id uuid primary key default gen_random_uuid(),
  -- Orders messages of the same moment.
  number bigint generated always as identity,
  -- Prevents duplicates: a second message with the same key is not queued.
  key text not null unique check (char_length(key) between 1 and 200),
  channel text not null check (channel ~ '^[a-z]{1,20}$'),
  -- The recipient; null for the visitor who opened the support thread, placed the order, or waits for the product of the alert, in ids.
  user_id uuid references auth.users (id) on delete cascade,
  -- The name of the template.
  event text not null check (event ~ '^[a-z][a-z_.]{0,59}$'),
  -- The values of the template: uuids, numbers and short codes, nothing secret.
  ids jsonb not null default '{}' check (
    jsonb_typeof(ids) = 'object' and octet_length(ids::text) <= 1000
    and not jsonb_path_exists(ids, 'strict $.keyvalue() ? (!(@.key like_regex "^[a-z_]{1,40}$"))')
    and not jsonb_path_exists(ids, 'strict $.* ? (!(@.type() == "number" || @.type() == "string"
      && @ like_regex "^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9A-Za-z_-]{1,20})$"))')),
  created_at timestamptz not null default clock_timestamp(),
  -- When the next attempt is due; during an attempt, when the lease ends.
  due_at timestamptz not null default clock_timestamp(),
  -- A random id that the last lease returned.
  lease uuid,
  attempts integer not null default 0,
  -- Codes only, because another system's error text may quote the message.
  last_failure text check (last_failure ~ '^[A-Za-z0-9_ ]{1,100}$'),
  sent_at timestamptz,
  -- Set on dead letters.
  failed_at timestamptz check (failed_at is null or sent_at is null),
  check (user_id is not null or channel = 'mail' and (
    event like 'visitor.%' and ids ?| array['thread_id', 'alert_id']
    or event like any (array['order.%', 'receipt.%']) and ids ? 'order_id'))
);
comment on table public.bkk_outbox is 'Messages to users: waiting, sent, and dead letters.';

create index bkk_outbox_due_idx on public.bkk_outbox (due_at) where sent_at is null and failed_at is null;
create index bkk_outbox_sent_idx on public.bkk_outbox (sent_at) where sent_at is not null;
create index bkk_outbox_failed_idx on public.bkk_outbox (failed_at) where failed_at is not null;
create index bkk_outbox_user_idx on public.bkk_outbox (user_id);

call bkk_internal.protect('bkk_outbox');
revoke all on sequence public.bkk_outbox_number_seq from public, anon, authenticated, service_role;

-- bkk_internal.queue_message() adds LINE and pushes to what is inserted here.
create function bkk_internal.insert_message(p_channel text, p_recipient uuid, p_event text, p_ids jsonb, p_key text)
  returns boolean
  language plpgsql volatile set search_path = '' as $$
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
comment on function bkk_internal.insert_message is 'Inserts a message of one channel; false if there is one with this key.';

create function bkk_internal.notification_kind(p_event text) returns text
  language plpgsql immutable set search_path = '' as $$
begin
  return case split_part(p_event, '.', 1)
    when 'booking' then 'bookings' when 'credit' then 'bookings' when 'request' then 'requests' when 'support' then 'support'
    when 'order' then 'orders' when 'stock' then 'orders' when 'admin' then 'agency' end;
end
$$;
comment on function bkk_internal.notification_kind is 'The kind of an event''s notifications; null for events that have none.';

create function bkk_internal.lease_messages(p_limit integer, p_lease_seconds double precision, p_now timestamptz) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  -- With the feature off nothing waits for the day.
  night_ends_at constant timestamptz :=
    case when public.bkk_has_feature('notifications') then bkk_internal.night_ends_at(p_now) end;
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
      and (night_ends_at is null or not bkk_internal.waits_for_day(message.event, message.ids, p_now, night_ends_at))
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
      'user_id', taken.user_id, 'email', coalesce(nullif(account.email, ''), thread.member_email, placed.email, alert.email),
      'language', coalesce(account.raw_user_meta_data ->> 'language', thread.language, placed.language, alert.language)) order by taken.number), '[]')
    into leased
    from taken
      left join auth.users as account on account.id = taken.user_id and account.deleted_at is null
      left join public.bkk_support_threads as thread
        on taken.user_id is null and thread.user_id is null and thread.thread_id = (taken.ids ->> 'thread_id')::uuid
      left join public.bkk_orders as placed
        on taken.user_id is null and placed.is_guest and placed.order_id = (taken.ids ->> 'order_id')::uuid
      left join public.bkk_stock_alerts as alert
        on taken.user_id is null and alert.user_id is null and alert.alert_id = (taken.ids ->> 'alert_id')::uuid;
  return leased;
end
$$;
comment on function bkk_internal.lease_messages is
  'Leases the messages that are due at a time, but those that wait for the end of quiet hours, and deletes those to dismissed admins.';

create function public.bkk_lease_messages(p_limit integer, p_lease_seconds double precision) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
begin
  return bkk_internal.lease_messages(p_limit, p_lease_seconds, clock_timestamp());
end
$$;
comment on function public.bkk_lease_messages is
  'Leases the messages that are due, for an hour at most, with the present address and language of each recipient.';
call bkk_internal.expose('bkk_lease_messages', 'service_role', 'supabase_auth_admin');

-- What waits for the end of quiet hours is not old: its age counts from their end. Monitoring would tell of it every night.
create function bkk_internal.count_messages(p_now timestamptz) returns jsonb
  language plpgsql stable set search_path = '' as $$
declare
  is_on constant boolean := public.bkk_has_feature('notifications');
  -- A minute after the night what has waited for it is not overdue yet.
  night_ends_at constant timestamptz := case when is_on then
    coalesce(bkk_internal.night_ends_at(p_now), bkk_internal.night_ends_at(p_now - interval '1 minute')) end;
  -- The last 07:00 in Bangkok.
  morning constant timestamptz := case when is_on then
    (date_trunc('day', (p_now at time zone 'Asia/Bangkok') - interval '7 hours') + interval '7 hours') at time zone 'Asia/Bangkok' end;
begin
  return (
    select jsonb_build_object(
      'waiting', count(*), 'failed', count(message.last_failure),
      -- Messages are overdue when no worker runs. Failures of a single recipient do not count as stuck.
      'stuck', greatest(
        count(*) filter (where message.due_at < p_now - interval '1 minute' and not message.waits),
        count(distinct message.user_id) filter (where message.last_failure is not null) - 1),
      'oldest_seconds', extract(epoch from p_now - min(greatest(message.created_at, message.morning))
        filter (where not message.waits))::float8,
      'dead', (select count(*) from public.bkk_outbox as message where message.failed_at is not null))
    from (
      select queued.*,
        night_ends_at is not null and bkk_internal.waits_for_day(queued.event, queued.ids, p_now, night_ends_at) as waits,
        case when bkk_internal.notification_kind(queued.event) is not null then morning end as morning
      from public.bkk_outbox as queued
      where queued.sent_at is null and queued.failed_at is null) as message);
end
$$;
comment on function bkk_internal.count_messages is 'As bkk_count_messages() at a time.';

create function public.bkk_count_messages() returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
begin
  return bkk_internal.count_messages(clock_timestamp());
end
$$;
comment on function public.bkk_count_messages is
  'The numbers of waiting, failed, stuck and dead messages, and the age of the oldest waiting one.';
call bkk_internal.expose('bkk_count_messages', 'service_role', 'supabase_auth_admin');

create function public.bkk_renew_message(p_id uuid, p_lease uuid, p_lease_seconds double precision) returns boolean
  language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.bkk_outbox
    set due_at = clock_timestamp() + make_interval(secs => least(p_lease_seconds, 3600))
    where id = p_id and lease = p_lease;
  return found;
end
$$;
comment on function public.bkk_renew_message is 'Extends a lease, counted from now, to an hour at most; false if it is lost.';
call bkk_internal.expose('bkk_renew_message', 'service_role', 'supabase_auth_admin');

create function public.bkk_message_sent(p_id uuid, p_lease uuid) returns boolean
  language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.bkk_outbox
    set sent_at = clock_timestamp(), lease = null, last_failure = null
    where id = p_id and lease = p_lease;
  return found;
end
$$;
comment on function public.bkk_message_sent is 'Records that a leased message was sent; false if the lease is lost.';
call bkk_internal.expose('bkk_message_sent', 'service_role', 'supabase_auth_admin');

create function public.bkk_message_failed(p_id uuid, p_lease uuid, p_reason text, p_is_final boolean) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  reason constant text := coalesce(substring(p_reason from '^[A-Za-z0-9_ ]{1,100}$'), 'unknown');
  tries integer;
  wait_seconds integer;
begin
  select message.attempts into tries
    from public.bkk_outbox as message where message.id = p_id and message.lease = p_lease for update;
  if not found then
    return '{"state": "lost"}';
  end if;
  if p_is_final or tries >= 30 then
    update public.bkk_outbox
      set failed_at = clock_timestamp(), lease = null, last_failure = reason
      where id = p_id;
    return '{"state": "dead"}';
  end if;
  -- 5 s, then twice as long each time up to an hour: 30 attempts take 20 hours.
  wait_seconds := least(3600, 5 * 2 ^ least(tries - 1, 10));
  update public.bkk_outbox
    set due_at = clock_timestamp() + make_interval(secs => wait_seconds), lease = null, last_failure = reason
    where id = p_id;
  return jsonb_build_object('state', 'queued', 'retry_in_seconds', wait_seconds);
end
$$;
comment on function public.bkk_message_failed is
  'Records why a leased message was not sent: {"state": "queued", "retry_in_seconds": 5}; {"state": "dead"} after 30 attempts or a final failure; {"state": "lost"} without the lease.';
call bkk_internal.expose('bkk_message_failed', 'service_role', 'supabase_auth_admin');

-- With its owner's rights as bkk_users_admin_view, but behind a barrier: it is not searched.
create view public.bkk_outbox_admin_view with (security_barrier) as
  select message.id, message.channel, message.event, message.user_id, member.email, member.full_name,
    message.attempts, message.last_failure as reason, message.created_at, message.failed_at,
    public.bkk_fold_text(coalesce(member.email, '') || ' ' || coalesce(member.full_name, '') || ' ' || message.event) as search_text
  from public.bkk_outbox as message
    left join public.bkk_user_roles as member on member.user_id = message.user_id
  where (select public.bkk_is_admin()) and message.failed_at is not null;
comment on view public.bkk_outbox_admin_view is 'Dead letters, for admins; no rows for other signed-in users.';

revoke all on table public.bkk_outbox_admin_view from public, anon, authenticated, service_role;
grant select on table public.bkk_outbox_admin_view to authenticated;

create function public.bkk_admin_retry_message(p_id uuid) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin();
  update public.bkk_outbox
    set failed_at = null, last_failure = null, attempts = 0, due_at = clock_timestamp()
    where id = p_id and failed_at is not null;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such undelivered message.', hint = 'bkk.message_unknown';
  end if;
  perform pg_notify('bkk_outbox', '');
end
$$;
comment on function public.bkk_admin_retry_message is 'Queues a dead letter again.';
call bkk_internal.expose('bkk_admin_retry_message', 'authenticated');

-- Sent messages stay 30 days so that their keys prevent duplicates, dead letters 90 days for admins.
create function bkk_internal.prune_messages(p_now timestamptz) returns bigint
  language plpgsql volatile set search_path = '' as $$
declare
  pruned bigint;
begin
  delete from public.bkk_outbox where id in (
    select message.id from public.bkk_outbox as message
    where message.sent_at < p_now - interval '30 days' or message.failed_at < p_now - interval '90 days'
    limit 5000 for update skip locked);
  get diagnostics pruned = row_count;
  return pruned;
end
$$;
comment on function bkk_internal.prune_messages is
  'Deletes sent messages after 30 days and dead letters after 90; returns their number, 5,000 at most.';

insert into public.bkk_jobs (name, every, batch_size) values ('prune_messages', '1 hour', 5000);
