-- Who waits for a variant that is out of stock (feature shop): members by their account, visitors by the address they typed. The
-- clock tells each of them once, which also finds products that are published again.

create table public.bkk_stock_alerts (
  alert_id uuid primary key default gen_random_uuid(),
  variant_id text not null references public.bkk_product_variants (id) on delete cascade,
  user_id uuid references auth.users (id) on delete cascade,
  -- Of a visitor; members have one in their account.
  email text check (char_length(email) <= 255),
  language text not null default 'en' check (language in ('en', 'th')),
  created_at timestamptz not null default clock_timestamp(),
  -- When the message was queued. The row stays until it is sent, because the message has no address.
  told_at timestamptz,
  check ((user_id is null) = (email is not null))
);
comment on table public.bkk_stock_alerts is 'Who waits for a variant that is out of stock; functions alone read and write them.';

create unique index bkk_stock_alerts_member_idx on public.bkk_stock_alerts (variant_id, user_id);
create unique index bkk_stock_alerts_visitor_idx on public.bkk_stock_alerts (variant_id, lower(email));
create index bkk_stock_alerts_user_idx on public.bkk_stock_alerts (user_id);
create index bkk_stock_alerts_email_idx on public.bkk_stock_alerts (lower(email)) where email is not null;
create index bkk_stock_alerts_created_idx on public.bkk_stock_alerts (created_at);

call bkk_internal.protect('bkk_stock_alerts');

create function bkk_internal.add_stock_alert(p_variant_id text, p_user_id uuid, p_email text, p_language text) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  variant public.bkk_product_variants;
  waiting integer;
begin
  select known.* into variant
    from public.bkk_product_variants as known join public.bkk_products as product on product.id = known.product_id
    where known.id = p_variant_id and product.state = 'PUBLISHED' and product.purchasable;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such product.', hint = 'bkk.variant_unknown';
  end if;
  if not variant.manage_inventory or coalesce(variant.inventory_quantity, 1) > 0 then
    raise sqlstate 'PT409' using message = 'This is in stock again. Reload the page to buy it.', hint = 'bkk.in_stock';
  end if;
  select count(*) into waiting from public.bkk_stock_alerts as known
    where known.variant_id <> p_variant_id
      and case when p_user_id is null then lower(known.email) = lower(p_email) else known.user_id = p_user_id end;
  if waiting >= 50 and p_user_id is not null then
    raise sqlstate 'PT429' using message = 'You wait for 50 products already.', hint = 'bkk.too_many_alerts';
  end if;
  -- Another response would tell what somebody else asked for with this address.
  if waiting >= 10 and p_user_id is null then
    return;
  end if;
  delete from public.bkk_stock_alerts as told
    where told.variant_id = p_variant_id and told.told_at is not null
      and (told.user_id = p_user_id or lower(told.email) = lower(p_email));
  insert into public.bkk_stock_alerts (variant_id, user_id, email, language)
    values (p_variant_id, p_user_id, p_email, case p_language when 'th' then 'th' else 'en' end)
    on conflict do nothing;
end
$$;
comment on function bkk_internal.add_stock_alert is
  'Remembers who waits for a variant, once each; PT409 while it is in stock. An address waits for 10 variants at most, a member for 50 (PT429).';

