-- The browsers of members that take pushes.

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

call bkk_internal.protect('bkk_push_subscriptions');

create function public.bkk_add_push_subscription(p_endpoint text, p_p256dh text, p_auth text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  caller constant uuid := auth.uid();
begin
  perform bkk_internal.require_member('notifications');
  if not exists (select from public.bkk_notification_channels where push_public_key is not null) then
    raise sqlstate 'PT409' using message = 'The agency sends no pushes.', hint = 'bkk.push_off';
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
  when check_violation or not_null_violation then
    raise sqlstate 'PT400' using message = 'This is no push subscription of a browser.', hint = 'bkk.push_subscription';
end
$$;
comment on function public.bkk_add_push_subscription is
  'Saves the push subscription of a browser for the caller; of more than 10 the oldest goes.';
call bkk_internal.expose('bkk_add_push_subscription', 'authenticated');

create function public.bkk_delete_push_subscription(p_endpoint text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  removed uuid;
begin
  perform bkk_internal.require_member('notifications');
  delete from public.bkk_push_subscriptions where endpoint = p_endpoint and user_id = auth.uid()
    returning subscription_id into removed;
  if found then
    perform bkk_internal.delete_waiting_messages(auth.uid(), 'push', removed);
  end if;
end
$$;
comment on function public.bkk_delete_push_subscription is 'Removes the push subscription of a browser of the caller.';
call bkk_internal.expose('bkk_delete_push_subscription', 'authenticated');

create function public.bkk_push_recipient(p_subscription_id uuid, p_user_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.bkk_require_feature('notifications');
  return (
    select jsonb_build_object('endpoint', endpoint, 'p256dh', p256dh, 'auth', auth)
    from public.bkk_push_subscriptions where subscription_id = p_subscription_id and user_id = p_user_id);
end
$$;
comment on function public.bkk_push_recipient is
  'The endpoint and keys of a user''s push subscription; for the senders of messages.';
call bkk_internal.expose('bkk_push_recipient', 'service_role', 'supabase_auth_admin');

create function public.bkk_push_subscription_ended(p_subscription_id uuid, p_user_id uuid) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from public.bkk_push_subscriptions where subscription_id = p_subscription_id and user_id = p_user_id;
  perform bkk_internal.delete_waiting_messages(p_user_id, 'push', p_subscription_id);
end
$$;
comment on function public.bkk_push_subscription_ended is
  'Removes a push subscription that has ended, with what waits for it; for the senders of messages.';
call bkk_internal.expose('bkk_push_subscription_ended', 'service_role', 'supabase_auth_admin');