create function public.bkk_ask_stock_alert(p_variant_id text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform bkk_internal.require_member('shop');
  perform bkk_internal.add_stock_alert(p_variant_id, auth.uid(), null, null);
end
$$;
comment on function public.bkk_ask_stock_alert is 'The caller is told once when a variant is in stock again; PT409 if it is already.';
call bkk_internal.expose('bkk_ask_stock_alert', 'authenticated');

create function public.bkk_ask_visitor_stock_alert(p_network text, p_variant_id text, p_email text, p_language text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform public.bkk_require_feature('shop');
  if coalesce(p_email, '') !~ '^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+\.[^\s@<>"(),;:\\]+$' or char_length(p_email) > 255 then
    raise sqlstate 'PT400' using message = 'This is no e-mail address.', hint = 'bkk.email_invalid';
  end if;
  if not bkk_internal.count_attempt('stock network:' || p_network, 20, interval '1 hour') then
    raise sqlstate 'PT429' using message = 'You have asked for many products. Try again later.', hint = 'bkk.too_many_stock_alerts';
  end if;
  perform bkk_internal.add_stock_alert(p_variant_id, null, p_email, p_language);
end
$$;
comment on function public.bkk_ask_visitor_stock_alert is
  'An address is mailed once when a variant is in stock again, 20 an hour for a network. For the function stock-alert.';
call bkk_internal.expose('bkk_ask_visitor_stock_alert', 'service_role');

create function bkk_internal.send_stock_alerts(p_now timestamptz) returns bigint
  language plpgsql volatile set search_path = '' as $$
declare
  due public.bkk_stock_alerts;
  count bigint := 0;
begin
  delete from public.bkk_stock_alerts where created_at < p_now - interval '180 days';
  delete from public.bkk_stock_alerts as told
    where told.told_at is not null and not exists (
      select from public.bkk_outbox as message
      where message.sent_at is null and message.event in ('stock.back', 'visitor.stock_back')
        and message.ids ->> 'alert_id' = told.alert_id::text);
  if not public.bkk_has_feature('shop') then
    return 0;
  end if;
  for due in
    select alert.* from public.bkk_stock_alerts as alert
      join public.bkk_product_variants as variant on variant.id = alert.variant_id
      join public.bkk_products as product on product.id = variant.product_id and product.state = 'PUBLISHED' and product.purchasable
    where alert.told_at is null and (not variant.manage_inventory or coalesce(variant.inventory_quantity, 1) > 0)
    order by alert.created_at, alert.alert_id
    limit 500 for update of alert skip locked
  loop
    update public.bkk_stock_alerts set told_at = p_now where alert_id = due.alert_id;
    if due.user_id is null then
      perform bkk_internal.insert_message(
        'mail', null, 'visitor.stock_back', jsonb_build_object('alert_id', due.alert_id), 'visitor.stock_back:' || due.alert_id);
    else
      perform bkk_internal.queue_message(
        'mail', due.user_id, 'stock.back', jsonb_build_object('alert_id', due.alert_id), 'stock.back:' || due.alert_id);
    end if;
    count := count + 1;
  end loop;
  return count;
end
$$;
comment on function bkk_internal.send_stock_alerts is
  'Tells those who wait for a variant that is in stock again, 500 at most, and returns their number. Deletes the alerts whose message is sent, and those of 180 days ago.';

insert into public.bkk_jobs (name, every, batch_size) values ('send_stock_alerts', '30 seconds', 500);

create function bkk_internal.stock_alert_values(p_ids jsonb) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  return coalesce((
    select jsonb_strip_nulls(jsonb_build_object(
        'product_id', product.id, 'title', left(product.title, 100), 'title_th', left(product.title_th, 100)))
      from public.bkk_stock_alerts as alert
        join public.bkk_product_variants as variant on variant.id = alert.variant_id
        join public.bkk_products as product on product.id = variant.product_id
      where alert.alert_id = (p_ids ->> 'alert_id')::uuid), '{}');
end
$$;
comment on function bkk_internal.stock_alert_values is 'The product of an alert, which its notification shows and opens: {"product_id", "title", "title_th"}.';

create function public.bkk_stock_mail_data(p_alert_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.bkk_require_feature('shop');
  return (
    select jsonb_build_object(
        'product_id', product.id, 'title', product.title, 'title_th', coalesce(product.title_th, product.title),
        -- The variant of a product that has one alone says nothing.
        'variant', case when others.count > 1 then variant.title end,
        'variant_th', case when others.count > 1 then coalesce(variant.title_th, variant.title) end)
      from public.bkk_stock_alerts as alert
        join public.bkk_product_variants as variant on variant.id = alert.variant_id
        join public.bkk_products as product on product.id = variant.product_id and product.state = 'PUBLISHED'
        cross join lateral (
          select count(*) as count from public.bkk_product_variants as other where other.product_id = product.id) as others
      where alert.alert_id = p_alert_id);
end
$$;
comment on function public.bkk_stock_mail_data is 'The product and the variant of an alert; null if the product is not published any more. For the senders of messages.';
call bkk_internal.expose('bkk_stock_mail_data', 'service_role', 'supabase_auth_admin');
